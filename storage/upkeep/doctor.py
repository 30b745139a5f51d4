"""A thorough look at the health of a file, and everything derived made again."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from sqlalchemy import Connection, func, select

from scoring.game import AnyGame
from scoring.games import GAMES
from storage import migrations
from storage.derived import imported_sessions, pipeline, ratings, results
from storage.derived.pipeline import Progress
from storage.errors import Damaged, DamagedValue, StorageError, Unreadable
from storage.file.column_types import damaged_values
from storage.file.database import examine, looking
from storage.file.schema import schema_faults
from storage.models import ENTRY, PRIMARY, SESSION
from storage.store import Store


@dataclass(frozen=True, slots=True)
class Fault:
    """Something wrong with one session, as a sentence."""

    session: str
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """What a thorough look has found. `fault` says why the file cannot be used at all; empty: it can.

    `waiting` are sessions in which today's rules refuse an entry, and `changed` those that were
    closed with other totals: worth knowing, but nothing is broken. `outdated` sessions, sums and ratings
    that are not right, and `strays`, derived rows of nothing, are what `rebuild` makes again.
    """

    path: Path
    fault: str = ""
    integrity: tuple[str, ...] = ()
    schema: str | None = None
    sessions: int = 0
    entries: int = 0
    gaps: tuple[Fault, ...] = ()
    unreadable: tuple[Fault, ...] = ()
    outdated: tuple[Fault, ...] = ()
    waiting: tuple[Fault, ...] = ()
    changed: tuple[Fault, ...] = ()
    sums_are_right: bool = True
    ratings_are_right: bool = True
    schema_faults: tuple[str, ...] = ()
    damaged_values: tuple[str, ...] = ()
    strays: tuple[str, ...] = ()

    @property
    def healthy(self) -> bool:
        derived_is_right = self.sums_are_right and self.ratings_are_right and not self.strays
        return not (self.lost or self.outdated) and derived_is_right

    @property
    def lost(self) -> bool:
        """Whether something is broken that cannot be made again from the entries."""
        broken = self.integrity or self.schema_faults or self.damaged_values
        return bool(self.fault or broken or self.gaps or self.unreadable)


def doctor(path: Path, games: Sequence[AnyGame] = GAMES, progress: Progress = lambda done, total: None) -> Report:
    """Look at everything in a file without changing it; what is wrong is in the report, nothing is raised.

    `progress` is called after every session.
    """
    if not path.exists():
        return Report(path, f"{path} does not exist; it is made when the app is first opened.")
    try:
        schema = examine(path)
        if schema is None:
            return Report(path)
        with looking(path) as db:
            faults = schema_faults(db, schema)
            if any("table" in fault for fault in faults):  # what asks these tables would only find them missing
                return Report(path, integrity=_integrity(db), schema=schema, schema_faults=faults)
            return replace(_looked_over(db, path, schema, games, progress), schema_faults=faults)
    except StorageError as error:
        return Report(path, str(error), _integrity_of(path))


def rebuild(store: Store, progress: Progress = lambda done, total: None) -> None:
    """Make everything again that is derived; Damaged, and nothing is changed, where it has nothing sound to follow."""
    with store.database.reading() as db:
        faults = (*schema_faults(db, migrations.NEWEST), *damaged_values(db), *_orphans(db)[0])
    if faults:
        raise Damaged(f"{store.database.path} cannot be rebuilt ({faults[0]}); restore a backup or ask for help.")
    with store.database.writing() as db:
        results.drop_orphans(db)
    store.rebuild(progress)
    with store.database.writing() as db:
        if not _are_ratings_right(db):
            ratings.reset(db)
    ratings.renew(store.database)


def _looked_over(db: Connection, path: Path, schema: str, games: Sequence[AnyGame], progress: Progress) -> Report:
    ids = db.execute(select(SESSION.c.id).order_by(SESSION.c.opened_at, SESSION.c.id)).scalars().all()
    faults: dict[str, list[Fault]] = {"gaps": [], "unreadable": [], "outdated": [], "waiting": [], "changed": []}
    for done, session_id in enumerate(ids, start=1):
        try:
            for sort, text in _faults(db, session_id, games, derived=schema == migrations.NEWEST):
                faults[sort].append(Fault(session_id, text))
        except ValueError as error:  # a value that is no longer a moment or JSON
            faults["unreadable"].append(Fault(session_id, f"A value in it is damaged: {error}."))
        progress(done, len(ids))
    newest = schema == migrations.NEWEST
    orphans, strays = _orphans(db)
    if newest:
        faults["outdated"] += _copies(db, {fault.session for fault in faults["outdated"]})
    return Report(
        path,
        integrity=(*_integrity(db), *orphans),
        schema=schema,
        sessions=len(ids),
        entries=db.execute(select(func.count()).select_from(ENTRY)).scalar_one(),
        gaps=tuple(faults["gaps"]),
        unreadable=tuple(faults["unreadable"]),
        outdated=tuple(faults["outdated"]),
        waiting=tuple(faults["waiting"]),
        changed=tuple(faults["changed"]),
        sums_are_right=not newest or not pipeline.wrong_sums(db),
        ratings_are_right=not newest or _are_ratings_right(db),
        damaged_values=tuple(damaged_values(db)),
        strays=strays,
    )


def _faults(db: Connection, session_id: str, games: Sequence[AnyGame], *, derived: bool) -> Iterator[tuple[str, str]]:
    """What is wrong with one session: the sort of fault and a sentence."""
    if derived and imported_sessions.is_imported(db, session_id):
        yield from _imported_faults(db, session_id)
        return
    query = select(func.count(), func.max(ENTRY.c.number)).where(ENTRY.c.session_id == session_id)
    count, last = db.execute(query).one()
    if count == 0 or last != count - 1:
        yield "gaps", f"It has {count} entries, but the last is number {last}."
    try:
        game, run = results.replayed(db, session_id, games)
    except Unreadable as error:
        yield "unreadable", str(error)
        return
    if run.violation:
        yield "waiting", f"Entry {run.waiting[0]} is refused today: {run.violation}"
    if derived:
        yield from _derived_faults(db, session_id, game, results.derive(game, run))


def _derived_faults(
    db: Connection, session_id: str, game: AnyGame, fresh: results.Derived | None
) -> Iterator[tuple[str, str]]:
    query = select(SESSION.c.closed_totals, SESSION.c.status).where(SESSION.c.id == session_id)
    closed, status = db.execute(query).one()
    times = results.times_of(db, session_id, fresh.closed_by) if fresh else ()
    as_derived = results.stored_rows(db, session_id) == results.fresh_rows(session_id, game, fresh, times)
    if not as_derived or status != (fresh.status if fresh else results.Status.OPEN):
        yield "outdated", "Its results are not what its entries give."
    if closed and fresh and tuple(points for _, points in closed) != fresh.totals:
        yield "changed", "It was closed with other totals than today's rules give."


def _imported_faults(db: Connection, session_id: str) -> Iterator[tuple[str, str]]:
    try:
        stored = {table: rows for table, rows in results.stored_rows(db, session_id).items() if rows}
        as_derived = stored == imported_sessions.fresh_rows(db, session_id)
    except Unreadable as error:
        yield "unreadable", str(error)
        return
    if not as_derived:
        yield "outdated", "Its results are not what was imported."


def _integrity_of(path: Path) -> tuple[str, ...]:
    if not path.is_file():  # SQLite waits for ever at the end of a pipe
        return ()
    try:
        with looking(path) as db:
            return _integrity(db)
    except StorageError:
        return ()


def _integrity(db: Connection) -> tuple[str, ...]:
    """What SQLite itself finds broken."""
    return tuple(text for (text,) in db.exec_driver_sql("PRAGMA integrity_check") if text != "ok")


def _orphans(db: Connection) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Rows that refer to rows that are not there: primary ones, and those that can be made again."""
    tables = [row[0] for row in db.exec_driver_sql("PRAGMA foreign_key_check")]
    primary = {table.name for table in PRIMARY}
    lost = tuple(f"a row of {name} belongs to nothing" for name in tables if name in primary)
    return lost, tuple(f"a row of {name} belongs to nothing" for name in tables if name not in primary)


def _are_ratings_right(db: Connection) -> bool:
    try:
        return ratings.are_right(db)
    except DamagedValue:
        return False


def _copies(db: Connection, known: set[str]) -> Iterator[Fault]:
    """Sessions whose rows in the statistics differ from their results, where those are as they should be."""
    for session_id in pipeline.wrong_plays(db):
        if session_id not in known:
            yield Fault(session_id, "Its plays in the statistics are not those of its results.")
