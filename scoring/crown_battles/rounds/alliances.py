"""Alliances: teams of two whose bids are added; one player too many plays alone for more."""

from typing import Final

from scoring.crown_battles.events import Bid
from scoring.crown_battles.rounds.kind import missed_by
from scoring.rulebook import Rule
from scoring.scores import Seat, Term

OWN_BIDS: Final = Rule("CB-332", "Allies bid each for themselves and without a word to each other.", "Alliances: Notes")
ONE_DOUBLE: Final = Rule("CB-333", "Only one of a team may bid a double.", "Alliances: Notes")
TEAM_BID: Final = Rule(
    "CB-336", "Both bids of a team are added; only the tricks of both together count.", "Normal Bidding Alliances"
)
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
WORDING: Final = Rule(
    "CB-R47", "Too many tricks miss a team bid as too few do, and a team doubles once at most.", "Our ruling"
)
RULES: Final = (
    OWN_BIDS,
    ONE_DOUBLE,
    TEAM_BID,
    TEAM_MET,
    TEAM_MISSED,
    SOLO_MET,
    SOLO_MISSED,
    TEAM_DOUBLE_MET,
    TEAM_DOUBLE_MISSED,
    SOLO_DOUBLE,
    WORDING,
)

_MISS: Final = -10
_MET: Final = {  # alone, double -> rule, points a trick, bonus
    (False, False): (TEAM_MET, 10, 10),
    (False, True): (TEAM_DOUBLE_MET, 5, 5),
    (True, False): (SOLO_MET, 20, 10),
    (True, True): (SOLO_DOUBLE, 10, 5),
}
_MISSED: Final = {
    (False, False): TEAM_MISSED,
    (False, True): TEAM_DOUBLE_MISSED,
    (True, False): SOLO_MISSED,
    (True, True): SOLO_DOUBLE,
}


def team_bid(team: tuple[Seat, ...], bids: tuple[Bid, ...]) -> Bid:
    """The bid of a team: the sum of its members' (CB-336); with a double two numbers (CB-341)."""
    low = sum(bids[seat][0] for seat in team)
    high = sum(bids[seat][-1] for seat in team)
    return (low,) if low == high else (low, high)


def worth(team: tuple[Seat, ...], bids: tuple[Bid, ...], won: tuple[int, ...]) -> tuple[Rule, tuple[Term, ...]]:
    """The rule and the terms behind what every member of a team gets (CB-337 to CB-343)."""
    bid, tricks = team_bid(team, bids), sum(won[seat] for seat in team)
    kind = (len(team) == 1, len(bid) > 1)
    miss = missed_by(bid, tricks)
    if miss:
        return _MISSED[kind], (
            Term("for a trick too many" if tricks > bid[-1] else "for a trick too few", _MISS, miss),
        )
    rule, points, bonus = _MET[kind]
    return rule, (*_for_tricks(points, tricks), Term("bonus", bonus))


def _for_tricks(points: int, tricks: int) -> tuple[Term, ...]:
    if tricks == 0:
        return ()
    return (Term("for the trick", points),) if tricks == 1 else (Term("tricks", points, tricks),)
