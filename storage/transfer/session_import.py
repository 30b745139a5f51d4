"""Import session files, with a preview. Each session is imported whole, extended with its new entries, or skipped.

Files of any length are streamed and written in small transactions of whole sessions, so that games can be recorded
meanwhile. Importing the same file again completes an interrupted import.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Connection, select, update
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
from storage.models import DELETION, SESSION
from storage.sessions import journals, players
from storage.sessions.deletions import Deletion, forget_deletion, load_deletion
from storage.sessions.edits import mark_edited
from storage.sessions.entry_rows import StoredEntry
from storage.store import Store, purge_all
from storage.transfer.branches import comes_first, describe_fork, find_fork, make_branch_id
from storage.transfer.collection import Changes, change_session, find_changes, find_session_changes, take_in
from storage.transfer.session_export import load_session_file
from storage.transfer.session_file import Collection as CollectionLine
from storage.transfer.session_file import PlayerLine, SessionFile, parse_collection, parse_session, split_sessions
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
    EDITED = "edited"  # only its place, its note or the bin
    UNCHANGED = "nothing"
    DIVERGED = "diverged"  # continued on both devices; nothing changes without an answer
    DELETED = "deleted"  # for good, here; it stays deleted


_UNWRITTEN: Final = (SessionChange.UNCHANGED, SessionChange.DIVERGED, SessionChange.DELETED)
_WRITES_SEATS: Final = (SessionChange.NEW, SessionChange.EXTENDED)


class Diverged(StrEnum):
    """What becomes of a session that was continued on both devices. What is not kept lies in the bin."""

    MINE = "mine"
    THEIRS = "theirs"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class SessionImport:
    """The effect of importing one session."""

    session_id: str
    change: SessionChange
    added_entries: int
    since: str = ""  # where a diverged session was continued on both devices: "Round 4"


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
    or look changes. `deleted` are the sessions here that were deleted for good there, and `missing` is how many of ours
    are not in a file with a whole collection.
    """

    sessions: tuple[SessionReport, ...]
    players: tuple[PlayerReport, ...] = ()
    parted: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()
    deleted: tuple[str, ...] = ()
    missing: int = 0


class IncompleteSessionImport(IncompleteImport):
    """An import ended early; `report` is about the sessions before that."""

    def __init__(self, cause: StorageError, report: SessionsReport) -> None:
        number = sum(map(_changes_something, report.sessions))
        super().__init__(cause, "1 session" if number == 1 else f"{number} sessions")
        self.report = report


def import_session(store: Store, file: SessionFile, name: str = "", diverged: Diverged | None = None) -> SessionImport:
    """Import one session in one transaction; `name` is the file name shown later."""
    with store.database.writing() as db:
        file_import = FileImport(store.now(), App.OURS, name)
        result, _ = _Writing(db, file_import, store.games, diverged).import_session(file)
        take_in(db, None, file.header.players, file_import.at)
        matched = match_players(db, [_make_file_session(file, result)], {}, added_at=file_import.at)
        merges.merge_matched(db, _list_merges(matched), file_import.at)
        return result


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
    """Import all sessions of a file; invalid ones are skipped. `choices` as in `match_players`.

    `diverged` is the answer for sessions that were continued on both devices; without one they stay as they are.
    `brings_back`: sessions that were deleted here come again. `dry_run` changes nothing. `on_progress` is called with
    the number of sessions done. Raises StorageError if the import ended before anything was imported,
    IncompleteSessionImport if it ended later.
    """
    importer = _Importer(store, name, choices, diverged, brings_back=brings_back, dry_run=dry_run)
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

    def __init__(
        self,
        store: Store,
        name: str,
        choices: Mapping[str, str],
        diverged: Diverged | None,
        *,
        brings_back: bool,
        dry_run: bool,
    ) -> None:
        self._store, self._name, self._choices, self._dry_run = store, name, choices, dry_run
        self._diverged, self._brings_back = diverged, brings_back
        self._collection: CollectionLine | None = None
        self._players: dict[str, PlayerLine] = {}  # by themselves, as text
        self._ids: set[str] = set()
        self._waiting: list[tuple[int, SessionFile]] = []  # diverged, until the whole file is known
        self._changes = Changes({}, {})
        self._reports: list[SessionReport] = []
        self._sessions: list[tuple[int, FileSession]] = []  # with the line each starts at
        self._parted: list[str] = []
        self._matched = FilePlayers()
        self._batch: list[tuple[int, SessionFile]] = []
        self._rows = 0
        self._pace = Pace()
        self._file_import: FileImport | None = None
        self._first_session_id = ""
        self._missing = 0

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
        return SessionsReport(
            sessions,
            tuple(self._matched.reports),
            tuple(parted),
            refused,
            tuple(self._changes.sentences),
            tuple(self._changes.deleted),
            self._missing,
        )

    def add(self, line: int, lines: tuple[str, ...]) -> None:
        """Parse a session and add it to the batch; an invalid one is reported instead."""
        try:
            if collection := parse_collection(lines):
                self._collection = collection
                return
            file = parse_session(lines, self._store.games)
        except TransferError as error:
            self._reports.append(SessionReport(line, error=_locate(line, error)))
            return
        self._first_session_id = self._first_session_id or file.header.session
        self._ids.add(file.header.session)
        self._players |= {str(player): player for player in file.header.players if player.edits}
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
            if result.change is SessionChange.DIVERGED:
                self._waiting.append((line, file))
            elif result.change in _UNWRITTEN or self._dry_run:
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
        """Take in what belongs to no single session, and match the players, now that all sessions are known."""
        waiting, self._waiting = self._waiting, []
        for line, file in waiting:
            if self._dry_run:
                with self._store.database.reading() as db:
                    self._report(line, file, _compare(db, file, self._ids)[0])
            else:
                self._import_alone(line, file)
        sessions = [session for _, session in sorted(self._sessions, key=lambda pair: pair[0])]
        with self._store.database.reading() as db:
            unfinished = import_log.find_unfinished(db, self._make_file_import(), self._first_session_id)
            at = unfinished.file_import.at if unfinished else None
            also_there = [player.uuid for player in self._collection.players] if self._collection else []
            self._matched = match_players(
                db,
                sessions,
                self._choices,
                added_at=at,
                also_there=also_there,
                has_twins=self._collection is not None,
            )
            self._changes = find_changes(db, self._collection, self._players.values())
            if self._collection:
                self._missing = len(_select_own(db) - self._ids - set(self._changes.deleted))
        changes_anything = bool(self._collection or self._changes.players)
        if self._dry_run or (at is None and not changes_anything):
            return
        now = at or self._make_file_import().at
        with self._pace.writing(self._store.database, 1) as db:
            self._parted += take_in(db, self._collection, self._players.values(), now)
            merges.merge_matched(db, _list_merges(self._matched), now)
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
                    known = file.header.session in stored
                    result = _compare(db, file, brings_back=self._brings_back)[0] if known else _make_new(file)
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
                writing = _Writing(
                    db, self._mark_unfinished(db), self._store.games, self._diverged, brings_back=self._brings_back
                )
                result, parted = writing.import_session(file)
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
    return FileSession(name_players(file), result.change in _WRITES_SEATS)


def _list_merges(matched: FilePlayers) -> list[tuple[str, str]]:
    return [(player.id, player.merged_into) for player in matched.reports if player.action is ImportAction.MERGED]


def _make_report(line: int, file: SessionFile, result: SessionImport | None = None, error: str = "") -> SessionReport:
    names = tuple(player.name for player in file.header.players)
    local = at_table(datetime.fromisoformat(file.header.opened_at), file.header.utc_offset)
    return SessionReport(line, result, error, file.title, f"{local:%Y-%m-%d}", names)


def _changes_something(report: SessionReport) -> bool:
    return report.result is not None and report.result.change not in _UNWRITTEN


def _locate(line: int, error: StorageError) -> str:
    return (
        str(error)
        if line == 1 or isinstance(error, MissingGame)
        else f"The session that starts at line {line}: {error}"
    )


# Comparing with stored sessions ------------------------------------------------------------------------------------


def _select_stored(db: Connection, session_ids: list[str]) -> set[str]:
    """Which of these sessions are stored, with or without a journal, or were deleted for good."""
    ids = select(SESSION.c.id).where(SESSION.c.id.in_(session_ids))
    return set(db.execute(ids.union(select(DELETION.c.id).where(DELETION.c.id.in_(session_ids)))).scalars())


def _select_own(db: Connection) -> set[str]:
    return set(db.execute(select(SESSION.c.id).where(SESSION.c.entries > 0)).scalars())


def _make_new(file: SessionFile) -> SessionImport:
    return SessionImport(file.header.session, SessionChange.NEW, len(file.entries))


def _compare(
    db: Connection, file: SessionFile, also_known: Collection[str] = (), *, brings_back: bool = False
) -> tuple[SessionImport, tuple[StoredEntry, ...]]:
    """What importing a session would change, and its stored entries.

    `also_known` are sessions that come in the same file: a branch among them settles which journal keeps the id.
    """
    session_id, entries = file.header.session, file.entries
    deletion = load_deletion(db, session_id)
    if deletion and not brings_back and deletion.beats(entries, file.header.to_columns()["edits"]):
        return SessionImport(session_id, SessionChange.DELETED, 0), ()
    stored = journals.load_entries(db, session_id)
    fork = find_fork(stored, entries)
    if fork is not None:
        since, keeps_ours = (
            describe_fork(file, fork),
            _keeps_ours(db, session_id, stored[fork], entries[fork], also_known),
        )
        if keeps_ours:
            branch = _rename(file, make_branch_id(session_id, entries[fork]))
            return replace(_compare(db, branch, also_known, brings_back=brings_back)[0], since=since), stored
        change = SessionChange.DIVERGED if keeps_ours is None else SessionChange.EXTENDED
        return SessionImport(session_id, change, len(entries) - fork, since), stored
    if len(entries) <= len(stored):
        edited = find_session_changes(db, session_id, file.header.to_columns())
        return SessionImport(session_id, SessionChange.EDITED if edited else SessionChange.UNCHANGED, 0), stored
    is_here = stored or imported_sessions.is_imported(db, session_id)
    change = SessionChange.EXTENDED if is_here else SessionChange.NEW
    return SessionImport(session_id, change, len(entries) - len(stored)), stored


def _keeps_ours(
    db: Connection, session_id: str, ours: StoredEntry, theirs: StoredEntry, also_known: Collection[str] = ()
) -> bool | None:
    """Whether our journal keeps the id, where both were continued with these entries; None if nobody said it yet."""
    knows_ours, knows_theirs = (
        branch in also_known or _is_known(db, branch)
        for branch in (make_branch_id(session_id, ours), make_branch_id(session_id, theirs))
    )
    if knows_ours and knows_theirs:
        return comes_first(ours, theirs)
    return knows_theirs if knows_ours or knows_theirs else None


def _is_known(db: Connection, session_id: str) -> bool:
    """Whether a session is stored or was deleted."""
    return bool(_select_stored(db, [session_id]))


# Writing -----------------------------------------------------------------------------------------------------------


class _Writing:
    """Imports sessions one by one, inside the caller's transaction."""

    def __init__(
        self,
        db: Connection,
        file_import: FileImport,
        games: Sequence[AnyGame],
        diverged: Diverged | None,
        *,
        brings_back: bool = False,
    ) -> None:
        self._db, self._import, self._games = db, file_import, games
        self._diverged, self._brings_back = diverged, brings_back

    def import_session(self, file: SessionFile) -> tuple[SessionImport, tuple[str, ...]]:
        """Import a session; returns the effect, and a sentence for each merge that it undoes."""
        db, session_id = self._db, file.header.session
        result, stored = _compare(db, file, brings_back=self._brings_back)
        if (fork := find_fork(stored, file.entries)) is not None:
            return self._settle(file, result, stored, fork)
        parted: tuple[str, ...] = ()
        deletion = load_deletion(db, session_id)
        if result.change is not SessionChange.DELETED:
            forget_deletion(db, session_id)
        match result.change:
            case SessionChange.NEW:
                parted = write_new_sessions(db, [prepare_session(file)], self._import, NamedGames(db, self._games))
                if deletion:
                    self._take_out_of_the_bin(deletion) if self._brings_back else self._join_bin(deletion)
            case SessionChange.EXTENDED if not stored:
                parted = replace_imported_play(db, prepare_session(file), self._import.at, NamedGames(db, self._games))
            case SessionChange.EXTENDED:
                parted = _append_entries(db, file, len(stored), self._import.at, self._games)
            case _:
                pass
        if result.change is not SessionChange.DELETED:
            self._join_edits(session_id, file.header.to_columns())
        return result, parted

    def _join_edits(self, session_id: str, theirs: Mapping[str, Any]) -> None:
        if values := find_session_changes(self._db, session_id, theirs):
            change_session(self._db, session_id, values)

    def _join_bin(self, deletion: Deletion) -> None:
        """A session that was deleted here and continued there lies in the bin, unless it was taken out there."""
        edits = {"bin": list(deletion.bin)}
        theirs = {"place": "", "note": "", "binned_at": deletion.binned_at, "edits": edits}
        self._join_edits(deletion.id, theirs)

    def _take_out_of_the_bin(self, deletion: Deletion) -> None:
        self._join_bin(deletion)
        mark_edited(self._db, SESSION, [deletion.id], ["bin"], self._import.at)
        change_session(self._db, deletion.id, {"binned_at": None})

    # A session that was continued on both devices

    def _settle(
        self, file: SessionFile, result: SessionImport, stored: tuple[StoredEntry, ...], fork: int
    ) -> tuple[SessionImport, tuple[str, ...]]:
        """Give one of the two journals an id of its own, if it is known or answered which one."""
        db, session_id = self._db, file.header.session
        ours, theirs = (make_branch_id(session_id, entries[fork]) for entries in (stored, file.entries))
        keeps_ours, answer = _keeps_ours(db, session_id, stored[fork], file.entries[fork]), None
        if keeps_ours is None:
            answer = self._diverged
            if answer is None:
                return result, ()
            keeps_ours = answer is not Diverged.THEIRS
        if keeps_ours:
            self._join_edits(session_id, file.header.to_columns())
            branch, parted = self.import_session(_rename(file, theirs))
            self._mark_branch(theirs, answer, result.since)
            return replace(branch, since=result.since), parted
        columns = self._set_aside(session_id, ours)
        self._mark_branch(ours, answer, result.since)
        new, parted = self.import_session(file)
        self._join_edits(session_id, columns)
        return replace(new, change=SessionChange.EXTENDED, since=result.since), parted

    def _set_aside(self, session_id: str, branch: str) -> Mapping[str, Any]:
        """Give our journal of a session another id; returns what people changed about it."""
        db = self._db
        own = load_session_file(db, session_id, self._games)
        if not _is_known(db, branch):
            db.execute(update(SESSION).where(SESSION.c.id == session_id).values(id=branch))
            return own.header.to_columns()
        change_session(db, session_id, {"binned_at": self._import.at})  # entries are deleted from the bin only
        purge_all(db, [session_id], keeps_deletions=False)
        _Writing(db, self._import, self._games, Diverged.MINE).import_session(_rename(own, branch))
        return own.header.to_columns()

    def _mark_branch(self, branch: str, answer: Diverged | None, since: str) -> None:
        """Put the journal that was not kept into the bin, or tell it apart by its note."""
        if answer is None or load_deletion(self._db, branch):
            return
        if answer is Diverged.BOTH:
            query = select(SESSION.c.note).where(SESSION.c.id == branch)
            lines = [self._db.execute(query).scalar_one(), f"Continued on another device since {since}."]
            values: dict[str, Any] = {"note": "\n".join(filter(None, lines))}
            part = "note"
        else:
            values, part = {"binned_at": self._import.at}, "bin"
        mark_edited(self._db, SESSION, [branch], [part], self._import.at)
        change_session(self._db, branch, values)


def _rename(file: SessionFile, session_id: str) -> SessionFile:
    return replace(file, header=file.header.model_copy(update={"session": session_id}))


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
