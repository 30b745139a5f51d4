"""Normal Bidding: foretell your tricks; a met bid pays, a missed one costs."""

from functools import cache
from typing import Final

from scoring.crown_battles.events import Bid
from scoring.crown_battles.rounds.type_rules import (
    BIDS,
    BiddingRules,
    FittingRules,
    TypeRules,
    all_cards,
    astray,
    missed_by,
)
from scoring.crown_battles.state import Bids, Piles, State
from scoring.rulebook import Rule
from scoring.scores import Ledger, ScoreLine, Term

NORMAL: Final = Rule("CB-180", "Normal Bidding is the game as it stands in the box.", "Normal Bidding")
ALL_CARDS: Final = Rule("CB-060", "As many tricks are played as cards were dealt to each.", "How to Play")
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
TABLE: Final = Rule("CB-164", "The printed table says the same for 0 to 10 tricks.", "Scoring table")
ZERO: Final = Rule("CB-165", "A bid of no tricks earns the bonus like any other.", "Scoring table")
BEYOND: Final = Rule("CB-166", "Above 10 tricks the same sums go on.", "Our ruling")
ZERO_BIDS: Final = Rule("CB-R26", "No trick at all still pays the bonus.", "Our ruling")
HALF: Final = Rule("CB-R27", "Half means 5 a trick and 10; losses are never halved.", "Our ruling")
SLIP: Final = Rule("CB-R62", "Winning all three tricks of a bid of 3 meets it: 50 points.", "Our ruling")

_SINGLE_TRICK: Final = 10
_SINGLE_BONUS: Final = 20
_DOUBLE_TRICK: Final = 5
_DOUBLE_BONUS: Final = 10
_MISS: Final = -10


tricks = all_cards


def lines(state: State, bids: Bids, won: Piles) -> Ledger:
    """What every seat's bid is worth (CB-160 to CB-163)."""
    number = state.deal.number
    (said,), (taken,) = bids, won
    return tuple(ScoreLine(number, seat, *worth(said[seat], taken[seat])) for seat in state.table.seats)


@cache
def worth(bid: Bid, won: int) -> tuple[Rule, tuple[Term, ...]]:
    """The rule and the terms behind one bid and the tricks won."""
    miss = missed_by(bid, won)
    if miss:
        rule = SINGLE_MISSED if len(bid) == 1 else DOUBLE_MISSED
        return rule, (Term(astray(bid, won), _MISS, miss),)
    if len(bid) == 1:
        return SINGLE_MET, (*_for_tricks(_SINGLE_TRICK, won), Term("bonus", _SINGLE_BONUS))
    return DOUBLE_MET, (*_for_tricks(_DOUBLE_TRICK, won), Term("bonus", _DOUBLE_BONUS))


def _for_tricks(points: int, won: int) -> tuple[Term, ...]:
    if won == 0:
        return ()
    return (Term("for the trick", points),) if won == 1 else (Term("tricks", points, won),)


ROUND: Final = TypeRules(
    title="Normal Bidding",
    text="The game of the box.",
    rule=NORMAL,
    lines=lines,
    fits=FittingRules(plain=True),
    bidding=BiddingRules(entries=BIDS),
)
