"""Export sessions as the lines of a session file, without entries that are still secret."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from pydantic import ValidationError
from sqlalchemy import select
from sqlmodel import Session

from scoring.contract.game import AnyGame
from scoring.engine import agreements
from scoring.engine.journal import Amend, Journal, Record, list_names
from storage.clock import at_table
from storage.derived import imported_sessions
from storage.derived.results import Status, replay_stored
from storage.errors import StorageError, TransferError, Unreadable
from storage.history.session_list import SessionHead, load_head
from storage.models import PLAYER, SEAT, SESSION
from storage.sessions import journals
from storage.store import Store
from storage.transfer.collection import load_collection, make_player_line, to_line
from storage.transfer.session_file import (
    Header,
    PlayerLine,
    SessionFile,
    describe,
    encode_collection,
    encode_session,
    parse_session,
)


def export_session(store: Store, session_id: str) -> tuple[str, ...]:
    """Export a session. Unless it is finished, the export ends before the first secret entry.

    Raises UnknownSession, or TransferError for a session that was imported from another app.
    """
    with store.database.reading() as db:
        if imported_sessions.is_imported(db, session_id):
            raise TransferError("This game was imported from BG Stats; export it as a BG Stats file.")
        header, head = _load_header(db, session_id)
        entries = journals.load_entries(db, session_id)
        if head.status is not Status.FINISHED:
            with suppress(Unreadable), journals.running_rules():  # without rules nothing is known to be secret
                game, run = replay_stored(db, session_id, store.games)
                journal = journals.decode_journal(game, entries)
                count = _count_public_entries(game, journal, run.state)
                if count < len(entries):
                    public = header.players[: len(list_names(journal[:count]))]
                    entries, header = entries[:count], header.model_copy(update={"players": public, "totals": None})
        return tuple(encode_session(header, entries))


def load_session_file(db: Session, session_id: str, games: Iterable[AnyGame]) -> SessionFile:
    """A stored session as if it came in a file, with all its entries."""
    header, _ = _load_header(db, session_id)
    return parse_session(encode_session(header, journals.load_entries(db, session_id)), games)


def _load_header(db: Session, session_id: str) -> tuple[Header, SessionHead]:
    head = load_head(db, session_id)
    row = db.execute(select(SESSION.c.binned_at, SESSION.c.edits).where(SESSION.c.id == session_id)).one()
    with _explaining("This game"):
        header = Header(
            game=head.rules,
            session=session_id,
            opened_at=head.opened_at,
            utc_offset=head.utc_offset,
            players=_load_players(db, session_id),
            place=head.place,
            note=head.note,
            totals=head.closed_totals,
            binned_at=row.binned_at,
            edits=to_line(row.edits),
        )
    return header, head


def export_sessions(store: Store, left_out: list[str] | None = None) -> Iterator[str]:
    """Export the whole collection as the lines of one file: what belongs to no session, then every own session.

    `left_out` gets a sentence about each session that cannot be exported; without it, such a session raises Unreadable
    or TransferError.
    """
    with _explaining("The players"), store.database.reading() as db:
        collection = load_collection(db, store.now())
    yield encode_collection(collection)
    for session_id in list_own_sessions(store, binned=True):
        try:
            lines = export_session(store, session_id)
        except (Unreadable, TransferError) as error:
            if left_out is None:
                raise
            left_out.append(describe_left_out(store, session_id, error))
        else:
            yield from lines


def describe_left_out(store: Store, session_id: str, error: StorageError) -> str:
    """A sentence about a session that is left out: "Tiny, 2 Jan 2026: an entry is damaged."."""
    head = store.sessions.load_head(session_id)
    day = at_table(head.opened_at, head.utc_offset)
    return f"{store.titles.load().get(head.game, head.game)}, {day.day} {day:%b %Y}: {error}"


def list_own_sessions(store: Store, *, binned: bool = False) -> tuple[str, ...]:
    """The ids of all sessions with a journal, oldest first; those in the bin only if asked for."""
    query = select(SESSION.c.id).where(SESSION.c.entries > 0)
    query = query if binned else query.where(SESSION.c.binned_at.is_(None))
    with store.database.reading() as db:
        return tuple(db.execute(query.order_by(SESSION.c.opened_at, SESSION.c.id)).scalars())


def _count_public_entries(game: AnyGame, journal: Journal[Any], state: Any) -> int:
    """The number of entries before the first secret one; anybody can read an exported file."""
    secret = (
        number
        for number, entry in enumerate(journal)
        if isinstance(entry, Record | Amend) and agreements.list_veiled(game, state, entry.event)
    )
    return next(secret, len(journal))


def _load_players(db: Session, session_id: str) -> tuple[PlayerLine, ...]:
    query = select(PLAYER).join(SEAT, SEAT.c.player_id == PLAYER.c.id)
    rows = db.execute(query.where(SEAT.c.session_id == session_id).order_by(SEAT.c.seat))
    return tuple(map(make_player_line, rows))


@contextmanager
def _explaining(what: str) -> Iterator[None]:
    try:
        yield
    except ValidationError as error:  # only where the file was changed by another program
        raise TransferError(f"{what} cannot be exported: {describe(error)}. Back up the file instead.") from error
