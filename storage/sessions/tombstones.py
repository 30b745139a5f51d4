"""Tombstones of sessions that were deleted for good, so that an older file does not bring them back."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple, Self

from sqlmodel import Session, select

from storage.errors import Unreadable
from storage.models import DeletionRow, SessionRow
from storage.sessions import journals
from storage.sessions.entry_rows import StoredEntry, make_fingerprint
from storage.sessions.later_edit_wins import Edit


class Deletion(NamedTuple):
    """A deleted session: the fingerprints of its entries, and its last move into or out of the bin."""

    id: str
    entries: frozenset[str]
    binned_at: datetime
    bin: Edit

    def overrides(self, entries: Iterable[StoredEntry], edits: Mapping[str, Any]) -> bool:
        """Whether the session stays deleted when a file has it with these entries and edits.

        It does not if it was continued or restored from the bin on another device.
        """
        return self.entries.issuperset(map(make_fingerprint, entries)) and _get_bin(edits) <= self.bin

    def merge(self, other: Self) -> Self:
        """The deletion of a session that was deleted on two devices."""
        later = max(self, other, key=lambda deletion: deletion.bin)
        return later._replace(entries=self.entries | other.entries)


def load_deletion(db: Session, session_id: str) -> Deletion | None:
    """The deletion of a session; None if it was not deleted."""
    row = db.get(DeletionRow, session_id)
    return _make_deletion(row) if row else None


def list_deletions(db: Session) -> list[Deletion]:
    """All deleted sessions, by id."""
    return [_make_deletion(row) for row in db.exec(select(DeletionRow).order_by(DeletionRow.id))]


def save_deletion(db: Session, deletion: Deletion) -> None:
    """Store a deletion, merged with the one that is stored."""
    known = load_deletion(db, deletion.id)
    merged = known.merge(deletion) if known else deletion
    edits = {"bin": list(merged.bin)}
    db.merge(DeletionRow(id=merged.id, entries=sorted(merged.entries), binned_at=merged.binned_at, edits=edits))
    db.flush()


def remove_deletion(db: Session, session_id: str) -> None:
    """Remove the deletion of a session that was imported again."""
    if row := db.get(DeletionRow, session_id):
        db.delete(row)
        db.flush()


def describe_deletion(db: Session, session_id: str) -> Deletion | None:
    """The deletion to store for a session in the bin; None if it has no readable journal."""
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
