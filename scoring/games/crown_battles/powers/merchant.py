"""Merchant: two players swap a card."""

from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.contract.rulebook import Rule
from scoring.contract.scores import Seat
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.events import PowerPlayed
from scoring.games.crown_battles.powers.power import Power, check_swap, hand_size, swap_detail, swap_fields
from scoring.games.crown_battles.state import ByCards, State

MERCHANT: Final = Rule(
    "CB-127",
    "The Merchant's player swaps a card with another player who has one, or lets two others do so.",
    "Action cards: Merchant",
)


@dataclass(frozen=True, slots=True)
class MerchantPlayed(PowerPlayed):
    """The two players who swapped a card (CB-127)."""

    kind: ClassVar[str] = "merchant_played"
    seat: Seat
    swapped: tuple[Seat, ...]
    copied: bool


def act(state: State, event: MerchantPlayed) -> State:
    """Check that two different players with cards swap."""
    check_swap(state, event.swapped, MERCHANT)
    return state


def why_not(state: State, seat: Seat | None) -> str:
    """Card by card, two players must have cards left."""
    if not isinstance(state.phase, ByCards):
        return ""
    holding = [other for other in state.table.seats if hand_size(state, other)]
    return "" if len(holding) > 1 else "There are no two players with cards left."


POWER: Final = Power(
    card=Special.MERCHANT,
    event=MerchantPlayed,
    rule=MERCHANT,
    text="Two players swap one card each; the Merchant's player chooses their own.",
    act=act,
    fields=swap_fields,
    detail=swap_detail("a card"),
    why_not=why_not,
)
