"""Alliances: teams of two add their bids; an odd player plays alone for more points."""

from typing import Final

from scoring.contract.rulebook import Rule
from scoring.contract.scores import Ledger, ScoreLine, Seat, Term
from scoring.games.crown_battles.bidding import format_bid
from scoring.games.crown_battles.events import Bid
from scoring.games.crown_battles.rounds import teams
from scoring.games.crown_battles.rounds.bid_scores import MISS, miss_term, missed_by, team_hand, trick_terms
from scoring.games.crown_battles.rounds.type_rules import TypeRules
from scoring.games.crown_battles.state import Bids, Piles, State

TEAM_BID: Final = Rule("CB-336", "The bids of a team are added up, and so are its tricks.", "Normal Bidding Alliances")
TEAM_MET: Final = Rule(
    "CB-337", "A team bid that is met pays each 10 for each trick of the team and 10.", "Alliances: Teams scoring"
)
TEAM_MISSED: Final = Rule(
    "CB-338", "A missed team bid costs each 10 for each trick it is off.", "Alliances: Teams scoring"
)
SOLO_MET: Final = Rule("CB-339", "Alone, a bid that is met pays 20 for each trick and 10.", "Alliances: Solo scoring")
SOLO_MISSED: Final = Rule("CB-340", "Alone, a missed bid costs 10 for each trick it is off.", "Alliances: Solo scoring")
TEAM_DOUBLE_MET: Final = Rule(
    "CB-341", "A team bid with a double pays each 5 for each trick of the team and 5.", "Alliances: Double-bids"
)
TEAM_DOUBLE_MISSED: Final = Rule(
    "CB-342",
    "A missed team bid with a double costs each 10 for each trick it is off its nearer number.",
    "Alliances: Double-bids",
)
SOLO_DOUBLE: Final = Rule("CB-343", "Alone, a double bid that is met pays 10 for each trick and 5.", "Our ruling")

_WORTH: Final = {  # alone, double -> met: rule, points a trick, bonus; missed: rule
    (False, False): (TEAM_MET, 10, 10, TEAM_MISSED),
    (False, True): (TEAM_DOUBLE_MET, 5, 5, TEAM_DOUBLE_MISSED),
    (True, False): (SOLO_MET, 20, 10, SOLO_MISSED),
    (True, True): (SOLO_DOUBLE, 10, 5, SOLO_DOUBLE),
}


def lines(state: State, bids: Bids, won: Piles) -> Ledger:
    (placed,), (taken,) = bids, won
    return tuple(
        ScoreLine(state.deal.number, seat, *worth(team, placed, taken)) for team in state.deal.teams for seat in team
    )


def reach(state: State, tricks: int) -> tuple[int, int]:
    """Two bids on all tricks and none won, or every trick of a single bid, alone if somebody has to be."""
    _, points, bonus, _ = _WORTH[teams.has_solo(state), False]
    return -teams.SIZE * MISS * tricks, points * tricks + bonus


def worth(team: tuple[Seat, ...], bids: tuple[Bid, ...], won: tuple[int, ...]) -> tuple[Rule, tuple[Term, ...]]:
    """The rule and the terms for each member of a team (CB-337 to CB-343)."""
    bid, tricks = team_hand(team, bids, won)
    met, points, bonus, missed = _WORTH[len(team) == 1, len(bid) > 1]
    if missed_by(bid, tricks):
        return missed, (miss_term(bid, tricks),)
    return met, (*trick_terms(points, tricks), Term("bonus", bonus))


def _standing(state: State, team: tuple[Seat, ...]) -> str:
    """The bid of a team and its tricks so far: "2 of 3–4"."""
    owned = state.owned or ((0,) * state.players,)
    bid, tricks = team_hand(team, state.bids[0], owned[0])
    return f"{tricks} of {format_bid(bid)}" if state.owned else f"bid {format_bid(bid)}"


ROUND: Final = teams.with_allies(
    TypeRules(
        title="Alliances",
        text="Teams of two add up their bids and meet them together.",
        rule=TEAM_BID,
        lines=lines,
        reach=reach,
    ),
    _standing,
)
