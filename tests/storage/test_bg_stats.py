"""Interpreting points, sides, winners and ranks of BG Stats plays."""

from datetime import datetime, timedelta
from decimal import Decimal

import pytest

from storage.play_file import play_facts
from tests.storage.worlds import game, play, score


@pytest.mark.parametrize(
    ("typed", "points"),
    [
        ("12", "12"),
        ("3+6+2", "11"),
        ("1914-100", "1814"),
        (" 3 + 6 ", "9"),
        ("21,7", "21.7"),
        ("0.5+0,25", "0.75"),
        ("-5", "-5"),
        ("+5", "5"),
        ("\u22125", "-5"),
        ("0", "0"),
        (12, "12"),
        (1.5, "1.5"),
        ("", None),
        (None, None),
        ("49-46ish", None),
        ("abc", None),
        ("1.2.3", None),
        ("3 6", None),
        ("3++6", None),
        ("=1+1", None),
        ("1e9", None),
        ("9" * 40, None),
        (True, None),
        ([1], None),
    ],
)
def test_points_are_parsed_as_people_type_them(typed, points):
    assert play_facts.parse_points(typed) == (None if points is None else Decimal(points))


def compute_results(a_play, a_game=None):
    return [
        (seat.rank, seat.counted_points, seat.won)
        for seat in play_facts.compute_seat_results(a_play, a_game or game(1, "Tichu"))
    ]


def test_marked_winners_rank_first_and_the_others_by_points():
    scores = (score(1, "50"), score(2, "70", winner=True), score(3, "90"), score(4, "50"))
    assert compute_results(play(1, *scores)) == [(3, 50, False), (1, 70, True), (2, 90, False), (3, 50, False)]


def test_the_lowest_points_win_if_the_game_says_so():
    scores = (score(1, "50"), score(2, "20", winner=True), score(3, "30"))
    assert compute_results(play(1, *scores), game(2, "Golf", highestWins=False)) == [
        (3, 50, False),
        (1, 20, True),
        (2, 30, False),
    ]
    assert compute_results(play(1, *scores, scoringSetting=2))[0] == (3, 50, False)
    assert compute_results(play(1, *scores, scoringSetting=1), game(2, "Golf", highestWins=False))[0] == (2, 50, False)


def test_several_winners_share_rank_1_and_players_without_points_the_next():
    scores = (score(1, None, winner=True), score(2, "", winner=True), score(3, None), score(4, "5"))
    assert compute_results(play(1, *scores)) == [(1, None, True), (1, None, True), (3, None, False), (3, 5, False)]


def test_the_others_rank_by_points_also_where_the_winner_has_none():
    scores = (score(1, "3"), score(2, None, winner=True), score(3, "5"))
    assert compute_results(play(1, *scores)) == [(3, 3, False), (1, None, True), (2, 5, False)]


def test_halves_count_exactly_and_other_fractions_are_rounded_but_not_for_ranks():
    typed = ("2.5", "2,5+3", -0.5, "1.5+0.5", "21,7", "21,8", "2.25", "-2.75")
    results = compute_results(play(1, *map(score, range(1, 9), typed)))
    assert [repr(counted) for _, counted, _ in results] == ["2.5", "5.5", "-0.5", "2", "22", "22", "2", "-3"]
    assert [rank for rank, _, _ in results] == [4, 3, 7, 6, 2, 1, 5, 8]


def test_a_play_may_have_no_winner_and_a_file_mark_the_winners_alone():
    assert compute_results(play(1, score(1, "5"), score(2, "7"))) == [(2, 5, False), (1, 7, False)]
    marked = compute_results(play(1, score(1, "5", winner=True), {"playerRefId": 2, "score": "9"}))
    assert marked == [(1, 5, True), (2, 9, False)]


def test_ranks_in_the_file_are_kept():
    scores = (score(1, "5", rank=3), score(2, "7", rank=1, winner=True), score(3, "1", rank=2))
    assert compute_results(play(1, *scores)) == [(3, 5, False), (1, 7, True), (2, 1, False)]
    assert compute_results(play(1, score(1, "5", rank=9), score(2, "7", rank=1)))[1] == (1, 7, False)


def test_without_marked_winners_rank_1_or_the_best_points_win():
    bare = [{"playerRefId": 1, "score": "5"}, {"playerRefId": 2, "score": "7"}, {"playerRefId": 3, "score": "7"}]
    assert compute_results(play(1, *bare)) == [(3, 5, False), (1, 7, True), (1, 7, True)]
    assert compute_results(play(1, *bare), game(2, "Golf", highestWins=False))[0] == (1, 5, True)
    ranked = [row | {"rank": rank} for row, rank in zip(bare, (1, 3, 2), strict=True)]
    assert compute_results(play(1, *ranked)) == [(1, 5, True), (3, 7, False), (2, 7, False)]
    assert compute_results(play(1, {"playerRefId": 1}, {"playerRefId": 2})) == [(1, None, False), (1, None, False)]


def test_a_team_wins_and_loses_as_one_side():
    scores = [score(1, "10", winner=True, team="1"), score(2, "7", team="0"), score(3, "10", winner=True, team="1")]
    sides = play_facts.compute_seat_results(play(1, *scores, score(4, "9", team=""), usesTeams=True), game(1, "Tichu"))
    assert [(seat.side, seat.rank, seat.won) for seat in sides] == [
        (0, 1, True),
        (1, 3, False),
        (0, 1, True),
        (3, 2, False),
    ]


@pytest.mark.parametrize(("highest_wins", "second"), [(True, 40), (False, 7)])
def test_partners_share_the_best_points_of_their_team(highest_wins: bool, second: int) -> None:
    winners = score(1, "", winner=True, team="1"), score(2, "50", winner=True, team="1")
    a_play = play(1, *winners, score(3, "7", team="2"), score(4, "40", team="2"), usesTeams=True)
    results = compute_results(a_play, game(1, "Tichu", highestWins=highest_wins))
    assert results == [(1, 50, True), (1, 50, True), (2, second, False), (2, second, False)]


def test_teams_that_the_play_does_not_use_are_nobodys_partners():
    scores = [score(who, f"{who}0", team="1") for who in (1, 2, 3, 4)]
    assert [side for side, _, _ in sides_of(play(1, *scores, usesTeams=False), game(1, "Tichu"))] == [0, 1, 2, 3]


def sides_of(a_play, a_game):
    return [(seat.side, seat.rank, seat.won) for seat in play_facts.compute_seat_results(a_play, a_game)]


COOPERATIVE = (4, 5, 6, 7, 12, 13, 14, 15)
CONTEST = (1, 2, 3, 8, 9, 10, 11)
NO_SETTING = (0, None, "", "4", True, -4, 16, 20, 10**20)


def test_teams_without_ranks_come_in_the_order_of_their_best() -> None:
    points = {"0": (20,), "1": (10, 1), "2": (5, 4)}
    scores = [
        score(who, str(number), winner=team == "0", team=team)
        for who, (team, number) in enumerate(((team, number) for team, own in points.items() for number in own), 1)
    ]
    sides = sides_of(play(1, *scores, usesTeams=True), game(1, "Tichu"))
    assert sides == [(0, 1, True), (1, 2, False), (1, 2, False), (3, 3, False), (3, 3, False)]


@pytest.mark.parametrize("won", [True, False])
@pytest.mark.parametrize("more", [{}, {"usesTeams": True}], ids=["no teams", "teams"])
@pytest.mark.parametrize("of_game", [True, False, 1, 0, None], ids="cooperative={}".format)
def test_the_setting_of_a_play_overrides_whether_its_game_is_cooperative(of_game, more, won):
    a_game = game(1, "Pandemic", cooperative=of_game)
    scores = [score(who, f"{who}0", winner=won, team=str(who)) for who in (1, 2, 3)]
    for settings, is_one_side in ((COOPERATIVE, True), (CONTEST, False), (NO_SETTING, bool(of_game))):
        for setting in settings:
            sides = sides_of(play(1, *scores, scoringSetting=setting, **more), a_game)
            assert (sides == [(0, 1, won)] * 3) == is_one_side, setting
            assert len({side for side, _, _ in sides}) == (1 if is_one_side else 3), setting


@pytest.mark.parametrize("cooperative", [{"scoringSetting": 0}, *({"scoringSetting": n} for n in COOPERATIVE)])
def test_cooperative_players_contest_only_if_some_won_and_some_did_not(cooperative):
    together = game(1, "Pandemic", cooperative=True)
    assert sides_of(play(1, score(1, "5"), score(2, "7"), **cooperative), together) == [(0, 1, False)] * 2
    traitor = play(1, score(1, None, winner=True), score(2, None), **cooperative)
    assert sides_of(traitor, together) == [(0, 1, True), (1, 2, False)]
    villain = [score(1, None, team="0"), score(2, None, team="0"), score(3, None, winner=True, team="1")]
    against_one = sides_of(play(1, *villain, usesTeams=True, **cooperative), together)
    assert against_one == [(0, 2, False), (0, 2, False), (2, 1, True)]


def test_points_name_no_winner_among_cooperative_players_and_ranks_part_no_side():
    together = game(1, "Pandemic", cooperative=True)
    bare = [{"playerRefId": 1, "score": "5"}, {"playerRefId": 2, "score": "7"}]
    assert sides_of(play(1, *bare), together) == [(0, 1, False)] * 2
    ranked = [score(1, "5", winner=True, rank=2), score(2, "7", winner=True, rank=1)]
    assert sides_of(play(1, *ranked), together) == [(0, 1, True)] * 2
    teams = [score(1, "5", rank=3, team="0"), score(2, "7", rank=2, team="0"), score(3, "9", winner=True, rank=1)]
    assert sides_of(play(1, *teams, usesTeams=True), game(1, "Tichu")) == [(0, 2, False), (0, 2, False), (2, 1, True)]


@pytest.mark.parametrize(
    ("date", "at"),
    [
        ("2021-01-03 19:42:34", datetime(2021, 1, 3, 19, 42, 34)),
        ("2021-01-03", datetime(2021, 1, 3)),
        ("0000-00-00 00:00:00", None),
        ("1021-01-03", None),
        ("yesterday", None),
        (20210103, None),
        (None, None),
    ],
)
def test_dates_without_a_zone_are_local(date, at):
    assert play_facts.parse_datetime(date) == at


@pytest.mark.parametrize("date", ["2026-01-01", " 20260101 "])
def test_a_play_without_an_hour_was_played_at_noon_of_its_day(date):
    assert play_facts.get_play_date({"playDate": date}) == datetime(2026, 1, 1, 12)
    assert play_facts.get_play_date({"entryDate": date}) == datetime(2026, 1, 1, 12)
    assert play_facts.get_play_date({"playDate": "2026-01-01 00:00:00"}) == datetime(2026, 1, 1)


def test_a_duration_is_known_up_to_a_week():
    week = 7 * 24 * 60
    for minutes in (1, 90, week):
        assert play_facts.get_duration({"durationMin": minutes}) == timedelta(minutes=minutes)
    for minutes in (0, -5, None, "90", True, week + 1, 10**9):
        assert play_facts.get_duration({"durationMin": minutes}) is None


def test_stable_ids_ignore_case():
    written = {"uuid": " ABCDEF00-0000-4000-8000-00000000000A "}
    assert play_facts.stable_id("players", written, "Ana") == "abcdef00-0000-4000-8000-00000000000a"
    assert play_facts.stable_id("players", {"uuid": "x1"}) == play_facts.stable_id("players", {"uuid": "X1"}, "Ana")
    assert play_facts.stable_id("players", {"uuid": "x1"}) != play_facts.stable_id("games", {"uuid": "x1"})


@pytest.mark.parametrize("uuid", [None, "", " ", 7, True, ["x"]])
def test_without_a_uuid_the_fallback_names_an_object_and_it_gets_its_id(uuid):
    nameless, named = {"uuid": uuid, "name": "Ana"}, {"name": "Ana"}
    assert play_facts.stable_id("players", nameless, "Ana") == play_facts.stable_id("players", named, "Ana")
    assert play_facts.stable_id("players", nameless, "Ana") != play_facts.stable_id("players", nameless, "Ben")
    assert play_facts.with_uuid(nameless, "id-1") == play_facts.with_uuid(named, "id-1") == named | {"uuid": "id-1"}
    assert play_facts.with_uuid({"uuid": "X1"}, "id-1") == {"uuid": "X1"}
