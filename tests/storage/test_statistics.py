"""Player statistics equal a slow recomputation from the journals."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from sqlalchemy import select

from scoring.contract.game import Stopped
from scoring.engine.journal import Record
from storage.bg_stats.importing import import_plays
from storage.derived import pipeline
from storage.models import SESSION
from storage.statistics.games import load_game_page
from storage.statistics.measures import MeasureTotal
from storage.statistics.moments import Comeback, Evening, Evenings, Streaks, compute_streaks
from storage.statistics.people import PlayTotals, list_player_summaries
from storage.statistics.profile import load_games, load_overview
from storage.statistics.rivals import Rival, load_rivals
from storage.store import Store
from storage.upkeep.doctor import doctor
from tests.seeds import seeds
from tests.storage import worlds as bg
from tests.storage.conftest import named, record, ticking
from tests.storage.pasts import PAIRS, evening, expected_wins, happen, longest, met, plays
from tests.storage.tiny import TINY

SHELF = (TINY, PAIRS)

MANY = 20


@pytest.fixture
def world(path: Path) -> Iterator[Store]:
    with Store(path, SHELF, now=ticking(datetime(2026, 1, 2, 20, 0, tzinfo=UTC))) as store:
        yield store


def first(store: Store, name: str) -> PlayTotals:
    return load_overview(store.database, named(store, name)).record.total


# A small world -----------------------------------------------------------------------------------------------------


def test_wins_are_compared_with_chance_by_table_size(world: Store) -> None:
    evening(world, ("Ana", "Ben"), (0, 5), (0, 5), (0, 5))
    evening(world, ("Ana", "Ben", "Cleo", "Dov"), (1, 5), (1, 5), (0, 2))
    ana = first(world, "Ana")
    assert (ana.plays, ana.wins, ana.rate) == (2, 1, 0.5)
    assert ana.chance == (1 / 2 + 1 / 4) / 2
    assert (ana.rank, ana.score) == (1.5, 8.5)
    assert (ana.beaten, ana.lost) == (3, 1)


def test_partners_are_one_side_for_chance(world: Store) -> None:
    evening(world, ("Ana", "Ben", "Cleo", "Dov"), (0, 5), (1, 2), (2, 5), game=PAIRS)
    assert [first(world, name).chance for name in ("Ana", "Ben")] == [0.5, 0.5]
    assert [first(world, name).wins for name in ("Ana", "Cleo", "Ben")] == [1, 1, 0]
    assert first(world, "Ana").beaten == 1
    evening(world, ("Ana", "Ben", "Cleo", "Dov"), (0, 5), (1, 2), (2, 5))
    record = load_overview(world.database, named(world, "Ana")).record
    assert (list(record.by_sides), record.partnered) == ([2, 4], {2})


def test_unknown_statistics_are_none_and_not_0(world: Store) -> None:
    world.players.create("Ana")
    ana = first(world, "Ana")
    assert (ana.plays, ana.rate, ana.chance, ana.rank, ana.score) == (0, None, None, None, None)
    page = load_overview(world.database, named(world, "Ana"))
    assert (page.streaks, page.evenings, page.comeback) == (Streaks(), Evenings(0), None)


def test_a_single_win_is_not_a_streak() -> None:
    assert compute_streaks([]) == Streaks(0, 0)
    assert compute_streaks([0, 1, 0, 1]) == Streaks(0, 0)
    assert compute_streaks([1, 1, 0, 1, 1, 1, 0]) == Streaks(0, 3)
    assert compute_streaks([1, 1, 1, 0, 1, 1]) == Streaks(2, 3)


@pytest.mark.long
def test_the_evening_ends_at_five_in_the_morning_and_has_a_best_and_a_worst(path: Path) -> None:
    for start, name in (("2026-01-02T23:30", "a"), ("2026-01-03T03:00", "a"), ("2026-01-03T20:00", "b")):
        with Store(path, (TINY,), now=ticking(datetime.fromisoformat(f"{start}:00+00:00"))) as store:
            winner = 0 if name == "a" else 1
            evening(store, ("Ana", "Ben"), (winner, 5), (winner, 5), (winner, 5))
            with store.database.writing() as db:
                db.connection().exec_driver_sql("UPDATE session SET utc_offset = 60")
            store.rebuild()
            page = load_overview(store.database, named(store, "Ana")).evenings
    assert page.number == 2
    assert page.best == Evening(date(2026, 1, 2), plays=2, wins=2, beaten=2, lost=0)
    assert page.worst == Evening(date(2026, 1, 3), plays=1, wins=0, beaten=0, lost=1)


def test_the_biggest_comeback_is_measured_from_halfway_to_the_end(world: Store) -> None:
    evening(world, ("Ana", "Ben", "Cleo"), (1, 5), (2, 5), (0, 9))
    session_id = evening(world, ("Ana", "Ben", "Cleo", "Dov"), (0, 9), (1, 5), (1, 9))
    assert load_overview(world.database, named(world, "Ben")).comeback == Comeback(
        session_id, "tiny", date(2026, 1, 2), halfway=2, rank=1
    )
    assert load_overview(world.database, named(world, "Dov")).comeback is None


def test_a_stopped_session_is_neither_a_comeback_nor_a_record(world: Store) -> None:
    session_id = evening(world, ("Ana", "Ben"), (0, 5), (1, 9))
    record(world, session_id, Record(Stopped("late", counts=True)))
    ben = load_overview(world.database, named(world, "Ben"))
    assert (ben.record.total.wins, ben.comeback) == (1, None)
    assert "comeback" not in {record.key for record in load_game_page(world.database, "tiny").records}
    evening(world, ("Ana", "Ben"), (0, 5), (1, 9), (1, 2))
    assert load_overview(world.database, named(world, "Ben")).comeback is not None
    assert "comeback" in {record.key for record in load_game_page(world.database, "tiny").records}


@pytest.mark.long
def test_nemesis_and_victim_need_three_meetings(world: Store) -> None:
    for _ in range(2):  # Cleo always wins, but they met only twice
        evening(world, ("Ana", "Cleo"), (1, 5), (1, 5), (1, 5))
    for winner in (1, 1, 0):  # two of three lost
        evening(world, ("Ana", "Ben"), (winner, 5), (winner, 5), (winner, 5))
    for winner in (1, 1, 0, 1, 1, 0):  # four of six: the same share of more meetings
        evening(world, ("Ana", "Dov"), (winner, 5), (winner, 5), (winner, 5))
    for winner in (1, 0, 0, 0):
        evening(world, ("Ana", "Eve"), (winner, 5), (winner, 5), (winner, 5))
    page = load_rivals(world.database, named(world, "Ana"))
    assert page.nemesis is not None
    assert page.victim is not None
    assert (page.nemesis.player.name, page.nemesis.meetings, page.nemesis.lost) == ("Dov", 6, 4)
    assert (page.victim.player.name, page.victim.meetings, page.victim.beaten) == ("Eve", 4, 3)
    assert [rival.player.name for rival in page.everybody] == ["Dov", "Eve", "Ben", "Cleo"]


def test_a_rival_who_never_ranked_higher_is_no_nemesis(world: Store) -> None:
    for _ in range(3):
        evening(world, ("Ana", "Ben"), (0, 5), (0, 5), (0, 5))
    assert load_rivals(world.database, named(world, "Ana")).nemesis is None
    assert load_rivals(world.database, named(world, "Ben")).victim is None


def test_whoever_won_and_lost_as_often_is_neither_nemesis_nor_victim(world: Store) -> None:
    for winner in (0, 1, 0, 1):
        evening(world, ("Ana", "Ben"), (winner, 5), (winner, 5), (winner, 5))
    page = load_rivals(world.database, named(world, "Ana"))
    assert (page.nemesis, page.victim) == (None, None)


def test_measures_are_summed_by_game(world: Store) -> None:
    evening(world, ("Ana", "Ben"), (0, 5), (0, 5), (1, 5))
    evening(world, ("Ana", "Ben"), (0, 5), (1, 5), (1, 5))
    assert load_games(world.database, named(world, "Ana")).measures == {
        "tiny": (MeasureTotal("scored", plays=2, rounds=3, value=3, of=3),)
    }


def test_partners_are_no_rivals(world: Store) -> None:
    evening(world, ("Ana", "Ben", "Cleo", "Dov"), (0, 5), (1, 2), (2, 5), game=PAIRS)
    page = {rival.player.name: rival for rival in load_rivals(world.database, named(world, "Ana")).everybody}
    assert (page["Cleo"].meetings, page["Cleo"].together, page["Cleo"].won_together) == (0, 1, 1)
    assert (page["Ben"].meetings, page["Ben"].beaten, page["Ben"].ties) == (1, 1, 0)


def test_only_counted_sessions_are_in_statistics(world: Store) -> None:
    evening(world, ("Ana", "Ben"), (0, 5))
    for counts in (True, False):
        record(world, evening(world, ("Ana", "Ben"), (0, 5)), Record(Stopped("late", counts=counts)))
    binned = evening(world, ("Ana", "Ben"), (0, 5), (0, 5), (0, 5))
    world.sessions.bin(binned)
    assert first(world, "Ana").plays == 1
    world.sessions.restore(binned)
    assert first(world, "Ana").plays == 2


def test_players_are_listed_by_last_play(world: Store) -> None:
    world.players.create("Zoe")
    evening(world, ("Ana", "Ben"), (0, 5), (0, 5), (0, 5))
    evening(world, ("Cleo", "Ben"), (0, 5), (0, 5), (0, 5))
    page = [(summary.player.name, summary.plays, summary.wins) for summary in list_player_summaries(world.database)]
    assert page == [("Ben", 2, 0), ("Cleo", 1, 1), ("Ana", 1, 1), ("Zoe", 0, 0)]


# Merges ------------------------------------------------------------------------------------------------------------


@pytest.mark.long
def test_a_merge_preview_is_correct_and_no_play_is_lost(world: Store) -> None:
    for _ in range(3):
        evening(world, ("Ben", "Ana"), (0, 5), (0, 5), (0, 5))
    evening(world, ("Benny", "Cleo"), (0, 5), (0, 5), (0, 5))
    ben, benny = named(world, "Ben"), named(world, "Benny")
    plan = world.merges.preview(benny, ben)
    assert (plan.player.name, plan.plays, plan.target.name, plan.target_plays, plan.refusal) == (
        "Benny",
        1,
        "Ben",
        3,
        "",
    )
    merge_id = world.merges.merge(benny, ben)
    assert first(world, "Ben").plays == 4
    assert {rival.player.name for rival in load_rivals(world.database, ben).everybody} == {"Ana", "Cleo"}
    assert [rival.player.name for rival in load_rivals(world.database, named(world, "Cleo")).everybody] == ["Ben"]
    assert [merge.player.name for merge in world.merges.list_active(ben)] == ["Benny"]
    assert world.merges.list_active(named(world, "Ana")) == ()
    assert world.players.get_canonical(benny).name == "Ben"
    world.merges.undo(merge_id)
    assert (first(world, "Ben").plays, first(world, "Benny").plays) == (3, 1)
    assert world.merges.list_active(ben) == ()


# Worlds at random --------------------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("seed", seeds(12, short=1, long=4))
def test_every_statistic_equals_a_slow_recomputation_from_the_journals(seed: int, world: Store) -> None:
    rng = random.Random(seed)
    for _ in range(3):
        for _ in range(12):
            happen(world, rng)
        assert_matches_journals(world)


@pytest.mark.parametrize("seed", seeds(4, short=0, long=0))
def test_plays_are_correct_after_every_change(seed: int, world: Store) -> None:
    rng = random.Random(200 + seed)
    for _ in range(40):
        happen(world, rng)
        with world.database.reading() as db:
            sessions = db.execute(select(SESSION.c.id)).scalars().all()
            assert not [one for one in sessions if pipeline.has_wrong_plays(db, one)]
    assert doctor(world.database.path, SHELF).healthy


def test_meetings_at_large_tables_are_counted(path: Path, world: Store) -> None:
    people_there = [bg.player(number, f"Player {number}") for number in range(1, MANY + 2)]
    crowd = bg.play(1, *(bg.score(number, str(number)) for number in range(1, MANY + 2)))
    pair = bg.play(2, bg.score(1, "3", winner=True), bg.score(2, "1"))
    import_plays(world, bg.read(bg.world(crowd, pair, players=people_there)))
    rivals = {rival.player.name: rival for rival in load_rivals(world.database, named(world, "Player 1")).everybody}
    assert len(rivals) == MANY
    assert (rivals["Player 2"].meetings, rivals["Player 2"].beaten, rivals["Player 2"].lost) == (2, 1, 1)
    assert rivals["Player 3"].meetings == 1
    assert doctor(path, SHELF).healthy


def load_pages(store: Store) -> list[object]:
    ids = [person.player.id for person in list_player_summaries(store.database)]
    pages = (load_overview, load_games, load_rivals)
    return [list_player_summaries(store.database), *(page(store.database, player) for page in pages for player in ids)]


def assert_matches_journals(store: Store) -> None:
    """Compare the statistics of every player with the journals."""
    world = plays(store)
    everybody = list_player_summaries(store.database)
    assert {summary.player.id for summary in everybody} >= {play.person for play in world}
    for person in everybody:
        me = person.player.id
        mine = [play for play in world if play.person == me]
        assert (person.plays, person.wins) == (len(mine), sum(play.won for play in mine))
        assert person.last_played_at == (mine[-1].order[0] if mine else None)
        page = load_overview(store.database, me)
        total = page.record.total
        assert total.expected_wins == pytest.approx(float(expected_wins(mine)))
        assert total.ranks == sum(play.rank for play in mine)
        assert total.beaten == sum(other > play.rank for play in mine for other in play.ranks)
        assert total.lost == sum(other < play.rank for play in mine for other in play.ranks)
        assert total.points == sum(play.points for play in mine)
        assert total.seconds == sum(play.seconds for play in mine)
        assert {game: part.plays for game, part in page.record.by_game.items()} == Counter(play.game for play in mine)
        assert page.streaks.longest == longest([play.won for play in mine])
        back = max((play.halfway - play.rank for play in mine if play.halfway and play.finished), default=0)
        assert (page.comeback.halfway - page.comeback.rank if page.comeback else 0) == max(back, 0)
        assert page.evenings.number == len({play.day for play in mine})
        counted: Counter[tuple[str, str]] = Counter()
        for play in mine:
            for key, value, _ in play.measures:
                counted[play.game, key] += value
        measures = load_games(store.database, me).measures
        assert {(game, one.key): one.value for game, many in measures.items() for one in many} == counted
        assert {rival.player.id: facts_of(rival) for rival in load_rivals(store.database, me).everybody} == met(
            world, me
        )


def facts_of(rival: Rival) -> tuple[int, ...]:
    numbers = asdict(rival)
    return tuple(numbers[name] for name in ("meetings", "beaten", "lost", "together", "won_together"))
