"""Check a database for damage, and rebuild everything derived."""

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

from sqlalchemy import func, select
from sqlmodel import Session

from scoring.contract.game import AnyGame
from scoring.games import GAMES
from storage import migrations
from storage.derived import imported_sessions, merges, pipeline, rebuilding, results
from storage.errors import Damaged, NeedsGame, StorageError, Unreadable
from storage.file.column_types import damaged_values
from storage.file.database import examine, open_read_only
from storage.file.schema_check import schema_faults
from storage.file.write_batches import Step, Steps, finish
from storage.models import ENTRY, PRIMARY, SESSION
from storage.sessions import journals
from storage.store import Store

SHARED_SEATS: Final = "One person has two seats in it."
CHECKING: Final = "Checking what was entered"


@dataclass(frozen=True, slots=True)
class Fault:
    """A problem of one session, as a sentence."""

    session: str
    text: str


@dataclass(frozen=True, slots=True)
class Report:
    """The result of a check. `fault` says why the file cannot be used at all, and is "" if it can.

    `unplayable` are sessions whose game is not installed, is too old or fails, `waiting` those with an entry that the
    current rules refuse, `changed` those that were closed with other totals; none of it is damage. `rebuild` repairs
    `outdated` sessions, `strays` (derived rows whose session does not exist), and
    `shared_seats`: sessions in which one person has two seats.
    """

    path: Path
    fault: str = ""
    integrity: tuple[str, ...] = ()
    schema: str | None = None
    sessions: int = 0
    entries: int = 0
    gaps: tuple[Fault, ...] = ()
    unreadable: tuple[Fault, ...] = ()
    unplayable: tuple[Fault, ...] = ()
    outdated: tuple[Fault, ...] = ()
    waiting: tuple[Fault, ...] = ()
    changed: tuple[Fault, ...] = ()
    schema_faults: tuple[str, ...] = ()
    damaged_values: tuple[str, ...] = ()
    strays: tuple[str, ...] = ()
    shared_seats: tuple[Fault, ...] = ()

    @property
    def healthy(self) -> bool:
        return not (self.lost or self.outdated or self.shared_seats or self.strays)

    @property
    def lost(self) -> bool:
        """Whether there is damage that `rebuild` cannot repair."""
        return bool(self.fault or self.broken or self.gaps or self.unreadable)

    def describe_unplayable(self) -> Iterator[str]:
        """Why sessions cannot be opened although nothing of them is damaged: a sentence for each reason."""
        for reason, number in Counter(fault.text for fault in self.unplayable).items():
            yield f"{number} {'game' if number == 1 else 'games'} cannot be opened. {reason}"

    @property
    def broken(self) -> tuple[str, ...]:
        """Damage of the file itself, with which `rebuild` does not begin."""
        return (*self.integrity, *self.schema_faults, *self.damaged_values)

    @property
    def can_rebuild(self) -> bool:
        """Whether `rebuild` would repair something."""
        is_wrong = bool(self.outdated or self.strays or self.shared_seats)
        return is_wrong and not (self.fault or self.broken)


def doctor(path: Path, games: Sequence[AnyGame] = GAMES, show: Callable[[Step], object] | None = None) -> Report:
    """Check everything in a file without changing it. Problems are reported, never raised."""
    return finish(doctor_in_steps(path, games), show)


def doctor_in_steps(path: Path, games: Sequence[AnyGame]) -> Steps[Report]:
    """The work of `doctor`; all steps see the file as it was at the first one, whatever is recorded meanwhile."""
    if not os.path.exists(path):  # also a name that is too long
        return Report(path, f"{path} does not exist; the app creates it when it is first opened.")
    try:
        schema = examine(path)
        if schema is None:
            return Report(path)
        with open_read_only(path) as db:
            db.connection().exec_driver_sql("BEGIN")
            faults = schema_faults(db.connection(), schema)
            if any("table" in fault for fault in faults):  # the other checks would only fail on the missing tables
                return Report(path, integrity=_check_integrity(db), schema=schema, schema_faults=faults)
            report = yield from _check_everything(db, path, schema, games)
            return replace(report, schema_faults=faults)
    except StorageError as error:
        return Report(path, str(error), _try_integrity_check(path))


def rebuild(store: Store, show: Callable[[Step], object] | None = None) -> None:
    """Rebuild everything derived, and part players of whom one person has two seats in a session.

    Raises Damaged, with nothing changed, if the primary rows are damaged.
    """
    finish(rebuild_in_steps(store), show)


def rebuild_in_steps(store: Store) -> Steps[None]:
    """The work of `rebuild`."""
    with store.database.reading() as db:
        broken = (*schema_faults(db.connection(), migrations.NEWEST), *damaged_values(db), *_find_orphans(db)[0])
        faults = (*broken, *_check_integrity(db))
    if faults:
        raise Damaged(f"{store.database.path} cannot be rebuilt ({faults[0]}); restore a backup or ask for help.")
    with store.database.writing() as db:
        results.delete_orphans(db)
        merges.separate_everybody(db, store.now())
    rebuilding.restart(store.database)
    yield from store.rebuild_in_steps()


def _check_everything(db: Session, path: Path, schema: str, games: Sequence[AnyGame]) -> Steps[Report]:
    newest = schema == migrations.NEWEST
    ids = db.execute(select(SESSION.c.id).order_by(SESSION.c.opened_at, SESSION.c.id)).scalars().all()
    faults: dict[str, list[Fault]] = defaultdict(list)
    for done, session_id in enumerate(ids, start=1):
        try:
            for kind, text in _find_faults(db, session_id, games, derived=newest):
                faults[kind].append(Fault(session_id, text))
        except ValueError as error:  # a value that is not a valid time or JSON
            faults["unreadable"].append(Fault(session_id, f"A value in it is damaged: {error}."))
        is_known = any(fault.session == session_id for fault in faults["outdated"][-1:])
        if newest and not is_known and pipeline.has_wrong_plays(db, session_id):
            faults["outdated"].append(Fault(session_id, "Its statistics do not match its results."))
        yield Step(CHECKING, done, len(ids))
    orphans, strays = _find_orphans(db)
    shared = merges.find_shared_seats(db) if newest else ()
    yield Step(CHECKING, len(ids), len(ids))
    by_kind: dict[str, Any] = {kind: tuple(of_kind) for kind, of_kind in faults.items()}
    return Report(
        path,
        integrity=(*_check_integrity(db), *orphans),
        schema=schema,
        sessions=len(ids),
        entries=db.execute(select(func.count()).select_from(ENTRY)).scalar_one(),
        damaged_values=tuple(damaged_values(db)),
        strays=strays,
        shared_seats=tuple(Fault(session_id, SHARED_SEATS) for session_id in shared),
        **by_kind,
    )


def _find_faults(db: Session, session_id: str, games: Sequence[AnyGame], *, derived: bool) -> Iterator[tuple[str, str]]:
    """The problems of one session: the list of the report they belong to, and a sentence."""
    if derived and imported_sessions.is_imported(db, session_id):
        yield from _find_imported_faults(db, session_id)
        return
    query = select(func.count(), func.max(ENTRY.c.number)).where(ENTRY.c.session_id == session_id)
    count, last = db.execute(query).one()
    recorded = db.execute(select(SESSION.c.entries).where(SESSION.c.id == session_id)).scalar_one()
    if count != recorded:
        yield "gaps", f"{journals.describe_miscount(count, recorded)}."
    elif count == 0 or last != count - 1:
        yield "gaps", f"It has {count} entries, but the last is number {last}."
    try:
        run, fresh = results.derive_stored(db, session_id, games)
    except NeedsGame as error:
        yield "unplayable", str(error)
        return
    except Unreadable as error:
        yield "unreadable", str(error)
        return
    if run.violation:
        yield "waiting", f"The current rules refuse entry {run.waiting[0]}: {run.violation}"
    if derived:
        yield from _find_derived_faults(db, session_id, fresh)


def _find_derived_faults(db: Session, session_id: str, fresh: results.Derived | None) -> Iterator[tuple[str, str]]:
    query = select(SESSION.c.closed_totals, SESSION.c.status).where(SESSION.c.id == session_id)
    closed, status = db.execute(query).one()
    as_derived = results.are_stored(db, session_id, results.build_rows(db, session_id, fresh))
    if not as_derived or status != (fresh.status if fresh else results.Status.OPEN):
        yield "outdated", "Its stored results do not match what was entered."
    if closed and fresh and tuple(points for _, points in closed) != fresh.totals:
        yield "changed", "It was closed with other totals than the current rules give."


def _find_imported_faults(db: Session, session_id: str) -> Iterator[tuple[str, str]]:
    try:
        as_derived = results.are_stored(db, session_id, imported_sessions.derive_rows(db, session_id))
    except Unreadable as error:
        yield "unreadable", str(error)
        return
    if not as_derived:
        yield "outdated", "Its stored results do not match the imported game."


def _try_integrity_check(path: Path) -> tuple[str, ...]:
    if not path.is_file():  # SQLite would wait forever on a pipe
        return ()
    try:
        with open_read_only(path) as db:
            return _check_integrity(db)
    except StorageError:
        return ()


def _check_integrity(db: Session) -> tuple[str, ...]:
    return tuple(text for (text,) in db.connection().exec_driver_sql("PRAGMA integrity_check") if text != "ok")


def _find_orphans(db: Session) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Rows whose foreign key points nowhere: primary rows, and derived ones that can be rebuilt."""
    tables = [row[0] for row in db.connection().exec_driver_sql("PRAGMA foreign_key_check")]
    primary = {table.name for table in PRIMARY}
    lost = tuple(f"a row of {name} refers to a missing row" for name in tables if name in primary)
    return lost, tuple(f"a row of {name} refers to a missing row" for name in tables if name not in primary)
