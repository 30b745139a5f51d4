"""What bids are worth in most types of rounds: the rates, the miss, and terms for tricks."""

from typing import Final

from scoring.contract.scores import Seat, Term
from scoring.games.crown_battles.bidding import format_bid, sum_bids
from scoring.games.crown_battles.events import Bid

TRICK: Final = {1: 10, 2: 5}
"""Points for a trick of a met bid, by the number of numbers in the bid."""

BONUS: Final = {1: 20, 2: 10}
"""The bonus for a met bid in Normal Bidding, likewise."""

MISS: Final = 10
"""What each trick off the bid costs."""


def missed_by(bid: Bid, won: int) -> int:
    """How far the tricks are from the nearest number of the bid; 0: it is met."""
    return max(bid[0] - won, won - bid[-1], 0)


def miss_label(bid: Bid, won: int) -> str:
    """The label of the term for a missed bid: "for a trick too few (bid 2, took 0)"."""
    return f"for a trick too {'many' if won > bid[-1] else 'few'} (bid {format_bid(bid)}, took {won})"


def miss_term(bid: Bid, won: int) -> Term:
    """What a missed bid costs."""
    return Term(miss_label(bid, won), -MISS, missed_by(bid, won))


def trick_terms(points: int, tricks: int) -> tuple[Term, ...]:
    """Points for each trick; no term without a trick."""
    if tricks == 0:
        return ()
    return (Term("for the trick", points),) if tricks == 1 else (Term("tricks", points, tricks),)


def team_hand(team: tuple[Seat, ...], bids: tuple[Bid, ...], won: tuple[int, ...]) -> tuple[Bid, int]:
    """The bid of a team, of two numbers with a double bid (CB-336, CB-341), and its tricks."""
    low, high = sum_bids(tuple(bids[seat] for seat in team))
    return (low,) if low == high else (low, high), sum(won[seat] for seat in team)
