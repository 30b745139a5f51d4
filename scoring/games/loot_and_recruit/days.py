"""The fourteen rounds: their events, flip effects, turn order, and when points are counted."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

from scoring.contract.cards import KnownCard
from scoring.contract.game import Event, RoundHead, Table
from scoring.contract.names import join_words, same_name
from scoring.contract.prompts import Answer, Count, Draft, Field, Flag, Grid, Prompt, Sum
from scoring.contract.rulebook import Rule, RuleViolation, refuse_if, require
from scoring.contract.scores import PerSeat, Seat
from scoring.contract.tapes import Tape, add_up, find_tape_error
from scoring.engine.seat_moves import move_in_order
from scoring.games.loot_and_recruit import line_ups, memory, score
from scoring.games.loot_and_recruit.options import FirstPlayer, Level, TieWin
from scoring.games.loot_and_recruit.state import CHECKPOINTS, ROUNDS, Deciding, Flip, Open, Over, Powers, State, Turn
from scoring.kit.seats import check_one_each, check_player

EVENT_DECK: Final = Rule(
    "LR-012",
    "Fourteen events: the Opening Ceremony, four each of Morning, Day and Night, the Closing Ceremony.",
    "Setup",
    waivable=True,
)
ROUND: Final = Rule("LR-020", "A round is its event, then a turn each, clockwise from the first player.", "Rounds")
FLIP_EFFECT: Final = Rule("LR-021", "Everybody decides on a flip effect before the first turn.", "Rounds")
PARTS: Final = Rule(
    "LR-022", "Rounds 1 to 5 count as the Morning, 6 to 9 as the Day, 10 to 14 as the Night.", "Follows"
)
FIRST_PLAYER: Final = Rule(
    "LR-R01", "The First Player card stays, or moves on each round, unless a card moves it.", "Our ruling"
)
CHECKPOINT: Final = Rule("LR-090", "Points are counted after rounds 5, 9 and 14.", "Scoring")
CLOSING: Final = Rule("LR-095", "The round of the Closing Ceremony is the last.", "End of the game")
DECIDE_ORDER: Final = Rule("LR-R06", "Flip effects are decided from the first player clockwise.", "Our ruling")

_MOST: Final = {"points": 299, "goblins": 60}
"""More than three platforms can hold."""
_PARTS: Final = ("Morning", "Day", "Night")


def part_of_day(number: int) -> str:
    """The part of the day a round is counted in: "Morning" for rounds 1 to 5, "Day", "Night"."""
    return _PARTS[sum(number > last for last in CHECKPOINTS[:-1])]


def event_name(number: int) -> str:
    """What the event card of a round is: "Opening Ceremony", "Morning", ..., "Closing Ceremony"."""
    return {1: "Opening Ceremony", ROUNDS: "Closing Ceremony"}.get(number) or part_of_day(number)


def heads(state: State) -> tuple[RoundHead, ...]:
    earlier = tuple(RoundHead(n, _PARTS[n - 1], _PARTS[n - 1].lower()) for n in range(1, state.round))
    part = _PARTS[state.round - 1]
    return (*earlier, RoundHead(state.round, part, part.lower(), starter=_find_starter(state)))


def due_round(state: State) -> int:
    """The round whose event is to be flipped now; 0 if something else comes first."""
    match state.phase:
        case Flip():
            return state.number
        case Open() if state.number not in CHECKPOINTS:
            return state.number + 1
        case _:
            return 0


@dataclass(frozen=True, slots=True)
class EventFlipped(Event[State]):
    """The event of a round was flipped.

    `card` is typed at the referee level, where its numbers tell of a flip effect; elsewhere `effect` does.
    """

    round: int
    card: KnownCard | None
    effect: bool

    def apply(self, state: State, waived: Collection[str]) -> State:
        number = due_round(state)
        require(number > 0, ROUND, "Finish the current round first.")
        line_ups.check_complete(state)
        message = f"Flip the event of round {number} now."
        require(self.round == number, EVENT_DECK, message, field="round")
        begun = replace(state if number == state.number else _advance_round(state), behind=False)
        if state.level is Level.REFEREE:
            bonus, effect = _read_card(self, waived)
            return _begin_turns(replace(begun, bonus=bonus), effect)
        require(self.card is None, EVENT_DECK, "The card of the event is not entered at this level.", field="card")
        if state.level is Level.STACKS:
            return _begin_turns(begun, self.effect)
        require(not self.effect, FLIP_EFFECT, "Flip effects are not entered at this level.", field="effect")
        return replace(begun, phase=Open())

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        name = f": {self.card.name.strip()}" if self.card else f": {event_name(self.round)}"
        return f"Event of round {self.round}{name}{', with a flip effect' if self.effect else ''}"


def _read_card(event: EventFlipped, waived: Collection[str]) -> tuple[Powers, bool]:
    card = event.card
    if card is None:
        raise RuleViolation(EVENT_DECK, "The event needs its name.", field="card")
    require(not event.effect, FLIP_EFFECT, "The event's card says whether it has a flip effect.", field="effect")
    loot, recruit, attack, effect = memory.read_numbers(card, memory.EVENT, "card")
    for only in (1, ROUNDS):  # other events have names that the rulebook does not tell
        name = event_name(only)
        message = f"The {name} is the event of round {only}, not of round {event.round}."
        is_placed = event.round == only or not same_name(card.name, name)
        require(is_placed, EVENT_DECK, message, field="card", waived=waived)
    return Powers(loot, recruit, attack), bool(effect)


def _begin_turns(state: State, effect: bool) -> State:
    """Begin the first turn, or decide on the flip effect first."""
    return replace(state, phase=Deciding() if effect else Turn(state.first, state.bonus))


def flip_question(state: State) -> Prompt:
    number, is_optional = due_round(state), can_play_on(state)
    fields: tuple[Field, ...] = ()
    if state.level is Level.STACKS:
        fields = (Flag("effect", "It has a flip effect", likely=False),)
    if state.level is Level.REFEREE:
        fields = (memory.event_field(number),)
    asked = {field.name for field in fields}
    given = (("round", number), ("card", None), ("effect", False))
    is_open = isinstance(state.phase, Open)
    return Prompt(
        EventFlipped.kind,
        f"Flip the event of round {number}: {event_name(number)}" if is_optional else _round_title(state),
        fields,
        rule=EVENT_DECK,
        given=tuple(answer for answer in given if answer[0] not in asked),
        confirm=f"Begin round {number}",
        menu="Round by round" if is_optional else "",
        instant=state.level is Level.REFEREE,
        help=f"When it is over, flip the event of round {number}: {event_name(number)}." if is_open else "",
    )


def _round_title(state: State) -> str:
    """What the table does now: it flips an event, or plays a round whose turns are not entered."""
    if isinstance(state.phase, Open):
        return f"Round {state.number} is being played"
    return f"Flip the event of round {state.number}: {event_name(state.number)}"


@dataclass(frozen=True, slots=True)
class RoundsPlayed(Event[State]):
    """The table plays on to the checkpoint after `round` without entering every event."""

    round: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        message = "The table may only play on without the app at the checkpoints level, with rounds left to play."
        require(can_play_on(state), ROUND, message)
        last = next_checkpoint(state)
        require(self.round == last, CHECKPOINT, f"Points are counted after round {last}.", field="round")
        starts_part = isinstance(state.phase, Flip) and _starts_part(state)
        part_starter = state.first if starts_part else state.part_starter
        while state.number < last:
            state = _advance_round(state)
        return replace(state, phase=Open(), part_starter=part_starter, behind=False)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Played to the end of round {self.round}"


def can_play_on(state: State) -> bool:
    """Whether rounds are left before the checkpoint whose events need not be entered."""
    number = due_round(state)
    return state.level is Level.CHECKPOINTS and 0 < number < next_checkpoint(state)


def next_checkpoint(state: State) -> int:
    """The round after which points are counted next."""
    return next((number for number in CHECKPOINTS if number >= state.number), ROUNDS)


def play_on_question(state: State) -> Prompt:
    last = next_checkpoint(state)
    return Prompt(
        RoundsPlayed.kind,
        _round_title(state),
        rule=CHECKPOINT,
        given=(("round", last),),
        confirm=f"Round {last} is over: count",
        help=f"Play on; nothing is entered until round {last} is over.",
    )


_MOVERS: Final = {"done": partial(move_in_order, tuple[tuple[Seat, bool], ...])}
"""The decisions still begin with the same player after players changed seats."""


@dataclass(frozen=True, slots=True)
class EffectsDecided(Event[State]):
    """Everybody's decision on the flip effect, clockwise from the first player (LR-021)."""

    done: tuple[tuple[Seat, bool], ...]
    movers = _MOVERS

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(isinstance(state.phase, Deciding), FLIP_EFFECT, "There is no flip effect to decide on now.")
        line_ups.check_complete(state)
        order = state.table.clockwise_from(state.first)
        message = f"Everybody decides, {state.name(order[0])} first."
        check_one_each(self.done, order, DECIDE_ORDER, message, field="done", in_order=True)
        return replace(state, phase=Turn(state.first, state.bonus))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        names = [table.names[seat] for seat, done in self.done if done]
        verb = "perform" if len(names) > 1 else "performs"
        return f"{join_words(names) or 'Nobody'} {verb} the flip effect"


def decide_question(state: State) -> Prompt:
    order = state.table.clockwise_from(state.first)
    return Prompt(
        EffectsDecided.kind,
        "Who performs the flip effect?",
        (state.table.ask_each_seat("done", "", Flag("done", "Performs it", likely=False), seats=order),),
        rule=FLIP_EFFECT,
        confirm=f"{state.name(state.first)}'s turn",
    )


def start_next_turn(state: State, turn: Turn) -> State:
    next_seat = state.table.left_of(turn.seat)
    if next_seat != state.first:
        return replace(state, phase=Turn(next_seat, state.bonus))
    if state.number in CHECKPOINTS:
        state = replace(state, ledger=(*state.ledger, *score.checkpoint_lines(state)))
    return _start_next_round(state)


def _start_next_round(state: State) -> State:
    if state.number == ROUNDS:
        return score.finish(state)
    return replace(_advance_round(state), bonus=Powers(), phase=Flip())


def _advance_round(state: State) -> State:
    rotated = state.table.left_of(state.first) if state.options.first_player is FirstPlayer.ROTATES else state.first
    first = rotated if state.next_first is None else state.next_first
    return replace(state, number=state.number + 1, first=first, next_first=None, part_starter=None, arrivals=())


@dataclass(frozen=True, slots=True)
class FirstPlayerMoved(Event[State]):
    """A card gives a player the First Player card (LR-R01)."""

    seat: Seat

    def apply(self, state: State, waived: Collection[str]) -> State:
        message = "First finish what you began, then move the First Player card."
        require(not state.is_unfinished, FIRST_PLAYER, message)
        check_player(state.table, self.seat, FIRST_PLAYER)
        refuse_if(_why_not_first(state, self.seat), FIRST_PLAYER, field="seat")
        if not _has_round_begun(state):
            phase = replace(state.phase, seat=self.seat) if isinstance(state.phase, Turn) else state.phase
            return replace(state, first=self.seat, phase=phase)
        return replace(state, next_first=self.seat)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} gets the First Player card"


def _why_not_first(state: State, seat: Seat) -> str:
    return f"{state.name(seat)} already has the First Player card." if seat == _card_owner(state) else ""


def _card_owner(state: State) -> Seat | None:
    """The owner of the First Player card; None if it is about to move on by itself."""
    if state.next_first is not None or not _has_round_begun(state):
        return state.first if state.next_first is None else state.next_first
    return None if state.options.first_player is FirstPlayer.ROTATES else state.first


def _has_round_begun(state: State) -> bool:
    """Whether the first turn has begun, or the event was flipped if turns are not entered."""
    match state.phase:
        case Turn(begun=begun):
            return begun
        case phase:
            return isinstance(phase, Open)


def _find_starter(state: State) -> Seat | None:
    """The player of the first turn in this part of the day; None before it and in the part's later rounds."""
    if state.part_starter is not None:
        return state.part_starter
    return state.first if _starts_part(state) and _has_round_begun(state) else None


def _starts_part(state: State) -> bool:
    return state.number - 1 in (0, *CHECKPOINTS)


def move_first_question(state: State) -> Prompt:
    when = "from the next round on" if _has_round_begun(state) else "at once"
    return Prompt(
        FirstPlayerMoved.kind,
        "Move the First Player card",
        (state.table.pick_seat("seat", "To", why_not=partial(_why_not_first, state)),),
        rule=FIRST_PLAYER,
        confirm="Move the card",
        help=f"When a card says so; it counts {when}.",
        menu="Special cards",
    )


@dataclass(frozen=True, slots=True)
class CheckpointCounted(Event[State]):
    """Everybody's points on the platforms after round 5, 9 or 14 (LR-090).

    `goblins` are those of the players tied for the win, if goblins decide (LR-R05); otherwise it is empty.
    """

    round: int
    points: tuple[tuple[Seat, Tape], ...]
    goblins: PerSeat

    def apply(self, state: State, waived: Collection[str]) -> State:
        message = f"Points are counted after round {next_checkpoint(state)}."
        early = not isinstance(state.phase, Open) or state.number not in CHECKPOINTS
        require(not early, CHECKPOINT, message, code="TOO_EARLY")
        line_ups.check_complete(state)
        require(self.round == state.number, CHECKPOINT, message, field="round", code="TOO_EARLY")
        message = "Every player needs a number of points."
        check_one_each(self.points, state.table.seats, score.SANITY, message, field="points")
        for seat, tape in self.points:
            if reason := find_tape_error(tape):
                raise RuleViolation(score.SANITY, reason, field=f"points[{seat}]")
        _check_range(_sums(self.points), "points", score.SANITY)
        lines = tuple(score.count_line(state, seat, points) for seat, points in self.points)
        scored = replace(state, ledger=(*state.ledger, *lines))
        tied = score.tied_leaders(scored) if _goblins_decide(state) else ()
        message = "Everybody who is tied, and nobody else, needs a number of goblins."
        check_one_each(self.goblins, tied, score.TIE, message, field="goblins")
        _check_range(self.goblins, "goblins", score.TIE)
        return replace(scored, phase=Over(self.goblins)) if state.number == ROUNDS else _start_next_round(scored)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        goblins = f"; goblins: {table.list_numbers(self.goblins)}" if self.goblins else ""
        return f"After round {self.round}: {table.list_numbers(_sums(self.points))}{goblins}"


def _sums(points: tuple[tuple[Seat, Tape], ...]) -> PerSeat:
    return tuple((seat, add_up(tape)) for seat, tape in points)


def _goblins_decide(state: State) -> bool:
    return state.number == ROUNDS and state.options.tie_win is TieWin.MOST_GOBLINS


def _check_range(numbers: PerSeat, name: str, rule: Rule) -> None:
    for seat, number in numbers:
        path = f"{name}[{seat}]"
        require(number >= 0, rule, f"Nobody has fewer than 0 {name}.", field=path, code="NEGATIVE")
        require(number <= _MOST[name], rule, f"{number} {name} are more than platforms hold.", field=path)


def count_question(state: State) -> Prompt:
    points = state.table.ask_each_seat("points", "Points", Sum("points", "", 0, _MOST["points"]))
    given: tuple[tuple[str, Answer], ...] = (("round", state.number),)
    decide = _goblins_decide(state)
    tie = " The most goblins break a tie." if decide else ""
    return Prompt(
        CheckpointCounted.kind,
        f"Count the platforms after round {state.number}",
        (points, _count_goblins(state, ())) if decide else (points,),
        rule=CHECKPOINT,
        given=given if decide else (*given, ("goblins", [])),
        confirm="Score the platforms",
        help=f"The points of all goblins on the three platforms.{tie}",
    )


def narrow(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    """At the last checkpoint, ask tied players for their goblins."""
    points = dict(map(tuple, draft.get("points", ())))
    if len(prompt.fields) == 1 or len(points) < state.players:
        return prompt
    lines = tuple(score.count_line(state, seat, add_up(points[seat])) for seat in state.table.seats if seat in points)
    seats = score.tied_leaders(replace(state, ledger=(*state.ledger, *lines)))
    return replace(prompt, fields=(prompt.fields[0], _count_goblins(state, seats)))


def _count_goblins(state: State, seats: tuple[Seat, ...]) -> Grid:
    return state.table.ask_each_seat("goblins", "Goblins", Count("goblins", "", 0, _MOST["goblins"]), seats=seats)


def question(state: State) -> Prompt:
    if isinstance(state.phase, Deciding):
        return decide_question(state)
    is_checkpoint = isinstance(state.phase, Open) and state.number in CHECKPOINTS
    return count_question(state) if is_checkpoint else flip_question(state)
