"""Entries in and out of the database, inside a transaction of the caller."""

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
from storage.sessions.entry_rows import Action, StoredEntry, from_stored, journal_of

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
    """One entry; IntegrityError if its number is taken or does not follow the last."""
    db.execute(_INSERT, _row(session_id, stored))


def insert_entries(db: Connection, session_id: str, stored: Iterable[StoredEntry]) -> None:
    """Entries that follow each other."""
    rows = [_row(session_id, each) for each in stored]
    if rows:
        db.execute(_INSERT, rows)


def insert_all(db: Connection, sessions: Iterable[tuple[str, Iterable[StoredEntry]]]) -> None:
    """The entries of several new sessions, at a fraction of the price."""
    insert_rows(db, ENTRY, [_row(session_id, entry) for session_id, entries in sessions for entry in entries])


def stored_entries(db: Connection, session_id: str, first: int = 0) -> tuple[StoredEntry, ...]:
    """The entries from a number on, as they are kept."""
    with _reading():
        rows = db.execute(_FROM, {"session": session_id, "first": first}).all()
        return tuple(
            [
                StoredEntry(number, action, target, kind, format, payload, tuple(waived or ()), at)
                for number, action, target, kind, format, payload, waived, at in rows
            ]
        )


def game_of(db: Connection, session_id: str, games: Iterable[AnyGame]) -> AnyGame:
    """The game of a session; UnknownSession or Unreadable."""
    key = db.execute(select(SESSION.c.game).where(SESSION.c.id == session_id)).scalar_one_or_none()
    if key is None:
        raise UnknownSession("This session no longer exists; it may have been deleted in another window.")
    try:
        return find_game(key, games)
    except UnknownGame as error:
        if key.startswith(IMPORTED_GAME_PREFIX):
            raise Unreadable("This session came from another app: there is its result, but no log.") from error
        raise Unreadable(f"{error} Update the app to read this session.") from error


def journal(game: AnyGame, stored: Iterable[StoredEntry]) -> Journal[Any]:
    """All entries of a session as the rules see them; Unreadable where they cannot be decoded."""
    with _reading():
        return journal_of(game, stored)


def newer(game: AnyGame, stored: Iterable[StoredEntry]) -> Journal[Any]:
    """Entries of a session whose beginning was read before; Unreadable where they cannot be decoded."""
    with _reading():
        return tuple(from_stored(game, each) for each in stored)


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
def _reading() -> Iterator[None]:
    try:
        yield
    except ValueError as error:  # FormatError, or a value that is no longer JSON, text or a moment
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
