"""Import session files, with a preview. Each session is imported whole, extended with its new entries, or skipped.

Files of any length are streamed and written in small transactions of whole sessions, so that games can be recorded
meanwhile. Importing the same file again completes an interrupted import.
"""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import select
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from scoring.engine.journal import list_names
from storage.clock import at_table
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
from storage.file import write_batches
from storage.file.write_batches import Pace
from storage.history import import_log
from storage.history.import_log import App, FileImport
from storage.history.player_matching import FilePlayers, FileSession, ImportAction, PlayerMatching, PlayerReport
from storage.models import SESSION
from storage.sessions.players import check_seat_names
from storage.store import Store
from storage.transfer.collection import (
    Changes,
    find_changes,
    import_collection,
    import_tombstones,
    load_joined_merges,
    preview_merges,
)
from storage.transfer.session_file import Collection as CollectionLine
from storage.transfer.session_file import (
    PlayerLine,
    SessionFile,
    parse_collection,
    parse_header,
    parse_session,
    split_sessions,
)
from storage.transfer.session_join import (
    UNWRITTEN,
    Diverged,
    SessionChange,
    SessionImport,
    SessionImporter,
    compare,
)
from storage.transfer.session_write import derive_file, name_players

_FATAL: Final = (StorageFull, Locked, ReadOnly, Damaged)
"""Errors of our own database, which end the import. Other errors concern one session only."""

NO_CHOICES: Final[Mapping[str, str]] = {}

_ROWS_PER_SESSION: Final = 50  # besides its entries; an estimate, for the size of transactions


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

    `refused` has a sentence for each chosen merge of players who sat together, `changed` one for each player whose name
    or look changes. `deleted` are our sessions that were deleted on the other device. `missing` is the number of ours
    that a file with a whole collection does not have. `also` has a sentence for each of its merges and cards that is
    new here, or changed.
    """

    sessions: tuple[SessionReport, ...]
    players: tuple[PlayerReport, ...] = ()
    parted: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()
    missing: int = 0
    also: tuple[str, ...] = ()

    @property
    def changes_more(self) -> bool:
        """Whether it changes something besides the sessions of the file and the merges they undo."""
        return bool(self.changed or self.deleted or self.also)


class IncompleteSessionImport(IncompleteImport):
    """An import ended early; `report` is about the sessions before that."""

    def __init__(self, cause: StorageError, report: SessionsReport) -> None:
        super().__init__(cause, sum(map(_changes_something, report.sessions)), "game")
        self.report = report


def import_sessions(
    store: Store,
    lines: Iterable[str],
    name: str = "",
    choices: Mapping[str, str] = NO_CHOICES,
    *,
    diverged: Diverged | None = None,
    brings_back: bool = False,
    dry_run: bool = False,
    on_progress: Callable[[int], None] | None = None,
) -> SessionsReport:
    """Import all sessions of a file; invalid ones are skipped. `choices` as in `PlayerMatching.match`.

    `diverged` is the answer for sessions that were continued on both devices; without one they stay as they are.
    `brings_back`: import sessions that were deleted here. `dry_run` changes nothing. `on_progress` is called with the
    number of sessions done. Raises StorageError if the import ended before anything was imported,
    IncompleteSessionImport if it ended later.
    """
    file_import = FileImport(store.now(), App.OURS, name)
    importer = _Importer(store, choices, file_import, diverged, brings_back, dry_run)
    try:
        for line, session in split_sessions(lines):
            if importer.rows >= write_batches.ROWS:
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


@dataclass(slots=True)
class _Importer:
    """Collects sessions into batches of about the size that one transaction should write.

    New players are matched after the last session, because any session may show that two players sat together. Until
    then the import is marked as unfinished.
    """

    store: Store
    choices: Mapping[str, str]
    file_import: FileImport
    diverged: Diverged | None
    brings_back: bool
    dry_run: bool
    rows: int = 0  # of the batch, an estimate
    _collection: CollectionLine | None = None
    _players: dict[str, PlayerLine] = field(default_factory=dict)  # by themselves, as text
    _ids: set[str] = field(default_factory=set)
    _waiting: list[tuple[int, SessionFile]] = field(default_factory=list)  # forked, until the whole file is known
    _changes: Changes = field(default_factory=lambda: Changes({}, {}))
    _reports: list[SessionReport] = field(default_factory=list)
    _sessions: list[tuple[int, FileSession]] = field(default_factory=list)  # with the line each starts at
    _written: dict[str, FileSession] = field(default_factory=dict)  # by id
    _parted: list[str] = field(default_factory=list)
    _matched: FilePlayers = field(default_factory=FilePlayers)
    _batch: list[tuple[int, SessionFile]] = field(default_factory=list)
    _pace: Pace = field(default_factory=Pace)
    _first_session_id: str = ""
    _missing: int = 0

    @property
    def number(self) -> int:
        """The number of sessions done."""
        return len(self._reports)

    @property
    def _ids_or_deleted(self) -> set[str]:
        """The sessions of the file so far, and those that were deleted on the other device."""
        return self._ids.union(line.session for line in self._collection.deleted) if self._collection else self._ids

    def make_report(self) -> SessionsReport:
        sessions = tuple(sorted(self._reports, key=lambda report: report.line))
        new = {player.id for player in self._matched.reports if player.action is not ImportAction.KNOWN}
        changed = tuple(text for player_id, text in self._changes.sentences.items() if player_id not in new)
        return SessionsReport(
            sessions,
            tuple(self._matched.reports),
            tuple(self._parted),
            tuple(self._matched.refused),
            changed,
            tuple(self._changes.deleted),
            self._missing,
            tuple(self._changes.also),
        )

    def add(self, line: int, lines: tuple[str, ...]) -> None:
        """Parse a session and add it to the batch; an invalid one is reported instead."""
        try:
            if collection := parse_collection(lines):
                self._collection = collection
                return
            file = parse_session(lines, self.store.games)
        except TransferError as error:
            self._reports.append(SessionReport(line, error=_locate(line, error)))
            with suppress(TransferError):
                self._ids.add(parse_header("".join(lines[:1])).session)
            return
        self._first_session_id = self._first_session_id or file.header.session
        self._ids.add(file.header.session)
        self._players |= {str(player): player for player in file.header.players if player.edits}
        if any(file.header.session == other.header.session for _, other in self._batch):
            self.flush()
        self._batch.append((line, file))
        self.rows += _ROWS_PER_SESSION + len(file.entries)

    def flush(self) -> None:
        """Import the batch."""
        batch, self._batch, self.rows = self._batch, [], 0
        changed: list[tuple[int, SessionFile]] = []
        with self.store.database.reading() as db:
            for line, file in batch:
                try:
                    result = self._preview(db, file)
                except StorageError as error:
                    self._reports.append(_make_report(line, file, error=_locate(line, error)))
                    continue
                if result.since:
                    self._waiting.append((line, file))
                elif result.change in UNWRITTEN or self.dry_run:
                    self._report(line, file, result)
                else:
                    changed.append((line, file))
        if changed:
            self._write(changed)

    def finish(self) -> None:
        """Import the collection, and match the players, after the last session."""
        waiting, self._waiting = self._waiting, []
        with self.store.database.reading() as db:  # before branches are made
            own = set(db.execute(select(SESSION.c.id).where(SESSION.c.entries > 0)).scalars())
        if waiting and self._collection and not self.dry_run:
            with self._pace.writing(self.store.database) as db:
                import_tombstones(db, self._collection)
        for line, file in waiting:
            if self.dry_run:
                with self.store.database.reading() as db:
                    self._report(line, file, compare(db, file, self._ids_or_deleted)[0])
            else:
                self._write([(line, file)])
        sessions = [session for _, session in sorted(self._sessions, key=lambda pair: pair[0])]
        written = self._written.values()
        with self.store.database.reading() as db:
            unfinished = import_log.find_unfinished(db, self.file_import, self._first_session_id)
            at = unfinished.at if unfinished else None
            matching = PlayerMatching(
                db,
                sessions,
                namesakes_differ=self._collection is not None,
                added_at=at,
                also_in_file=[player.uuid for player in self._collection.players] if self._collection else (),
                joined=load_joined_merges(db, self._collection, written) if self._collection else None,
            )
            self._matched = matching.match(self.choices)
            self._changes = find_changes(db, self._collection, self._players.values(), written)
            if self._collection:
                self._missing = len(own - self._ids - set(self._changes.deleted))
            if self.dry_run:
                self._parted += self._matched.parted
                self._parted += preview_merges(db, self._collection, self._changes, self._written)
        changes_anything = bool(self._collection or self._changes.players)
        if self.dry_run or (at is None and not changes_anything):
            return
        now = at or self.file_import.at
        with self._pace.writing(self.store.database) as db:
            self._parted += import_collection(db, self._collection, self._players.values(), now)
            self._matched.merge(db, now)
            import_log.clear_unfinished(db, self.file_import, self._first_session_id)

    def _report(self, line: int, file: SessionFile, result: SessionImport) -> None:
        self._reports.append(_make_report(line, file, result))
        is_written = result.change in (SessionChange.NEW, SessionChange.EXTENDED)
        session = FileSession(name_players(file), is_written)
        self._sessions.append((line, session))
        if is_written:
            self._written[file.header.session] = session

    def _preview(self, db: Session, file: SessionFile) -> SessionImport:
        """What importing a session would change; raises StorageError if it cannot be imported."""
        check_seat_names(list_names(file.journal))
        result, _ = compare(db, file, brings_back=self.brings_back)
        if result.change is SessionChange.NEW:
            derive_file(file)
        return result

    def _write(self, batch: list[tuple[int, SessionFile]]) -> None:
        """Import sessions in one transaction; if one of them cannot be imported, each in its own."""
        try:
            with self._pace.writing(self.store.database) as db:
                importer = SessionImporter(
                    db,
                    self._mark_unfinished(db),
                    self.store.games,
                    self.diverged,
                    brings_back=self.brings_back,
                    also_known=self._ids_or_deleted,
                )
                outcomes = [(line, file, *importer.import_session(file)) for line, file in batch]
        except _FATAL:
            raise
        except (StorageError, OverflowError, IntegrityError) as error:
            if len(batch) == 1:
                ((line, file),) = batch
                self._reports.append(_make_report(line, file, error=_locate(line, _explain(error))))
            else:
                for one in batch:
                    self._write([one])
            return
        for line, file, result, parted in outcomes:
            self._parted += parted
            self._report(line, file, result)

    def _mark_unfinished(self, db: Session) -> FileImport:
        """Mark the import of this file as unfinished; returns it, resumed if an earlier one was interrupted."""
        if unfinished := import_log.find_unfinished(db, self.file_import, self._first_session_id):
            return unfinished
        import_log.mark_unfinished(db, self.file_import, self._first_session_id)
        return self.file_import


def _make_report(line: int, file: SessionFile, result: SessionImport | None = None, error: str = "") -> SessionReport:
    names = tuple(player.name for player in file.header.players)
    local = at_table(file.header.opened_at, file.header.utc_offset)
    return SessionReport(line, result, error, file.title, f"{local:%Y-%m-%d}", names)


def _changes_something(report: SessionReport) -> bool:
    return report.result is not None and report.result.change not in UNWRITTEN


def _locate(line: int, error: StorageError) -> str:
    return (
        str(error) if line == 1 or isinstance(error, MissingGame) else f"The game that starts at line {line}: {error}"
    )


def _explain(error: Exception) -> StorageError:
    """The error of a session that was left out."""
    if isinstance(error, StorageError):
        return error
    if isinstance(error, IntegrityError):
        return TransferError(f"This game contradicts what is stored ({error.orig}); it was left out.")
    return TransferError("A number in this game is too large; it was left out.")
