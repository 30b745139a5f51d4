"""Cards that move, come or go without recruiting or attacks: by a Coordinator, or as a card says."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.cards import KnownCard
from scoring.contract.game import Table
from scoring.contract.prompts import OnBoard, Prompt
from scoring.contract.rulebook import Rule, require
from scoring.contract.scores import Seat
from scoring.games.loot_and_recruit import memory, platforms, supply, targets
from scoring.games.loot_and_recruit.options import Level
from scoring.games.loot_and_recruit.state import State, Turn, TurnEvent
from scoring.kit.seats import check_player

SLIDE: Final = Rule("LR-070", "A Coordinator trashes nothing: the cards above slide down.", "Coordinator")
CARD_WINS: Final = Rule("LR-063", "The text on a card beats the rulebook.", "Questions and answers")


@dataclass(frozen=True, slots=True)
class GoblinMoved(TurnEvent):
    """A Coordinator moves a goblin to another platform of its owner (LR-070)."""

    seat: Seat
    target: str
    platform: int
    movers = targets.MOVERS

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = platforms.current_turn(state, self.seat)
        platforms.check_platform(self.platform)
        seat, platform, height = platforms.find_target(state, self.target, SLIDE)
        goblin = platforms.card_at(state, seat, platform, height)
        message = f"A {memory.BEARER} is no goblin and cannot be moved."
        require(not goblin.bearer, SLIDE, message, field="target", code="NO_SUCH_CARD")
        platforms.check_not_shielded(state, seat, platform, "target", waived)
        platforms.check_not_shielded(state, seat, self.platform, "platform", waived)
        message = f"{goblin.name} is already there."
        require(platform != self.platform, SLIDE, message, field="platform")
        after = platforms.without_card(_use_coordinator(state, turn, waived), seat, platform, height)
        return platforms.with_stack(after, seat, self.platform, (*after.stacks[seat][self.platform], goblin))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} moves {targets.describe(table, self.target)} to platform {self.platform + 1}"


def _use_coordinator(state: State, turn: Turn, waived: Collection[str]) -> State:
    """At referee level, the Coordinator has to be in play and is used up."""
    if state.level is not Level.REFEREE:
        return state
    ready = memory.COORDINATOR in turn.ready
    message = f"This needs a {memory.COORDINATOR} in play whose action was not used."
    require(ready, platforms.ONCE, message, code="ACTION_ALREADY_USED", waived=waived)
    return replace(state, phase=platforms.use_action(turn, memory.COORDINATOR))


def move_question(state: State, turn: Turn) -> Prompt:
    return Prompt(
        GoblinMoved.kind,
        "Move",
        (
            OnBoard("target", "Goblin to move", platforms.tiles(state, bearers=False)),
            platforms.pick_platform(state, None),
        ),
        rule=SLIDE,
        instant=True,
        confirm="Move the goblin",
    ).for_seat(turn.seat)


@dataclass(frozen=True, slots=True)
class GoblinAdded(TurnEvent):
    """A goblin on a platform that was not recruited in this turn: it was there before, or a card brought it."""

    seat: Seat
    platform: int
    card: KnownCard

    def apply(self, state: State, waived: Collection[str]) -> State:
        _check_editable(state)
        check_player(state.table, self.seat, platforms.PLACE)
        platforms.check_platform(self.platform)
        memory.check_goblin(state, self.card.name)
        state, goblin = memory.learn_goblin(state, self.card)
        trios = state.supply.trio + state.supply.trio_trash
        message = f"All {supply.TRIOS} {memory.TRIO} cards are already on platforms."
        available = goblin.name != memory.TRIO or trios > 0
        require(available, supply.PERMANENT, message, field="card", code="PILE_EMPTY", waived=waived)
        taken = replace(state, supply=supply.take_added(state.supply, goblin.name))
        return platforms.add_card(taken, self.seat, self.platform, goblin)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        where = f"platform {self.platform + 1}"
        return f"{table.names[self.seat]} gets {self.card.name.strip()} on {where} without recruiting"


def add_question(state: State) -> Prompt:
    return Prompt(
        GoblinAdded.kind,
        "Add a goblin that was not recruited",
        (state.table.pick_seat("seat", "Whose"), platforms.pick_platform(state, None), memory.goblin_field()),
        rule=CARD_WINS,
        confirm="Put it on top",
        help="When a card says so, or if it was there before.",
        menu=platforms.GROUP,
    )


@dataclass(frozen=True, slots=True)
class CardRemoved(TurnEvent):
    """A card leaves its stack without an attack; the cards above slide down."""

    target: str
    movers = targets.MOVERS

    def apply(self, state: State, waived: Collection[str]) -> State:
        _check_editable(state)
        place = platforms.find_target(state, self.target, SLIDE)
        after = replace(state, supply=supply.trash_stack(state, (platforms.card_at(state, *place),)))
        return platforms.without_card(after, *place)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"Trashed: {targets.describe(table, self.target)}"


def remove_question(state: State) -> Prompt:
    return Prompt(
        CardRemoved.kind,
        "Trash a card of a stack",
        (OnBoard("target", "Card", platforms.tiles(state, bearers=True)),),
        rule=CARD_WINS,
        confirm="Trash it",
        help="When a card says so; the cards above slide down.",
        menu=platforms.GROUP,
    )


def _check_editable(state: State) -> None:
    message = "First finish what you began, then change the stacks."
    require(platforms.can_edit_stacks(state), CARD_WINS, message)
