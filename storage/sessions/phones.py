"""Phones that were let in at a table, so that they come back to their seats after a restart."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy import delete, insert, select
from sqlalchemy.exc import IntegrityError

from storage.errors import UnknownSession
from storage.file.database import OnDatabase
from storage.models import PHONE


class KeptPhone(NamedTuple):
    """A phone at a table. `fingerprint` is the hash of its key; the key itself is on the phone alone.

    `player` is the id of whose phone it is, at the seat.
    """

    fingerprint: str
    device: str
    use: str
    seat: int | None
    player: str | None
    first_seen: datetime
    last_seen: datetime


class PhoneStore(OnDatabase):
    """The part of the store for phones at the table."""

    def load_phones(self, session_id: str) -> tuple[KeptPhone, ...]:
        """The phones of a session, in the order in which they were let in."""
        columns = [PHONE.c[name] for name in KeptPhone._fields]
        query = select(*columns).where(PHONE.c.session_id == session_id).order_by(PHONE.c.first_seen)
        with self.database.reading() as db:
            return tuple(KeptPhone(*row) for row in db.execute(query))

    def save_phone(self, session_id: str, phone: KeptPhone) -> None:
        """Insert or update a phone. Raises UnknownSession if the session was deleted."""
        try:
            with self.database.writing() as db:
                db.execute(delete(PHONE).where(PHONE.c.fingerprint == phone.fingerprint))
                db.execute(insert(PHONE).values({"session_id": session_id, **phone._asdict()}))
        except IntegrityError as error:
            raise UnknownSession("This game no longer exists; it may have been deleted in another window.") from error

    def delete_phone(self, fingerprint: str) -> None:
        """A phone whose key no longer counts."""
        with self.database.writing() as db:
            db.execute(delete(PHONE).where(PHONE.c.fingerprint == fingerprint))
