"""The platforms: goblins recruited, placed, moved and removed, and the Shield Bearers among them."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.cards import KnownCard
from scoring.changing import replace
from scoring.game import Measure, MeasureKind, Table
from scoring.loot_and_recruit import memory, offer, supply, targets
from scoring.loot_and_recruit.options import Level
from scoring.loot_and_recruit.state import (
    PLATFORMS,
    Bearing,
    Deciding,
    Deed,
    Event,
    Flip,
    Goblin,
    Holding,
    Open,
    Over,
    Placing,
    Row,
    Stack,
    State,
    Turn,
)
from scoring.prompts import Choice, Count, OnBoard, Pick, Prompt, Role
from scoring.rulebook import Rule, RuleViolation, require
from scoring.scores import Seat

OWN_TURN: Final = Rule("LR-031", "In one's own turn everything may be done in any order.", "Your turn")
RECRUIT: Final = Rule(
    "LR-037", "A goblin is recruited for its recruit cost, paid with recruit power.", "Recruiting", waivable=True
)
PLACE: Final = Rule("LR-038", "A recruited goblin goes on top of one of one's own platforms at once.", "Recruiting")
NOWHERE: Final = Rule(
    "LR-040", "With all own stacks shielded nobody can be recruited.", "Follows from the Shield Bearer", waivable=True
)
SLIDE: Final = Rule("LR-070", "A Coordinator trashes nothing: what lies above slides down.", "Coordinator")
SHIELDED: Final = Rule(
    "LR-071", "A stack with a Shield Bearer takes no recruits and no action touches it.", "Shield Bearer", waivable=True
)
BEARER_FALLS: Final = Rule("LR-072", "A Shield Bearer that is hit goes to the Shop Trash.", "Shield Bearer")
ON_TOP: Final = Rule("LR-R16", "A Shield Bearer lies on top of its stack and brings no points.", "Our ruling")
CARD_WINS: Final = Rule("LR-063", "The text on a card beats the rulebook.", "Questions and answers")
FINISH: Final = Rule("LR-061", "What was begun is finished before anything else.", "Action cards")
ONCE: Final = Rule("LR-062", "An action is carried out once.", "Action cards", waivable=True)

GROUP: Final = "Special cards"
MEASURED: Final = (
    MeasureKind("recruited", "Goblins recruited", praise="Best recruiter"),
    MeasureKind("attacks", "Attacks that felled something", share=True),
    MeasureKind("felled", "Cards felled by attacks", praise="Fiercest attacker"),
    MeasureKind("lost", "Goblins lost to attacks"),
)


# Whose turn, and where things stand ----------------------------------------------------------------------------------


def turn_of(state: State, seat: Seat | None = None) -> Turn:
    """The running turn, nothing unfinished in it; RuleViolation where there is none, or another player's."""
    match state.phase:
        case Turn(pending=None) as turn:
            if seat not in (None, turn.seat):
                raise RuleViolation(OWN_TURN, f"It is {state.name(turn.seat)}'s turn.", field="seat")
            offer.check_full(state)
            return turn
        case Turn():
            raise RuleViolation(FINISH, "Finish what was begun first.")
        case Flip() | Deciding() | Open() | Over():
            raise RuleViolation(OWN_TURN, "Nobody's turn is running.")


def at(state: State, seat: Seat, platform: int, height: int) -> Goblin:
    """The card there."""
    return state.stacks[seat][platform][height]


def tiles(state: State, *, bearers: bool) -> tuple[Choice, ...]:
    """Every card that may be tapped."""
    return tuple(
        Choice(str(target), f"{state.name(target.seat)}: {card.name}")
        for target, card in targets.standing(state)
        if bearers or not card.bearer
    )


def shielded(stack: Stack) -> bool:
    """Whether a Shield Bearer stands in the stack."""
    return any(card.bearer for card in stack)


def with_stack(state: State, seat: Seat, platform: int, stack: Stack) -> State:
    """The state with another stack there."""
    stacks, mine = state.stacks, state.stacks[seat]
    changed = (*mine[:platform], stack, *mine[platform + 1 :])
    return replace(state, stacks=(*stacks[:seat], changed, *stacks[seat + 1 :]))


def arrived(state: State, seat: Seat, platform: int, card: Goblin) -> State:
    """The state with a card on top of a stack that was on no platform before."""
    came = (*state.came, (seat, card.name))
    stack = (*state.stacks[seat][platform], replace(card, came=(state.number, came.count((seat, card.name)))))
    return with_stack(replace(state, came=came), seat, platform, stack)


def with_holding(state: State, seat: Seat, holding: Holding) -> State:
    """The state with other own cards of a player."""
    return replace(state, holdings=holdings_with(state, seat, holding))


def holdings_with(state: State, seat: Seat, holding: Holding) -> tuple[Holding, ...]:
    """Everybody's own cards, with other ones for a player."""
    return (*state.holdings[:seat], holding, *state.holdings[seat + 1 :])


def measured(state: State, seat: Seat, key: str, value: int, of: int = 0) -> State:
    """The state with something counted for the statistics."""
    mine = (state.round, seat, key)
    before = next((each for each in state.measured if (each.round, each.seat, each.key) == mine), None)
    if before is None:
        return replace(state, measured=(*state.measured, Measure(*mine, value, of)))
    more = replace(before, value=before.value + value, of=before.of + of)
    return replace(state, measured=tuple(more if each is before else each for each in state.measured))


def _platform(platform: int) -> None:
    message = f"Everybody has {PLATFORMS} platforms."
    require(0 <= platform < PLATFORMS, PLACE, message, field="platform", code="NO_SUCH_PLATFORM")


def _open(state: State, seat: Seat, platform: int, field: str, waived: Collection[str]) -> None:
    holds = not shielded(state.stacks[seat][platform])
    message = f"Platform {platform + 1} of {state.name(seat)} holds a {memory.BEARER}; choose another one."
    require(holds, SHIELDED, message, field=field, code="STACK_SHIELDED", waived=waived)


def platform_field(state: State, seat: Seat | None, *, nowhere: bool = False) -> Pick:
    """The question for a platform; with `nowhere` a card may be kept off all of them."""

    def text(n: int) -> str:
        if seat is None:
            return ""
        stack = state.stacks[seat][n]
        return f"{len(stack)} there"

    def called(n: int) -> str:
        shut = seat is not None and shielded(state.stacks[seat][n])
        return f"Platform {n + 1}{', shielded' if shut else ''}"

    choices = [Choice(n, called(n), text=text(n)) for n in range(PLATFORMS)]
    if nowhere:
        choices.append(Choice(None, "None"))
    return Pick("platform", "Platform", tuple(choices))


# Recruiting ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GoblinMet(Deed):
    """A goblin recruited that nobody met before: its numbers are typed (LR-004, LR-037)."""

    kind: ClassVar[str] = "goblin_met"
    seat: Seat
    card: KnownCard

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = turn_of(state, self.seat)
        memory.check_sizes(self.card)
        memory.check_goblin(state, self.card.name)
        met, goblin = memory.meet_goblin(state, self.card)
        return _recruited(met, turn, goblin, "card", waived)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} recruits {self.card.name.strip()}"


@dataclass(frozen=True, slots=True)
class GoblinRecruited(Deed):
    """A goblin recruited whose numbers are known (LR-037)."""

    kind: ClassVar[str] = "goblin_recruited"
    seat: Seat
    name: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = turn_of(state, self.seat)
        known = state.goblin(self.name)
        if known is None:
            raise RuleViolation(memory.MEMORY, "Type what is printed on this goblin first.", field="name")
        return _recruited(state, turn, known, "name", waived)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} recruits {self.name}"


def _recruited(state: State, turn: Turn, goblin: Goblin, field: str, waived: Collection[str]) -> State:
    """The state with a goblin on its way to a platform."""
    offer.check(state, Row.CROWD, goblin.name, field, RECRUIT, waived)
    pile = supply.left(state.supply, goblin.name)
    message = f"All {supply.TRIOS} {goblin.name} cards are taken."
    require(pile != 0, supply.PERMANENT, message, field=field, code="PILE_EMPTY", waived=waived)
    powers = turn.powers
    if state.level is Level.REFEREE:
        message = f"{goblin.name} costs {goblin.cost} recruit power; {powers.recruit} are left."
        enough = powers.recruit >= goblin.cost
        require(enough, RECRUIT, message, field=field, code="NOT_ENOUGH_POWER", waived=waived)
        powers = replace(powers, recruit=max(0, powers.recruit - goblin.cost))
    free = any(not shielded(stack) for stack in state.stacks[turn.seat])
    message = f"All stacks of {state.name(turn.seat)} hold a {memory.BEARER}."
    require(free, NOWHERE, message, field=field, code="STACK_SHIELDED", waived=waived)
    phase = replace(turn, powers=powers, pending=Placing(goblin, free=not free))
    after = offer.taken(replace(state, phase=phase), Row.CROWD, goblin.name)
    return measured(after, turn.seat, "recruited", 1)


def recruit_questions(state: State, turn: Turn) -> Iterator[Prompt]:
    """The goblins of this session one tap each, another one typed."""
    costs = state.level is Level.REFEREE
    offered = offer.offered(state, Row.CROWD, tuple(goblin.name for goblin in state.goblins), (memory.TRIO,))
    given = (("seat", turn.seat),)
    choices = tuple(
        Choice(goblin.name, f"{goblin.name} · {goblin.cost}" if costs else goblin.name)
        for goblin in state.goblins
        if goblin.name in offered
    )
    if choices:
        fields = (Pick("name", "", choices),)
        yield Prompt(GoblinRecruited.kind, "Recruit", fields, rule=RECRUIT, seat=turn.seat, given=given, instant=True)
    typed = (memory.goblin_field(),)
    yield Prompt(GoblinMet.kind, "Recruit new", typed, rule=RECRUIT, seat=turn.seat, given=given, instant=True)


@dataclass(frozen=True, slots=True)
class GoblinPlaced(Deed):
    """The platform a recruited goblin goes to, counted from 0 (LR-038)."""

    kind: ClassVar[str] = "goblin_placed"
    seat: Seat
    platform: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        match state.phase:
            case Turn(seat=seat, pending=Placing(goblin, free)) as turn:
                require(self.seat == seat, PLACE, f"{state.name(seat)} places the goblin.", field="seat")
            case _:
                raise RuleViolation(PLACE, "No goblin has been recruited that is still to be placed.")
        _platform(self.platform)
        if not free:
            _open(state, seat, self.platform, "platform", waived)
        return arrived(replace(state, phase=replace(turn, pending=None)), seat, self.platform, goblin)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} places it on platform {self.platform + 1}"


def place_question(state: State, turn: Turn, pending: Placing) -> Prompt:
    """The form of the platform."""
    return Prompt(
        GoblinPlaced.kind,
        f"Where does {pending.goblin.name} stand?",
        (replace(platform_field(state, turn.seat), label=""),),
        rule=PLACE,
        seat=turn.seat,
        given=(("seat", turn.seat),),
        instant=True,
    )


# Shield Bearers -----------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class BearerPlaced(Deed):
    """A Shield Bearer put on a stack; None: on none (LR-071)."""

    kind: ClassVar[str] = "bearer_placed"
    seat: Seat
    platform: int | None
    defense: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = _bearing(state, self.seat)
        require(0 <= self.defense <= memory.HIGHEST, ON_TOP, _range("defense"), field="defense")
        done = replace(state, phase=replace(turn, pending=None))
        if self.platform is None:
            pending = state.level is Level.REFEREE
            require(pending, ON_TOP, f"Choose the platform of the {memory.BEARER}.", field="platform")
            held = state.holdings[self.seat]
            played = replace(held, played=(*held.played, memory.BEARER))
            return with_holding(done, self.seat, played)
        _platform(self.platform)
        _open(state, self.seat, self.platform, "platform", waived)
        bearer = Goblin(memory.BEARER, 0, self.defense, bearer=True)
        return arrived(done, self.seat, self.platform, bearer)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        nowhere = "places the Shield Bearer nowhere"
        return (
            f"{table.names[self.seat]} {nowhere if self.platform is None else f'shields platform {self.platform + 1}'}"
        )


def _bearing(state: State, seat: Seat) -> Turn:
    match state.phase:
        case Turn(pending=Bearing()) as turn:
            require(seat == turn.seat, ON_TOP, f"{state.name(turn.seat)} places the {memory.BEARER}.", field="seat")
            return turn
        case _:
            turn = turn_of(state, seat)
            message = f"Play the {memory.BEARER} first."
            require(state.level is Level.STACKS, ON_TOP, message)
            return turn


def _range(label: str) -> str:
    return f"{label.capitalize()}: a number from 0 to {memory.HIGHEST}."


def bear_question(state: State, turn: Turn) -> Prompt:
    """The form of a Shield Bearer."""
    known = next((card.defense for _, card in targets.standing(state) if card.bearer), None)
    defense = Count("defense", "Its defense", 0, memory.HIGHEST)
    pending = turn.pending is not None
    return Prompt(
        BearerPlaced.kind,
        memory.BEARER,
        (
            platform_field(state, turn.seat, nowhere=pending),
            defense if known is None else replace(defense, likely=known),
        ),
        rule=SHIELDED,
        seat=turn.seat,
        role=Role.MAIN if pending else Role.ASIDE,
        given=(("seat", turn.seat),),
        confirm="Shield the stack",
        group="" if pending else GROUP,
    )


# The Coordinator, and what other cards do ----------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class GoblinMoved(Deed):
    """A Coordinator moves a goblin to another platform of its owner (LR-070)."""

    kind: ClassVar[str] = "goblin_moved"
    seat: Seat
    target: str
    platform: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = turn_of(state, self.seat)
        _platform(self.platform)
        seat, platform, up = _standing(state, self.target, bearers=False)
        _open(state, seat, platform, "target", waived)
        _open(state, seat, self.platform, "platform", waived)
        message = f"{at(state, seat, platform, up).name} stands there already."
        require(platform != self.platform, SLIDE, message, field="platform")
        after = _coordinated(state, turn, waived)
        old = state.stacks[seat][platform]
        after = with_stack(after, seat, platform, (*old[:up], *old[up + 1 :]))
        return with_stack(after, seat, self.platform, (*state.stacks[seat][self.platform], old[up]))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} moves {targets.told(table, self.target)} to platform {self.platform + 1}"


def _coordinated(state: State, turn: Turn, waived: Collection[str]) -> State:
    """The state with the Coordinator used, where cards are entered."""
    if state.level is not Level.REFEREE:
        return state
    ready = memory.COORDINATOR in turn.ready
    message = f"A {memory.COORDINATOR} in play whose action is not used is needed."
    require(ready, ONCE, message, code="ACTION_ALREADY_USED", waived=waived)
    return replace(state, phase=use(turn, memory.COORDINATOR))


def use(turn: Turn, name: str) -> Turn:
    """The turn with an action card used."""
    if name not in turn.ready:
        return turn
    n = turn.ready.index(name)
    return replace(turn, ready=(*turn.ready[:n], *turn.ready[n + 1 :]), used=(*turn.used, name))


def _standing(state: State, target: str, *, bearers: bool) -> tuple[Seat, int, int]:
    where = targets.find(state, target)
    if where is None:
        raise RuleViolation(SLIDE, targets.missing(state.table, target), field="target", code="NO_SUCH_CARD")
    goblin = bearers or not at(state, *where).bearer
    require(goblin, SLIDE, f"A {memory.BEARER} is no goblin and stays.", field="target", code="NO_SUCH_CARD")
    return where


def move_question(state: State, turn: Turn) -> Prompt:
    """The form of a Coordinator."""
    return Prompt(
        GoblinMoved.kind,
        "Move",
        (OnBoard("target", "Goblin to move", tiles(state, bearers=False)), platform_field(state, None)),
        rule=SLIDE,
        seat=turn.seat,
        given=(("seat", turn.seat),),
        instant=True,
        confirm="Move the goblin",
    )


def can_lay(state: State) -> bool:
    """Whether stacks may be set right: when nothing is unfinished."""
    if state.level is Level.CHECKPOINTS:
        return False
    return not isinstance(state.phase, Turn) or state.phase.pending is None


@dataclass(frozen=True, slots=True)
class GoblinLaid(Deed):
    """A goblin that stands on a platform without having been recruited now: by a card, or from before."""

    kind: ClassVar[str] = "goblin_laid"
    seat: Seat
    platform: int
    card: KnownCard

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(can_lay(state), CARD_WINS, "Finish what was begun first; stacks are entered then.")
        require(self.seat in state.table.seats, PLACE, "Choose one of the players.", field="seat")
        _platform(self.platform)
        memory.check_goblin(state, self.card.name)
        after, goblin = memory.meet_goblin(state, self.card)
        trios = after.supply.trio + after.supply.trio_trash
        message = f"All {supply.TRIOS} {memory.TRIO} cards stand on platforms already."
        there = goblin.name != memory.TRIO or trios > 0
        require(there, supply.PERMANENT, message, field="card", code="PILE_EMPTY", waived=waived)
        left = replace(after, supply=supply.laid(after.supply, goblin.name))
        return arrived(left, self.seat, self.platform, goblin)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        where = f"platform {self.platform + 1}"
        return f"{table.names[self.seat]} gets {self.card.name.strip()} on {where} without recruiting"


def lay_question(state: State) -> Prompt:
    """The form of a goblin that stands without having been recruited now."""
    players = tuple(Choice(seat, state.name(seat)) for seat in state.table.seats)
    fields = (Pick("seat", "Whose", players, seats=True), platform_field(state, None), memory.goblin_field())
    return Prompt(
        GoblinLaid.kind,
        "A goblin that was not recruited",
        fields,
        rule=CARD_WINS,
        role=Role.ASIDE,
        confirm="Lay it on top",
        help="By the text of a card, or because it stood there before.",
        group=GROUP,
    )


@dataclass(frozen=True, slots=True)
class CardRemoved(Deed):
    """One card leaves its stack without an attack; those above slide down."""

    kind: ClassVar[str] = "card_removed"
    target: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(can_lay(state), CARD_WINS, "Finish what was begun first; stacks are entered then.")
        seat, platform, up = _standing(state, self.target, bearers=True)
        stack = state.stacks[seat][platform]
        after = replace(state, supply=supply.trashed(state, (stack[up],)))
        return with_stack(after, seat, platform, (*stack[:up], *stack[up + 1 :]))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Trashed: {targets.told(table, self.target)}"


def remove_question(state: State) -> Prompt:
    """The form of a card that leaves its stack."""
    return Prompt(
        CardRemoved.kind,
        "A card leaves its stack",
        (OnBoard("target", "Card", tiles(state, bearers=True)),),
        rule=CARD_WINS,
        role=Role.ASIDE,
        confirm="Trash it",
        help="By the text of a card; what lies above slides down.",
        group=GROUP,
    )


def measures(state: State) -> tuple[Measure, ...]:
    """Goblins recruited and lost, attacks and what they felled, part by part of the day."""
    return state.measured


EVENTS: Final[tuple[type[Event], ...]] = (
    GoblinMet,
    GoblinRecruited,
    GoblinPlaced,
    BearerPlaced,
    GoblinMoved,
    GoblinLaid,
    CardRemoved,
)
