"""Sessions that were deleted for good: what is known of them, so that an older file does not bring them back."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple, Self

from sqlmodel import Session, select

from storage.errors import Unreadable
from storage.models import DeletionRow, SessionRow
from storage.sessions import journals
from storage.sessions.edits import Edit
from storage.sessions.entry_rows import StoredEntry, make_fingerprint


class Deletion(NamedTuple):
    """A session that was deleted when it had these entries, by their fingerprints, and this last edit of the bin."""

    id: str
    entries: frozenset[str]
    binned_at: datetime
    bin: Edit

    def beats(self, entries: Iterable[StoredEntry], edits: Mapping[str, Any]) -> bool:
        """Whether the same session with these entries and edits stays deleted.

        It comes back if somebody continued it elsewhere, or brought it back from the bin.
        """
        return self.entries.issuperset(map(make_fingerprint, entries)) and _get_bin(edits) <= self.bin

    def join(self, other: Self) -> Self:
        """What is known of a session that was deleted on two devices."""
        later = max(self, other, key=lambda deletion: deletion.bin)
        return later._replace(entries=self.entries | other.entries)


def load_deletion(db: Session, session_id: str) -> Deletion | None:
    """What is known of a deleted session; None if it was not deleted here."""
    row = db.get(DeletionRow, session_id)
    return _make_deletion(row) if row else None


def list_deletions(db: Session) -> list[Deletion]:
    """All deleted sessions, by id."""
    return [_make_deletion(row) for row in db.exec(select(DeletionRow).order_by(DeletionRow.id))]


def keep_deletion(db: Session, deletion: Deletion) -> None:
    """Keep that a session was deleted."""
    known = load_deletion(db, deletion.id)
    joined = known.join(deletion) if known else deletion
    edits = {"bin": list(joined.bin)}
    db.merge(DeletionRow(id=joined.id, entries=sorted(joined.entries), binned_at=joined.binned_at, edits=edits))
    db.flush()


def forget_deletion(db: Session, session_id: str) -> None:
    """The session is here again."""
    if row := db.get(DeletionRow, session_id):
        db.delete(row)
        db.flush()


def find_deletion_of(db: Session, session_id: str) -> Deletion | None:
    """What to keep of a session in the bin that is about to be deleted; None if it has no journal that can be read."""
    row = db.get(SessionRow, session_id)
    if row is None or row.binned_at is None or not row.entries:
        return None
    with suppress(Unreadable):
        entries = frozenset(map(make_fingerprint, journals.load_entries(db, session_id)))
        return Deletion(session_id, entries, row.binned_at, _get_bin(row.edits))
    return None


def _make_deletion(row: DeletionRow) -> Deletion:
    return Deletion(row.id, frozenset(row.entries), row.binned_at, _get_bin(row.edits))


def _get_bin(edits: Mapping[str, Any]) -> Edit:
    at, device = edits.get("bin", ("", ""))
    return at, device
