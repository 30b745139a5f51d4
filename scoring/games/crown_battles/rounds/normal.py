"""Normal Bidding: bid on your tricks; a met bid pays, a missed one costs."""

from functools import cache
from typing import Final

from scoring.contract.rulebook import Rule
from scoring.contract.scores import Ledger, ScoreLine, Seat, Term
from scoring.games.crown_battles.events import Bid
from scoring.games.crown_battles.rounds.bid_scores import BONUS, MISS, TRICK, miss_term, missed_by, trick_terms
from scoring.games.crown_battles.rounds.type_rules import TypeRules
from scoring.games.crown_battles.state import Bids, Piles, State

NORMAL: Final = Rule("CB-180", "Normal Bidding is the base game.", "Normal Bidding")
SINGLE_MET: Final = Rule(
    "CB-160", "A single bid that is met pays 10 for each trick and 20.", "Scoring: Meeting your bid"
)
SINGLE_MISSED: Final = Rule(
    "CB-161", "A missed bid costs 10 for each trick it is off.", "Scoring: Failing to meet your bid"
)
DOUBLE_MET: Final = Rule("CB-162", "A double bid that is met pays 5 for each trick and 10.", "Double Bidding")
DOUBLE_MISSED: Final = Rule(
    "CB-163", "A missed double bid costs 10 for each trick it is off its nearer number.", "Double Bidding"
)


def lines(state: State, bids: Bids, won: Piles) -> Ledger:
    """One line for each seat's bid (CB-160 to CB-163)."""
    number = state.deal.number
    (placed,), (taken,) = bids, won
    return tuple(ScoreLine(number, seat, *worth(placed[seat], taken[seat])) for seat in state.table.seats)


@cache
def worth(bid: Bid, won: int) -> tuple[Rule, tuple[Term, ...]]:
    numbers = len(bid)
    if missed_by(bid, won):
        return SINGLE_MISSED if numbers == 1 else DOUBLE_MISSED, (miss_term(bid, won),)
    terms = (*trick_terms(TRICK[numbers], won), Term("bonus", BONUS[numbers]))
    return SINGLE_MET if numbers == 1 else DOUBLE_MET, terms


@cache
def points(bid: Bid, won: int) -> int:
    return int(ScoreLine(0, Seat(0), *worth(bid, won)).points)


def reach(state: State, tricks: int) -> tuple[int, int]:
    """Every trick off a bid, or every trick of a single bid."""
    return -MISS * tricks, TRICK[1] * tricks + BONUS[1]


ROUND: Final = TypeRules(
    title="Normal Bidding",
    text="The base game.",
    rule=NORMAL,
    lines=lines,
    reach=reach,
    worth=points,
    plain=True,
)
