"""Import session files, with a preview. Each session is imported whole, extended with its new entries, or skipped.

Files of any length are streamed and written in small transactions of whole sessions, so that games can be recorded
meanwhile. Importing the same file again completes an interrupted import.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from scoring.game import AnyGame
from storage.clock import at_table
from storage.derived import imported_sessions, results
from storage.derived.pipeline import changing
from storage.errors import (
    Damaged,
    IncompleteImport,
    Locked,
    MissingGame,
    ReadOnly,
    StorageError,
    StorageFull,
    TransferError,
)
from storage.file.write_batches import Pace
from storage.history import import_log, named_games
from storage.history.import_log import App, FileImport
from storage.history.named_games import NamedGames
from storage.models import SESSION
from storage.sessions import journals, players
from storage.sessions.entry_rows import StoredEntry
from storage.store import Store
from storage.transfer.session_file import SessionFile, parse_session, split_sessions
from storage.transfer.session_write import (
    NewSession,
    add_unknown_players,
    get_seat_names,
    prepare_session,
    replace_imported_play,
    write_new_sessions,
)

_FATAL: Final = (StorageFull, Locked, ReadOnly, Damaged)
"""Errors of our own database, which end the import. Other errors concern one session only."""

_ROWS_PER_ENTRY: Final = 2  # the entry and its derived rows


class SessionChange(StrEnum):
    """What importing a session changes."""

    NEW = "new"
    EXTENDED = "more"  # also a session of which only the result was imported from another app
    UNCHANGED = "nothing"


@dataclass(frozen=True, slots=True)
class SessionImport:
    """The effect of importing one session."""

    session_id: str
    change: SessionChange
    added_entries: int


@dataclass(frozen=True, slots=True)
class SessionReport:
    """The outcome for the session that starts at `line`: a result, or the error because of which it was skipped.

    `game` is its title, `day` the local date on which it was opened ("2026-01-02"), `names` are the players'.
    """

    line: int
    result: SessionImport | None = None
    error: str = ""
    game: str = ""
    day: str = ""
    names: tuple[str, ...] = ()


class IncompleteSessionImport(IncompleteImport):
    """An import ended early; `reports` has the outcome of the sessions before that."""

    def __init__(self, cause: StorageError, reports: tuple[SessionReport, ...]) -> None:
        number = sum(_changes_something(report) for report in reports)
        super().__init__(cause, "1 session" if number == 1 else f"{number} sessions")
        self.reports = reports


def import_session(store: Store, file: SessionFile, name: str = "") -> SessionImport:
    """Import one session in one transaction; `name` is the file name shown later.

    Raises TransferError if the stored session has other entries.
    """
    with store.database.writing() as db:
        return _import_session(db, file, FileImport(store.now(), App.OURS, name), store.games)


def import_sessions(
    store: Store,
    lines: Iterable[str],
    name: str = "",
    *,
    dry_run: bool = False,
    on_progress: Callable[[int], None] | None = None,
) -> tuple[SessionReport, ...]:
    """Import all sessions of a file and report them in the order of the file; invalid ones are skipped.

    `dry_run` changes nothing. `on_progress` is called with the number of sessions done. Raises StorageError if the
    import ended before anything was imported, IncompleteSessionImport if it ended later.
    """
    importer = _Importer(store, name, dry_run=dry_run)
    try:
        for line, session in split_sessions(lines):
            if importer.is_batch_full:
                importer.flush(more=True)
                if on_progress:
                    on_progress(len(importer.reports))
            importer.add(line, session)
        importer.flush(more=False)
    except StorageError as error:
        if any(map(_changes_something, importer.reports)) and not dry_run:
            raise IncompleteSessionImport(error, importer.sorted_reports) from error
        raise
    if on_progress:
        on_progress(len(importer.reports))
    return importer.sorted_reports


class _Importer:
    """Collects sessions into batches of about the size that one transaction should write."""

    def __init__(self, store: Store, name: str, *, dry_run: bool) -> None:
        self.reports: list[SessionReport] = []
        self._store, self._name, self._dry_run = store, name, dry_run
        self._batch: list[tuple[int, SessionFile]] = []  # with the line each session starts at
        self._rows = 0
        self._pace = Pace()
        self._file_import: FileImport | None = None
        self._first_session_id = ""
        self._is_marked_unfinished = False

    @property
    def sorted_reports(self) -> tuple[SessionReport, ...]:
        return tuple(sorted(self.reports, key=lambda report: report.line))

    @property
    def is_batch_full(self) -> bool:
        return self._rows >= self._pace.rows

    def add(self, line: int, lines: tuple[str, ...]) -> None:
        """Parse a session and add it to the batch; an invalid one is reported instead."""
        try:
            file = parse_session(lines, self._store.games)
        except TransferError as error:
            self.reports.append(SessionReport(line, error=_locate(line, error)))
            return
        self._first_session_id = self._first_session_id or file.header.session
        if any(file.header.session == other.header.session for _, other in self._batch):
            self.flush(more=True)
        self._batch.append((line, file))
        self._rows += _ROWS_PER_ENTRY * len(file.entries)

    def flush(self, *, more: bool) -> None:
        """Import the batch; `more` says whether the file has further sessions."""
        batch, self._batch, self._rows = self._batch, [], 0
        new: list[tuple[int, NewSession]] = []
        others: list[tuple[int, SessionFile]] = []
        for line, file, result, session in self._compare_batch(batch):
            if result.change is SessionChange.UNCHANGED or self._dry_run:
                self.reports.append(_make_report(line, file, result))
            elif session is not None:
                new.append((line, session))
            else:
                others.append((line, file))
        if new and not self._write_new(new, more=more):
            others += [(line, session.file) for line, session in new]
        for line, file in others:
            self._import_alone(line, file)
        if not more and not self._dry_run and self._is_still_marked():
            with self._pace.writing(self._store.database, 1) as db:
                import_log.clear_unfinished(db)

    def _is_still_marked(self) -> bool:
        """Whether the import of this file is noted as unfinished, perhaps by one killed after its last session."""
        if self._file_import is None:
            with self._store.database.reading() as db:
                self._get_file_import(db, more=False)
        return self._is_marked_unfinished

    def _compare_batch(
        self, batch: list[tuple[int, SessionFile]]
    ) -> list[tuple[int, SessionFile, SessionImport, NewSession | None]]:
        """Compare a batch with what is stored; sessions that cannot be imported are reported and left out."""
        compared: list[tuple[int, SessionFile, SessionImport, NewSession | None]] = []
        with self._store.database.reading() as db:
            stored = _select_stored(db, [file.header.session for _, file in batch])
            for line, file in batch:
                try:
                    get_seat_names(file)
                    result = _compare(db, file)[0] if file.header.session in stored else _make_new(file)
                    session = prepare_session(file) if result.change is SessionChange.NEW else None
                    compared.append((line, file, result, session))
                except StorageError as error:
                    self.reports.append(_make_report(line, file, error=_locate(line, error)))
        return compared

    def _write_new(self, new: list[tuple[int, NewSession]], *, more: bool) -> bool:
        """Insert new sessions in one transaction; returns False, with nothing written, if one of them conflicts."""
        sessions = [session for _, session in new]
        rows = sum(_ROWS_PER_ENTRY * len(session.file.entries) for session in sessions)
        try:
            with self._pace.writing(self._store.database, rows) as db:
                if _select_stored(db, [session.row["id"] for session in sessions]):
                    return False
                games = NamedGames(db, self._store.games)
                write_new_sessions(db, sessions, self._get_file_import(db, more=more), games)
        except (IntegrityError, OverflowError):
            return False
        self.reports += [_make_report(line, session.file, _make_new(session.file)) for line, session in new]
        return True

    def _import_alone(self, line: int, file: SessionFile) -> None:
        """Import one session in its own transaction and report the result or the error."""
        try:
            with self._pace.writing(self._store.database, _ROWS_PER_ENTRY * len(file.entries)) as db:
                result = _import_session(db, file, self._get_file_import(db, more=False), self._store.games)
        except _FATAL:
            raise
        except StorageError as error:
            self.reports.append(_make_report(line, file, error=_locate(line, error)))
        except OverflowError:
            cause = TransferError("A number in this session is too large; it was left out.")
            self.reports.append(_make_report(line, file, error=_locate(line, cause)))
        except IntegrityError as error:
            cause = TransferError(f"This session contradicts what is stored ({error.orig}); it was left out.")
            self.reports.append(_make_report(line, file, error=_locate(line, cause)))
        else:
            self.reports.append(_make_report(line, file, result))

    def _get_file_import(self, db: Connection, *, more: bool) -> FileImport:
        """The arrival of this file, resumed from an interrupted import of the same file if there was one."""
        if self._file_import is None:
            new_import = FileImport(self._store.now(), App.OURS, self._name)
            unfinished = import_log.find_unfinished(db, new_import, self._first_session_id)
            self._is_marked_unfinished = unfinished is not None
            self._file_import = unfinished.file_import if unfinished else new_import
        if more and not self._is_marked_unfinished:
            import_log.mark_unfinished(db, self._file_import, self._first_session_id)
            self._is_marked_unfinished = True
        return self._file_import


def _make_report(line: int, file: SessionFile, result: SessionImport | None = None, error: str = "") -> SessionReport:
    names = tuple(player.name for player in file.header.players)
    local = at_table(datetime.fromisoformat(file.header.opened_at), file.header.utc_offset)
    return SessionReport(line, result, error, file.title, f"{local:%Y-%m-%d}", names)


def _changes_something(report: SessionReport) -> bool:
    return report.result is not None and report.result.change is not SessionChange.UNCHANGED


def _locate(line: int, error: StorageError) -> str:
    return (
        str(error)
        if line == 1 or isinstance(error, MissingGame)
        else f"The session that starts at line {line}: {error}"
    )


# Comparing with stored sessions ------------------------------------------------------------------------------------


def _select_stored(db: Connection, session_ids: list[str]) -> set[str]:
    """Which of these sessions are stored, with or without a journal."""
    return set(db.execute(select(SESSION.c.id).where(SESSION.c.id.in_(session_ids))).scalars())


def _make_new(file: SessionFile) -> SessionImport:
    return SessionImport(file.header.session, SessionChange.NEW, len(file.entries))


def _compare(db: Connection, file: SessionFile) -> tuple[SessionImport, tuple[StoredEntry, ...]]:
    """What importing a session would change, and its stored entries; raises TransferError if entries differ."""
    session_id, entries = file.header.session, file.entries
    stored = journals.load_entries(db, session_id)
    shared = min(len(stored), len(entries))
    if stored[:shared] != entries[:shared]:
        differing = next(number for number in range(shared) if stored[number] != entries[number])
        raise TransferError(
            f"This session is already stored, and differs from entry {differing} on; nothing was imported."
        )
    if len(entries) <= len(stored):
        return SessionImport(session_id, SessionChange.UNCHANGED, 0), stored
    is_here = stored or imported_sessions.is_imported(db, session_id)
    change = SessionChange.EXTENDED if is_here else SessionChange.NEW
    return SessionImport(session_id, change, len(entries) - shared), stored


# Writing -----------------------------------------------------------------------------------------------------------


def _import_session(
    db: Connection, file: SessionFile, file_import: FileImport, games: Sequence[AnyGame]
) -> SessionImport:
    result, stored = _compare(db, file)
    match result.change:
        case SessionChange.NEW:
            write_new_sessions(db, [prepare_session(file)], file_import, NamedGames(db, games))
        case SessionChange.EXTENDED if not stored:
            replace_imported_play(db, prepare_session(file), file_import.at, NamedGames(db, games))
        case SessionChange.EXTENDED:
            _append_entries(db, file, len(stored), file_import.at, games)
        case SessionChange.UNCHANGED:
            pass
    return result


def _append_entries(db: Connection, file: SessionFile, stored: int, at: datetime, games: Sequence[AnyGame]) -> None:
    """Append the entries after the first `stored` ones, and derive the results again."""
    journals.insert_entries(db, file.header.session, file.entries[stored:])
    names, last_entry_at = get_seat_names(file), file.entries[-1].at
    add_unknown_players(db, file, names, at)
    with changing(db, [file.header.session]):
        players.seat_players(db, file.header.session, names, [line.uuid for line in file.header.players], last_entry_at)
    named_games.rename(db, file.header.session, games, file.game, file.run.opened.options)
    with journals.running_rules():
        derived = results.derive(file.game, file.run)
    totals = [[seat, points] for seat, points in enumerate(file.header.totals or ())]
    results.close(db, file.header.session, derived, last_entry_at, totals or None)
