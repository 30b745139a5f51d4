"""Import session files, with a preview. Each session is imported whole, extended with its new entries, or skipped.

Files of any length are streamed and written in small transactions of whole sessions, so that games can be recorded
meanwhile. Importing the same file again completes an interrupted import.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import Connection, select
from sqlalchemy.exc import IntegrityError

from scoring.contract.game import AnyGame
from storage.clock import at_table
from storage.derived import imported_sessions, merges, results
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
from storage.history.file_players import FilePlayers, FileSession, ImportAction, PlayerReport, match_players
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
    name_players,
    prepare_session,
    replace_imported_play,
    write_new_sessions,
)

_FATAL: Final = (StorageFull, Locked, ReadOnly, Damaged)
"""Errors of our own database, which end the import. Other errors concern one session only."""

NO_CHOICES: Final[Mapping[str, str]] = {}

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


@dataclass(frozen=True, slots=True)
class SessionsReport:
    """What importing a file changes: its sessions in order, its players, and a sentence for each merge it undoes.

    `refused` has a sentence for each chosen merge of players who sat together.
    """

    sessions: tuple[SessionReport, ...]
    players: tuple[PlayerReport, ...] = ()
    parted: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


class IncompleteSessionImport(IncompleteImport):
    """An import ended early; `report` is about the sessions before that."""

    def __init__(self, cause: StorageError, report: SessionsReport) -> None:
        number = sum(map(_changes_something, report.sessions))
        super().__init__(cause, "1 session" if number == 1 else f"{number} sessions")
        self.report = report


def import_session(store: Store, file: SessionFile, name: str = "") -> SessionImport:
    """Import one session in one transaction; `name` is the file name shown later.

    Raises TransferError if the stored session has other entries.
    """
    with store.database.writing() as db:
        file_import = FileImport(store.now(), App.OURS, name)
        result, _ = _import_session(db, file, file_import, store.games)
        matched = match_players(db, [_make_file_session(file, result)], {}, added_at=file_import.at)
        merges.merge_matched(db, _list_merges(matched), file_import.at)
        return result


def import_sessions(
    store: Store,
    lines: Iterable[str],
    name: str = "",
    choices: Mapping[str, str] = NO_CHOICES,
    *,
    dry_run: bool = False,
    on_progress: Callable[[int], None] | None = None,
) -> SessionsReport:
    """Import all sessions of a file; invalid ones are skipped. `choices` as in `match_players`.

    `dry_run` changes nothing. `on_progress` is called with the number of sessions done. Raises StorageError if the
    import ended before anything was imported, IncompleteSessionImport if it ended later.
    """
    importer = _Importer(store, name, choices, dry_run=dry_run)
    try:
        for line, session in split_sessions(lines):
            if importer.is_batch_full:
                importer.flush()
                if on_progress:
                    on_progress(importer.number)
            importer.add(line, session)
        importer.flush()
        importer.finish()
    except StorageError as error:
        if any(map(_changes_something, importer.make_report().sessions)) and not dry_run:
            raise IncompleteSessionImport(error, importer.make_report()) from error
        raise
    if on_progress:
        on_progress(importer.number)
    return importer.make_report()


class _Importer:
    """Collects sessions into batches of about the size that one transaction should write.

    New players are matched with known ones when all sessions are there, because only then it is known who sat
    together. Until then the import is marked as unfinished.
    """

    def __init__(self, store: Store, name: str, choices: Mapping[str, str], *, dry_run: bool) -> None:
        self._store, self._name, self._choices, self._dry_run = store, name, choices, dry_run
        self._reports: list[SessionReport] = []
        self._sessions: list[tuple[int, FileSession]] = []  # with the line each starts at
        self._parted: list[str] = []
        self._matched = FilePlayers()
        self._batch: list[tuple[int, SessionFile]] = []
        self._rows = 0
        self._pace = Pace()
        self._file_import: FileImport | None = None
        self._first_session_id = ""

    @property
    def number(self) -> int:
        """The number of sessions done."""
        return len(self._reports)

    @property
    def is_batch_full(self) -> bool:
        return self._rows >= self._pace.rows

    def make_report(self) -> SessionsReport:
        sessions = tuple(sorted(self._reports, key=lambda report: report.line))
        refused = tuple(f"{who}: {reason}" for who, reason in self._matched.refused)
        parted = self._matched.parted if self._dry_run else self._parted
        return SessionsReport(sessions, tuple(self._matched.reports), tuple(parted), refused)

    def add(self, line: int, lines: tuple[str, ...]) -> None:
        """Parse a session and add it to the batch; an invalid one is reported instead."""
        try:
            file = parse_session(lines, self._store.games)
        except TransferError as error:
            self._reports.append(SessionReport(line, error=_locate(line, error)))
            return
        self._first_session_id = self._first_session_id or file.header.session
        if any(file.header.session == other.header.session for _, other in self._batch):
            self.flush()
        self._batch.append((line, file))
        self._rows += _ROWS_PER_ENTRY * len(file.entries)

    def flush(self) -> None:
        """Import the batch."""
        batch, self._batch, self._rows = self._batch, [], 0
        new: list[tuple[int, NewSession]] = []
        others: list[tuple[int, SessionFile]] = []
        for line, file, result, session in self._compare_batch(batch):
            if result.change is SessionChange.UNCHANGED or self._dry_run:
                self._report(line, file, result)
            elif session is not None:
                new.append((line, session))
            else:
                others.append((line, file))
        if new and not self._write_new(new):
            others += [(line, session.file) for line, session in new]
        for line, file in others:
            self._import_alone(line, file)

    def finish(self) -> None:
        """Match the players of the file, now that all its sessions are known, and merge the new ones."""
        sessions = [session for _, session in sorted(self._sessions, key=lambda pair: pair[0])]
        with self._store.database.reading() as db:
            unfinished = import_log.find_unfinished(db, self._make_file_import(), self._first_session_id)
            at = unfinished.file_import.at if unfinished else None
            self._matched = match_players(db, sessions, self._choices, added_at=at)
        if at is None or self._dry_run:
            return
        with self._pace.writing(self._store.database, 1) as db:
            merges.merge_matched(db, _list_merges(self._matched), at)
            import_log.clear_unfinished(db)

    def _report(self, line: int, file: SessionFile, result: SessionImport) -> None:
        self._reports.append(_make_report(line, file, result))
        self._sessions.append((line, _make_file_session(file, result)))

    def _report_error(self, line: int, file: SessionFile, error: StorageError) -> None:
        self._reports.append(_make_report(line, file, error=_locate(line, error)))

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
                    self._report_error(line, file, error)
        return compared

    def _write_new(self, new: list[tuple[int, NewSession]]) -> bool:
        """Insert new sessions in one transaction; returns False, with nothing written, if one of them conflicts."""
        sessions = [session for _, session in new]
        rows = sum(_ROWS_PER_ENTRY * len(session.file.entries) for session in sessions)
        try:
            with self._pace.writing(self._store.database, rows) as db:
                if _select_stored(db, [session.row["id"] for session in sessions]):
                    return False
                games = NamedGames(db, self._store.games)
                parted = write_new_sessions(db, sessions, self._mark_unfinished(db), games)
        except (IntegrityError, OverflowError):
            return False
        self._parted += parted
        for line, session in new:
            self._report(line, session.file, _make_new(session.file))
        return True

    def _import_alone(self, line: int, file: SessionFile) -> None:
        """Import one session in its own transaction and report the result or the error."""
        try:
            with self._pace.writing(self._store.database, _ROWS_PER_ENTRY * len(file.entries)) as db:
                result, parted = _import_session(db, file, self._mark_unfinished(db), self._store.games)
        except _FATAL:
            raise
        except StorageError as error:
            self._report_error(line, file, error)
        except OverflowError:
            cause = TransferError("A number in this session is too large; it was left out.")
            self._report_error(line, file, cause)
        except IntegrityError as error:
            cause = TransferError(f"This session contradicts what is stored ({error.orig}); it was left out.")
            self._report_error(line, file, cause)
        else:
            self._parted += parted
            self._report(line, file, result)

    def _mark_unfinished(self, db: Connection) -> FileImport:
        """Mark the import of this file as unfinished; returns it, resumed if an earlier one was interrupted."""
        new_import = self._make_file_import()
        unfinished = import_log.find_unfinished(db, new_import, self._first_session_id)
        if unfinished:
            return unfinished.file_import
        import_log.mark_unfinished(db, new_import, self._first_session_id)
        return new_import

    def _make_file_import(self) -> FileImport:
        if self._file_import is None:
            self._file_import = FileImport(self._store.now(), App.OURS, self._name)
        return self._file_import


def _make_file_session(file: SessionFile, result: SessionImport) -> FileSession:
    return FileSession(name_players(file), result.change is not SessionChange.UNCHANGED)


def _list_merges(matched: FilePlayers) -> list[tuple[str, str]]:
    return [(player.id, player.merged_into) for player in matched.reports if player.action is ImportAction.MERGED]


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
) -> tuple[SessionImport, tuple[str, ...]]:
    """Import a session; returns the effect, and a sentence for each merge that it undoes."""
    result, stored = _compare(db, file)
    parted: tuple[str, ...] = ()
    match result.change:
        case SessionChange.NEW:
            parted = write_new_sessions(db, [prepare_session(file)], file_import, NamedGames(db, games))
        case SessionChange.EXTENDED if not stored:
            parted = replace_imported_play(db, prepare_session(file), file_import.at, NamedGames(db, games))
        case SessionChange.EXTENDED:
            parted = _append_entries(db, file, len(stored), file_import.at, games)
        case SessionChange.UNCHANGED:
            pass
    return result, parted


def _append_entries(
    db: Connection, file: SessionFile, stored: int, at: datetime, games: Sequence[AnyGame]
) -> tuple[str, ...]:
    """Append the entries after the first `stored` ones, and derive the results again."""
    session_id = file.header.session
    journals.insert_entries(db, session_id, file.entries[stored:])
    names, last_entry_at = get_seat_names(file), file.entries[-1].at
    add_unknown_players(db, file, at)
    with changing(db, [session_id]):
        players.seat_players(db, session_id, names, [line.uuid for line in file.header.players], last_entry_at)
    named_games.rename(db, session_id, games, file.game, file.run.opened.options)
    with journals.running_rules():
        derived = results.derive(file.game, file.run)
    totals = [[seat, points] for seat, points in enumerate(file.header.totals or ())]
    results.close(db, session_id, derived, last_entry_at, totals or None)
    return merges.part_players(db, [session_id], at)
