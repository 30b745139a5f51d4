"""How long an evening took: gaps of more than a quarter of an hour are pauses."""

from datetime import UTC, datetime, timedelta

import pytest

from storage.derived.duration import Duration, compute_duration
from storage.store import Store
from tests.storage.conftest import OPENED, record, scored, sql
from tests.storage.tiny import TINY

START = datetime(2026, 1, 2, 20, 0, tzinfo=UTC)


def at(*minutes: float) -> tuple[datetime, ...]:
    return tuple(START + timedelta(minutes=minute) for minute in minutes)


@pytest.mark.parametrize(
    ("minutes", "played", "paused"),
    [
        ((0,), 0, 0),
        ((), 0, 0),
        ((0, 5, 12), 12, 0),
        ((0, 15), 15, 0),
        ((0, 15.1), 0, 15.1),
        ((0, 10, 50, 60), 20, 40),
        ((0, 20, 40, 41), 1, 40),
        ((0, 10, 4, 8), 14, 0),  # the clock was set back
    ],
)
def test_short_gaps_are_play_and_long_ones_are_pauses(minutes: tuple[float, ...], played: float, paused: float) -> None:
    assert compute_duration(at(*minutes)) == Duration(round(played * 60), round(paused * 60))


def seconds(store: Store) -> list[int | None]:
    return [seconds for (seconds,) in sql(store, "SELECT seconds FROM result")]


def wait(store: Store, minutes: float) -> None:
    """Advance the clock of a store."""
    moment = store.sessions.now() + timedelta(minutes=minutes)
    store.sessions.now = lambda: moment


def test_a_result_knows_how_long_was_played(store: Store) -> None:
    wait(store, 0)
    session_id = store.sessions.open(TINY, OPENED)
    for minutes in (10, 40, 12):
        wait(store, minutes)
        record(store, session_id, scored(1))
    assert seconds(store) == [22 * 60]
