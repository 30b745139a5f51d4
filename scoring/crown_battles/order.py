"""What a round waits for, and how an entry that comes at the wrong moment is refused."""

from typing import Final

from scoring.crown_battles import bidding
from scoring.crown_battles.options import Level
from scoring.crown_battles.state import (
    Bidding,
    ByCards,
    ByCounts,
    ByTricks,
    Drawing,
    Over,
    Playing,
    Spinning,
    State,
    Trickwise,
)
from scoring.rulebook import Rule, RuleViolation

ORDER: Final = Rule(
    "CB-057", "Deal, spin, bid, play, score, pass the crown and the deal.", "How to Play: Turns & Rounds"
)

_ENTERED: Final = {
    Level.COUNTS: "by counting the tricks at its end",
    Level.TRICKS: "trick by trick",
    Level.CARDS: "card by card",
}


def playing(state: State) -> Playing:
    """The phase, once all bids are placed and until the round is scored; refused before."""
    match state.phase:
        case ByCounts() | ByTricks() | ByCards() as phase:
            return phase
        case Bidding() as phase:
            names = " and ".join(state.name(seat) for seat in bidding.missing(state, phase))
            raise RuleViolation(bidding.BID_ORDER, f"{names} still must bid first.", code="E_BID_MISSING")
        case Drawing() | Spinning() | Over():
            raise early(state)


def bidding_phase(state: State) -> Bidding:
    """The phase while bids are placed; refused later."""
    if isinstance(state.phase, Bidding):
        return state.phase
    raise RuleViolation(bidding.BIDS_STAND, "The bids stand; only a Jester changes one.")


def by_counts(state: State) -> ByCounts:
    """The phase of a round whose piles are counted."""
    if isinstance(state.phase, ByCounts):
        return state.phase
    playing(state)
    raise other_level(state)


def by_tricks(state: State) -> ByTricks:
    """The phase of a round entered trick by trick."""
    if isinstance(state.phase, ByTricks):
        return state.phase
    playing(state)
    raise other_level(state)


def by_cards(state: State) -> ByCards:
    """The phase of a round entered card by card."""
    if isinstance(state.phase, ByCards):
        return state.phase
    playing(state)
    raise other_level(state)


def trickwise(state: State) -> Trickwise:
    """The phase of a round whose tricks are known one by one."""
    phase = playing(state)
    if isinstance(phase, ByTricks | ByCards):
        return phase
    raise other_level(state)


def early(state: State) -> RuleViolation:
    """The refusal of something the type's card, the spinner, or the dealer's choice comes before."""
    dealer = state.name(state.deal.dealer)
    if isinstance(state.phase, Drawing):
        return RuleViolation(ORDER, f"{dealer} draws the type of the round first.")
    what = f"{dealer} names the trump" if state.deal.open else f"{dealer} spins for the trump"
    return RuleViolation(ORDER, f"{what} first.")


def other_level(state: State) -> RuleViolation:
    """The refusal of an entry that belongs to another level."""
    return RuleViolation(ORDER, f"This round is entered {_ENTERED[state.deal.level]}.")
