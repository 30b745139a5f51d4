"""Missions-Alliances: both missions of a team, and the player without an ally."""

import pytest

from scoring.crown_battles.options import AllianceMissionsBoth, AllianceSoloExpansion
from scoring.crown_battles.rounds.missions_alliances import Result, worth
from scoring.scores import ScoreLine
from tests.scoring.crown_battles.table import A, B

SUM, OWN = AllianceMissionsBoth.SUM_EACH, AllianceMissionsBoth.OWN_EACH
DOUBLE, PLAIN = AllianceSoloExpansion.DOUBLE_ON_SUCCESS, AllianceSoloExpansion.PLAIN

ROWS = [  # example of, missions of a team, both achieved, alone, the first one's points, cited rule, working
    ("CB-351", ((20, True), (35, True)), SUM, DOUBLE, 55, "CB-351", "20 for the own mission + 35 for the ally's = 55"),
    ("CB-R49", ((20, True), (35, True)), OWN, DOUBLE, 20, "CB-351", "20 for the own mission = 20"),
    ("CB-351", ((0, True), (0, True)), SUM, DOUBLE, 0, "CB-351", "0 for the own mission + 0 for the ally's = 0"),
    ("CB-352", ((20, True), (35, False)), SUM, DOUBLE, 0, "CB-352", "0 beside a failed mission = 0"),
    ("CB-352", ((20, False), (35, True)), OWN, PLAIN, 0, "CB-352", "0 beside a failed mission = 0"),
    ("CB-353", ((20, False), (35, False)), SUM, DOUBLE, -40, "CB-353", "-40 for two failed missions = -40"),
    ("CB-354", ((30, True),), SUM, DOUBLE, 60, "CB-354", "2 x 30 for the mission = 60"),
    ("CB-354", ((30, True),), SUM, PLAIN, 30, "CB-354", "30 for the mission = 30"),
    ("CB-354", ((30, False),), SUM, DOUBLE, -20, "CB-354", "-20 for the failed mission = -20"),
    ("CB-354", ((30, False),), SUM, PLAIN, -20, "CB-354", "-20 for the failed mission = -20"),
]


@pytest.mark.parametrize(("example", "results", "both", "solo", "points", "rule", "working"), ROWS)
def test_a_mission_in_a_team_is_worth(
    example: str,
    results: tuple[Result, ...],
    both: AllianceMissionsBoth,
    solo: AllianceSoloExpansion,
    points: int,
    rule: str,
    working: str,
) -> None:
    line = ScoreLine(1, A, *worth(A, (A, B)[: len(results)], results, both, solo))
    assert (line.points, line.rule.id, line.working) == (points, rule, working)
