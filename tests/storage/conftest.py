"""A store in a fresh folder, a clock that ticks by the second, and sessions of the tiny game."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from scoring.contract.game import AnyGame, Opened
from scoring.contract.scores import Seat
from scoring.engine.journal import Record
from scoring.engine.replay import replay
from storage import migrations
from storage.derived.results import derive
from storage.migrations import applying
from storage.sessions import journals
from storage.sessions.entry_rows import StoredEntry
from storage.store import Store
from tests.storage import blank
from tests.storage.tiny import PAIRS, TINY, Options, Scored

OPENED = Opened(("Ana", "Ben", "Cleo"), Options())


def ticking(
    start: datetime = datetime(2026, 1, 2, 20, 0, tzinfo=UTC), step: timedelta = timedelta(seconds=1)
) -> Callable[[], datetime]:
    """A clock that advances with every call."""
    moment = start

    def now() -> datetime:
        nonlocal moment
        moment += step
        return moment

    return now


def open_store(path: Path, games: Iterable[AnyGame] = (TINY, PAIRS), **options: Any) -> Store:
    return Store(path, games, now=ticking(), **options)


MIGRATED = ("test_database", "test_kill", "test_kill_upkeep", "test_migrations")
"""Modules that test opening a file: with all migrations, as in the app."""


@pytest.fixture(autouse=True)
def _fast_files(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    blank.speed_up_files(monkeypatch, opening=not request.module.__name__.endswith(MIGRATED))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "sessions.db"


@pytest.fixture
def shelf(request: pytest.FixtureRequest) -> Iterable[AnyGame]:
    """The games of `store` and `other`: those that the module of the test calls `SHELF`."""
    games: Iterable[AnyGame] = getattr(request.module, "SHELF", (TINY, PAIRS))
    return games


@pytest.fixture
def store(path: Path, shelf: Iterable[AnyGame]) -> Iterator[Store]:
    with open_store(path, shelf) as opened:
        yield opened


@pytest.fixture
def other(tmp_path: Path, shelf: Iterable[AnyGame]) -> Iterator[Store]:
    """The store of another device."""
    with open_store(tmp_path / "other.db", shelf) as opened:
        yield opened


SECOND_VERSION = Path(__file__).with_name("second_version")


@pytest.fixture
def learn_second_version(monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Give the app a second version of the schema; files made before are of the first."""

    def learn() -> None:
        monkeypatch.setattr(applying, "VERSIONS", (*applying.VERSIONS, SECOND_VERSION))
        monkeypatch.setattr(migrations, "NEWEST", "0002")

    return learn


@contextmanager
def nearly_full(store: Store, pages: int = 0) -> Iterator[None]:
    """Let only this many more pages fit on the disk."""
    with store.database.reading() as db:
        used = db.connection().exec_driver_sql("PRAGMA page_count").scalar_one()
        db.connection().exec_driver_sql(f"PRAGMA max_page_count = {used + pages}")
    yield
    with store.database.reading() as db:
        db.connection().exec_driver_sql("PRAGMA max_page_count = 1000000")


def run_script(path: Path, script: str) -> None:
    """Change a file like another program: without checking foreign keys."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(script)


def sql(store: Store, statement: str, *values: Any) -> list[Any]:
    """Run a statement in the file of a store, past the app; returns its rows."""
    with store.database.writing() as db:
        result = db.connection().exec_driver_sql(statement, values)
        return list(result) if result.returns_rows else []


def insert(store: Store, session_id: str, entry: StoredEntry) -> None:
    """Add an entry that this version of the app would not record."""
    with store.database.writing() as db:
        journals.insert_entries(db, session_id, [entry])


def scored(seat: int, points: int = 5) -> Record[Scored]:
    return Record(Scored(Seat(seat), points))


def record(store: Store, session_id: str, *entries: Any) -> None:
    """Record entries as the desk does, with the derived result."""
    for entry in entries:
        loaded = store.sessions.load(session_id)
        run = replay(loaded.game, (*loaded.journal, entry), None)
        store.sessions.append(session_id, len(loaded.journal), loaded.game, entry, derive(loaded.game, run))


def named(store: Store, name: str) -> str:
    """The id of the player with this name."""
    return next(player.id for player in store.players.list_recent(archived=True) if player.name == name)


def player_names(store: Store) -> list[str]:
    """The names of all players, listed or not."""
    return [name for (name,) in sql(store, "SELECT name FROM player ORDER BY name")]


def play(store: Store, *winners: int, opened: Opened[Options] = OPENED) -> str:
    """A session in which these seats score five points each, round by round."""
    session_id = store.sessions.open(TINY, opened)
    record(store, session_id, *map(scored, winners))
    return session_id
