"""Insert new sessions in bulk, inside the caller's transaction.

The transaction blocks all other writers, so everything that needs no database is computed before it.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, insert, select, update
from sqlmodel import Session

from scoring.contract.names import name_key
from scoring.engine.journal import list_names
from storage.derived import imported_sessions, merges, pipeline, results
from storage.derived.results import Rows, Status
from storage.file.bulk_insert import insert_rows
from storage.history import import_log
from storage.history.import_log import FileImport
from storage.history.named_games import NamedGames
from storage.models import PLAYER, RESULT, SEAT, SESSION
from storage.sessions import journals, players
from storage.text_folding import fold
from storage.transfer.session_file import SessionFile


@dataclass(frozen=True, slots=True)
class NewSession:
    """A session to insert: its row, the names by seat, and the derived rows by table name."""

    file: SessionFile
    row: dict[str, Any]
    names: tuple[str, ...]
    derived: tuple[tuple[str, Rows], ...]

    @property
    def last_entry_at(self) -> datetime:
        """The time of its last entry."""
        return self.file.entries[-1].at


def prepare_session(file: SessionFile) -> NewSession:
    """Compute all rows of a new session; raises NeedsGame, and StorageError as `get_seat_names`."""
    header = file.header
    with journals.running_rules():
        derived = results.derive(file.game, file.run)
    columns = header.to_columns()
    totals = header.totals or (derived.totals if derived else ())
    row = {
        "id": header.session,
        "rules": header.game,
        "opened_at": datetime.fromisoformat(header.opened_at),
        "utc_offset": header.utc_offset,
        "place": header.place,
        "note": header.note,
        "binned_at": columns["binned_at"],
        "edits": columns["edits"],
        "status": (derived.status if derived else Status.OPEN).value,
        "closed_totals": [[seat, points] for seat, points in enumerate(totals)] or None,
        "changed_at": file.entries[-1].at,
        "size": len(list_names(file.journal)),
    }
    times = tuple(entry.at for entry in file.entries)
    rows = results.build_rows(header.session, header.game, derived, times)
    return NewSession(file, row, get_seat_names(file), tuple((table.name, table_rows) for table, table_rows in rows))


def get_seat_names(file: SessionFile) -> tuple[str, ...]:
    """The names used in the session, by seat; raises StorageError if one is empty or used twice."""
    names = list_names(file.journal)
    players.check_seat_names(names)
    return names


def write_new_sessions(
    db: Session, sessions: Sequence[NewSession], file_import: FileImport, games: NamedGames
) -> tuple[str, ...]:
    """Insert sessions, their players and everything derived from them. None of their ids may be in use.

    `games` knows as which game each of them counts. Returns a sentence for each merge that they undo.
    """
    keys = [games.find_key(session.file.game, session.file.run.opened.options) for session in sessions]
    db.execute(insert(SESSION), [session.row | {"game": key} for session, key in zip(sessions, keys, strict=True)])
    import_log.log_sessions(db, (session.row["id"] for session in sessions), file_import)
    _insert_contents(db, sessions, keys, file_import.at)
    ids = [session.row["id"] for session in sessions]
    pipeline.add_sessions(db, ids)
    return merges.part_players(db, ids, file_import.at)


def replace_imported_play(db: Session, session: NewSession, at: datetime, games: NamedGames) -> tuple[str, ...]:
    """Replace the play that was imported from another app by the journal of the same session.

    What was edited here stays: a place or a note that differs from the play's, and the bin. Returns a sentence for each
    merge that it undoes.
    """
    session_id, key = session.row["id"], games.find_key(session.file.game, session.file.run.opened.options)
    current, imported = imported_sessions.load_texts(db, {session_id})[session_id]
    texts = {
        name: current[name] if current[name] != imported[name] else session.row[name] or current[name]
        for name in current
    }
    with pipeline.changing(db, [session_id]):
        results.delete_rows(db, [session_id])
        imported_sessions.delete_play(db, session_id)
        db.execute(delete(SEAT).where(SEAT.c.session_id == session_id))
        row = {name: value for name, value in session.row.items() if name not in ("binned_at", "edits")}
        values = row | {"game": key, "sought": fold(texts["note"])} | texts
        db.execute(update(SESSION).where(SESSION.c.id == session_id).values(values))
        _insert_contents(db, [session], [key], at)
    return merges.part_players(db, [session_id], at)


def _insert_contents(db: Session, sessions: Sequence[NewSession], keys: Sequence[str], at: datetime) -> None:
    """Insert the entries, seats, players and results of sessions; `keys` are those of the games they count as."""
    journals.insert_all(db, ((session.row["id"], session.file.entries) for session in sessions))
    _insert_seats(db, sessions, at)
    derived: dict[str, Rows] = defaultdict(list)
    for session, key in zip(sessions, keys, strict=True):
        for table, rows in session.derived:
            derived[table] += [row | {"game": key} for row in rows] if table == RESULT.name else rows
    results.insert_many(db, derived)


def name_players(file: SessionFile) -> tuple[tuple[str, str], ...]:
    """The id and the name of each player, by seat."""
    names = list_names(file.journal)
    lines = zip(file.header.players, names, strict=True)
    return tuple((line.uuid, line.name if name_key(line.name) else name) for line, name in lines)


def add_unknown_players(db: Session, file: SessionFile, at: datetime) -> None:
    """Insert the players of a session whose ids are unknown."""
    known = _load_canonical_ids(db, (line.uuid for line in file.header.players))
    for player_id, name in name_players(file):
        if player_id not in known:
            players.insert_player(db, name, at, player_id=player_id)


def _insert_seats(db: Session, sessions: Sequence[NewSession], at: datetime) -> None:
    ids = {line.uuid for session in sessions for line in session.file.header.players}
    known = _load_canonical_ids(db, ids)
    for session in sessions:
        if any(line.uuid not in known for line in session.file.header.players):
            add_unknown_players(db, session.file, at)
            known |= _load_canonical_ids(db, (line.uuid for line in session.file.header.players))
    insert_rows(db, SEAT, [row for session in sessions for row in _make_seat_rows(session)])
    _update_last_used(db, sessions, known)


def _load_canonical_ids(db: Session, ids: Iterable[str]) -> dict[str, str]:
    """The canonical id of each known player, by id."""
    query = select(PLAYER.c.id, PLAYER.c.counts_as).where(PLAYER.c.id.in_(list(ids)))
    return {row.id: row.counts_as for row in db.execute(query)}


def _make_seat_rows(session: NewSession) -> Rows:
    times = {"created_at": session.last_entry_at, "changed_at": session.last_entry_at}
    return [
        {"session_id": session.row["id"], "seat": seat, "player_id": line.uuid, "name": name} | times
        for seat, (line, name) in enumerate(zip(session.file.header.players, session.names, strict=True))
    ]


def _update_last_used(db: Session, sessions: Sequence[NewSession], counts_as: dict[str, str]) -> None:
    """Move `used_at` of every player and their canonical player forward."""
    latest: dict[str, datetime] = {}
    for session in sessions:
        for line in session.file.header.players:
            for player_id in (line.uuid, counts_as[line.uuid]):
                latest[player_id] = max(session.last_entry_at, latest.get(player_id, session.last_entry_at))
    statement = update(PLAYER).where(PLAYER.c.id == bindparam("key"), PLAYER.c.used_at < bindparam("at"))
    db.execute(statement.values(used_at=bindparam("at")), [{"key": key, "at": at} for key, at in latest.items()])
