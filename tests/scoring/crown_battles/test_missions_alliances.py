"""Missions-Alliances: both missions of a team, and the player without an ally."""

from typing import Any

import pytest

from scoring.contract.prompts import Role
from scoring.contract.scores import ScoreLine
from scoring.games.crown_battles.dealing import TypeDrawn
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.events import Groups, Spinner
from scoring.games.crown_battles.options import (
    AllianceMissionsBoth,
    AllianceSoloExpansion,
    MissionsReveal,
    Options,
    RoundType,
    Secrets,
)
from scoring.games.crown_battles.powers.jester import JesterPlayed
from scoring.games.crown_battles.rounds.mission_cards import Mission
from scoring.games.crown_battles.rounds.mission_judging import MissionsJudged
from scoring.games.crown_battles.rounds.missions import MissionKept, MissionPicked
from scoring.games.crown_battles.rounds.missions_alliances import Result, worth
from scoring.games.crown_battles.rounds.teams import NoteShown, TeamsFormed
from scoring.games.crown_battles.state import State
from scoring.games.crown_battles.trump import TrumpSpun
from scoring.kit.trick_taking import Level
from scoring.testing.tables import A, B, C, D, E
from tests.scoring.crown_battles.states import judged, laid, of_type, opened, scored, witch, won
from tests.scoring.crown_battles.table import GAME, after, assert_refused, kinds, lines, state_main, team_facts

SUM, OWN = AllianceMissionsBoth.SUM_EACH, AllianceMissionsBoth.OWN_EACH
DOUBLE, PLAIN = AllianceSoloExpansion.DOUBLE_ON_SUCCESS, AllianceSoloExpansion.PLAIN

ROWS = [  # example of, missions of a team, both achieved, alone, the first one's points, cited rule, working
    (
        "CB-351",
        ((20, True), (35, True)),
        SUM,
        DOUBLE,
        55,
        "CB-351",
        "20 for their own mission + 35 for the ally's = 55",
    ),
    ("CB-R49", ((20, True), (35, True)), OWN, DOUBLE, 20, "CB-351", "20 for their own mission = 20"),
    ("CB-351", ((0, True), (0, True)), SUM, DOUBLE, 0, "CB-351", "0 for their own mission + 0 for the ally's = 0"),
    ("CB-352", ((20, True), (35, False)), SUM, DOUBLE, 0, "CB-352", "0 beside a failed mission = 0"),
    ("CB-352", ((20, False), (35, True)), OWN, PLAIN, 0, "CB-352", "0 beside a failed mission = 0"),
    ("CB-353", ((20, False), (35, False)), SUM, DOUBLE, -40, "CB-353", "-40 for two failed missions = -40"),
    ("CB-354", ((30, True),), SUM, DOUBLE, 60, "CB-354", "2 x 30 for the mission = 60"),
    ("CB-R48", ((30, True),), SUM, PLAIN, 30, "CB-354", "30 for the mission = 30"),
    ("CB-354", ((30, False),), SUM, DOUBLE, -20, "CB-354", "-20 for the failed mission = -20"),
    ("CB-R48", ((30, False),), SUM, PLAIN, -20, "CB-354", "-20 for the failed mission = -20"),
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
    options = Options(alliance_missions_both=both, alliance_solo_expansion=solo)
    line = ScoreLine(1, A, *worth(A, (A, B)[: len(results)], results, options))
    assert (line.points, line.rule.id, line.working) == (points, rule, working)


# The round ---------------------------------------------------------------------------------------------------------

KIND = RoundType.MISSIONS_ALLIANCES
TEAMS = ((A, C), (B, D))
FOUR, LOW, TRUMP = Mission.FOUR, Mission.NONE_OR_ONE, Mission.TRUMP_TRICK


def formed(
    players: int = 4, teams: Groups = TEAMS, spun: Spinner = Spinner.RED, cards: int = 5, **options: Any
) -> State:
    """A round with its teams, waiting for the first mission."""
    state = of_type(KIND, players, cards, **options)
    return after(state, TrumpSpun(spun), TeamsFormed(teams))


def shown(state: State, *missions: Mission) -> State:
    seats = state.clockwise
    return after(state, *(MissionKept(seat, mission) for seat, mission in zip(seats, missions, strict=True)))


@pytest.mark.parametrize("level", Level)
def test_allies_with_missions_have_secret_notes(level: Level) -> None:  # CB-330
    state = formed(level=level, cards=1)
    assert_refused(state, NoteShown(A), "CB-261", says="Ana shows a mission first.")
    state = shown(state, TRUMP, LOW, LOW, LOW)
    assert NoteShown.kind in kinds(state, Role.ASIDE)
    state = after(state, NoteShown(A))
    assert_refused(state, NoteShown(A), "CB-330", says="has already used this round's Secret Note")
    assert [sign.seat for sign in GAME.view(state).board.markers if sign.key == "note"] == [A]
    if level is Level.TRICKS:
        state = after(state, *won(A))
    if level is Level.CARDS:
        state = laid(state, "r2 b3 b4 b5")
    state = after(state, NoteShown(B))
    assert state_main(state).kind == MissionsJudged.kind
    judged_ = after(state, judged(1, 1, 1, 1))
    assert (judged_ if level is Level.COUNTS else scored(judged_)).totals == (10, 0, 10, 0)


def test_two_players_and_the_final_round_have_no_missions_in_teams() -> None:  # CB-174, CB-331
    two = opened(2, pool=(RoundType.NORMAL, RoundType.BLIND, KIND))
    assert_refused(two, TypeDrawn(KIND), "CB-174", "E_TYPE_EXCLUDED")
    last = opened(4, schedule=(5,), pool=(RoundType.NORMAL, KIND))
    assert_refused(last, TypeDrawn(KIND), "CB-176", "E_ALLIANCE_FINAL")


def test_each_team_is_paid_for_both_missions() -> None:
    state = after(shown(formed(cards=6), FOUR, TRUMP, TRUMP, LOW), judged(1, 1, 1, 0))  # six cards: 35, 20, 20, 5
    assert [(line.seat, line.points, line.rule.id) for line in lines(state)] == [
        (A, 55, "CB-351"),
        (C, 55, "CB-351"),
        (B, 0, "CB-352"),
        (D, 0, "CB-352"),
    ]
    assert state.totals == (55, 0, 55, 0)


@pytest.mark.parametrize(
    ("options", "achieved", "worth_each"),
    [
        ({}, (0, 1, 0, 0, 1), (-40, 0, -40, 0, 10)),
        ({}, (1, 1, 1, 1, 0), (70, 25, 70, 25, -20)),
        ({"alliance_missions_both": OWN}, (1, 1, 1, 1, 1), (45, 25, 25, 0, 10)),
        ({"alliance_solo_expansion": PLAIN}, (0, 0, 0, 0, 1), (-40, -40, -40, -40, 5)),
    ],
)
def test_five_play_in_two_teams_and_alone(
    options: dict[str, Any], achieved: tuple[int, ...], worth_each: tuple[int, ...]
) -> None:
    state = formed(5, ((A, C), (B, D), (E,)), cards=6, **options)  # 5 players, 6 cards: 45, 25, 25, 0, and 5 for 0 or 1
    state = after(shown(state, FOUR, TRUMP, TRUMP, Mission.NOT_FIRST, LOW), judged(*achieved))
    assert state.totals == worth_each


def test_missions_shown_at_once_are_picked_in_secret_once_there_are_teams() -> None:  # CB-270
    options: dict[str, Any] = {"missions_reveal": MissionsReveal.TOGETHER, "secrets": Secrets.SEALED}
    assert not GAME.sealed(after(of_type(KIND, 4, 5, **options), TrumpSpun(Spinner.RED)))
    state = formed(**options)
    assert len(GAME.sealed(state)) == 4
    picks = [MissionPicked(1, seat, LOW if seat else FOUR) for seat in (D, B, A, C)]
    state = after(state, *picks[:3])
    assert picks[0].veiled(state) == {"mission"}
    assert after(state, picks[3], judged(1, 1, 1, 1)).totals == (40, 10, 40, 10)


def test_the_teams_stand_at_the_top() -> None:
    assert team_facts(formed()) == [("Ana + Cleo", ""), ("Ben + Dov", "")]
    both = opened(4, schedule=(5, 5), pool=(KIND, RoundType.ALLIANCES))
    alliance = after(both, TypeDrawn(RoundType.ALLIANCES), TeamsFormed(TEAMS))
    assert len(team_facts(alliance)) == 2


def test_an_ally_is_no_opponent_and_a_jester_has_no_bid() -> None:  # CB-R18, CB-276
    deck = {"specials": (Special.WITCH, Special.JESTER)}
    state = shown(formed(level=Level.TRICKS, **deck), FOUR, LOW, LOW, LOW)
    assert_refused(state, witch(A, {C: 20}), "CB-R18", says="Cleo")
    assert_refused(state, JesterPlayed(A, 1, copied=False), "CB-125", "E_JESTER_NO_BID")
