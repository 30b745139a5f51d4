"""The pages about the past with 10,000 stored sessions: the time until the page is built.

Times are CPU times: everything is in memory, nothing waits, and other programs are not counted. Every look is the first
one after a write. `PAGES` is the list.
"""

import atexit
import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory, mkdtemp
from time import thread_time
from typing import Final
from unittest.mock import patch

from sqlalchemy import select
from sqlmodel import Session

from companion.app import main_for
from companion.history.history_state import HistoryState
from companion.testing.headless import run_apart, visited
from storage.derived import ratings
from storage.file.database import Database
from storage.file.file_io import stream_lines, write_lines
from storage.history.session_filter import SessionFilter
from storage.history.session_list import Cursor
from storage.models import SESSION
from storage.statistics.games import load_game_page
from storage.store import Store
from storage.transfer.session_export import export_session, list_own_sessions
from storage.transfer.session_import import import_sessions
from tests.benchmarks.evenings import fill
from tests.benchmarks.measure import Row, percentile

TO_BUILT: Final = 0.15
"""Seconds until a page is built."""
IMPORTED: Final = 9_900
"""Sessions in the imported file."""
MEMORY: Final = 200
"""Megabytes an import may take."""
HELD: Final = 0.1
"""Seconds an import may hold the write lock, p99."""
YEAR: Final = timedelta(days=365)


@dataclass(frozen=True, slots=True)
class Sample:
    """The subjects of the pages: those with the most data; `middle` is halfway down the history."""

    player: str
    session: str
    game: str
    middle: Cursor


PAGES: Final = (
    ("home", "/", ""),
    ("history", "/history", ""),
    ("history: more", "/history", "history.more"),
    ("history: filters", "/history", "history.filter"),
    ("bin", "/bin", ""),
    ("session", "/session/{session}", ""),
    ("share", "/session/{session}/share", ""),
    ("players", "/players", ""),
    ("player", "/player/{player}", ""),
    ("player: head to head", "/player/{player}", "tab=rivals"),
    ("player: games", "/player/{player}", "tab=games"),
    ("games", "/games", ""),
    ("game", "/games/{game}", ""),
    ("evening", "/evening/{day}", ""),
    ("year", "/year/{year}", ""),
)
"""Every page about the past: its name, its route, and the tap that leads on from there where it has no address."""

LIMITED: Final[tuple[tuple[str, Callable[[Store, Sample], object]], ...]] = (
    ("history: words", lambda store, _: search(store, SessionFilter(words="cafe ana"))),
    ("history: one player's", lambda store, of: search(store, SessionFilter(players=(of.player,)))),
    (
        "history: game, winner, number, year",
        lambda store, of: search(
            store,
            SessionFilter(
                game=of.game, winner=of.player, seats=4, since=of.middle.opened_at - YEAR, until=of.middle.opened_at
            ),
        ),
    ),
    ("limited game", lambda store, of: load_game_page(store.database, of.game, a_year_of(of))),
    (
        "limited game: half of all",
        lambda store, of: load_game_page(store.database, of.game, SessionFilter(since=of.middle.opened_at)),
    ),
)
"""What a page asks of the storage when its filter is set."""


def a_year_of(sample: Sample) -> SessionFilter:
    """The year of the session halfway down the history."""
    return SessionFilter(year=sample.middle.opened_at.year)


def search(store: Store, wanted: SessionFilter) -> HistoryState:
    """The queries of the history's first page: sessions, total and number per month."""
    past = HistoryState(store, wanted)
    past.refresh()
    return past


def limited(quick: bool) -> Iterator[Row]:
    """The seconds in storage of pages with a filter, as for the first look after a write."""
    with Store(_file(quick=quick)) as store:
        ratings.recompute(store.database)
        of = sample(store)
        for what, ask in LIMITED:
            took = []
            for _ in range(3 if quick else 25):
                store.database._remembered = ((0, 0), {})
                took.append(_worked(partial(ask, store, of)))
            yield _row(f"{what}: in storage", median(took))


def _row(what: str, seconds: float) -> Row:
    return Row(what, f"{seconds * 1000:.0f} ms, {TO_BUILT * 1000:.0f} ms allowed", seconds / TO_BUILT, 1.0)


def imports(quick: bool) -> Iterator[Row]:
    """Importing our own sessions: memory, and how long other writers wait."""
    with TemporaryDirectory() as folder:
        lines = Path(folder) / "sessions.jsonl"
        with Store(_file(quick=quick)) as store:
            ids = list_own_sessions(store)[: 100 if quick else IMPORTED]
            write_lines(lines, (line for session_id in ids for line in export_session(store, session_id)))
        with ProcessPoolExecutor(1, get_context("spawn")) as fresh:  # whose memory nothing else has used before
            grown, locks = fresh.submit(_import, lines, Path(folder) / "imported.sqlite").result()
    number = f"importing {len(ids):,} sessions"
    yield Row(f"{number}: memory", f"{grown:.0f} MB, {MEMORY} MB allowed", grown / MEMORY, 1.0)
    worst = percentile(locks, 99)
    yield Row(f"{number}: write lock held, p99", f"{worst * 1000:.0f} ms", worst / HELD, 1.0)


def _import(lines: Path, path: Path) -> tuple[float, list[float]]:
    """Import into a new file; returns the megabytes it took, and the seconds of each writing transaction."""
    locks: list[float] = []
    with Store(path) as store, _timing_changes(locks):
        before = _peak_memory()
        import_sessions(store, stream_lines(lines, "sessions"))
    return _peak_memory() - before, locks


def _peak_memory() -> float:
    """The most megabytes this process has taken at once."""
    status = Path("/proc/self/status").read_text()
    return int(next(line for line in status.splitlines() if line.startswith("VmHWM")).split()[1]) / 1024


@contextmanager
def _timing_changes(locks: list[float]) -> Iterator[None]:
    """Record the CPU time of every writing transaction, from the lock to the commit."""
    change = Database._change

    @contextmanager
    def timed(database: Database) -> Iterator[Session]:
        with change(database) as db:
            start = thread_time()
            yield db
        locks.append(thread_time() - start)

    with patch.object(Database, "_change", timed):
        yield


def built(quick: bool) -> Iterator[Row]:
    """Seconds from the tap on a link until the page is built and sent to the browser."""
    with Store(_file(quick=quick)) as store:
        ratings.recompute(store.database)
        of = sample(store)
        for what, route, tap in PAGES:
            yield _row(f"{what}: built", run_apart(partial(_built, store, route, tap, of, 1 if quick else 9)))


def sample(store: Store) -> Sample:
    """The player with the most plays, a session with the most entries, the most played game with bids."""
    newest_first = select(SESSION.c.id).where(SESSION.c.binned_at.is_(None)).order_by(SESSION.c.opened_at.desc())
    with store.database.reading() as db:
        half = db.execute(newest_first.limit(1).offset(store.history.count() // 2)).scalar_one()
    middle = Cursor(store.sessions.load_head(half).opened_at, half)
    with store.database.reading() as db:

        def first(query: str) -> str:
            value: str = db.connection().exec_driver_sql(query).scalar_one()
            return value

        return Sample(
            first("SELECT player_id FROM play GROUP BY player_id ORDER BY COUNT(*) DESC LIMIT 1"),
            first(
                "SELECT session.id FROM entry JOIN result USING (session_id) JOIN session ON session.id = session_id"
                " GROUP BY session_id ORDER BY COUNT(*) DESC LIMIT 1"
            ),
            first("SELECT MIN(result.game) FROM result JOIN measure USING (session_id) WHERE measure.key = 'bid'"),
            middle,
        )


def _worked(act: Callable[[], object]) -> float:
    """CPU seconds, because nothing waits here and other programs must not be measured."""
    start = thread_time()
    act()
    return thread_time() - start


async def _built(store: Store, route: str, tap: str, of: Sample, times: int) -> float:
    took = []
    for _ in range(times):
        async with visited(main_for(store)) as window:
            middle = of.middle.opened_at
            facts = {"player": of.player, "session": of.session, "game": of.game}
            address = route.format(**facts, day=middle.date().isoformat(), year=middle.year)
            await window.go(address if tap else "/rules")
            start = thread_time()
            await (window.tap(tap) if tap else window.go(address))
            took.append(thread_time() - start)
    return median(took)


@cache
def _file(*, quick: bool) -> Path:
    """The file with the sessions; kept in $BENCHMARK_FILES if that is set."""
    kept = os.environ.get("BENCHMARK_FILES")
    folder = Path(kept or mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    if not kept:
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    sessions = 200 if quick else 10_000
    path = folder / f"evenings-{sessions}.sqlite"
    if not path.exists():
        fill(path, sessions)
    return path
