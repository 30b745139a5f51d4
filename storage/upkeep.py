"""Care for the file: a copy in safe hands, a copy taken back, and a thorough look at its health."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, func, select

from scoring.game import AnyGame
from scoring.games import GAMES
from storage import imported, migrations, plays, results, sums
from storage.database import copy_file, examine, free_name, looking
from storage.errors import CannotOpen, StorageError, Unreadable
from storage.models import ENTRY, PLAYER, SESSION
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
    closed with other totals: worth knowing, but nothing is broken. `outdated` sessions, and sums that
    are not right, are what `Store.rebuild` makes again.
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

    @property
    def healthy(self) -> bool:
        return not (self.lost or self.outdated) and self.sums_are_right

    @property
    def lost(self) -> bool:
        """Whether something is broken that cannot be made again from the entries."""
        return bool(self.fault or self.integrity or self.gaps or self.unreadable)


@dataclass(frozen=True, slots=True)
class Contents:
    """What a file holds: how many sessions and players, and when the latest session was opened."""

    sessions: int
    players: int
    latest: datetime | None


def backup(store: Store, target: Path) -> None:
    """Copy everything into one new file, while the app goes on; StorageError if the name is taken."""
    if target.exists():
        raise CannotOpen(f"{target} exists already; choose another name for the backup.")
    if not target.parent.is_dir():
        raise CannotOpen(f"{target.parent} is not a folder; choose another place for the backup.")
    store.database.copy_to(target)


def restore(store: Store, source: Path) -> Path | None:
    """Go back to a backup; gives the copy that was made of everything as it was before.

    A backup of an older version is brought up to date on the way; the backup itself stays as it is.
    """
    check_backup(source, str(source))
    with TemporaryDirectory() as folder:
        ready = Path(folder) / source.name
        copy_file(source, ready)
        Store(ready, store.games).close()
        kept = _keep(store)
        store.database.replace_by(ready)
    return kept


def check_backup(source: Path, name: str) -> Contents:
    """What a sound backup holds; the StorageError says why it is none, and calls it `name`."""
    if not source.exists():
        raise CannotOpen(f"{name} does not exist; choose another backup.")
    try:
        if examine(source) is None:
            raise CannotOpen(f"{source} is empty; choose another backup.")
        with looking(source) as db:
            return _contents(db)
    except StorageError as error:
        raise type(error)(str(error).replace(str(source), name)) from error


def contents(store: Store) -> Contents:
    """What is here now, and would give way to a backup."""
    with store.database.reading() as db:
        return _contents(db)


def _contents(db: Connection) -> Contents:
    sessions = select(func.count(), func.max(SESSION.c.opened_at)).where(SESSION.c.binned_at.is_(None))
    number, latest = db.execute(sessions).one()
    people = select(func.count()).select_from(PLAYER).where(PLAYER.c.counts_as == PLAYER.c.id)
    return Contents(number, db.execute(people).scalar_one(), latest)


def doctor(path: Path, games: Iterable[AnyGame] = GAMES) -> Report:
    """Look at everything in a file without changing it; what is wrong is in the report, nothing is raised."""
    if not path.exists():
        return Report(path, f"{path} does not exist; it is made when the app is first opened.")
    try:
        schema = examine(path)
        if schema is None:
            return Report(path)
        with looking(path) as db:
            return _looked_over(db, path, schema, tuple(games))
    except StorageError as error:
        return Report(path, str(error), _integrity_of(path))


def _looked_over(db: Connection, path: Path, schema: str, games: tuple[AnyGame, ...]) -> Report:
    ids = db.execute(select(SESSION.c.id).order_by(SESSION.c.opened_at, SESSION.c.id)).scalars().all()
    faults: dict[str, list[Fault]] = {"gaps": [], "unreadable": [], "outdated": [], "waiting": [], "changed": []}
    for session_id in ids:
        for sort, text in _faults(db, session_id, games, derived=schema == migrations.NEWEST):
            faults[sort].append(Fault(session_id, text))
    newest = schema == migrations.NEWEST
    if newest:
        faults["outdated"] += _copies(db, {fault.session for fault in faults["outdated"]})
    return Report(
        path,
        integrity=(*_integrity(db), *_orphans(db)),
        schema=schema,
        sessions=len(ids),
        entries=db.execute(select(func.count()).select_from(ENTRY)).scalar_one(),
        gaps=tuple(faults["gaps"]),
        unreadable=tuple(faults["unreadable"]),
        outdated=tuple(faults["outdated"]),
        waiting=tuple(faults["waiting"]),
        changed=tuple(faults["changed"]),
        sums_are_right=not newest or sums.are_right(db),
    )


def _faults(db: Connection, session_id: str, games: tuple[AnyGame, ...], *, derived: bool) -> Iterator[tuple[str, str]]:
    """What is wrong with one session: the sort of fault and a sentence."""
    if derived and imported.is_imported(db, session_id):
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
        as_derived = stored == imported.fresh_rows(db, session_id)
    except Unreadable as error:
        yield "unreadable", str(error)
        return
    if not as_derived:
        yield "outdated", "Its results are not what was imported."


def _integrity_of(path: Path) -> tuple[str, ...]:
    try:
        with looking(path) as db:
            return _integrity(db)
    except StorageError:
        return ()


def _integrity(db: Connection) -> tuple[str, ...]:
    """What SQLite itself finds broken."""
    return tuple(text for (text,) in db.exec_driver_sql("PRAGMA integrity_check") if text != "ok")


def _orphans(db: Connection) -> tuple[str, ...]:
    return tuple(f"a row of {row[0]} belongs to nothing" for row in db.exec_driver_sql("PRAGMA foreign_key_check"))


def _copies(db: Connection, known: set[str]) -> Iterator[Fault]:
    """Sessions whose rows in the statistics differ from their results, where those are as they should be."""
    for session_id in plays.wrong(db):
        if session_id not in known:
            yield Fault(session_id, "Its plays in the statistics are not those of its results.")


def _keep(store: Store) -> Path | None:
    path = store.database.path
    if path is None:
        return None
    kept = free_name(path, "before-restore")
    store.database.copy_to(kept)
    return kept
