"""Sessions of a file taken in: each whole, or what is new of it, or nothing, after a look at what that changes.

A file of any length is read as it goes in. Small transactions let the table write in between; each leaves whole
sessions, so that a file that was broken off is completed by taking it in again.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import Connection, delete, select
from sqlalchemy.exc import IntegrityError

from storage.derived import imported_sessions, results
from storage.derived.pipeline import changing
from storage.errors import Damaged, Locked, PartlyTakenIn, ReadOnly, StorageError, StorageFull, TransferError
from storage.file.write_batches import Pace
from storage.history import import_log
from storage.history.import_log import App, Arrival
from storage.models import SEAT, SESSION
from storage.sessions import journals, players
from storage.sessions.entry_rows import StoredEntry
from storage.store import Store
from storage.transfer.session_file import SessionFile, read_session, sessions_of
from storage.transfer.session_write import NewSession, add_strangers, names_at_seats, prepare, write_new

_ENDS_ALL: Final = (StorageFull, Locked, ReadOnly, Damaged)
"""What is wrong with our own file, not with a session."""

_ROWS_AN_ENTRY: Final = 2  # the entry, and what is derived of it


class Import(StrEnum):
    """What taking a file in has changed."""

    NEW = "new"
    MORE = "more"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Imported:
    """The session a file held, what that changed, and how many entries were added."""

    session_id: str
    change: Import
    added: int


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of one session of a file of many: it begins at `line`; `error` says why it was left out.

    `game` is its title, `day` when it was opened, as "2026-01-02", `names` are the players'.
    """

    line: int
    done: Imported | None = None
    error: str = ""
    game: str = ""
    day: str = ""
    names: tuple[str, ...] = ()


class SessionsPartlyTakenIn(PartlyTakenIn):
    """Something ended the import of a file of which these sessions have come in."""

    def __init__(self, cause: StorageError, taken: tuple[Taken, ...]) -> None:
        number = sum(_adds(each) for each in taken)
        super().__init__(cause, "1 session" if number == 1 else f"{number} sessions")
        self.taken = taken


def import_session(store: Store, file: SessionFile, name: str = "") -> Imported:
    """Take a session in: all of it, what is new of it, or nothing if it is here already.

    TransferError where the session here is another one from some entry on.
    """
    with store.database.writing() as db:
        return _take_in(db, file, Arrival(store.now(), App.OURS, name))


def import_sessions(
    store: Store,
    lines: Iterable[str],
    name: str = "",
    *,
    only_look: bool = False,
    tell: Callable[[int], None] | None = None,
) -> tuple[Taken, ...]:
    """Take in a file of many sessions; one that is damaged does not keep the others out.

    With `only_look` nothing is changed. `tell` is told how many are done. A StorageError before anything came in leaves
    everything as it was; PartlyTakenIn says what came in before.
    """
    intake = _Intake(store, name, only_look=only_look)
    try:
        for begun, session in sessions_of(lines):
            if intake.is_full:
                intake.take(more=True)
                if tell:
                    tell(len(intake.taken))
            intake.add(begun, session)
        intake.take(more=False)
    except StorageError as error:
        if any(map(_adds, intake.taken)) and not only_look:
            raise SessionsPartlyTakenIn(error, intake.in_order) from error
        raise
    if tell:
        tell(len(intake.taken))
    return intake.in_order


class _Intake:
    """A file of many sessions on its way in: those read and not yet taken, and what became of the others."""

    def __init__(self, store: Store, name: str, *, only_look: bool) -> None:
        self.taken: list[Taken] = []
        self._store, self._name, self._only_look = store, name, only_look
        self._batch: list[tuple[int, SessionFile]] = []
        self._rows = 0
        self._pace = Pace()
        self._arrival: Arrival | None = None
        self._first = ""  # the first session of the file
        self._is_noted = False  # that only a part of the file has come in

    @property
    def in_order(self) -> tuple[Taken, ...]:
        """What became of the sessions, in the order of the file."""
        return tuple(sorted(self.taken, key=lambda each: each.line))

    @property
    def is_full(self) -> bool:
        """Whether there is as much as one transaction should write."""
        return self._rows >= self._pace.rows

    def add(self, begun: int, lines: tuple[str, ...]) -> None:
        """Read a session; what is wrong with it is noted."""
        try:
            file = read_session(lines, self._store.games)
        except TransferError as error:
            self.taken.append(Taken(begun, error=_named(begun, error)))
            return
        self._first = self._first or file.header.session
        if any(file.header.session == other.header.session for _, other in self._batch):
            self.take(more=True)
        self._batch.append((begun, file))
        self._rows += _ROWS_AN_ENTRY * len(file.entries)

    def take(self, *, more: bool) -> None:
        """Take in what was read; `more` of the file is to come."""
        batch, self._batch, self._rows = self._batch, [], 0
        new: list[tuple[int, NewSession]] = []
        others: list[tuple[int, SessionFile]] = []
        for begun, file, change in self._looked(batch):
            if change.change is Import.NOTHING or self._only_look:
                self.taken.append(_taken(begun, file, change))
            elif change.change is Import.NEW:
                new.append((begun, prepare(file)))
            else:
                others.append((begun, file))
        if new and not self._write_new(new, more=more):
            others += [(begun, session.file) for begun, session in new]
        for begun, file in others:
            self._take_alone(begun, file)
        if not more and self._is_noted:
            with self._pace.writing(self._store.database, 1) as db:
                import_log.forget_unfinished(db)

    def _looked(self, batch: list[tuple[int, SessionFile]]) -> list[tuple[int, SessionFile, Imported]]:
        """What taking these in would change; those that cannot be are noted."""
        looked: list[tuple[int, SessionFile, Imported]] = []
        with self._store.database.reading() as db:
            here = _here(db, [file.header.session for _, file in batch])
            for begun, file in batch:
                try:
                    names_at_seats(file)
                    looked.append((begun, file, _change(db, file)[0] if file.header.session in here else _new(file)))
                except StorageError as error:
                    self.taken.append(_taken(begun, file, error=_named(begun, error)))
        return looked

    def _write_new(self, new: list[tuple[int, NewSession]], *, more: bool) -> bool:
        """Write new sessions together; False, and nothing is written, where one of them does not fit."""
        sessions = [session for _, session in new]
        rows = sum(_ROWS_AN_ENTRY * len(session.file.entries) for session in sessions)
        try:
            with self._pace.writing(self._store.database, rows) as db:
                if _here(db, [session.row["id"] for session in sessions]):
                    return False
                write_new(db, sessions, self._arrived(db, more=more))
        except (IntegrityError, OverflowError):
            return False
        self.taken += [_taken(begun, session.file, _new(session.file)) for begun, session in new]
        return True

    def _take_alone(self, begun: int, file: SessionFile) -> None:
        """Take one session in, in a transaction of its own."""
        try:
            with self._pace.writing(self._store.database, _ROWS_AN_ENTRY * len(file.entries)) as db:
                done = _take_in(db, file, self._arrived(db, more=False))
        except _ENDS_ALL:
            raise
        except StorageError as error:
            self.taken.append(_taken(begun, file, error=_named(begun, error)))
        except OverflowError:
            fault = TransferError("A number of this session is larger than any score; it was left out.")
            self.taken.append(_taken(begun, file, error=_named(begun, fault)))
        except IntegrityError as error:
            fault = TransferError(f"This session does not fit to what is here ({error.orig}); it was left out.")
            self.taken.append(_taken(begun, file, error=_named(begun, fault)))
        else:
            self.taken.append(_taken(begun, file, done))

    def _arrived(self, db: Connection, *, more: bool) -> Arrival:
        """The arrival of this file: the one of an import of the same file that was broken off, if there is one."""
        if self._arrival is None:
            fresh = Arrival(self._store.now(), App.OURS, self._name)
            unfinished = import_log.unfinished(db, fresh, self._first)
            self._is_noted = unfinished is not None
            self._arrival = unfinished.arrival if unfinished else fresh
        if more and not self._is_noted:
            import_log.note_unfinished(db, self._arrival, self._first)
            self._is_noted = True
        return self._arrival


def _taken(begun: int, file: SessionFile, done: Imported | None = None, error: str = "") -> Taken:
    names = tuple(player.name for player in file.header.players)
    return Taken(begun, done, error, file.game.title, file.header.opened_at[:10], names)


def _adds(taken: Taken) -> bool:
    return taken.done is not None and taken.done.change is not Import.NOTHING


def _named(begun: int, error: StorageError) -> str:
    return str(error) if begun == 1 else f"The session that begins at line {begun}: {error}"


# What it would change -----------------------------------------------------------------------------------------------


def _here(db: Connection, session_ids: list[str]) -> set[str]:
    """Which of these sessions are here, with a journal or as another app's result."""
    return set(db.execute(select(SESSION.c.id).where(SESSION.c.id.in_(session_ids))).scalars())


def _new(file: SessionFile) -> Imported:
    return Imported(file.header.session, Import.NEW, len(file.entries))


def _change(db: Connection, file: SessionFile) -> tuple[Imported, tuple[StoredEntry, ...]]:
    """What taking a session in would change, and the entries that are here already; TransferError."""
    session_id, there = file.header.session, file.entries
    here = journals.stored_entries(db, session_id)
    same = min(len(here), len(there))
    if here[:same] != there[:same]:
        differing = next(number for number in range(same) if here[number] != there[number])
        raise TransferError(f"This session is here already, and differs from entry {differing} on; nothing was added.")
    if len(there) <= len(here):
        return Imported(session_id, Import.NOTHING, 0), here
    return Imported(session_id, Import.MORE if here else Import.NEW, len(there) - same), here


# Writing -----------------------------------------------------------------------------------------------------------


def _take_in(db: Connection, file: SessionFile, arrival: Arrival) -> Imported:
    done, here = _change(db, file)
    match done.change:
        case Import.NEW:
            _make_room(db, done.session_id)
            write_new(db, [prepare(file)], arrival)
        case Import.MORE:
            _add_entries(db, file, len(here), arrival.at)
        case Import.NOTHING:
            pass
    return done


def _make_room(db: Connection, session_id: str) -> None:
    """The result that another app had of this session goes: now there is all of it."""
    if imported_sessions.is_imported(db, session_id):
        results.erase(db, [session_id])
        imported_sessions.forget(db, session_id)
        import_log.forget(db, session_id)
        db.execute(delete(SEAT).where(SEAT.c.session_id == session_id))
        db.execute(delete(SESSION).where(SESSION.c.id == session_id))


def _add_entries(db: Connection, file: SessionFile, here: int, at: datetime) -> None:
    """Add the entries that are new to a session, and all that follows from them."""
    journals.insert_entries(db, file.header.session, file.entries[here:])
    names, last = names_at_seats(file), file.entries[-1].at
    add_strangers(db, file, names, at)
    with changing(db, [file.header.session]):
        players.seat_players(db, file.header.session, names, [line.uuid for line in file.header.players], last)
    derived = results.derive(file.game, file.run)
    totals = [[seat, points] for seat, points in enumerate(file.header.totals or ())]
    results.close(db, file.header.session, file.game, derived, last, totals or None)
