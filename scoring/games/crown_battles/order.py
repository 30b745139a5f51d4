"""The phase that an entry needs; in any other phase it is refused."""

from typing import Final, TypeVar

from scoring.contract.rulebook import Rule, RuleViolation
from scoring.games.crown_battles import bidding
from scoring.games.crown_battles.state import Bidding, ByCards, ByCounts, ByTricks, Drawing, Playing, State, TrickPlay
from scoring.kit.trick_taking import Level

ORDER: Final = Rule(
    "CB-057", "Deal, spin, bid, play, score, pass the crown and the deal.", "How to Play: Turns & Rounds"
)

P = TypeVar("P", ByCounts, ByTricks, ByCards, TrickPlay)

_ENTERED: Final = {
    Level.COUNTS: "by counting the tricks at its end",
    Level.TRICKS: "trick by trick",
    Level.CARDS: "card by card",
}


def require_playing(state: State) -> Playing:
    """The phase of play; refused before all bids are placed."""
    if isinstance(state.phase, Playing):
        return state.phase
    if not isinstance(state.phase, Bidding):
        raise too_early(state)
    names = state.names(bidding.yet_to_bid(state, state.phase))
    raise RuleViolation(bidding.BID_ORDER, f"{names} must bid first.", code="E_BID_MISSING")


def require_level(state: State, level: type[P]) -> P:
    """The phase of a round entered at this level: `ByCounts`, `ByTricks`, `ByCards`, or `TrickPlay` for both."""
    if isinstance(state.phase, level):
        return state.phase
    require_playing(state)
    raise RuleViolation(ORDER, f"This round is entered {_ENTERED[state.deal.level]}.")


def too_early(state: State) -> RuleViolation:
    """The refusal of an entry before the type is drawn or the trump is known."""
    dealer = state.name(state.deal.dealer)
    if isinstance(state.phase, Drawing):
        return RuleViolation(ORDER, f"{dealer} draws the type of the round first.")
    what = f"{dealer} names the trump" if state.deal.dealer_must_name else f"{dealer} spins for the trump"
    return RuleViolation(ORDER, f"{what} first.")
