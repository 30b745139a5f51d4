"""Limited statistics equal the statistics of a file that has nothing but the sessions within the limit."""

import random
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from storage.bg_stats.importing import import_plays
from storage.history.session_filter import SessionFilter
from storage.statistics.evenings_and_years import find_last_evening, load_evening, load_year
from storage.statistics.games import list_games, load_game_page, load_rounds
from storage.statistics.limits import NO_LIMIT, reading_limited
from storage.statistics.player_totals import list_player_summaries
from storage.statistics.profile import load_games, load_overview
from storage.statistics.rivals import load_rivals
from storage.store import Store
from tests.seeds import seeds
from tests.storage.conftest import OPENED, play, record, scored, ticking
from tests.storage.pasts import evening, happen
from tests.storage.tiny import PAIRS, TINY
from tests.storage.worlds import play as bg_play
from tests.storage.worlds import read, score, world

SHELF = (TINY, PAIRS)
PLACES = ("Café", "café", "At Ana's", "")


@pytest.fixture
def years(path: Path) -> Iterator[Store]:
    """A store whose clock goes on by forty minutes whenever somebody looks, so that there are many evenings."""
    with Store(path, SHELF, now=ticking(step=timedelta(minutes=40))) as store:
        yield store


def all_pages(store: Store, limit: SessionFilter = NO_LIMIT) -> dict[str, Any]:
    """Every page of statistics. A last play is not compared: without a limit it is never forgotten."""
    database = store.database
    pages: dict[str, Any] = {"games": list_games(database, limit), "people": list_player_summaries(database, limit)}
    for game in SHELF:
        pages[game.key] = load_game_page(database, game.key, limit), load_rounds(database, game.key, limit)
    for player in store.players.list_recent(archived=True):
        for load in (load_overview, load_games, load_rivals):
            pages[f"{load.__name__} {player.name}"] = load(database, player.id, limit)
    return pages


def limits(store: Store, rng: random.Random) -> Iterator[SessionFilter]:
    """A time, a place, a set of players, these players alone, and all of it."""
    heads = store.history.list_sessions(limit=999).sessions
    since, until = sorted(rng.choice(heads).opened_at for _ in range(2))
    some = rng.choice([head for head in heads if len(head.seats) > 2])
    players = tuple(seated.player.id for seated in some.seats[:2])
    yield SessionFilter(since=since, until=until)
    yield SessionFilter(place="CAFE")
    yield SessionFilter(players=players)
    yield SessionFilter(players=players, seats=2)
    yield SessionFilter(since=since, place="cafe", players=players[:1])
    yield SessionFilter(place="nowhere")


@pytest.mark.parametrize("seed", seeds(12, long=2))
def test_limited_pages_equal_those_of_a_file_with_only_these_sessions(years: Store, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        happen(years, rng)
    for head in years.history.list_sessions(limit=999).sessions:
        years.sessions.set_details(head.id, place=rng.choice(PLACES))
    unlimited = all_pages(years)
    for limit in limits(years, rng):
        limited = all_pages(years, limit)
        kept = {head.id for head in years.history.search(limit, limit=999).sessions}
        others = [head.id for head in years.history.list_sessions(limit=999).sessions if head.id not in kept]
        for session_id in others:
            years.bin.add(session_id)
        assert limited == all_pages(years)
        for session_id in others:
            years.bin.restore(session_id)
        assert all_pages(years) == unlimited  # nothing of the limit stays behind


@pytest.mark.long
def test_a_limited_page_that_fails_leaves_no_limit_behind(store: Store) -> None:
    evening(store, ("Ana", "Ben"), (0, 5), (0, 5), (0, 5))
    unlimited = all_pages(store)

    def fail() -> None:
        with reading_limited(store.database, SessionFilter(place="nowhere")):
            raise ZeroDivisionError

    for _ in range(3):
        with pytest.raises(ZeroDivisionError):
            fail()
        assert all_pages(store) == unlimited
    assert list_games(store.database, SessionFilter(place="nowhere")) == ()


# Evenings ----------------------------------------------------------------------------------------------------------


def names(page: Any) -> list[tuple[int, str, int, int]]:
    return [(standing.rank, standing.player.name, standing.wins, standing.plays) for standing in page.standings]


def test_nobody_wins_an_evening_alone(store: Store) -> None:
    import_plays(store, read(world(bg_play(1, score(1, "5", winner=True)))))
    day = find_last_evening(store.database)
    assert day is not None
    assert [standing.wins for standing in load_evening(store.database, day).standings] == [0]


def test_an_evening_lists_its_games_in_the_order_in_which_they_began(store: Store) -> None:
    first = store.sessions.open(TINY, OPENED)
    second = play(store, 0, 0, 1)
    record(store, first, *map(scored, (0, 0, 1)))
    day = store.sessions.load_head(first).opened_at.date()
    page = load_evening(store.database, day)
    assert [head.id for head in page.sessions] == [first, second]
    assert page.seconds == sum(head.seconds for head in page.sessions) > 0


@pytest.mark.long
def test_equal_wins_are_decided_by_rivals_beaten_and_then_shared(store: Store) -> None:
    evening(store, ("Ana", "Ben", "Cleo"), (0, 5), (0, 5), (1, 2))
    evening(store, ("Ana", "Ben", "Cleo"), (1, 5), (1, 5), (2, 2))
    page = load_evening(store.database, date(2026, 1, 2))
    assert names(page)[:2] == [(1, "Ben", 1, 2), (2, "Ana", 1, 2)]
    evening(store, ("Ana", "Ben"), (0, 5), (0, 5), (0, 5))
    evening(store, ("Ana", "Ben", "Dov"), (1, 5), (1, 5), (2, 5))
    page = load_evening(store.database, date(2026, 1, 2))
    assert names(page)[:2] == [(1, "Ben", 2, 4), (2, "Ana", 2, 4)]


def test_the_limit_of_an_evening_is_about_places_and_players(store: Store) -> None:
    here = evening(store, ("Ana", "Ben"), *[(0, 5)] * 3)
    evening(store, ("Cleo", "Dov"), *[(0, 5)] * 3)
    store.sessions.set_details(here, place="Café")
    page = load_evening(
        store.database, date(2026, 1, 2), SessionFilter(place="cafe", until=datetime(1999, 1, 1, tzinfo=UTC))
    )
    assert [head.id for head in page.sessions] == [here]
    assert names(page) == [(1, "Ana", 1, 1), (2, "Ben", 0, 1)]


@pytest.mark.parametrize("seed", seeds(12, long=2))
def test_a_year_is_the_sum_of_its_evenings(years: Store, seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(40):
        happen(years, rng)
    limit = SessionFilter(year=2026)
    year = load_year(years.database, limit)
    nights = [load_evening(years.database, night.day, limit) for night in year.evenings]
    assert [night.after for night in nights] == [None, *(night.day for night in nights[:-1])]
    assert [night.before for night in nights] == [*(night.day for night in nights[1:]), None]
    assert [night.plays for night in year.evenings] == [len(night.sessions) for night in nights]
    assert year.plays == sum(year.months) == sum(len(night.sessions) for night in nights)
    assert year.seconds == sum(night.seconds for night in nights)
    for standing in year.standings:
        own = [row for night in nights for row in night.standings if row.player == standing.player]
        assert (standing.plays, standing.wins) == (sum(row.plays for row in own), sum(row.wins for row in own))
        assert standing.evenings == len(own)
        assert standing.evenings_won == sum(row.rank == 1 and row.wins > 0 for row in own)
    won = [{row.player for row in night.standings if row.rank == 1 and row.wins} for night in nights]
    assert [set(night.winners) for night in year.evenings] == won
    assert [row.rank for row in year.standings] == sorted(row.rank for row in year.standings)
