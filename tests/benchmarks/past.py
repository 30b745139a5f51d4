"""The pages about the past with thousands of stored sessions: the time in storage, and until the page is built.

Times are CPU times: everything is in memory, nothing waits, and other programs are not counted. Every look is the first
one after a write. `PAGES` is the list: a page says what it asks of the storage, and where it is. The bare SQL beside it
are the same statements on a bare connection, so the ratio is what our own code adds to what the page needs anyway.
"""

import atexit
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import timedelta
from functools import cache, partial
from pathlib import Path
from resource import RUSAGE_SELF, getrusage
from tempfile import TemporaryDirectory, mkdtemp
from time import thread_time
from typing import Any, Final
from unittest.mock import patch

from sqlalchemy import event, select
from sqlmodel import Session

from companion.app import main_for
from companion.past.history_state import HistoryState
from companion.testing.headless import opened, run_apart
from storage.derived import ratings
from storage.derived.results import Status
from storage.file.database import Database
from storage.file.file_io import stream_lines, write_lines
from storage.history.session_filter import SessionFilter
from storage.history.session_list import Cursor
from storage.models import SESSION
from storage.statistics.evenings import load_evening, load_year
from storage.statistics.games import list_games, load_game_page, load_rounds
from storage.statistics.people import list_player_summaries
from storage.statistics.profile import load_games, load_overview
from storage.statistics.rivals import load_rivals
from storage.store import Store
from storage.transfer.session_export import export_session, list_own_sessions
from storage.transfer.session_import import import_sessions
from storage.upkeep.doctor import doctor, rebuild
from tests.benchmarks.evenings import fill
from tests.benchmarks.measure import Row, median, percentile

IN_STORAGE: Final = 0.1
"""Seconds a page may spend in storage."""
TO_BUILT: Final = 0.3
"""Seconds until a page is built."""
OVER_SQL: Final = 2.0
"""How many times the bare SQL a page may cost; three times that with --quick, whose file is nearly empty."""
LINEAR: Final = 1.25
"""How much more checking a session may cost in a file with ten times as many."""
IMPORTED: Final = 9_900
"""Sessions in the imported file."""
OVER_EXPORT: Final = 3.0
"""How many times the cost of an export an import may cost."""
MEMORY: Final = 150
"""Megabytes an import may take."""
HELD: Final = 0.1
"""Seconds an import may hold the write lock, p99."""
LEAST: Final = 0.001
"""Pages with less bare SQL than this many seconds are compared with this instead."""
YEAR: Final = timedelta(days=365)
GROWTH: Final = 20.0
"""How much more a page may cost with ten times the sessions; most are far below."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The subjects of the pages: those with the most data; `middle` is halfway down the history."""

    player: str
    session: str
    game: str
    middle: Cursor


@dataclass(frozen=True, slots=True)
class PastPage:
    """A page: what it asks of the storage, and the tap that leads on from `route` where it has no address.

    A page that `decodes` entries is not compared with its SQL.
    """

    what: str
    ask: Callable[[Store, Sample], object]
    route: str
    tap: str = ""
    decodes: bool = False


PAGES: Final = (
    PastPage(
        "home",
        lambda store, _: (
            store.history.search(SessionFilter(statuses=(Status.OPEN, Status.STOPPED)), limit=3),
            store.history.count(SessionFilter(statuses=(Status.OPEN, Status.STOPPED))),
            store.history.search(SessionFilter(statuses=(Status.FINISHED,)), limit=4),
        ),
        "/",
    ),
    PastPage("history", lambda store, _: looked_for(store, SessionFilter()), "/history"),
    PastPage(
        "history: its pages alone", lambda store, of: store.history.search(after=of.middle), "/history", "history.more"
    ),
    PastPage("history: words", lambda store, _: looked_for(store, SessionFilter(words="cafe ana")), "/history"),
    PastPage(
        "history: one player's", lambda store, of: looked_for(store, SessionFilter(players=(of.player,))), "/history"
    ),
    PastPage(
        "history: game, winner, number, year",
        lambda store, of: looked_for(
            store,
            SessionFilter(
                game=of.game, winner=of.player, seats=4, since=of.middle.opened_at - YEAR, until=of.middle.opened_at
            ),
        ),
        "/history",
    ),
    PastPage(
        "history: nothing found",
        lambda store, of: store.history.count_without_filters(
            SessionFilter(words="nowhere", game=of.game, winner=of.player, seats=4)
        ),
        "/history",
    ),
    PastPage(
        "history: filters",
        lambda store, _: (
            store.history.count_by_game(),
            store.history.count_by_size(),
            store.players.list_recent(1000),
            store.history.find_first_evening(),
        ),
        "/history",
        "history.filter",
    ),
    PastPage("bin", lambda store, _: store.history.load_first_page(SessionFilter(binned=True), 30), "/bin"),
    PastPage(
        "session",
        lambda store, of: (store.sessions.load_head(of.session), store.sessions.load(of.session)),
        "/session/{session}",
        decodes=True,
    ),
    PastPage(
        "share",
        lambda store, of: (store.sessions.load_head(of.session), store.sessions.load(of.session)),
        "/session/{session}/share",
        decodes=True,
    ),
    PastPage("players", lambda store, _: list_player_summaries(store.database), "/players"),
    PastPage(
        "player",
        lambda store, of: (
            load_overview(store.database, of.player),
            ratings.load_player_ratings(store.database, of.player),
            ratings.load_curve(store.database, of.player),
        ),
        "/player/{player}",
    ),
    PastPage(
        "player: head to head",
        lambda store, of: load_rivals(store.database, of.player),
        "/player/{player}",
        "tab=rivals",
    ),
    PastPage("player: games", lambda store, of: load_games(store.database, of.player), "/player/{player}", "tab=games"),
    PastPage("games", lambda store, _: list_games(store.database), "/games"),
    PastPage("game", lambda store, of: load_game_page(store.database, of.game), "/games/{game}"),
    PastPage("game: its rounds", lambda store, of: load_rounds(store.database, of.game), "/games/{game}"),
    PastPage("evening", lambda store, of: load_evening(store.database, of.middle.opened_at.date()), "/evening/{day}"),
    PastPage("year", lambda store, of: load_year(store.database, a_year_of(of)), "/year/{year}"),
    PastPage(
        "limited game",
        lambda store, of: load_game_page(store.database, of.game, a_year_of(of)),
        "/games/{game}",
        decodes=True,
    ),
    PastPage(
        "limited game: half of all",
        lambda store, of: load_game_page(store.database, of.game, SessionFilter(since=of.middle.opened_at)),
        "/games/{game}",
        decodes=True,
    ),
)
"""Every page about the past."""


def a_year_of(sample: Sample) -> SessionFilter:
    """The year of the session halfway down the history."""
    return SessionFilter(year=sample.middle.opened_at.year)


def looked_for(store: Store, wanted: SessionFilter) -> HistoryState:
    """The queries of the history's first page: sessions, total and number per month."""
    past = HistoryState(store, wanted)
    past.refresh()
    return past


def in_storage(quick: bool) -> Iterator[Row]:
    """The cost of every page in storage: seconds, ratio to the bare SQL, and growth from a tenth of the sessions."""
    many, few = _files(quick=quick)
    times = 3 if quick else 25
    with Store(many) as store, Store(few) as smaller:
        ratings.recompute(store.database)
        ratings.recompute(smaller.database)
        of, of_few = sample(store), sample(smaller)
        for page in PAGES:
            ours, bare = _asked(store, page, of, times)
            fewer, _ = _asked(smaller, page, of_few, times)
            figure = f"{ours * 1000:.1f} ms, {IN_STORAGE * 1000:.0f} ms allowed"
            yield Row(f"{page.what}: in storage", figure, ours / IN_STORAGE, 1.0)
            if not page.decodes:
                beside = f"{ours * 1000:.1f} ms : {bare * 1000:.1f} ms"
                bar = 3 * OVER_SQL if quick else OVER_SQL
                yield Row(f"{page.what}: beside its SQL", beside, ours / max(bare, LEAST), bar)
            grown = f"{fewer * 1000:.1f} ms -> {ours * 1000:.1f} ms with ten times the sessions"
            yield Row(f"{page.what}: growth", grown, ours / fewer, GROWTH)


def upkeep(quick: bool) -> Iterator[Row]:
    """The doctor and a rebuild: the cost per session, compared with a tenth of the file."""
    many, few = _files(quick=quick)
    with TemporaryDirectory() as folder:
        files = [Path(shutil.copy(path, folder)) for path in (few, many)]
        for name, act in (("companion doctor", doctor), ("companion doctor --rebuild", _rebuild)):
            small, large = files
            yield _per_session(name, act, large, small)


def _per_session(name: str, act: Callable[[Path], object], large: Path, small: Path) -> Row:
    costs = []
    for path in (small, large):
        with Store(path) as store:
            ratings.recompute(store.database)
            number = store.history.count()
        costs.append(_worked(partial(act, path)) / number)
    fewer, many = costs
    figure = f"{fewer * 1000:.1f} ms -> {many * 1000:.1f} ms a session with ten times as many"
    return Row(f"{name}: {number:,} sessions", figure, many / fewer, LINEAR)


def _rebuild(path: Path) -> None:
    with Store(path) as store:
        rebuild(store)


def imports(quick: bool) -> Iterator[Row]:
    """Importing our own sessions: time compared with the export, memory, and how long other writers wait."""
    usual, _ = _files(quick=quick)
    with TemporaryDirectory() as folder:
        lines = Path(folder) / "sessions.jsonl"
        with Store(usual) as store:
            ids = list_own_sessions(store)[: 100 if quick else IMPORTED]
            out = _worked(
                lambda: write_lines(lines, (line for session_id in ids for line in export_session(store, session_id)))
            )
        locks: list[float] = []
        before = getrusage(RUSAGE_SELF).ru_maxrss
        with Store(Path(folder) / "imported.sqlite") as store, _timing_changes(locks):
            into = _worked(lambda: import_sessions(store, stream_lines(lines, "sessions")))
        grown = (getrusage(RUSAGE_SELF).ru_maxrss - before) / 1024
    number = f"importing {len(ids):,} sessions"
    yield Row(f"{number}: beside their export", f"{into:.1f} s : {out:.1f} s", into / out, OVER_EXPORT)
    yield Row(f"{number}: memory", f"{grown:.0f} MB, {MEMORY} MB allowed", grown / MEMORY, 1.0)
    worst = percentile(locks, 99)
    yield Row(f"{number}: write lock held, p99", f"{worst * 1000:.0f} ms", worst / HELD, 1.0)


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
    many, _ = _files(quick=quick)
    with Store(many) as store:
        ratings.recompute(store.database)
        of = sample(store)
        for page in PAGES:
            took = run_apart(partial(_built, store, page, of, 1 if quick else 9))
            figure = f"{took * 1000:.0f} ms, {TO_BUILT * 1000:.0f} ms allowed"
            yield Row(f"{page.what}: built", figure, took / TO_BUILT, 1.0)


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


def _ask(page: PastPage, store: Store, of: Sample) -> object:
    """Run a page's queries as for the first look after a write."""
    store.database._remembered = ((0, 0), {})
    return page.ask(store, of)


def _asked(store: Store, page: PastPage, of: Sample, times: int) -> tuple[float, float]:
    """Seconds in storage, and of the same statements on a bare connection, measured alternately."""
    with _overheard(store) as statements:
        _ask(page, store, of)
    plain = sqlite3.connect(os.fspath(store.database.path or ""))
    ours, bare = [], []
    for _ in range(times):
        ours.append(_worked(partial(_ask, page, store, of)))
        bare.append(_worked(lambda: [plain.execute(statement).fetchall() for statement in statements]))
    plain.close()
    return median(ours), median(bare)


def _worked(act: Callable[[], object]) -> float:
    """CPU seconds, because nothing waits here and other programs must not be measured."""
    start = thread_time()
    act()
    return thread_time() - start


@contextmanager
def _overheard(store: Store) -> Iterator[list[str]]:
    """Collect all statements SQLite executes meanwhile, with their values."""
    heard: list[str] = []

    def hear(statement: str) -> None:
        if statement.lstrip().upper().startswith(("SELECT", "WITH")):
            heard.append(statement)

    def listen(driver: Any, *_: Any) -> None:
        driver.set_trace_callback(hear)

    def stop(driver: Any, *_: Any) -> None:
        driver.set_trace_callback(None)

    pool = store.database.engine.pool
    event.listen(pool, "checkout", listen)
    event.listen(pool, "checkin", stop)
    try:
        yield heard
    finally:
        event.remove(pool, "checkout", listen)
        event.remove(pool, "checkin", stop)


async def _built(store: Store, page: PastPage, of: Sample, times: int) -> float:
    took = []
    for _ in range(times):
        async with opened(main_for(store)) as window:
            middle = of.middle.opened_at
            facts = {"player": of.player, "session": of.session, "game": of.game}
            route = page.route.format(**facts, day=middle.date().isoformat(), year=middle.year)
            await window.go(route if page.tap else "/rules")
            start = thread_time()
            await (window.tap(page.tap) if page.tap else window.go(route))
            took.append(thread_time() - start)
    return median(took)


@cache
def _files(*, quick: bool) -> tuple[Path, Path]:
    """The file with many sessions and the one with a tenth of them; kept in $BENCHMARK_FILES if that is set."""
    kept = os.environ.get("BENCHMARK_FILES")
    folder = Path(kept or mkdtemp())
    folder.mkdir(parents=True, exist_ok=True)
    if not kept:
        atexit.register(shutil.rmtree, folder, ignore_errors=True)
    many = 200 if quick else 10_000
    paths = []
    for sessions in (many, many // 10):
        path = folder / f"evenings-{sessions}.sqlite"
        if not path.exists():
            fill(path, sessions)
        paths.append(path)
    return paths[0], paths[1]
