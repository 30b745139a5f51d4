"""Sessions that were deleted for good: what is known of them, so that an older file does not bring them back."""

from collections.abc import Iterable, Mapping
from contextlib import suppress
from datetime import datetime
from typing import Any, NamedTuple, Self

from sqlalchemy import Connection, delete, insert, select

from storage.errors import Unreadable
from storage.models import DELETION, SESSION
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


def load_deletion(db: Connection, session_id: str) -> Deletion | None:
    """What is known of a deleted session; None if it was not deleted here."""
    row = db.execute(select(DELETION).where(DELETION.c.id == session_id)).one_or_none()
    return _make_deletion(row) if row else None


def list_deletions(db: Connection) -> list[Deletion]:
    """All deleted sessions, by id."""
    return [_make_deletion(row) for row in db.execute(select(DELETION).order_by(DELETION.c.id))]


def keep_deletion(db: Connection, deletion: Deletion) -> None:
    """Keep that a session was deleted."""
    known = load_deletion(db, deletion.id)
    forget_deletion(db, deletion.id)
    joined = known.join(deletion) if known else deletion
    row = {"id": joined.id, "entries": sorted(joined.entries), "binned_at": joined.binned_at}
    db.execute(insert(DELETION).values(row | {"edits": {"bin": list(joined.bin)}}))


def forget_deletion(db: Connection, session_id: str) -> None:
    """The session is here again."""
    db.execute(delete(DELETION).where(DELETION.c.id == session_id))


def find_deletion_of(db: Connection, session_id: str) -> Deletion | None:
    """What to keep of a session in the bin that is about to be deleted; None if it has no journal that can be read."""
    query = select(SESSION.c.binned_at, SESSION.c.edits)
    row = db.execute(query.where(SESSION.c.id == session_id, SESSION.c.entries > 0)).one_or_none()
    if row is None:
        return None
    with suppress(Unreadable):
        entries = frozenset(map(make_fingerprint, journals.load_entries(db, session_id)))
        return Deletion(session_id, entries, row.binned_at, _get_bin(row.edits))
    return None


def _make_deletion(row: Any) -> Deletion:
    return Deletion(row.id, frozenset(row.entries), row.binned_at, _get_bin(row.edits))


def _get_bin(edits: Mapping[str, Any]) -> Edit:
    at, device = edits.get("bin", ("", ""))
    return at, device
