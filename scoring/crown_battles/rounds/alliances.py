"""Alliances: teams of two whose bids are added; one player too many plays alone for more."""

from collections.abc import Iterator
from typing import Final

from scoring.changing import replace
from scoring.crown_battles import bidding, grouping, order
from scoring.crown_battles.events import Bid, BidPlaced
from scoring.crown_battles.options import RoundType
from scoring.crown_battles.rounds import teams
from scoring.crown_battles.rounds.type_rules import (
    BiddingRules,
    Entry,
    FittingRules,
    PlayRules,
    ShownRules,
    TypeRules,
    astray,
    missed_by,
    placed_told,
)
from scoring.crown_battles.state import Bidding, Bids, ByCards, ByCounts, ByTricks, Piles, ScoredRound, State
from scoring.game import Fact, Measure
from scoring.prompts import Prompt
from scoring.rulebook import Rule
from scoring.scores import Ledger, ScoreLine, Seat, Term

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


def question(state: State, phase: Bidding) -> Prompt:
    """The form of the next bid, which tells with whom it counts."""
    seat = bidding.missing(state, phase)[0]
    asked = bidding.question(state, phase, teams.no_double(state, phase, seat))
    return replace(asked, help=teams.reminder(state, seat))


def place(state: State, event: BidPlaced) -> State:
    """The state with one more bid; only one of a team may double (CB-333)."""
    phase = order.bidding_phase(state)
    bidding.check_turn(state, phase, event.seat)
    bidding.check(state, phase, event, teams.no_double(state, phase, event.seat))
    return bidding.place(state, phase, event.seat, event.bid)


def lines(state: State, bids: Bids, won: Piles) -> Ledger:
    """What every member of every team gets."""
    (said,), (taken,) = bids, won
    return tuple(
        ScoreLine(state.deal.number, seat, *worth(team, said, taken)) for team in teams.teams(state) for seat in team
    )


def facts(state: State) -> tuple[Fact, ...]:
    """Every team with what it bid and, trick by trick, what it has won."""
    if state.deal.kind is not RoundType.ALLIANCES:
        return ()
    return tuple(teams.fact_of(state, n, _stand(state, team)) for n, team in enumerate(teams.teams(state)))


def measures(past: ScoredRound, seat: Seat) -> Iterator[Measure]:
    """Own tricks and own bid, but whether and by how much the team met its bid."""
    number, played = past.deal.number, past.deal.tricks
    (said,), (taken,) = past.bids, past.won
    own = past.deal.own
    team = grouping.group_of(own.teams, seat) if isinstance(own, teams.Teams) else (seat,)
    miss = missed_by(team_bid(team, said), sum(taken[each] for each in team))
    yield Measure(number, seat, "tricks", taken[seat], played)
    yield Measure(number, seat, "bid_met", int(miss == 0), 1)
    yield Measure(number, seat, "bid", said[seat][0], played)
    yield Measure(number, seat, "miss", miss)


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
        return _MISSED[kind], (Term(astray(bid, tricks), _MISS, miss),)
    rule, points, bonus = _MET[kind]
    return rule, (*_for_tricks(points, tricks), Term("bonus", bonus))


def _for_tricks(points: int, tricks: int) -> tuple[Term, ...]:
    if tricks == 0:
        return ()
    return (Term("for the trick", points),) if tricks == 1 else (Term("tricks", points, tricks),)


def _stand(state: State, team: tuple[Seat, ...]) -> str:
    """The bid of a team, or how far it is: "2 of 3–4"; nothing before all have bid."""
    said = _said(state)
    if said is None:
        return ""
    bid = bidding.say(team_bid(team, said))
    match state.phase:
        case ByTricks(owned=(won,)) | ByCards(owned=(won,)):
            return f"{sum(won[seat] for seat in team)} of {bid}"
        case _:
            return f"bid {bid}"


def _said(state: State) -> tuple[Bid, ...] | None:
    """All bids by seat, once they are placed."""
    match state.phase:
        case ByCounts(bids=(said,)) | ByTricks(bids=(said,)) | ByCards(bids=(said,)):
            return said
        case _:
            return None


ROUND: Final = TypeRules(
    title="Alliances",
    text="Teams of two add up their bids and keep them together.",
    rule=TEAM_BID,
    lines=lines,
    fits=FittingRules(players=teams.TABLES, last=False),
    bidding=BiddingRules(
        entries={**teams.ENTRIES, BidPlaced: Entry(place, placed_told)},
        question=question,
        waits=teams.waits,
        asides=teams.asides,
    ),
    play=PlayRules(opponents=teams.opponents),
    shown=ShownRules(signs=teams.signs, facts=facts, measures=measures),
)
