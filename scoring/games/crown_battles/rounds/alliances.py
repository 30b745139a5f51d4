"""Alliances: teams of two add their bids; an odd player plays alone for more points."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from scoring.contract.game import Fact, Measure
from scoring.contract.prompts import Prompt
from scoring.contract.rulebook import Rule
from scoring.contract.scores import Ledger, ScoreLine, Seat, Term
from scoring.games.crown_battles import bidding
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.events import Bid
from scoring.games.crown_battles.options import RoundType
from scoring.games.crown_battles.rounds import teams
from scoring.games.crown_battles.rounds.bid_scores import MISS, miss_term, missed_by, sum_bids, trick_terms
from scoring.games.crown_battles.rounds.type_rules import TypeRules, measure_bids
from scoring.games.crown_battles.state import Bidding, Bids, Piles, ScoredRound, State

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


def question(state: State, phase: Bidding) -> Prompt:
    """Asks for the next bid and says who the ally is."""
    seat = bidding.yet_to_bid(state, phase)[0]
    prompt = bidding.question(state, phase, teams.why_no_double(state, phase, seat))
    return replace(prompt, help=teams.reminder(state, seat))


def place_bid(state: State, event: BidPlaced) -> State:
    """Place a bid; only one of a team may bid a double (CB-333)."""
    phase = bidding.require_bidding(state)
    bidding.check_turn(state, phase, event.seat)
    bidding.check(state, phase, event, teams.why_no_double(state, phase, event.seat))
    return bidding.place_bids(state, phase, event.seat, event.bid)


def lines(state: State, bids: Bids, won: Piles) -> Ledger:
    (placed,), (taken,) = bids, won
    return tuple(
        ScoreLine(state.deal.number, seat, *worth(team, placed, taken))
        for team in teams.teams_of(state)
        for seat in team
    )


def reach(state: State, tricks: int) -> tuple[int, int]:
    """Two bids on all tricks and none won, or every trick of a single bid, alone if somebody has to be."""
    _, points, bonus = _MET[teams.has_solo(state), False]
    return -teams.SIZE * MISS * tricks, points * tricks + bonus


def facts(state: State) -> tuple[Fact, ...]:
    """Each team with its bid and, if they are entered, its tricks."""
    if state.deal.type is not RoundType.ALLIANCES:
        return ()
    return tuple(teams.team_fact(state, n, _standing(state, team)) for n, team in enumerate(teams.teams_of(state)))


def measures(past: ScoredRound, seat: Seat) -> Iterator[Measure]:
    """Tricks and bid of the seat, but whether the team met its bid, and its miss."""
    (placed,), (taken,) = past.bids, past.won
    team = teams.team_of(past, seat)
    miss = missed_by(team_bid(team, placed), sum(taken[member] for member in team))
    return measure_bids(past, seat, [miss])


def cell_note(past: ScoredRound, seat: Seat) -> str:
    """Tricks won and bid of the team, on which the points depend."""
    (placed,), (taken,) = past.bids, past.won
    team = teams.team_of(past, seat)
    tricks, bid = sum(taken[member] for member in team), bidding.format_bid(team_bid(team, placed))
    return teams.note_team(team, f"{tricks}/{bid}")


def team_bid(team: tuple[Seat, ...], bids: tuple[Bid, ...]) -> Bid:
    """The sum of the bids of a team (CB-336); two numbers with a double bid (CB-341)."""
    return sum_bids([bids[seat] for seat in team])


def worth(team: tuple[Seat, ...], bids: tuple[Bid, ...], won: tuple[int, ...]) -> tuple[Rule, tuple[Term, ...]]:
    """The rule and the terms for each member of a team (CB-337 to CB-343)."""
    bid, tricks = team_bid(team, bids), sum(won[seat] for seat in team)
    alone, double = len(team) == 1, len(bid) > 1
    if missed_by(bid, tricks):
        return _MISSED[alone, double], (miss_term(bid, tricks),)
    rule, points, bonus = _MET[alone, double]
    return rule, (*trick_terms(points, tricks), Term("bonus", bonus))


def _standing(state: State, team: tuple[Seat, ...]) -> str:
    """The bid of a team and its tricks so far: "2 of 3–4"; empty before all have bid."""
    if not state.bids:
        return ""
    bid = bidding.format_bid(team_bid(team, state.bids[0]))
    return f"{sum(state.owned[0][seat] for seat in team)} of {bid}" if state.owned else f"bid {bid}"


ROUND: Final = TypeRules(
    title="Alliances",
    text="Teams of two add up their bids and meet them together.",
    rule=TEAM_BID,
    lines=lines,
    reach=reach,
    players=teams.TABLES,
    may_be_last=False,
    events=(*teams.EVENTS, BidPlaced),
    acts={BidPlaced: place_bid},
    question=question,
    find_wait=teams.find_wait,
    asides=teams.asides,
    opponents=teams.opponents,
    markers=teams.markers,
    facts=facts,
    measures=measures,
    cell_note=cell_note,
)
