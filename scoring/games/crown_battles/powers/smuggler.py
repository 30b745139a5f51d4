"""Smuggler: swaps a card with the pile, before the bid and when it is played."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.prompts import Flag, Prompt
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.contract.scores import Seat
from scoring.games.crown_battles import bidding, order
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.events import PowerPlayed
from scoring.games.crown_battles.powers.power import Power, check_in_deck, hand_size
from scoring.games.crown_battles.rounds import rules_of
from scoring.games.crown_battles.state import Bidding, ByCards, Spinning, State
from scoring.kit.seats import check_player

SMUGGLER: Final = Rule(
    "CB-128",
    "The Smuggler's player swaps a card with the pile before the bid, and again when the Smuggler is played.",
    "Action cards: Smuggler",
)

NO_PILE: Final = "All cards are dealt; there is no pile this round."


@dataclass(frozen=True, slots=True)
class SmugglerPlayed(PowerPlayed):
    """Whether the card drawn from the pile was kept (CB-128)."""

    seat: Seat
    swapped: bool
    copied: bool

    def detail(self, table: Table) -> str:
        return "takes a card from the pile" if self.swapped else "keeps the hand"


@dataclass(frozen=True, slots=True)
class SmugglerSwapped(Event[State]):
    """The holder of the Smuggler swapped a card with the pile before bidding (CB-128)."""

    seat: Seat

    def apply(self, state: State, waived: Collection[str]) -> State:
        check_player(state.table, self.seat, SMUGGLER)
        check_in_deck(state, Special.SMUGGLER, SMUGGLER)
        require(state.undealt > 0, SMUGGLER, NO_PILE, code="W_NO_DECK")
        phase = state.phase
        if isinstance(phase, Spinning):
            raise order.too_early(state)
        if not isinstance(phase, Bidding):
            raise RuleViolation(SMUGGLER, "All bids are placed; the Smuggler acts again when it is played.")
        message = "The Smuggler has already been used before the bids."
        require(phase.smuggler is None, SMUGGLER, message, code="E_SPECIAL_REUSED")
        is_before_bid = self.seat in _yet_to_bid(state, phase)
        message = f"{state.name(self.seat)} has already bid; the swap comes before the bid."
        require(is_before_bid, SMUGGLER, message, field="seat")
        return replace(state, phase=replace(phase, smuggler=self.seat))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} uses the Smuggler before bidding"


def bids_at_once(state: State) -> bool:
    """Whether the players of this round set all bids down at once; the app does not ask for one each (CB-185)."""
    return rules_of(state).has_bids and not state.deal.order


def can_swap(state: State, phase: Bidding) -> bool:
    """Whether the Smuggler may still be used before bidding."""
    has_pile = Special.SMUGGLER in state.deck.specials and state.undealt > 0
    return has_pile and rules_of(state).has_bids and phase.smuggler is None


def question(state: State, phase: Bidding) -> Prompt:
    """Offers the swap before the bid."""
    yet_to_bid = _yet_to_bid(state, phase)
    holder = state.table.pick_seat("seat", "Who has it", lambda seat: "" if seat in yet_to_bid else "Has already bid.")
    return Prompt(
        SmugglerSwapped.kind,
        "Smuggler, before the bid",
        (holder,),
        rule=SMUGGLER,
        confirm="Swapped",
        help="Swap one card with the pile before you bid.",
        menu="Special cards",
    )


def _yet_to_bid(state: State, phase: Bidding) -> tuple[Seat, ...]:
    return state.table.seats if bids_at_once(state) else bidding.yet_to_bid(state, phase)


def why_not(state: State, seat: Seat | None) -> str:
    """There must be a pile, and a card to swap."""
    if state.undealt == 0:
        return NO_PILE
    empty = seat is not None and isinstance(state.phase, ByCards) and not hand_size(state, seat)
    return "The last card is played; there is nothing to swap." if empty else ""


POWER: Final = Power(
    event=SmugglerPlayed,
    rule=SMUGGLER,
    text="Draws from the pile and may swap a card for it.",
    fields=lambda state, seat: (Flag("swapped", "Keeps the card from the pile", likely=True),),
    why_not=why_not,
    code="W_NO_DECK",
)
