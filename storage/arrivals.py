"""Which sessions came in a file, in which one and when; how all that came together goes again."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update

from storage.database import OnDatabase
from storage.models import ARRIVAL, SESSION


class App(StrEnum):
    """Which app a file that was taken in is written for; stored."""

    OURS = "table_companion"
    BG_STATS = "bg_stats"


@dataclass(frozen=True, slots=True)
class Arrival:
    """A file that was taken in; all that it brought came at the same moment, by which it is known."""

    at: datetime
    app: App
    file: str = ""


class Arrivals(OnDatabase):
    """The part of the store for what was taken in."""

    def arrival(self, session_id: str) -> Arrival | None:
        """How a session came here; None for one that was entered here, or came before that was noted."""
        query = select(ARRIVAL.c.at, ARRIVAL.c.app, ARRIVAL.c.file).where(ARRIVAL.c.session_id == session_id)
        with self.database.reading() as db:
            row = db.execute(query).one_or_none()
        return Arrival(row.at, App(row.app), row.file) if row else None

    def arrivals(self, limit: int = 5) -> tuple[tuple[Arrival, int], ...]:
        """The files taken in last, the latest first, with how many of their sessions do not lie in the bin."""
        query = (
            select(ARRIVAL.c.at, ARRIVAL.c.app, ARRIVAL.c.file, func.count())
            .join(SESSION, SESSION.c.id == ARRIVAL.c.session_id)
            .where(SESSION.c.binned_at.is_(None))
            .group_by(ARRIVAL.c.at, ARRIVAL.c.app, ARRIVAL.c.file)
            .order_by(ARRIVAL.c.at.desc())
            .limit(limit)
        )
        with self.database.reading() as db:
            return tuple((Arrival(at, App(app), file), number) for at, app, file, number in db.execute(query))

    def take_back(self, at: datetime) -> int:
        """Put all that came at this moment into the bin, from where it can be taken again; gives how many sessions.

        Players who came with it are listed no more, until one of their sessions leaves the bin.
        """
        came = select(ARRIVAL.c.session_id).where(ARRIVAL.c.at == at)
        going = update(SESSION).where(SESSION.c.binned_at.is_(None), SESSION.c.id.in_(came))
        with self.database.writing() as db:
            return db.execute(going.values(binned_at=self.now())).rowcount


def note(db: Connection, session_ids: Iterable[str], arrival: Arrival) -> None:
    """Note how new sessions came here, inside the caller's transaction."""
    same: dict[str, Any] = {"at": arrival.at, "app": arrival.app.value, "file": arrival.file}
    rows = [{"session_id": session_id} | same for session_id in session_ids]
    if rows:
        db.execute(insert(ARRIVAL), rows)


def forget(db: Connection, session_id: str) -> None:
    """Delete what was noted of a session that is about to go."""
    db.execute(delete(ARRIVAL).where(ARRIVAL.c.session_id == session_id))
