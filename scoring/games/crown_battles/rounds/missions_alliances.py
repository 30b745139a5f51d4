"""Missions-Alliances: two allies with a mission each, and points only if both are achieved."""

from dataclasses import replace
from typing import Final

from scoring.contract.rulebook import Rule
from scoring.contract.scores import Ledger, ScoreLine, Seat, Term
from scoring.games.crown_battles.options import AllianceMissionsBoth, Options
from scoring.games.crown_battles.rounds import blind, missions, teams
from scoring.games.crown_battles.rounds.mission_cards import FAILED_POINTS, HIGHEST_VALUE
from scoring.games.crown_battles.state import Bids, Piles, State
from scoring.kit.rulings import Ruling

MISSIONS_ALLIANCES: Final = Rule(
    "CB-350", "Teams as in Alliances; everybody keeps one of five missions.", "Missions Alliances"
)
BOTH_ACHIEVED: Final = Rule(
    "CB-351", "Both missions achieved: each of the two gets the sum of both.", "Missions Alliances"
)
ONE_FAILED: Final = Rule("CB-352", "One mission failed: nothing for either of the two.", "Missions Alliances")
BOTH_FAILED: Final = Rule("CB-353", "Both missions failed: each of the two loses 40.", "Missions Alliances")
MISSION_ALONE: Final = Rule(
    "CB-354", "Alone, an achieved mission pays twice its value and a failed one costs 20.", "Our ruling"
)
BOTH_COUNT: Final = Rule("CB-R49", "Each ally gets the points of both missions.", "Our ruling")

_BOTH_FAILED: Final = 2 * FAILED_POINTS

Result = tuple[int, bool]
"""The value of a mission, and whether it was achieved."""


def lines(state: State, bids: Bids, won: Piles) -> Ledger:
    results = missions.results(state)
    return tuple(
        ScoreLine(state.deal.number, seat, *worth(seat, team, results, state.options))
        for team in state.deal.teams
        for seat in team
    )


def worth(
    seat: Seat, team: tuple[Seat, ...], results: tuple[Result, ...], options: Options
) -> tuple[Rule, tuple[Term, ...]]:
    """The rule and the terms for one member of a team (CB-351 to CB-354); `results` are by seat."""
    value, achieved = results[seat]
    if team == (seat,):
        met = Term("for the mission", value, teams.times_alone(options))
        return MISSION_ALONE, (met if achieved else Term("for the failed mission", FAILED_POINTS),)
    other = next(results[ally] for ally in team if ally != seat)
    match achieved, other[1]:
        case True, True:
            shared = options.alliance_missions_both is AllianceMissionsBoth.SUM_EACH
            allys = (Term("for the ally's", other[0]),) if shared else ()
            return BOTH_ACHIEVED, (Term("for their own mission", value), *allys)
        case False, False:
            return BOTH_FAILED, (Term("for two failed missions", _BOTH_FAILED),)
        case _:
            return ONE_FAILED, (Term("beside a failed mission", 0),)


def reach(state: State, tricks: int) -> tuple[int, int]:
    """Two failed missions, or the highest value there is, twice if it is shared or the player is alone."""
    shared = state.options.alliance_missions_both is AllianceMissionsBoth.SUM_EACH
    times = teams.times_alone(state.options) if teams.has_solo(state) else 1
    return _BOTH_FAILED, HIGHEST_VALUE * (2 if shared else times)


ROUND: Final = replace(
    teams.with_allies(missions.ROUND),
    title="Missions-Alliances",
    text="Teams of two with a mission each: both must be achieved.",
    rule=MISSIONS_ALLIANCES,
    lines=lines,
    reach=reach,
    rulings=(
        Ruling(
            "alliance_missions_both",
            "Missions-Alliances: when both missions are achieved, each gets",
            {AllianceMissionsBoth.SUM_EACH: "The sum of both", AllianceMissionsBoth.OWN_EACH: "Their own"},
            BOTH_COUNT,
        ),
        teams.SOLO_RULING,
        missions.REVEAL,
        blind.SECRETS,
    ),
)
