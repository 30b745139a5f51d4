"""Recruiting goblins and placing them, and the Shield Bearers."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.cards import KnownCard
from scoring.contract.game import Table
from scoring.contract.prompts import UNSET, Choice, Count, Prompt
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.contract.scores import Seat
from scoring.games.loot_and_recruit import line_ups, memory, platforms, supply, targets
from scoring.games.loot_and_recruit.options import Level
from scoring.games.loot_and_recruit.state import Bearing, Goblin, Placing, Row, State, Turn, TurnEvent

RECRUIT: Final = Rule(
    "LR-037", "A goblin is recruited for its recruit cost, paid with recruit power.", "Recruiting", waivable=True
)
NOWHERE: Final = Rule(
    "LR-040", "If all your stacks are shielded, you cannot recruit.", "Follows from the Shield Bearer", waivable=True
)
ON_TOP: Final = Rule("LR-R16", "A Shield Bearer goes on top of its stack and has no points.", "Our ruling")


@dataclass(frozen=True, slots=True)
class GoblinRecruited(TurnEvent):
    """A goblin recruited whose numbers are known (LR-037)."""

    seat: Seat
    name: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = platforms.current_turn(state, self.seat)
        known = state.goblin(self.name)
        if known is None:
            raise RuleViolation(memory.MEMORY, "Type what is printed on this goblin first.", field="name")
        return _recruit(state, turn, known, "name", waived)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} recruits {self.name}"


@dataclass(frozen=True, slots=True)
class NewGoblinRecruited(TurnEvent):
    """A goblin recruited whose numbers are typed (LR-004, LR-037)."""

    seat: Seat
    card: KnownCard

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = platforms.current_turn(state, self.seat)
        memory.check_sizes(self.card)
        memory.check_goblin(state, self.card.name)
        state, goblin = memory.learn_goblin(state, self.card)
        return _recruit(state, turn, goblin, "card", waived)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} recruits {self.card.name.strip()}"


def _recruit(state: State, turn: Turn, goblin: Goblin, field: str, waived: Collection[str]) -> State:
    """Pay for a goblin and take it; placing it comes next."""
    line_ups.check_on_offer(state, Row.CROWD, goblin.name, field, RECRUIT, waived)
    pile = supply.pile_size(state.supply, goblin.name)
    message = f"All {supply.TRIOS} {goblin.name} cards are taken."
    require(pile != 0, supply.PERMANENT, message, field=field, code="PILE_EMPTY", waived=waived)
    powers = turn.powers
    if state.level is Level.REFEREE:
        message = f"{goblin.name} costs {goblin.cost} recruit power; {powers.recruit} are left."
        enough = powers.recruit >= goblin.cost
        require(enough, RECRUIT, message, field=field, code="NOT_ENOUGH_POWER", waived=waived)
        powers = replace(powers, recruit=max(0, powers.recruit - goblin.cost))
    free = any(not platforms.is_shielded(stack) for stack in state.stacks[turn.seat])
    message = f"All stacks of {state.name(turn.seat)} hold a {memory.BEARER}."
    require(free, NOWHERE, message, field=field, code="STACK_SHIELDED", waived=waived)
    phase = replace(turn, powers=powers, pending=Placing(goblin, free=not free))
    after = line_ups.take(replace(state, phase=phase), Row.CROWD, goblin.name)
    return platforms.add_measure(after, turn.seat, "recruited", 1)


def recruit_questions(state: State, turn: Turn) -> Iterator[Prompt]:
    with_cost = state.level is Level.REFEREE
    names = tuple(goblin.name for goblin in state.goblins)
    offered = line_ups.offered_names(state, Row.CROWD, names, (memory.TRIO,))
    choices = tuple(
        Choice(goblin.name, f"{goblin.name} · {goblin.cost}" if with_cost else goblin.name)
        for goblin in state.goblins
        if goblin.name in offered
    )
    ask = Prompt(GoblinRecruited.kind, "Recruit", rule=RECRUIT, instant=True).for_seat(turn.seat)
    return memory.known_or_new(ask, choices, NewGoblinRecruited.kind, memory.goblin_field())


@dataclass(frozen=True, slots=True)
class GoblinPlaced(TurnEvent):
    """The platform of a recruited goblin, from 0 (LR-038)."""

    seat: Seat
    platform: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        match state.phase:
            case Turn(seat=seat, pending=Placing(goblin, free)) as turn:
                require(self.seat == seat, platforms.PLACE, f"{state.name(seat)} places the goblin.", field="seat")
            case _:
                raise RuleViolation(platforms.PLACE, "There is no recruited goblin to place.")
        platforms.check_platform(self.platform)
        if not free:
            platforms.check_not_shielded(state, seat, self.platform, "platform", waived)
        return platforms.add_card(state, seat, self.platform, goblin, phase=replace(turn, pending=None))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} places it on platform {self.platform + 1}"


def place_question(state: State, turn: Turn, pending: Placing) -> Prompt:
    return Prompt(
        GoblinPlaced.kind,
        f"Where does {pending.goblin.name} go?",
        (platforms.pick_platform(state, turn.seat, ""),),
        rule=platforms.PLACE,
        instant=True,
    ).for_seat(turn.seat)


@dataclass(frozen=True, slots=True)
class BearerPlaced(TurnEvent):
    """A Shield Bearer put on a stack, or on none (LR-071)."""

    seat: Seat
    platform: int | None
    defense: int

    def apply(self, state: State, waived: Collection[str]) -> State:
        turn = _bearer_turn(state, self.seat)
        message = f"Defense: a number from 0 to {memory.HIGHEST}."
        require(0 <= self.defense <= memory.HIGHEST, ON_TOP, message, field="defense")
        after = replace(turn, pending=None)
        if self.platform is None:
            was_played = state.level is Level.REFEREE
            require(was_played, ON_TOP, f"Choose the platform of the {memory.BEARER}.", field="platform")
            own = state.holdings[self.seat]
            return platforms.with_holding(
                state, self.seat, replace(own, played=(*own.played, memory.BEARER)), phase=after
            )
        platforms.check_platform(self.platform)
        platforms.check_not_shielded(state, self.seat, self.platform, "platform", waived)
        bearer = Goblin(memory.BEARER, 0, self.defense, bearer=True)
        return platforms.add_card(state, self.seat, self.platform, bearer, phase=after)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        what = f"places no {memory.BEARER}" if self.platform is None else f"shields platform {self.platform + 1}"
        return f"{table.names[self.seat]} {what}"


def _bearer_turn(state: State, seat: Seat) -> Turn:
    """The turn in which this player may place a Shield Bearer; RuleViolation otherwise."""
    match state.phase:
        case Turn(pending=Bearing()) as turn:
            require(seat == turn.seat, ON_TOP, f"{state.name(turn.seat)} places the {memory.BEARER}.", field="seat")
            return turn
        case _:
            turn = platforms.current_turn(state, seat)
            require(state.level is Level.STACKS, ON_TOP, f"Play the {memory.BEARER} first.")
            return turn


def bearer_question(state: State, turn: Turn) -> Prompt:
    known = next((card.defense for _, card in targets.stack_targets(state) if card.bearer), UNSET)
    is_main = turn.pending is not None
    return Prompt(
        BearerPlaced.kind,
        memory.BEARER,
        (
            platforms.pick_platform(state, turn.seat, nowhere=is_main),
            Count("defense", "Its defense", 0, memory.HIGHEST, likely=known),
        ),
        rule=platforms.SHIELDED,
        confirm="Shield the stack",
        menu="" if is_main else platforms.GROUP,
    ).for_seat(turn.seat)
