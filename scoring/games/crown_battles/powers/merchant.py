"""Merchant: two players swap a card."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from scoring.contract.game import Table
from scoring.contract.rulebook import Rule
from scoring.contract.scores import Seat
from scoring.games.crown_battles.events import PowerPlayed
from scoring.games.crown_battles.powers.power import Power, check_swap, describe_swap, hand_size, swap_fields
from scoring.games.crown_battles.state import ByCards, State

MERCHANT: Final = Rule(
    "CB-127",
    "The Merchant's player swaps a card with another player who has one, or lets two others do so.",
    "Action cards: Merchant",
)


@dataclass(frozen=True, slots=True)
class MerchantPlayed(PowerPlayed):
    """The two players who swapped a card (CB-127)."""

    seat: Seat
    swapped: tuple[Seat, ...]
    copied: bool

    def apply(self, state: State, waived: Collection[str]) -> State:
        check_swap(state, self.swapped, MERCHANT)
        return state

    def detail(self, table: Table) -> str:
        return describe_swap(table, self.swapped, "a card")


def why_not(state: State, seat: Seat | None) -> str:
    """Card by card, two players must have cards left."""
    if not isinstance(state.phase, ByCards):
        return ""
    holding = [other for other in state.table.seats if hand_size(state, other)]
    return "" if len(holding) > 1 else "There are no two players with cards left."


POWER: Final = Power(
    event=MerchantPlayed,
    rule=MERCHANT,
    text="Two players swap one card each; the Merchant's player chooses their own.",
    fields=swap_fields,
    why_not=why_not,
)
