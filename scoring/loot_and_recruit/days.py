"""The fourteen rounds: the event of each, flip effects, whose turn follows, and when points are counted."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.cards import KnownCard
from scoring.changing import replace
from scoring.game import Draft, RoundHead, Table
from scoring.loot_and_recruit import memory, offer, score
from scoring.loot_and_recruit.options import FirstPlayer, Level, TieWin
from scoring.loot_and_recruit.state import CHECKPOINTS, ROUNDS, Deciding, Event, Flip, Open, Over, Powers, State, Turn
from scoring.prompts import Answer, Cell, Choice, Count, Field, Flag, Grid, Pick, Prompt, Role
from scoring.rulebook import Rule, RuleViolation, require
from scoring.scores import PerSeat, Seat

EVENT_DECK: Final = Rule(
    "LR-012", "Fourteen events: the Opening, four each of Morning, Day and Night, the Closing.", "Setup"
)
ROUND: Final = Rule("LR-020", "A round: its event, then everybody's turn from the first player clockwise.", "Rounds")
FLIP_EFFECT: Final = Rule("LR-021", "Everybody decides about a flip effect before the first turn.", "Rounds")
PARTS: Final = Rule("LR-022", "Rounds 2 to 5 are the Morning, 6 to 9 the Day, 10 to 13 the Night.", "Follows")
FIRST_PLAYER: Final = Rule(
    "LR-R01", "The First Player card stays, or moves on every round, unless a card moves it.", "Our ruling"
)
CHECKPOINT: Final = Rule("LR-090", "Points are counted after rounds 5, 9 and 14.", "Scoring")
CLOSING: Final = Rule("LR-095", "The round of the Closing Ceremony is the last.", "End of the game")
DECIDE_ORDER: Final = Rule("LR-R06", "Flip effects are decided from the first player clockwise.", "Our ruling")

_MOST: Final = {"points": 299, "goblins": 60}
"""More than three platforms can hold."""
_TITLES: Final = ("Morning", "Day", "Night")


def part(number: int) -> str:
    """The phase of a round's event."""
    if number in (1, ROUNDS):
        return "Opening" if number == 1 else "Closing"
    return _TITLES[sum(number > last for last in CHECKPOINTS[:-1])]


def heads(state: State) -> tuple[RoundHead, ...]:
    """The rows of the score sheet: one a checkpoint."""
    return tuple(RoundHead(n, _TITLES[n - 1], _TITLES[n - 1].lower()) for n in range(1, state.round + 1))


# The event ----------------------------------------------------------------------------------------------------------


def due(state: State) -> int:
    """The round whose event is flipped next; 0: something else comes first."""
    match state.phase:
        case Flip():
            return state.number
        case Open() if state.number not in CHECKPOINTS:
            return state.number + 1
        case _:
            return 0


@dataclass(frozen=True, slots=True)
class EventFlipped:
    """The event of a round; `effect`: it has a flip effect. `card` is typed where every card is entered."""

    kind: ClassVar[str] = "event_flipped"
    round: int
    card: KnownCard | None
    effect: bool

    def apply(self, state: State, waived: Collection[str]) -> State:
        number = due(state)
        require(number > 0, ROUND, "The round that is being played is finished first.")
        offer.check_full(state)
        message = f"The self of round {number} is flipped now."
        require(self.round == number, EVENT_DECK, message, field="round")
        begun = replace(state if number == state.number else at_next_round(state), behind=False)
        if state.level is Level.CHECKPOINTS:
            require(self.card is None, EVENT_DECK, "The self's card is not entered.", field="card")
            require(not self.effect, FLIP_EFFECT, "Flip effects are not entered.", field="effect")
            return replace(begun, phase=Open())
        if state.level is Level.STACKS:
            require(self.card is None, EVENT_DECK, "The self's card is not entered.", field="card")
            return _decided(begun, self.effect)
        bonus, effect = _read(self)
        return _decided(replace(begun, bonus=bonus), effect)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        name = f": {self.card.name.strip()}" if self.card else f": {part(self.round)}"
        return f"Event of round {self.round}{name}{', with a flip effect' if self.effect else ''}"


def _read(event: EventFlipped) -> tuple[Powers, bool]:
    card = event.card
    if card is None:
        raise RuleViolation(EVENT_DECK, "The event needs its name.", field="card")
    require(not event.effect, FLIP_EFFECT, "The event's card says whether it has a flip effect.", field="effect")
    loot, recruit, attack, effect = memory.numbers(card, memory.EVENT, "card")
    return Powers(loot, recruit, attack), bool(effect)


def _decided(state: State, effect: bool) -> State:
    return replace(state, phase=Deciding() if effect else Turn(state.first, state.bonus))


def flip_question(state: State) -> Prompt:
    """The form of the event."""
    number = due(state)
    fields: tuple[Field, ...] = ()
    given: tuple[tuple[str, int | bool | None], ...] = (("round", number),)
    match state.level:
        case Level.CHECKPOINTS:
            given = (*given, ("card", None), ("effect", False))
        case Level.STACKS:
            given = (*given, ("card", None))
            fields = (Flag("effect", "It has a flip effect", likely=False),)
        case Level.REFEREE:
            given = (*given, ("effect", False))
            fields = (memory.event_field(number),)
    title = f"Flip the event of round {number}: {part(number)}"
    instant = state.level is Level.REFEREE
    confirm = f"Begin round {number}"
    return Prompt(EventFlipped.kind, title, fields, rule=EVENT_DECK, given=given, confirm=confirm, instant=instant)


@dataclass(frozen=True, slots=True)
class EffectsDecided:
    """Who performs the flip effect, from the first player clockwise (LR-021)."""

    kind: ClassVar[str] = "effects_decided"
    done: tuple[tuple[Seat, bool], ...]

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(isinstance(state.phase, Deciding), FLIP_EFFECT, "No flip effect is to be decided now.")
        offer.check_full(state)
        order = state.table.clockwise_from(state.first)
        complete = tuple(seat for seat, _ in self.done) == order
        require(complete, DECIDE_ORDER, f"Everybody decides, {state.name(order[0])} first.", field="done")
        return replace(state, phase=Turn(state.first, state.bonus))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        names = ", ".join(table.names[seat] for seat, done in self.done if done)
        return f"The flip effect is performed by {names or 'nobody'}"


def decide_question(state: State) -> Prompt:
    """The form of the decisions."""
    order = state.table.clockwise_from(state.first)
    cells = tuple(Cell(seat, state.name(seat), Flag("done", "Performs it", likely=False)) for seat in order)
    return Prompt(
        EffectsDecided.kind,
        "Who performs the flip effect?",
        (Grid("done", "", cells, seats=True),),
        rule=FLIP_EFFECT,
        confirm=f"{state.name(state.first)}'s turn",
    )


# The end of a turn and of a round ------------------------------------------------------------------------------------


def next_turn(state: State, turn: Turn) -> State:
    """The left neighbour's turn, or the end of the round."""
    following = state.table.left_of(turn.seat)
    if following != state.first:
        return replace(state, phase=Turn(following, state.bonus))
    if state.number in CHECKPOINTS:
        state = replace(state, ledger=(*state.ledger, *score.checkpoint(state)))
    return next_round(state)


def next_round(state: State) -> State:
    """The event of the next round, or the end."""
    if state.number == ROUNDS:
        return score.finish(state)
    return replace(at_next_round(state), bonus=Powers(), phase=Flip())


def at_next_round(state: State) -> State:
    """The state with the next round's number and first player."""
    rotated = state.table.left_of(state.first) if state.options.first_player is FirstPlayer.ROTATES else state.first
    first = rotated if state.next_first is None else state.next_first
    return replace(state, number=state.number + 1, first=first, next_first=None, came=())


# The First Player card ------------------------------------------------------------------------------------------------


def can_move_first(state: State) -> bool:
    """Whether the First Player card may be moved: when nothing is unfinished."""
    match state.phase:
        case Over():
            return False
        case Turn(pending=pending):
            return pending is None
        case Flip() | Deciding() | Open():
            return True


@dataclass(frozen=True, slots=True)
class FirstPlayerMoved:
    """Somebody gets the First Player card by the text of a card (LR-R01)."""

    kind: ClassVar[str] = "first_player_moved"
    seat: Seat

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(can_move_first(state), FIRST_PLAYER, "Finish what was begun first; the First Player card moves then.")
        require(self.seat in state.table.seats, FIRST_PLAYER, "Choose one of the players.", field="seat")
        message = f"{state.name(self.seat)} has the First Player card already."
        require(self.seat != _holds_first(state), FIRST_PLAYER, message, field="seat")
        if not _has_round_begun(state):
            phase = replace(state.phase, seat=self.seat) if isinstance(state.phase, Turn) else state.phase
            return replace(state, first=self.seat, phase=phase)
        return replace(state, next_first=self.seat)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} gets the First Player card"


def _holds_first(state: State) -> Seat | None:
    """Who has the First Player card; None where it is about to move on by itself."""
    if state.next_first is not None or not _has_round_begun(state):
        return state.first if state.next_first is None else state.next_first
    return None if state.options.first_player is FirstPlayer.ROTATES else state.first


def _has_round_begun(state: State) -> bool:
    """Whether somebody has begun to play in this round; without turns it has begun with its event."""
    match state.phase:
        case Turn(seat=seat, begun=begun):
            return begun or seat != state.first
        case phase:
            return isinstance(phase, Open)


def starter(state: State) -> Seat | None:
    """Who took the first turn of this part of the day; None before it and in the later rounds of the part."""
    opens_part = state.number - 1 in (0, *CHECKPOINTS)
    return state.first if opens_part and _has_round_begun(state) else None


def move_first_question(state: State) -> Prompt:
    """The form of the First Player card."""
    holder = _holds_first(state)
    players = tuple(
        Choice(seat, state.name(seat), "Has it already." if seat == holder else "") for seat in state.table.seats
    )
    begun = _has_round_begun(state)
    return Prompt(
        FirstPlayerMoved.kind,
        "The First Player card moves",
        (Pick("seat", "To", players, seats=True),),
        rule=FIRST_PLAYER,
        role=Role.ASIDE,
        confirm="Move the card",
        help=f"By the text of a card; it counts {'from the next round on' if begun else 'at once'}.",
        group="Special cards",
    )


# Points told by the table --------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class CheckpointCounted:
    """Everybody's points on the platforms after round 5, 9 or 14 (LR-090).

    `goblins` are those of everybody who is tied for the win, where they decide (LR-R05); else there are none.
    """

    kind: ClassVar[str] = "checkpoint_counted"
    round: int
    points: PerSeat
    goblins: PerSeat

    def apply(self, state: State, waived: Collection[str]) -> State:
        after = next((number for number in CHECKPOINTS if number >= state.number), ROUNDS)
        message = f"Points are counted after round {after}."
        early = not isinstance(state.phase, Open) or state.number not in CHECKPOINTS
        require(not early, CHECKPOINT, message, code="TOO_EARLY")
        offer.check_full(state)
        require(self.round == state.number, CHECKPOINT, message, field="round", code="TOO_EARLY")
        _check_each(state.table.seats, self.points, "points", score.SANITY)
        lines = tuple(score.counted(state, seat, points) for seat, points in self.points)
        scored = replace(state, ledger=(*state.ledger, *lines))
        _check_each(score.tied(scored) if _goblins_decide(state) else (), self.goblins, "goblins", score.TIE)
        return replace(scored, phase=Over(self.goblins)) if state.number == ROUNDS else next_round(scored)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        decided = f"; goblins: {table.list_numbers(self.goblins)}" if self.goblins else ""
        return f"After round {self.round}: {table.list_numbers(self.points)}{decided}"


def _goblins_decide(state: State) -> bool:
    """Whether equal scores after this checkpoint are parted by goblins."""
    return state.number == ROUNDS and state.options.tie_win is TieWin.MOST_GOBLINS


def _check_each(seats: tuple[Seat, ...], numbers: PerSeat, name: str, rule: Rule) -> None:
    complete = tuple(seat for seat, _ in numbers) == seats
    who = "Every player" if name == "points" else "Everybody who is tied, and nobody else,"
    require(complete, rule, f"{who} needs a number of {name}.", field=name)
    for seat, number in numbers:
        path = f"{name}[{seat}]"
        require(number >= 0, rule, f"Nobody has fewer than 0 {name}.", field=path, code="NEGATIVE")
        require(number <= _MOST[name], rule, f"{number} {name} are more than platforms hold.", field=path)


def count_question(state: State) -> Prompt:
    """The form of a checkpoint."""
    fields = (_each(state, "points", state.table.seats),)
    given: tuple[tuple[str, Answer], ...] = (("round", state.number),)
    decide = _goblins_decide(state)
    return Prompt(
        CheckpointCounted.kind,
        f"Count the platforms after round {state.number}",
        (*fields, _each(state, "goblins", ())) if decide else fields,
        rule=CHECKPOINT,
        given=given if decide else (*given, ("goblins", [])),
        confirm="Score the platforms",
        help="All goblins on the three platforms, whatever their height.",
    )


def narrowed(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    """The form of the last checkpoint: where the scores come out equal, it asks for goblins too."""
    points = dict(map(tuple, draft.get("points", ())))
    if len(prompt.fields) == 1 or len(points) < state.players:
        return prompt
    lines = tuple(score.counted(state, seat, points[seat]) for seat in state.table.seats if seat in points)
    seats = score.tied(replace(state, ledger=(*state.ledger, *lines)))
    return replace(prompt, fields=(prompt.fields[0], _each(state, "goblins", seats)))


def _each(state: State, name: str, seats: tuple[Seat, ...]) -> Grid:
    cells = tuple(Cell(seat, state.name(seat), Count(name, "", 0, _MOST[name])) for seat in seats)
    return Grid(name, name.capitalize(), cells, seats=True)


def questions(state: State) -> Iterator[Prompt]:
    """What is asked between turns."""
    match state.phase:
        case Deciding():
            yield decide_question(state)
        case Open() if state.number in CHECKPOINTS:
            yield count_question(state)
        case _:
            yield flip_question(state)


def last_seat(state: State) -> Seat:
    """Who has the last turn of the round."""
    return state.table.left_of(state.first, state.players - 1)


EVENTS: Final[tuple[type[Event], ...]] = (EventFlipped, EffectsDecided, FirstPlayerMoved, CheckpointCounted)
