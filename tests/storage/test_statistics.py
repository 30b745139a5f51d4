"""Statistics about players."""

import random
from datetime import UTC, date, datetime, timedelta
from functools import partial
from pathlib import Path

import pytest
from sqlalchemy import select

from scoring.contract.game import Opened, Stopped
from scoring.engine.journal import Record
from storage.bg_stats.importing import import_plays
from storage.derived import pipeline
from storage.models import SESSION
from storage.statistics.evenings_and_years import load_evening
from storage.statistics.games import load_game_page
from storage.statistics.player_highlights import Comeback, Evening, Evenings, Streaks, compute_streaks
from storage.statistics.player_totals import PlayTotals, list_player_summaries
from storage.statistics.profile import Measured, MeasureTotal, load_games, load_overview
from storage.statistics.rivals import load_rivals
from storage.store import Store
from storage.upkeep.doctor import doctor
from tests.seeds import seeds
from tests.storage import worlds as bg
from tests.storage.conftest import named, open_store, play, record, sql, ticking
from tests.storage.pasts import evening, happen
from tests.storage.tiny import PAIRS, TINY, Options

SHELF = (TINY, PAIRS)


def first(store: Store, name: str) -> PlayTotals:
    return load_overview(store.database, named(store, name)).record.total


# A small world -----------------------------------------------------------------------------------------------------


def test_wins_are_compared_with_chance_by_table_size(store: Store) -> None:
    evening(store, ("Ana", "Ben"), (0, 5), (0, 5), (0, 5))
    evening(store, ("Ana", "Ben", "Cleo", "Dov"), (1, 5), (1, 5), (0, 2))
    ana = first(store, "Ana")
    assert (ana.plays, ana.wins, ana.rate) == (2, 1, 0.5)
    assert ana.chance == (1 / 2 + 1 / 4) / 2
    assert (ana.rank, ana.score) == (1.5, 8.5)
    assert (ana.beaten, ana.lost) == (3, 1)


def test_partners_are_one_side_for_chance(store: Store) -> None:
    evening(store, ("Ana", "Ben", "Cleo", "Dov"), (0, 5), (1, 2), (2, 5), game=PAIRS)
    assert [first(store, name).chance for name in ("Ana", "Ben")] == [0.5, 0.5]
    assert [first(store, name).wins for name in ("Ana", "Cleo", "Ben")] == [1, 1, 0]
    assert first(store, "Ana").beaten == 1
    evening(store, ("Ana", "Ben", "Cleo", "Dov"), (0, 5), (1, 2), (2, 5))
    record = load_overview(store.database, named(store, "Ana")).record
    assert (list(record.by_sides), record.partnered) == ([2, 4], {2})


def test_unknown_statistics_are_none_and_not_0(store: Store) -> None:
    store.players.create("Ana")
    ana = first(store, "Ana")
    assert (ana.plays, ana.rate, ana.chance, ana.rank, ana.score) == (0, None, None, None, None)
    page = load_overview(store.database, named(store, "Ana"))
    assert (page.streaks, page.evenings, page.comeback) == (Streaks(), Evenings(0), None)


def test_plays_are_summed_by_game_most_played_first_and_by_number_of_sides(store: Store) -> None:
    store.sessions.now = ticking(step=timedelta(minutes=1))
    for game in (PAIRS, TINY, TINY):
        evening(store, ("Ana", "Ben"), (0, 5), (0, 4), (1, 3), game=game)
    record = load_overview(store.database, named(store, "Ana")).record
    assert [(game, totals.plays, totals.points) for game, totals in record.by_game.items()] == [
        ("tiny", 2, 18),
        ("pairs", 1, 9),
    ]
    assert {sides: totals.plays for sides, totals in record.by_sides.items()} == {2: 3}
    assert record.total.seconds == 3 * 3 * 60


def test_a_play_without_points_or_opponents_has_no_average(store: Store) -> None:
    together = bg.play(1, bg.score(1, None, winner=True), bg.score(2, None, winner=True), scoringSetting=4)
    import_plays(store, bg.read(bg.world(together)))
    ana = first(store, "Ana")
    assert (ana.plays, ana.wins, ana.contested, ana.rate, ana.score) == (1, 1, 0, None, None)


def test_a_streak_is_of_plays_in_the_order_in_which_they_ended(store: Store) -> None:
    for winner in (1, 0, 0, 0, 1, 0, 0):
        evening(store, ("Ana", "Ben"), (winner, 5), (winner, 5), (winner, 5))
    assert load_overview(store.database, named(store, "Ana")).streaks == Streaks(2, 3)


def test_wins_against_nobody_make_no_streak_and_no_evening(store: Store) -> None:
    together = partial(bg.play, scoringSetting=4, playDate="2026-01-05 20:00:00")  # against the game
    winners = bg.score(1, None, winner=True), bg.score(2, None, winner=True)
    import_plays(store, bg.read(bg.world(together(1, *winners), together(2, *winners))))
    evening(store, ("Ana", "Ben"), (1, 5), (1, 5), (1, 5))
    overview = load_overview(store.database, named(store, "Ana"))
    assert overview.streaks == Streaks()
    standings = load_evening(store.database, date(2026, 1, 5)).standings
    assert {(each.wins, each.plays) for each in standings} == {(0, 0)}
    assert [each.wins for each in (overview.evenings.best, overview.evenings.worst) if each] == [0, 0]


def test_a_single_win_is_not_a_streak() -> None:
    assert compute_streaks([]) == Streaks(0, 0)
    assert compute_streaks([False, True, False, True]) == Streaks(0, 0)
    assert compute_streaks([True, True, True, False, True, True]) == Streaks(2, 3)


@pytest.mark.long
def test_the_evening_ends_at_five_in_the_morning_and_has_a_best_and_a_worst(path: Path) -> None:
    with open_store(path) as store:
        for start, others in (("02T23:30", 1), ("03T03:00", 1), ("03T20:00", 3), ("04T20:00", 3)):
            store.sessions.now = ticking(datetime.fromisoformat(f"2026-01-{start}:00+00:00"))
            winners = (0, 0, 0) if others == 1 else (1, 2, 3)
            evening(store, ("Ana", "Ben", "Cleo", "Dov")[: others + 1], *((winner, 5) for winner in winners))
        sql(store, "UPDATE session SET utc_offset = 60")
        store.rebuild()
        page = load_overview(store.database, named(store, "Ana")).evenings
    assert page.number == 3
    assert page.best == Evening(date(2026, 1, 2), plays=2, wins=2, beaten=2, lost=0)
    assert page.worst == Evening(date(2026, 1, 4), plays=1, wins=0, beaten=0, lost=3)


def test_of_equal_evenings_none_is_the_best_or_the_worst(path: Path) -> None:
    with open_store(path) as store:
        for day in (2, 3):
            store.sessions.now = ticking(datetime(2026, 1, day, 20, tzinfo=UTC))
            evening(store, ("Ana", "Ben"), (0, 5), rounds=1)
        assert load_overview(store.database, named(store, "Ana")).evenings == Evenings(2)


def test_the_biggest_comeback_is_measured_from_halfway_to_the_end(store: Store) -> None:
    session_id = play(store, 0, 1, 2, 2, opened=Opened(("Ana", "Dov", "Ben"), Options(4)))
    evening(store, ("Ana", "Ben"), (0, 5), (1, 9), (0, 1))
    assert load_overview(store.database, named(store, "Ben")).comeback == Comeback(
        session_id, "tiny", date(2026, 1, 2), halfway=3, rank=1
    )
    assert load_overview(store.database, named(store, "Dov")).comeback is None


def test_a_comeback_after_midnight_has_the_date_of_its_own_page(path) -> None:
    with open_store(path) as store:
        store.sessions.now = ticking(datetime(2026, 1, 3, 1, tzinfo=UTC))
        play(store, 0, 1, 2, 2, opened=Opened(("Ana", "Dov", "Ben"), Options(4)))
        overview = load_overview(store.database, named(store, "Ben"))
        assert overview.comeback is not None
        assert overview.comeback.day == date(2026, 1, 3)


def test_a_stopped_session_is_neither_a_comeback_nor_a_record(store: Store) -> None:
    session_id = evening(store, ("Ana", "Ben"), (0, 5), (1, 9))
    record(store, session_id, Record(Stopped("late", counts=True)))
    ben = load_overview(store.database, named(store, "Ben"))
    assert (ben.record.total.wins, ben.comeback) == (1, None)
    assert ben.record.total.score is None, "no final score"
    assert "comeback" not in {record.key for record in load_game_page(store.database, "tiny").records}
    evening(store, ("Ana", "Ben"), (0, 5), (1, 9), (1, 2))
    assert load_overview(store.database, named(store, "Ben")).comeback is not None
    assert "comeback" in {record.key for record in load_game_page(store.database, "tiny").records}


@pytest.mark.long
def test_nemesis_and_victim_need_three_meetings(store: Store) -> None:
    for _ in range(2):  # Cleo always wins, but they met only twice
        evening(store, ("Ana", "Cleo"), (1, 5), (1, 5), (1, 5))
    for winner in (1, 1, 0):  # two of three lost
        evening(store, ("Ana", "Ben"), (winner, 5), (winner, 5), (winner, 5))
    for winner in (1, 1, 0, 1, 1, 0):  # four of six: the same share of more meetings
        evening(store, ("Ana", "Dov"), (winner, 5), (winner, 5), (winner, 5))
    for winner in (1, 0, 0, 0):
        evening(store, ("Ana", "Eve"), (winner, 5), (winner, 5), (winner, 5))
    page = load_rivals(store.database, named(store, "Ana"))
    assert page.nemesis is not None
    assert page.victim is not None
    assert (page.nemesis.player.name, page.nemesis.meetings, page.nemesis.lost) == ("Dov", 6, 4)
    assert (page.victim.player.name, page.victim.meetings, page.victim.beaten) == ("Eve", 4, 3)
    assert [rival.player.name for rival in page.everybody] == ["Dov", "Eve", "Ben", "Cleo"]


@pytest.mark.parametrize("winners", [(0, 0, 0), (0, 1, 0, 1)], ids=["never behind", "level"])
def test_a_nemesis_ranked_higher_more_often_than_lower(store: Store, winners: tuple[int, ...]) -> None:
    for winner in winners:
        evening(store, ("Ana", "Ben"), (winner, 5), (winner, 5), (winner, 5))
    assert load_rivals(store.database, named(store, "Ana")).nemesis is None
    assert load_rivals(store.database, named(store, "Ben")).victim is None


def test_measures_are_summed_by_game_and_one_of_others_alone_counts_with_nothing(store: Store) -> None:
    evening(store, ("Ana", "Ben"), (0, 5), (0, 5), (1, 5))
    evening(store, ("Ana", "Ben"), (0, 5), (1, 5), (1, 5))
    evening(store, ("Ana", "Ben"), (1, 5), (1, 5), (1, 5))
    evening(store, ("Cleo", "Ben"), (1, 5), (1, 5), (1, 5))
    measures = [load_games(store.database, named(store, name)).measures for name in ("Ana", "Cleo")]
    assert measures == [{"tiny": Measured(3, {"scored": MeasureTotal(value=3, of=3)})}, {"tiny": Measured(1, {})}]


def test_partners_are_no_rivals(store: Store) -> None:
    for points in (2, 9):
        evening(store, ("Ana", "Ben", "Cleo", "Dov"), (0, 5), (1, points), (2, 3), game=PAIRS)
    evening(store, ("Ana", "Eve"), (0, 5), (0, 5), (0, 5))
    everybody = load_rivals(store.database, named(store, "Ana")).everybody
    assert [rival.player.name for rival in everybody] == ["Ben", "Cleo", "Dov", "Eve"]  # who was there most first
    page = {rival.player.name: rival for rival in everybody}
    assert (page["Cleo"].meetings, page["Cleo"].together, page["Cleo"].won_together) == (0, 2, 1)
    assert (page["Ben"].meetings, page["Ben"].beaten, page["Ben"].lost, page["Ben"].ties) == (2, 1, 1, 0)


def test_only_counted_sessions_are_in_statistics(store: Store) -> None:
    evening(store, ("Ana", "Ben"), (0, 5))
    for counts in (True, False):
        record(store, evening(store, ("Ana", "Ben"), (0, 5)), Record(Stopped("late", counts=counts)))
    binned = evening(store, ("Ana", "Ben"), (0, 5), (0, 5), (0, 5))
    store.bin.add(binned)
    assert first(store, "Ana").plays == 1
    store.bin.restore(binned)
    assert first(store, "Ana").plays == 2


def test_players_are_listed_by_last_play(store: Store) -> None:
    store.players.create("Zoe")
    evening(store, ("Ana", "Ben"), (0, 5), (0, 5), (0, 5))
    evening(store, ("Cleo", "Ben"), (0, 5), (0, 5), (0, 5))
    page = [(summary.player.name, summary.plays, summary.rate) for summary in list_player_summaries(store.database)]
    assert page == [("Ben", 2, 0), ("Cleo", 1, 1), ("Ana", 1, 1), ("Zoe", 0, None)]


# Worlds at random --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", seeds(4, long=0))
def test_plays_are_correct_after_every_change(seed: int, store: Store) -> None:
    rng = random.Random(200 + seed)
    for _ in range(40):
        happen(store, rng)
        with store.database.reading() as db:
            sessions = db.execute(select(SESSION.c.id)).scalars().all()
            assert not [one for one in sessions if pipeline.has_wrong_plays(db, one)]
    assert doctor(store.database.path, SHELF).healthy
