"""The platforms and their stacks: whose turn it is, where cards are, and which stacks are shielded."""

from collections.abc import Collection
from dataclasses import replace
from typing import Any, Final

from scoring.contract.game import Measure, MeasureKind
from scoring.contract.names import count_of
from scoring.contract.prompts import Choice, Pick
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.contract.scores import Seat
from scoring.games.loot_and_recruit import line_ups, memory, targets
from scoring.games.loot_and_recruit.options import Level
from scoring.games.loot_and_recruit.state import PLATFORMS, Goblin, Holding, Stack, State, Turn

OWN_TURN: Final = Rule("LR-031", "On your turn you may do everything in any order.", "Your turn")
PLACE: Final = Rule("LR-038", "A recruited goblin goes on top of one of your platforms at once.", "Recruiting")
SHIELDED: Final = Rule(
    "LR-071", "A stack with a Shield Bearer takes no recruits and no action touches it.", "Shield Bearer", waivable=True
)
FINISH: Final = Rule("LR-061", "Finish what you began before anything else.", "Action cards")
ONCE: Final = Rule("LR-062", "An action is carried out once.", "Action cards", waivable=True)

GROUP: Final = "Special cards"
MEASURED: Final = (
    MeasureKind("recruited", "Goblins recruited", praise="Best recruiter"),
    MeasureKind("attacks", "Attacks that felled something", share=True),
    MeasureKind("felled", "Cards felled by attacks", praise="Fiercest attacker"),
    MeasureKind("lost", "Goblins lost to attacks"),
)


def current_turn(state: State, seat: Seat) -> Turn:
    """This player's turn, with nothing unfinished in it; RuleViolation otherwise."""
    if not isinstance(state.phase, Turn):
        raise RuleViolation(OWN_TURN, "No turn is being played.")
    require(not state.is_unfinished, FINISH, "First finish what you began.")
    if seat != state.phase.seat:
        raise RuleViolation(OWN_TURN, f"It is {state.name(state.phase.seat)}'s turn.", field="seat")
    line_ups.check_complete(state)
    return state.phase


def use_action(turn: Turn, name: str) -> Turn:
    if name not in turn.ready:
        return turn
    n = turn.ready.index(name)
    return replace(turn, ready=(*turn.ready[:n], *turn.ready[n + 1 :]), used=(*turn.used, name))


def can_edit_stacks(state: State) -> bool:
    """Whether stacks are entered and may be corrected now."""
    return state.level is not Level.CHECKPOINTS and not state.is_unfinished


def card_at(state: State, seat: Seat, platform: int, height: int) -> Goblin:
    return state.stacks[seat][platform][height]


def find_target(state: State, target: str, rule: Rule) -> tuple[Seat, int, int]:
    """The place of a tapped card; RuleViolation if it is gone."""
    place = targets.find_card(state, target)
    if place is None:
        raise RuleViolation(rule, targets.why_missing(state, target), field="target", code="NO_SUCH_CARD")
    return place


def tiles(state: State, *, bearers: bool) -> tuple[Choice, ...]:
    """The cards that may be tapped, with or without Shield Bearers."""
    return tuple(
        Choice(str(target), f"{state.name(target.seat)}: {card.name}")
        for target, card in targets.stack_targets(state)
        if bearers or not card.bearer
    )


def is_shielded(stack: Stack) -> bool:
    return any(card.bearer for card in stack)


def with_stack(state: State, seat: Seat, platform: int, stack: Stack, **changes: Any) -> State:
    stacks, own = state.stacks, state.stacks[seat]
    changed = (*own[:platform], stack, *own[platform + 1 :])
    return replace(state, stacks=(*stacks[:seat], changed, *stacks[seat + 1 :]), **changes)


def without_card(state: State, seat: Seat, platform: int, height: int) -> State:
    """Take a card out of its stack; the cards above slide down."""
    stack = state.stacks[seat][platform]
    return with_stack(state, seat, platform, (*stack[:height], *stack[height + 1 :]))


def add_card(state: State, seat: Seat, platform: int, card: Goblin, **changes: Any) -> State:
    """Put a card that was on no platform on top of a stack, and note its arrival."""
    arrivals = (*state.arrivals, (seat, card.name))
    stack = (*state.stacks[seat][platform], replace(card, arrival=(state.number, arrivals.count((seat, card.name)))))
    return with_stack(state, seat, platform, stack, arrivals=arrivals, **changes)


def with_holding(state: State, seat: Seat, holding: Holding, **changes: Any) -> State:
    return replace(state, holdings=(*state.holdings[:seat], holding, *state.holdings[seat + 1 :]), **changes)


def check_platform(platform: int) -> None:
    message = f"Everybody has {PLATFORMS} platforms."
    require(0 <= platform < PLATFORMS, PLACE, message, field="platform", code="NO_SUCH_PLATFORM")


def check_not_shielded(state: State, seat: Seat, platform: int, field: str, waived: Collection[str]) -> None:
    message = f"Platform {platform + 1} of {state.name(seat)} holds a {memory.BEARER}; choose another one."
    open_ = not is_shielded(state.stacks[seat][platform])
    require(open_, SHIELDED, message, field=field, code="STACK_SHIELDED", waived=waived)


def pick_platform(state: State, seat: Seat | None, label: str = "Platform", *, nowhere: bool = False) -> Pick:
    """Which platform, described if its owner is known; with `nowhere`, none is a choice too."""

    def choice(n: int) -> Choice:
        if seat is None:
            return Choice(n, f"Platform {n + 1}")
        stack = state.stacks[seat][n]
        return Choice(
            n, f"Platform {n + 1}{', shielded' if is_shielded(stack) else ''}", text=count_of(len(stack), "card")
        )

    none = (Choice(None, "None"),) if nowhere else ()
    return Pick("platform", label, (*map(choice, range(PLATFORMS)), *none))


def add_measure(state: State, seat: Seat, key: str, value: int, of: int = 0) -> State:
    """Add to what the statistics count for a player in this part of the day."""
    wanted = (state.round, seat, key)
    before = next((old for old in state.measured if (old.round, old.seat, old.key) == wanted), None)
    if before is None:
        return replace(state, measured=(*state.measured, Measure(*wanted, value, of)))
    more = Measure(*wanted, before.value + value, before.of + of)
    return replace(state, measured=tuple(more if old is before else old for old in state.measured))
