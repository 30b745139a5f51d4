"""Smuggler: swaps a card with the pile, before the bid and when played."""

from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.changing import replace
from scoring.crown_battles import bidding, order
from scoring.crown_battles.deck import Special
from scoring.crown_battles.events import PowerPlayed, SmugglerSwapped
from scoring.crown_battles.powers.power import Power, cards_left, check_in_deck
from scoring.crown_battles.rounds import rules_of
from scoring.crown_battles.state import Bidding, ByCards, Spinning, State, check_seat
from scoring.game import Table
from scoring.prompts import Choice, Field, Flag, Pick, Prompt, Role
from scoring.rulebook import Rule, RuleViolation, require
from scoring.scores import Seat

SMUGGLER: Final = Rule(
    "CB-128",
    "The Smuggler swaps a card with the pile before the bid, and once more when played.",
    "Action cards: Smuggler",
)

NO_PILE: Final = "All cards are dealt; there is no pile this round."


@dataclass(frozen=True, slots=True)
class SmugglerPlayed(PowerPlayed):
    """Whether the card drawn from the pile was kept (CB-128)."""

    kind: ClassVar[str] = "smuggler_played"
    seat: Seat
    swapped: bool
    copied: bool


def swap(state: State, event: SmugglerSwapped) -> State:
    """The state after the Smuggler's holder used it before bidding."""
    check_seat(state, event.seat, SMUGGLER)
    check_in_deck(state, Special.SMUGGLER, SMUGGLER)
    require(state.rest > 0, SMUGGLER, NO_PILE, code="W_NO_DECK")
    phase = state.phase
    if isinstance(phase, Spinning):
        raise order.early(state)
    if not isinstance(phase, Bidding):
        raise RuleViolation(SMUGGLER, "All bids are placed; the Smuggler acts again when it is played.")
    require(
        phase.smuggler is None, SMUGGLER, "The Smuggler has been used before the bids already.", code="E_SPECIAL_REUSED"
    )
    early = event.seat in bidding.missing(state, phase)
    message = f"{state.name(event.seat)} has bid already; the swap comes before the bid."
    require(early, SMUGGLER, message, field="seat")
    return replace(state, phase=replace(phase, smuggler=event.seat))


def can_swap(state: State, phase: Bidding) -> bool:
    """Whether somebody may still use the Smuggler before bidding, in a round with bids."""
    held = Special.SMUGGLER in state.deck.specials and state.rest > 0
    return held and rules_of(state).bidding.bids and phase.smuggler is None


def question(state: State, phase: Bidding) -> Prompt:
    """The form of the swap before the bid."""
    open_ = bidding.missing(state, phase)
    players = tuple(
        Choice(seat, state.name(seat), "" if seat in open_ else "Has bid already.") for seat in state.table.seats
    )
    return Prompt(
        SmugglerSwapped.kind,
        "Smuggler, before the bid",
        (Pick("seat", "Who holds it", players, seats=True),),
        rule=SMUGGLER,
        role=Role.ASIDE,
        confirm="Swapped",
        help="Swap one card with the pile before you bid.",
        group="Special cards",
    )


def act(state: State, event: SmugglerPlayed) -> State:
    """Nothing is counted."""
    return state


def fields(state: State, seat: Seat | None) -> tuple[Field, ...]:
    """Whether the drawn card was kept."""
    return (Flag("swapped", "Keeps the card from the pile", likely=True),)


def why_not(state: State, seat: Seat | None) -> str:
    """It needs a pile, and a card to swap."""
    if state.rest == 0:
        return NO_PILE
    empty = seat is not None and isinstance(state.phase, ByCards) and not cards_left(state, seat)
    return "The last card is played; there is nothing to swap." if empty else ""


def detail(table: Table, event: SmugglerPlayed) -> str:
    """What came of it."""
    return "takes a card from the pile" if event.swapped else "keeps the hand"


POWER: Final = Power(
    card=Special.SMUGGLER,
    event=SmugglerPlayed,
    rule=SMUGGLER,
    text="Draws from the pile and may swap a card for it.",
    act=act,
    fields=fields,
    detail=detail,
    why_not=why_not,
    code="W_NO_DECK",
)
