"""New sessions of a file, written many at a time inside a transaction of the caller.

What can be worked out beforehand is: nobody else can write while this does.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select, update

from scoring.names import name_key
from storage.derived import merges, results
from storage.derived.results import Rows, Status
from storage.file.bulk_insert import insert_rows
from storage.history import import_log
from storage.history.import_log import Arrival
from storage.models import PLAYER, SEAT, SESSION
from storage.sessions import journals, players
from storage.transfer.session_file import SessionFile


@dataclass(frozen=True, slots=True)
class NewSession:
    """A session that is not here yet: its row, the names at its seats, and the derived rows by table."""

    file: SessionFile
    row: dict[str, Any]
    names: tuple[str, ...]
    derived: tuple[tuple[str, Rows], ...]

    @property
    def last(self) -> datetime:
        """When its last entry was made."""
        return self.file.entries[-1].at


def prepare(file: SessionFile) -> NewSession:
    """Everything that is to be written of a new session; StorageError where nobody can be seated like that."""
    header = file.header
    derived = results.derive(file.game, file.run)
    totals = header.totals or (derived.totals if derived else ())
    row = {
        "id": header.session,
        "game": header.game,
        "opened_at": datetime.fromisoformat(header.opened_at),
        "utc_offset": header.utc_offset,
        "place": header.place,
        "note": header.note,
        "status": (derived.status if derived else Status.OPEN).value,
        "closed_totals": [[seat, points] for seat, points in enumerate(totals)] or None,
        "changed_at": file.entries[-1].at,
    }
    times = tuple(entry.at for entry in file.entries)
    rows = results.rows_of(header.session, file.game, derived, times)
    return NewSession(file, row, names_at_seats(file), tuple((table.name, each) for table, each in rows))


def names_at_seats(file: SessionFile) -> tuple[str, ...]:
    """The names of that evening, seat by seat; StorageError where one is missing or given twice."""
    names = file.run.opened.names
    players.refuse_unseatable(names)
    return names


def write_new(db: Connection, sessions: Sequence[NewSession], arrival: Arrival) -> None:
    """Write sessions of which there is nothing here yet."""
    db.execute(insert(SESSION), [session.row for session in sessions])
    import_log.note(db, (session.row["id"] for session in sessions), arrival)
    journals.insert_all(db, ((session.row["id"], session.file.entries) for session in sessions))
    _seat_everybody(db, sessions, arrival.at)
    derived: dict[str, Rows] = defaultdict(list)
    for session in sessions:
        for table, rows in session.derived:
            derived[table] += rows
    results.insert_many(db, derived)


def add_strangers(db: Connection, file: SessionFile, names: Sequence[str], at: datetime) -> None:
    """Add the players nobody knows yet.

    Somebody new of a known name counts as that player, until that merge is taken back; unless that player sits at
    this table already.
    """
    ids = [line.uuid for line in file.header.players]
    known = _players(db, ids)
    seated = set(known.values())
    for line, name_then in zip(file.header.players, names, strict=True):
        if line.uuid in known:
            continue
        name = line.name if name_key(line.name) else name_then
        namesake = players.find(db, name)
        players.add(db, name, at, player_id=line.uuid)
        if namesake and namesake not in seated:
            merges.merge(db, line.uuid, namesake, at)
            seated.add(namesake)


def _seat_everybody(db: Connection, sessions: Sequence[NewSession], at: datetime) -> None:
    ids = {line.uuid for session in sessions for line in session.file.header.players}
    known = _players(db, ids)
    for session in sessions:
        if any(line.uuid not in known for line in session.file.header.players):
            add_strangers(db, session.file, session.names, at)
            known |= _players(db, (line.uuid for line in session.file.header.players))
    insert_rows(db, SEAT, [row for session in sessions for row in _seats(session)])
    _note_use(db, sessions, known)


def _players(db: Connection, ids: Iterable[str]) -> dict[str, str]:
    """Whom these players count as, by id, as far as they are here."""
    query = select(PLAYER.c.id, PLAYER.c.counts_as).where(PLAYER.c.id.in_(list(ids)))
    return {row.id: row.counts_as for row in db.execute(query)}


def _seats(session: NewSession) -> Rows:
    moments = {"created_at": session.last, "changed_at": session.last}
    return [
        {"session_id": session.row["id"], "seat": seat, "player_id": line.uuid, "name": name} | moments
        for seat, (line, name) in enumerate(zip(session.file.header.players, session.names, strict=True))
    ]


def _note_use(db: Connection, sessions: Sequence[NewSession], counts_as: dict[str, str]) -> None:
    """Note when everybody last sat down."""
    latest: dict[str, datetime] = {}
    for session in sessions:
        for line in session.file.header.players:
            for player_id in (line.uuid, counts_as[line.uuid]):
                latest[player_id] = max(session.last, latest.get(player_id, session.last))
    change = update(PLAYER).where(PLAYER.c.id == bindparam("key"), PLAYER.c.used_at < bindparam("at"))
    db.execute(change.values(used_at=bindparam("at")), [{"key": key, "at": at} for key, at in latest.items()])
