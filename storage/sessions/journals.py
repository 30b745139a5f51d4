"""Read and write journal entries, inside the caller's transaction."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from datetime import datetime
from json import JSONDecodeError
from typing import Any

from sqlalchemy import and_, bindparam, func, insert, not_, select
from sqlmodel import Session

from scoring.contract.errors import GameFailed
from scoring.contract.game import AnyGame, CameLate
from scoring.engine.codec import FormatError, NewerFormat
from scoring.engine.journal import Amend, Entry, Journal, Record, Redo, Remove, Undo
from scoring.games import UnknownGame, find_game
from storage.errors import NeedsGame, UnknownSession, Unreadable
from storage.models import ENTRY, SESSION
from storage.sessions import game_titles
from storage.sessions.entry_rows import Action, StoredEntry, build_journal, from_stored

_FROM = (
    select(
        *(ENTRY.c.number, ENTRY.c.action, ENTRY.c.target, ENTRY.c.kind, ENTRY.c.format),
        *(ENTRY.c.payload, ENTRY.c.waived, ENTRY.c.entered_at),
    )
    .where(ENTRY.c.session_id == bindparam("session"), ENTRY.c.number >= bindparam("first"))
    .order_by(ENTRY.c.number)
)
_RECORDED = select(SESSION.c.entries).where(SESSION.c.id == bindparam("session"))


def insert_entries(db: Session, session_id: str, stored: Iterable[StoredEntry]) -> None:
    """Insert entries; raises IntegrityError if a number is taken or does not follow the last one."""
    db.execute(insert(ENTRY), [_row(session_id, entry) for entry in stored])


def load_entries(db: Session, session_id: str, first: int = 0) -> tuple[StoredEntry, ...]:
    """The entries from number `first` on, not yet decoded; raises Unreadable unless all recorded ones are there."""
    with _convert_errors():
        rows = db.execute(_FROM, {"session": session_id, "first": first}).all()
        recorded = db.execute(_RECORDED, {"session": session_id}).scalar() or 0
        if len(rows) != max(0, recorded - first):
            raise FormatError(f"{describe_miscount(first + len(rows), recorded)}.")
        return tuple(StoredEntry._make((*row[:6], tuple(row.waived or ()), row.entered_at)) for row in rows)


def describe_miscount(count: int, recorded: int) -> str:
    """A clause about a journal with fewer or more entries than were recorded."""
    return f"{recorded} entries were recorded, but {count} are stored"


def find_incomplete(db: Session) -> datetime | None:
    """When a session was opened whose entries are not numbered from 0 to as many as were recorded; None if all are.

    Reads all entries, but decodes none.
    """
    own = and_(ENTRY.c.session_id == SESSION.c.id, ENTRY.c.number.between(0, SESSION.c.entries - 1))
    count = select(func.count()).where(own).scalar_subquery()
    numbers = select(func.coalesce(func.sum(ENTRY.c.number), 0)).where(own).scalar_subquery()
    is_complete = and_(count == SESSION.c.entries, 2 * numbers == SESSION.c.entries * (SESSION.c.entries - 1))
    opened_at: datetime | None = db.execute(select(SESSION.c.opened_at).where(not_(is_complete)).limit(1)).scalar()
    return opened_at


def load_game(db: Session, session_id: str, games: Iterable[AnyGame]) -> AnyGame:
    """The game of a session; raises UnknownSession, or Unreadable for a game this app does not have."""
    key = db.execute(select(SESSION.c.rules).where(SESSION.c.id == session_id)).scalar_one_or_none()
    if key is None:
        raise UnknownSession
    if not key:
        raise Unreadable("This game was imported from another app: it has a result, but no log.")
    try:
        return find_game(key, games)
    except UnknownGame as error:
        raise NeedsGame(error.advise(game_titles.load_kept(db).get(key, ""))) from error


def decode_journal(game: AnyGame, stored: Iterable[StoredEntry]) -> Journal[Any]:
    """Decode all entries of a session and check that they fit together; raises Unreadable."""
    with _convert_errors():
        return build_journal(game, stored)


def decode_entries(game: AnyGame, stored: Iterable[StoredEntry]) -> Journal[Any]:
    """Decode some entries of a session; raises Unreadable."""
    with _convert_errors():
        return tuple(from_stored(game, entry) for entry in stored)


def may_change_seats(db: Session, session_id: str, entry: Entry[Any]) -> bool:
    """Whether an entry may have changed who has a seat: it touches entry 0 or somebody who came late, or undoes it."""
    match entry:
        case Record(event):
            return isinstance(event, CameLate)
        case Amend(target):
            return target == 0 or _has_newcomers(db, session_id)
        case Undo(target) | Redo(target):
            query = select(ENTRY.c.action, ENTRY.c.target)
            row = db.execute(query.where(ENTRY.c.session_id == session_id, ENTRY.c.number == target)).one_or_none()
            return (row is not None and tuple(row) == (Action.AMEND, 0)) or _has_newcomers(db, session_id)
        case Remove():
            return _has_newcomers(db, session_id)


def _has_newcomers(db: Session, session_id: str) -> bool:
    """Whether anybody came late, or did before it was taken back."""
    query = select(ENTRY.c.number).where(ENTRY.c.session_id == session_id, ENTRY.c.kind == CameLate.kind)
    return db.execute(query.limit(1)).first() is not None


@contextmanager
def running_rules() -> Iterator[None]:
    """Raise NeedsGame where the code of a game fails."""
    try:
        yield
    except GameFailed as error:
        raise NeedsGame(str(error)) from error


@contextmanager
def _convert_errors() -> Iterator[None]:
    try:
        with running_rules():
            yield
    except NewerFormat as error:
        raise NeedsGame(f"This game cannot be read, and it was not changed: {error}") from error
    except ValueError as error:  # FormatError, or a value that is not valid JSON, text or a time
        fault = "a value in it is no JSON" if isinstance(error, JSONDecodeError) else str(error).removesuffix(".")
        raise Unreadable(f"This game cannot be read, and it was not changed: {fault}.") from error


def _row(session_id: str, stored: StoredEntry) -> dict[str, Any]:
    values = stored._asdict()
    entered_at, waived = values.pop("at"), list(stored.waived) or None
    return values | {"session_id": session_id, "action": str(stored.action), "waived": waived, "entered_at": entered_at}
