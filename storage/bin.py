"""The bin: sessions are moved into it, restored, and deleted for ever."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import ColumnElement
from sqlmodel import Session, delete, select

from storage.derived import results
from storage.derived.pipeline import move_sessions
from storage.file.store_part import StorePart
from storage.file.write_batches import Pace, split
from storage.models import DRAFT, ENTRY, IMPORTED_PLAY, PHONE, SEAT, SESSION, SETTING
from storage.recording import get_row
from storage.sessions import players
from storage.sessions.tombstones import describe_deletion, save_deletion

BIN_DAYS: Final = 30
"""Days after which sessions in the bin are deleted."""

_BINNED: Final = SESSION.c.binned_at.is_not(None)
_ROWS_PER_SESSION: Final = 100  # an estimate, for the size of transactions


class BinStore(StorePart):
    def add(self, session_id: str) -> None:
        """Move a session into the bin."""
        self._move(session_id, self.now())

    def restore(self, session_id: str) -> None:
        """Move a session out of the bin."""
        self._move(session_id, None)

    def purge_old(self) -> int:
        """Delete sessions that have been in the bin for `BIN_DAYS`; returns their number."""
        old = SESSION.c.binned_at < self.now() - timedelta(days=BIN_DAYS)
        with self.database.reading() as db:
            ids = _find_ids(db, old)
        return self._purge_batches(ids, old)

    def list_ids(self) -> Sequence[str]:
        """The sessions in the bin."""
        with self.database.reading() as db:
            return _find_ids(db, _BINNED)

    def empty(self, session_ids: Sequence[str]) -> int:
        """Delete those of these sessions that are in the bin; returns their number."""
        return self._purge_batches(session_ids, _BINNED)

    def _purge_batches(self, ids: Sequence[str], where: ColumnElement[bool]) -> int:
        """Delete sessions in small transactions; a session that is restored in the meantime stays."""
        pace, deleted = Pace(), 0
        for batch in split(ids, _ROWS_PER_SESSION):
            with pace.writing(self.database) as db:
                deleted += purge_all(db, _find_ids(db, where & SESSION.c.id.in_(batch)))
        return deleted

    def _move(self, session_id: str, binned_at: datetime | None) -> None:
        """Move a session into the bin, or out of it if `binned_at` is None."""
        with self.database.writing() as db:
            get_row(db, session_id)
            move_sessions(db, [session_id], binned_at, self.now())


def _find_ids(db: Session, where: ColumnElement[bool]) -> Sequence[str]:
    return db.execute(select(SESSION.c.id).where(where)).scalars().all()


def purge_all(db: Session, session_ids: Sequence[str], *, keeps_deletions: bool = True) -> int:
    """Delete sessions that are in the bin, and the unused players that were imported with them; returns their number.

    With `keeps_deletions`, an older file does not bring them back.
    """
    imported_players: dict[str, None] = {}
    results.delete_rows(db, session_ids)
    for session_id in session_ids:
        imported_players |= dict.fromkeys(players.find_players_imported_with(db, session_id))
        if keeps_deletions and (deletion := describe_deletion(db, session_id)):
            save_deletion(db, deletion)
    for table in (IMPORTED_PLAY, DRAFT, PHONE, SEAT, ENTRY):
        db.execute(delete(table).where(table.c.session_id.in_(session_ids)))
    db.execute(delete(SETTING).where(SETTING.c.key.in_(map(players.gone_setting, session_ids))))
    db.execute(delete(SESSION).where(SESSION.c.id.in_(session_ids)))
    players.delete_unused_players(db, imported_players)
    return len(session_ids)
