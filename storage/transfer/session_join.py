"""Import one session: new, extended, edited, continued on both devices, or deleted here.

If a session was continued on both devices, one journal keeps the id and the other becomes a branch. The id of a branch
is derived from the session and its first own entry, so every device derives the same one. Where both devices made a
branch of the other's journal, the journal with the earlier entry keeps the id, and its branch goes into the bin.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final
from uuid import UUID, uuid5

from sqlalchemy import insert, literal, select
from sqlmodel import Session

from scoring.contract.game import AnyGame
from scoring.contract.names import join_words
from scoring.contract.scores import as_points
from scoring.engine import agreements
from scoring.engine.replay import replay
from storage.bin import purge_all
from storage.clock import format_utc
from storage.derived import imported_sessions, results
from storage.history.import_log import FileImport
from storage.models import DRAFT, ENTRY, PHONE, SEAT, SESSION
from storage.sessions import journals
from storage.sessions.entry_rows import StoredEntry, make_fingerprint
from storage.sessions.later_edit_wins import mark_edited
from storage.sessions.tombstones import Deletion, load_deletion, remove_deletion
from storage.transfer.collection import change_session, describe_session_changes, find_session_changes
from storage.transfer.session_export import load_session_file
from storage.transfer.session_file import SessionFile
from storage.transfer.session_write import add_session, append_entries, replace_imported_play


class SessionChange(StrEnum):
    """What importing a session changes."""

    NEW = "new"
    EXTENDED = "more"  # also a session of which only the result was imported from another app
    EDITED = "edited"  # only its place, its note or the bin
    UNCHANGED = "nothing"
    DIVERGED = "diverged"  # continued on both devices; nothing changes without an answer
    DELETED = "deleted"  # here, permanently; it stays deleted


UNWRITTEN: Final = (SessionChange.UNCHANGED, SessionChange.DIVERGED, SessionChange.DELETED)
"""Changes that write nothing."""


class Diverged(StrEnum):
    """The answer for a session that was continued on both devices. The other journal goes into the bin."""

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
    points: str = ""  # of both, while nobody has decided: "here Ana 17, Ben 13; in the file Ana 8, Ben 32"
    edits: str = ""  # of its place, its note and the bin: "note “It rained” → “It snowed”"


def compare(
    db: Session, file: SessionFile, also_known: Collection[str] = (), *, brings_back: bool = False
) -> tuple[SessionImport, tuple[StoredEntry, ...]]:
    """What importing a session would change, and its stored entries.

    `also_known` are the sessions that the same file has, or that were deleted on the other device: a branch among them
    decides which journal keeps the id.
    """
    session_id, entries = file.header.session, file.entries
    deletion = load_deletion(db, session_id)
    if deletion and not brings_back and deletion.overrides(entries, file.header.to_columns()["edits"]):
        return SessionImport(session_id, SessionChange.DELETED, 0), ()
    stored = journals.load_entries(db, session_id)
    fork = _find_fork(stored, entries)
    if fork is not None:
        since = _describe_fork(file, fork)
        keeps_ours = _keeps_ours(db, session_id, stored[fork], entries[fork], also_known)
        if keeps_ours:
            branch = _rename(file, _make_branch_id(session_id, entries[fork]))
            return replace(compare(db, branch, also_known, brings_back=brings_back)[0], since=since), stored
        if keeps_ours is None:
            ours = load_session_file(db, session_id, (file.game,))
            points = f"here {_list_points(ours)}; in the file {_list_points(file)}"
            return SessionImport(session_id, SessionChange.DIVERGED, len(entries) - fork, since, points), stored
        return SessionImport(session_id, SessionChange.EXTENDED, len(entries) - fork, since), stored
    is_here = stored or imported_sessions.is_imported(db, session_id)
    edits = describe_session_changes(db, session_id, file.header.to_columns()) if is_here else ""
    if len(entries) <= len(stored):
        change = SessionChange.EDITED if edits else SessionChange.UNCHANGED
        return SessionImport(session_id, change, 0, edits=edits), stored
    change = SessionChange.EXTENDED if is_here else SessionChange.NEW
    return SessionImport(session_id, change, len(entries) - len(stored), edits=edits), stored


def _keeps_ours(
    db: Session, session_id: str, ours: StoredEntry, theirs: StoredEntry, also_known: Collection[str]
) -> bool | None:
    """Whether our journal keeps the id, given the first entries that differ; None if nobody has decided yet."""
    knows_ours, knows_theirs = (
        branch in also_known or _is_known(db, branch)
        for branch in (_make_branch_id(session_id, ours), _make_branch_id(session_id, theirs))
    )
    if knows_ours and knows_theirs:
        return _make_key(ours) < _make_key(theirs)  # each device moved the other's journal: the earlier entry wins
    return knows_theirs if knows_ours or knows_theirs else None


def _is_known(db: Session, session_id: str) -> bool:
    """Whether a session is stored or was deleted."""
    query = select(SESSION.c.id).where(SESSION.c.id == session_id)
    return db.execute(query).first() is not None or load_deletion(db, session_id) is not None


@dataclass(frozen=True, slots=True)
class SessionImporter:
    """Imports sessions one by one, inside the caller's transaction."""

    db: Session
    file_import: FileImport
    games: Sequence[AnyGame]
    diverged: Diverged | None
    brings_back: bool = False
    also_known: Collection[str] = ()  # as in `compare`

    def import_session(self, file: SessionFile) -> tuple[SessionImport, tuple[str, ...]]:
        """Import a session; returns the effect, and a sentence for each merge that it undoes."""
        db, session_id = self.db, file.header.session
        result, stored = compare(db, file, self.also_known, brings_back=self.brings_back)
        if (fork := _find_fork(stored, file.entries)) is not None:
            return self._resolve_fork(file, result, stored, fork)
        if result.change is SessionChange.DELETED:
            return result, ()
        parted: tuple[str, ...] = ()
        if deletion := load_deletion(db, session_id):
            remove_deletion(db, session_id)
        if result.change is SessionChange.NEW:
            parted = add_session(db, file, self.file_import, self.games)
            if deletion:
                self._restore(deletion) if self.brings_back else self._apply_deletion(deletion)
        elif result.change is SessionChange.EXTENDED and stored:
            parted = append_entries(db, file, len(stored), self.file_import.at, self.games)
        elif result.change is SessionChange.EXTENDED:
            parted = replace_imported_play(db, file, self.file_import.at, self.games)
        self._apply_edits(session_id, file.header.to_columns())
        return result, parted

    def _apply_edits(self, session_id: str, theirs: Mapping[str, Any]) -> None:
        if values := find_session_changes(self.db, session_id, theirs):
            change_session(self.db, session_id, values)

    def _apply_deletion(self, deletion: Deletion) -> None:
        """Put a session that was continued elsewhere into the bin, unless it was restored there."""
        edits = {"bin": list(deletion.bin)}
        theirs = {"place": "", "note": "", "binned_at": deletion.binned_at, "edits": edits}
        self._apply_edits(deletion.id, theirs)

    def _restore(self, deletion: Deletion) -> None:
        self._apply_deletion(deletion)
        mark_edited(self.db, SESSION, [deletion.id], ["bin"], self.file_import.at)
        change_session(self.db, deletion.id, {"binned_at": None})

    # A session that was continued on both devices

    def _resolve_fork(
        self, file: SessionFile, result: SessionImport, stored: tuple[StoredEntry, ...], fork: int
    ) -> tuple[SessionImport, tuple[str, ...]]:
        """Move one of the two journals to a branch, if the answer or an earlier import says which."""
        db, session_id = self.db, file.header.session
        ours, theirs = (_make_branch_id(session_id, entries[fork]) for entries in (stored, file.entries))
        keeps_ours, answer = _keeps_ours(db, session_id, stored[fork], file.entries[fork], self.also_known), None
        if keeps_ours is not None:
            self._bin_double(*((ours, stored) if keeps_ours else (theirs, file.entries)))
        if keeps_ours is None:
            answer = self.diverged
            if answer is None:
                return result, ()
            keeps_ours = answer is not Diverged.THEIRS
        if keeps_ours:
            self._apply_edits(session_id, file.header.to_columns())
            branch, parted = self.import_session(_rename(file, theirs))
            self._mark_branch(theirs, answer, result.since)
            return replace(branch, since=result.since), parted
        columns = self._move_to_branch(session_id, ours)
        self._mark_branch(ours, answer, result.since)
        new, parted = self.import_session(file)
        self._apply_edits(session_id, columns)
        added = len(file.entries) - fork
        return replace(new, change=SessionChange.EXTENDED, added_entries=added, since=result.since), parted

    def _bin_double(self, branch: str, journal: Sequence[StoredEntry]) -> None:
        """Put the branch of the journal that keeps the id into the bin, unless it has more or was there already."""
        row = self.db.execute(select(SESSION.c.edits).where(SESSION.c.id == branch)).one_or_none()
        entries = journals.load_entries(self.db, branch)
        if row is None or "bin" in row.edits or tuple(journal[: len(entries)]) != tuple(entries):
            return
        self._bin(branch)

    def _bin(self, branch: str) -> None:
        mark_edited(self.db, SESSION, [branch], ["bin"], self.file_import.at)
        change_session(self.db, branch, {"binned_at": self.file_import.at})

    def _move_to_branch(self, session_id: str, branch: str) -> Mapping[str, Any]:
        """Move our journal of a session to a branch; returns the columns that people may change.

        If the branch was deleted, it comes back, but into the bin: nobody here has given this journal up.
        """
        db = self.db
        own = load_session_file(db, session_id, self.games)
        if _is_known(db, branch):
            importer = replace(self, diverged=Diverged.MINE, brings_back=True)
            moved, _ = importer.import_session(_rename(own, branch))
            if moved.change is SessionChange.NEW:
                self._bin(moved.session_id)
        else:
            _copy(db, session_id, branch)
            results.rebuild(db, self.games, [branch])
        change_session(db, session_id, {"binned_at": self.file_import.at})  # entries are deleted from the bin only
        purge_all(db, [session_id], keeps_deletions=False)
        return own.header.to_columns()

    def _mark_branch(self, branch: str, answer: Diverged | None, since: str) -> None:
        """Put the branch into the bin, or describe it in its note if both journals are kept."""
        if answer is None or load_deletion(self.db, branch):
            return
        if answer is Diverged.BOTH:
            query = select(SESSION.c.note).where(SESSION.c.id == branch)
            lines = [self.db.execute(query).scalar_one(), f"Continued on another device since {since}."]
            mark_edited(self.db, SESSION, [branch], ["note"], self.file_import.at)
            change_session(self.db, branch, {"note": "\n".join(filter(None, lines))})
        else:
            self._bin(branch)


def _rename(file: SessionFile, session_id: str) -> SessionFile:
    return replace(file, header=file.header.model_copy(update={"session": session_id}))


def _copy(db: Session, session_id: str, new_id: str) -> None:
    """Copy a session with everything that was entered at its table."""
    for table in (SESSION, ENTRY, SEAT, DRAFT, PHONE):
        own = table.c.id if table is SESSION else table.c.session_id
        new: dict[str, Any] = {own.name: literal(new_id), "entries": literal(0)}  # a trigger counts the entries
        copied = select(*(new.get(column.name, column) for column in table.columns)).where(own == session_id)
        db.execute(insert(table).from_select(list(table.columns), copied.order_by(*table.primary_key)))


# Branches ------------------------------------------------------------------------------------------------------------


def _find_fork(ours: Sequence[StoredEntry], theirs: Sequence[StoredEntry]) -> int | None:
    """The number of the first entry that differs; None if one journal begins with the other."""
    pairs = enumerate(zip(ours, theirs, strict=False))
    return next((number for number, (one, other) in pairs if one != other), None)


def _make_branch_id(session_id: str, first: StoredEntry) -> str:
    """The id of the branch that starts with the entry `first`."""
    return str(uuid5(UUID(session_id), ":".join(_make_key(first))))


def _describe_fork(file: SessionFile, number: int) -> str:
    """The round in which the journals fork: "Round 4"."""
    return file.game.rounds(replay(file.game, file.journal[: max(number, 1)]).state)[-1].title


def _list_points(file: SessionFile) -> str:
    """The points in a session: "Ana 17, Ben 13"."""
    names = file.run.state.table.names
    places = sorted(agreements.standings(file.game, file.run.state), key=lambda place: min(place.side))
    return ", ".join(f"{join_words(names[seat] for seat in place.side)} {as_points(place.points)}" for place in places)


def _make_key(entry: StoredEntry) -> tuple[str, str]:
    return format_utc(entry.at), make_fingerprint(entry)
