"""Write sessions of a file, inside the caller's transaction."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select, update
from sqlmodel import Session

from scoring.contract.game import AnyGame
from scoring.contract.names import name_key
from scoring.engine.journal import list_names
from storage.derived import imported_sessions, merges, results
from storage.derived.results import Derived
from storage.history import import_log, named_games
from storage.history.import_log import FileImport
from storage.models import IMPORTED_PLAY, PLAYER, SEAT, SESSION
from storage.sessions import journals, players
from storage.text_folding import fold
from storage.transfer.session_file import SessionFile


def derive_file(file: SessionFile) -> Derived | None:
    """The results of a session of a file; raises NeedsGame."""
    with journals.running_rules():
        return results.derive(file.game, file.run)


def name_players(file: SessionFile) -> tuple[tuple[str, str], ...]:
    """The id and the name of each player, by seat."""
    lines = zip(file.header.players, list_names(file.journal), strict=True)
    return tuple((line.uuid, line.name if name_key(line.name) else name) for line, name in lines)


def add_session(db: Session, file: SessionFile, file_import: FileImport, games: Sequence[AnyGame]) -> tuple[str, ...]:
    """Insert a session, whose id must not be in use; returns a sentence for each merge that it undoes."""
    header = file.header
    row = header.to_columns() | _make_row(db, file, games)
    db.execute(insert(SESSION).values(row | {"id": header.session, "changed_at": file.entries[-1].at}))
    import_log.log_sessions(db, [header.session], file_import)
    return append_entries(db, file, 0, file_import.at, games)


def replace_imported_play(db: Session, file: SessionFile, at: datetime, games: Sequence[AnyGame]) -> tuple[str, ...]:
    """Replace the play that was imported from another app by the journal of the same session.

    What was edited here stays: a place or a note that differs from the play's, and the bin. Returns a sentence for each
    merge that it undoes.
    """
    session_id, header = file.header.session, file.header
    current, imported = imported_sessions.load_texts(db, {session_id})[session_id]
    theirs = {"place": header.place, "note": header.note}
    texts = {
        name: current[name] if current[name] != imported[name] else theirs[name] or current[name] for name in current
    }
    results.delete_rows(db, [session_id])
    for table in (IMPORTED_PLAY, SEAT):
        db.execute(delete(table).where(table.c.session_id == session_id))
    values = texts | {"sought": fold(texts["note"])} | _make_row(db, file, games)
    db.execute(update(SESSION).where(SESSION.c.id == session_id).values(values))
    return append_entries(db, file, 0, at, games)


def _make_row(db: Session, file: SessionFile, games: Sequence[AnyGame]) -> dict[str, Any]:
    """The columns of a session that are as its file says."""
    return {
        "game": named_games.find_key(db, games, file.game, file.run.opened.options),
        "rules": file.header.game,
        "opened_at": file.header.opened_at,
        "utc_offset": file.header.utc_offset,
    }


def append_entries(
    db: Session, file: SessionFile, stored: int, at: datetime, games: Sequence[AnyGame]
) -> tuple[str, ...]:
    """Append the entries after the first `stored` ones, seat the players and derive the results again.

    Returns a sentence for each merge that the session undoes.
    """
    session_id, last_entry_at = file.header.session, file.entries[-1].at
    journals.insert_entries(db, session_id, file.entries[stored:])
    ids = [line.uuid for line in file.header.players]
    known = set(db.execute(select(PLAYER.c.id).where(PLAYER.c.id.in_(ids))).scalars())
    for player_id, name in name_players(file):
        if player_id not in known:
            players.insert_player(db, name, at, player_id=player_id, used_at=min(last_entry_at, at))
    players.seat_players(db, session_id, list_names(file.journal), ids, last_entry_at)
    if stored:
        named_games.rename(db, session_id, games, file.game, file.run.opened.options)
    totals = [[seat, points] for seat, points in enumerate(file.header.totals or ())]
    results.close(db, session_id, derive_file(file), last_entry_at, totals or None)
    return merges.separate_players(db, [session_id])
