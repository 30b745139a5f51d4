"""An evening belongs to the year in which it began, on the clock at the table and whatever the device's clock says."""

import time
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from scoring.contract.game import Opened
from storage.history.session_filter import SessionFilter
from storage.statistics.evenings_and_years import find_evening, find_last_evening, load_evening, load_year
from storage.statistics.profile import load_overview
from storage.store import Store
from storage.upkeep.doctor import doctor
from tests.seeds import one_short
from tests.storage.conftest import play, record, scored, sql, ticking
from tests.storage.tiny import TINY, Options

EVE, DAY = date(2026, 12, 31), date(2027, 1, 1)
BEGUN = {  # on the clock at the table: who wins each game, by seat
    datetime(2026, 12, 31, 4, 59): 2,
    datetime(2026, 12, 31, 5, 0): 0,
    datetime(2026, 12, 31, 23, 30): 0,
    datetime(2027, 1, 1, 0, 30): 1,
    datetime(2027, 1, 1, 3, 0): 1,
    datetime(2027, 1, 1, 4, 59): 1,
    datetime(2027, 1, 1, 5, 0): 2,
    datetime(2027, 1, 1, 5, 1): 2,
}


@pytest.fixture(params=["UTC", "Pacific/Auckland", "America/Los_Angeles"])
def device(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    monkeypatch.setenv("TZ", request.param)
    time.tzset()
    yield request.param
    monkeypatch.undo()
    time.tzset()


def fill(path: Path, offset: int) -> None:
    """The games of `BEGUN` at a table with this offset from UTC; each takes some minutes."""
    for begun, winner in BEGUN.items():
        at = (begun - timedelta(minutes=offset)).replace(tzinfo=UTC)
        with Store(path, (TINY,), now=ticking(at)) as store:
            session_id = play(store, *[winner] * 3, opened=Opened(("Ana", "Ben", "Cleo"), Options()))
            sql(store, "UPDATE session SET utc_offset = ? WHERE id = ?", offset, session_id)
            store.rebuild()


@pytest.mark.parametrize("offset", one_short([-720, 60, 840]))
def test_the_evening_over_new_year_is_whole_and_in_the_old_year(device: str, path: Path, offset: int) -> None:
    fill(path, offset)
    with Store(path, (TINY,)) as store:
        old, new = (load_year(store.database, SessionFilter(year=year)) for year in (2026, 2027))
        assert [(night.day, night.plays) for night in old.evenings] == [(EVE, 5), (date(2026, 12, 30), 1)]
        assert [(night.day, night.plays) for night in new.evenings] == [(DAY, 2)]
        assert (old.plays, new.plays) == (6, 2)
        assert (old.months[11], new.months[0]) == (6, 2)
        night = load_evening(store.database, EVE, SessionFilter(year=2027))
        assert (len(night.sessions), night.before, night.after) == (5, date(2026, 12, 30), DAY)
        assert [standing.player.name for standing in night.standings] == ["Ben", "Ana", "Cleo"]
        assert [player.name for player in old.evenings[0].winners] == ["Ben"]
        assert find_evening(store.database, night.sessions[0].id) == (EVE, 5)
        assert (store.history.list_years(), find_last_evening(store.database)) == ((2027, 2026), DAY)
        for year, number in ((2025, 0), (2026, 6), (2027, 2), (2028, 0)):
            assert store.history.count(SessionFilter(year=year)) == number
        ben = next(seat.player.id for seat in night.sessions[0].seats if seat.player.name == "Ben")
        assert load_overview(store.database, ben, SessionFilter(year=2026)).evenings.number == 2
    assert doctor(path, (TINY,)).healthy


def test_a_session_belongs_to_the_evening_on_which_it_began_open_or_over(path: Path) -> None:
    with Store(path, (TINY,), now=ticking(datetime(2026, 12, 31, 23, tzinfo=UTC))) as store:
        session_id = store.sessions.open(TINY, Opened(("Ana", "Ben"), Options()))
        assert store.history.count(SessionFilter(year=2026)) == 1
        store.bin.add(session_id)
        assert store.history.count(SessionFilter(year=2026)) == 0
        assert store.history.count(SessionFilter(year=2026, binned=True)) == 1
        store.bin.restore(session_id)
    with Store(path, (TINY,), now=ticking(datetime(2027, 1, 2, 12, tzinfo=UTC))) as store:
        record(store, session_id, scored(0), scored(0), scored(0))
        assert find_evening(store.database, session_id) == (EVE, 1)
        assert load_year(store.database, SessionFilter(year=2026)).plays == 1


@pytest.mark.parametrize("day", [date.min, date(2026, 1, 2), date.max])
def test_an_evening_with_none_but_open_games_is_empty_on_any_day(store: Store, day: date) -> None:
    play(store, 0)
    page = load_evening(store.database, day)
    assert (page.sessions, page.standings, page.before, page.after) == ((), (), None, None)
    assert find_last_evening(store.database) is None
