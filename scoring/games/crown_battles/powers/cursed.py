"""Cursed: two players swap their hands."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Table
from scoring.contract.rulebook import Rule
from scoring.contract.scores import Seat
from scoring.games.crown_battles.events import PowerPlayed
from scoring.games.crown_battles.powers.power import (
    Power,
    check_swap,
    describe_swap,
    swap_fields,
    why_useless_in_last_trick,
)
from scoring.games.crown_battles.state import ByCards, State

CURSED: Final = Rule("CB-124", "Cursed swaps the hands of two players; not in the last trick.", "Action cards: Cursed")


@dataclass(frozen=True, slots=True)
class CursedPlayed(PowerPlayed):
    """The two players whose hands were swapped (CB-124)."""

    seat: Seat
    swapped: tuple[Seat, ...]
    copied: bool

    def apply(self, state: State, waived: Collection[str]) -> State:
        """Swap the hands; after a Bomb they may have different sizes (CB-R15)."""
        check_swap(state, self.swapped, CURSED)
        phase = state.phase
        if not isinstance(phase, ByCards):
            return state
        first, second = self.swapped
        return replace(state, phase=replace(phase, swaps=(*phase.swaps, (len(phase.tricks), first, second))))

    def detail(self, table: Table) -> str:
        return describe_swap(table, self.swapped, "their hands")


POWER: Final[Power] = Power(
    event=CursedPlayed,
    rule=CURSED,
    text="Two players swap their hands, at the end of the trick.",
    fields=swap_fields,
    why_not=lambda state, seat: why_useless_in_last_trick(state, POWER, "Cursed"),
    code="W_LAST_TRICK",
    after_trick=True,
)
