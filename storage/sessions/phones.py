"""Phones that were let in at a table, so that they come back to their seats after a restart."""

from datetime import datetime
from typing import NamedTuple

from sqlalchemy.exc import IntegrityError
from sqlmodel import col, delete, select

from storage.errors import UnknownSession
from storage.file.store_part import StorePart
from storage.models import PhoneRow


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


class PhoneStore(StorePart):
    def load(self, session_id: str) -> tuple[KeptPhone, ...]:
        """The phones of a session, in the order in which they were let in."""
        query = select(PhoneRow).where(PhoneRow.session_id == session_id).order_by(col(PhoneRow.first_seen))
        with self.database.reading() as db:
            return tuple(KeptPhone(*(getattr(row, name) for name in KeptPhone._fields)) for row in db.exec(query))

    def save(self, session_id: str, phone: KeptPhone) -> None:
        """Insert or update a phone. Raises UnknownSession if the session was deleted."""
        try:
            with self.database.writing() as db:
                db.exec(delete(PhoneRow).where(col(PhoneRow.fingerprint) == phone.fingerprint))
                db.add(PhoneRow(session_id=session_id, **phone._asdict()))
        except IntegrityError as error:
            raise UnknownSession from error

    def delete(self, fingerprint: str) -> None:
        """A phone whose key no longer counts."""
        with self.database.writing() as db:
            db.exec(delete(PhoneRow).where(col(PhoneRow.fingerprint) == fingerprint))
