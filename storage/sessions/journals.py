"""Read and write journal entries, inside the caller's transaction."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select

from scoring.game import AnyGame
from scoring.games import UnknownGame, find_game
from scoring.journal import Amend, Entry, Journal, Record, Redo, Remove, Undo
from storage.bg_format.own_ids import IMPORTED_GAME_PREFIX
from storage.errors import UnknownSession, Unreadable
from storage.file.bulk_insert import insert_rows
from storage.models import ENTRY, SESSION
from storage.sessions.entry_rows import Action, StoredEntry, build_journal, from_stored

_INSERT = insert(ENTRY)
_FROM = (
    select(
        *(ENTRY.c.number, ENTRY.c.action, ENTRY.c.target, ENTRY.c.kind, ENTRY.c.format),
        *(ENTRY.c.payload, ENTRY.c.waived, ENTRY.c.entered_at),
    )
    .where(ENTRY.c.session_id == bindparam("session"), ENTRY.c.number >= bindparam("first"))
    .order_by(ENTRY.c.number)
)


def insert_entry(db: Connection, session_id: str, stored: StoredEntry) -> None:
    """Insert an entry; raises IntegrityError if its number is taken or does not follow the last one."""
    db.execute(_INSERT, _row(session_id, stored))


def insert_entries(db: Connection, session_id: str, stored: Iterable[StoredEntry]) -> None:
    """Insert consecutive entries."""
    rows = [_row(session_id, entry) for entry in stored]
    if rows:
        db.execute(_INSERT, rows)


def insert_all(db: Connection, sessions: Iterable[tuple[str, Iterable[StoredEntry]]]) -> None:
    """Insert the entries of several new sessions in bulk."""
    insert_rows(db, ENTRY, [_row(session_id, entry) for session_id, entries in sessions for entry in entries])


def load_entries(db: Connection, session_id: str, first: int = 0) -> tuple[StoredEntry, ...]:
    """The entries from number `first` on, not yet decoded."""
    with _convert_errors():
        rows = db.execute(_FROM, {"session": session_id, "first": first}).all()
        return tuple(
            [
                StoredEntry(number, action, target, kind, format, payload, tuple(waived or ()), at)
                for number, action, target, kind, format, payload, waived, at in rows
            ]
        )


def load_game(db: Connection, session_id: str, games: Iterable[AnyGame]) -> AnyGame:
    """The game of a session; raises UnknownSession, or Unreadable for a game this app does not have."""
    key = db.execute(select(SESSION.c.game).where(SESSION.c.id == session_id)).scalar_one_or_none()
    if key is None:
        raise UnknownSession("This session no longer exists; it may have been deleted in another window.")
    try:
        return find_game(key, games)
    except UnknownGame as error:
        if key.startswith(IMPORTED_GAME_PREFIX):
            raise Unreadable("This session was imported from another app: it has a result, but no log.") from error
        raise Unreadable(f"{error} Update the app to read this session.") from error


def decode_journal(game: AnyGame, stored: Iterable[StoredEntry]) -> Journal[Any]:
    """Decode all entries of a session and check that they fit together; raises Unreadable."""
    with _convert_errors():
        return build_journal(game, stored)


def decode_entries(game: AnyGame, stored: Iterable[StoredEntry]) -> Journal[Any]:
    """Decode some entries of a session; raises Unreadable."""
    with _convert_errors():
        return tuple(from_stored(game, entry) for entry in stored)


def may_change_seats(db: Connection, session_id: str, entry: Entry[Any]) -> bool:
    """Whether an entry may have changed who plays: it touches entry 0, directly or by undo."""
    match entry:
        case Amend(target):
            return target == 0
        case Undo(target) | Redo(target):
            query = select(ENTRY.c.action, ENTRY.c.target)
            row = db.execute(query.where(ENTRY.c.session_id == session_id, ENTRY.c.number == target)).one_or_none()
            return row is not None and tuple(row) == (Action.AMEND, 0)
        case Record() | Remove():
            return False


@contextmanager
def _convert_errors() -> Iterator[None]:
    try:
        yield
    except ValueError as error:  # FormatError, or a value that is not valid JSON, text or a time
        raise Unreadable(f"This session cannot be read, and nothing of it was changed: {error}") from error


def _row(session_id: str, stored: StoredEntry) -> dict[str, Any]:
    return {
        "session_id": session_id,
        "number": stored.number,
        "action": str(stored.action),
        "target": stored.target,
        "kind": stored.kind,
        "format": stored.format,
        "payload": stored.payload,
        "waived": list(stored.waived) or None,
        "entered_at": stored.at,
    }
