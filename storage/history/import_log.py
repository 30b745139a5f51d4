"""Which sessions came in a file, in which one and when; how all that came together goes again."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Connection, delete, func, insert, select, update

from storage.derived.pipeline import changing
from storage.file.database import OnDatabase
from storage.file.write_batches import Pace
from storage.models import ARRIVAL, SESSION, SETTING

UNFINISHED: Final = "storage.import"
"""The setting that names the file of which only a part has come in so far."""

_ROWS_A_SESSION: Final = 40  # its own, and the plays and sums that follow


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


@dataclass(frozen=True, slots=True)
class Unfinished:
    """An import that was broken off; `merges` are pairs of players it was to merge at its end."""

    arrival: Arrival
    merges: tuple[tuple[str, str], ...] = ()


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

        Players who came with it are listed no more, until one of their sessions leaves the bin. Many sessions go in
        small transactions; what was broken off is completed by doing it again.
        """
        query = select(SESSION.c.id).join(ARRIVAL, ARRIVAL.c.session_id == SESSION.c.id)
        with self.database.reading() as db:
            ids = db.execute(query.where(ARRIVAL.c.at == at, SESSION.c.binned_at.is_(None))).scalars().all()
        now, pace, gone = self.now(), Pace(), 0
        while ids:
            rows = max(1, pace.rows // _ROWS_A_SESSION)
            going, ids = ids[:rows], ids[rows:]
            change = update(SESSION).where(SESSION.c.binned_at.is_(None), SESSION.c.id.in_(going))
            with pace.writing(self.database, len(going) * _ROWS_A_SESSION) as db, changing(db, going):
                gone += db.execute(change.values(binned_at=now)).rowcount
        return gone


def note(db: Connection, session_ids: Iterable[str], arrival: Arrival) -> None:
    """Note how new sessions came here, inside the caller's transaction."""
    same: dict[str, Any] = {"at": arrival.at, "app": arrival.app.value, "file": arrival.file}
    rows = [{"session_id": session_id} | same for session_id in session_ids]
    if rows:
        db.execute(insert(ARRIVAL), rows)


def note_unfinished(db: Connection, arrival: Arrival, first: str, merges: Iterable[tuple[str, str]] = ()) -> None:
    """Note that only a part of a file, which begins with session `first`, has come in."""
    said = {"app": arrival.app.value, "file": arrival.file, "first": first}
    value = said | {"at": arrival.at.isoformat(), "merges": [list(pair) for pair in merges]}
    forget_unfinished(db)
    db.execute(insert(SETTING), {"key": UNFINISHED, "value": value})


def unfinished(db: Connection, arrival: Arrival, first: str) -> Unfinished | None:
    """The import of the same file that was broken off, if there is one."""
    value = db.execute(select(SETTING.c.value).where(SETTING.c.key == UNFINISHED)).scalar_one_or_none()
    match value:
        case {"app": arrival.app.value, "file": arrival.file, "first": str(begins), "at": str(at), "merges": [*merges]}:
            if begins == first:
                pairs = tuple((str(player), str(into)) for player, into in merges)
                return Unfinished(replace(arrival, at=datetime.fromisoformat(at)), pairs)
        case _:
            pass
    return None


def forget_unfinished(db: Connection) -> None:
    """The file has come in whole."""
    db.execute(delete(SETTING).where(SETTING.c.key == UNFINISHED))


def forget(db: Connection, session_id: str) -> None:
    """Delete what was noted of a session that is about to go."""
    db.execute(delete(ARRIVAL).where(ARRIVAL.c.session_id == session_id))
