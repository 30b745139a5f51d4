"""Sessions out as the lines of a file: one, or all there are, as far as everybody may know them."""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, select

from scoring.game import AGREEMENTS, AnyGame, Opened
from scoring.journal import Amend, Journal, Record
from scoring.replay import replay
from storage.derived import imported_sessions
from storage.derived.results import Status
from storage.errors import TransferError, Unreadable
from storage.history.session_list import head_of
from storage.models import ENTRY, PLAYER, SEAT, SESSION
from storage.sessions import journals
from storage.store import Store
from storage.transfer.session_file import Header, PlayerLine, write_session, written_moment


def export_session(store: Store, session_id: str) -> tuple[str, ...]:
    """A session as the lines of a file, up to what may not be seen yet; UnknownSession."""
    with store.database.reading() as db:
        head = head_of(db, session_id)
        if imported_sessions.is_imported(db, session_id):
            raise TransferError("This session came from another app; it leaves in a file of BG Stats.")
        header = Header(
            game=head.game,
            session=session_id,
            opened_at=written_moment(head.opened_at),
            utc_offset=head.utc_offset,
            players=_players(db, session_id),
            place=head.place,
            note=head.note,
            totals=head.closed_totals,
        )
        entries = journals.stored_entries(db, session_id)
        if head.status is not Status.FINISHED:
            with suppress(Unreadable):  # a game this app does not know keeps its secrets to itself
                game = journals.game_of(db, session_id, store.games)
                entries = entries[: _before_secrets(game, journals.journal(game, entries))]
        return tuple(write_session(header, entries))


def export_sessions(store: Store) -> Iterator[str]:
    """Every session that has a journal, one after the other, as the lines of one file."""
    for session_id in own_sessions(store):
        yield from export_session(store, session_id)


def own_sessions(store: Store) -> tuple[str, ...]:
    """The ids of all sessions that have a journal and do not lie in the bin, the oldest first."""
    journaled = select(ENTRY.c.session_id).where(ENTRY.c.number == 0)
    query = select(SESSION.c.id).where(SESSION.c.binned_at.is_(None), SESSION.c.id.in_(journaled))
    with store.database.reading() as db:
        return tuple(db.execute(query.order_by(SESSION.c.opened_at, SESSION.c.id)).scalars())


def _before_secrets(game: AnyGame, journal: Journal[Any]) -> int:
    """How many entries come before the first that may not be seen yet: a file can be read by anybody."""
    state = replay(game, journal).state
    own = (
        number
        for number, entry in enumerate(journal)
        if isinstance(entry, Record | Amend) and not isinstance(entry.event, (Opened, *AGREEMENTS))
        if game.veil(state, entry.event)
    )
    return next(own, len(journal))


def _players(db: Connection, session_id: str) -> tuple[PlayerLine, ...]:
    query = select(PLAYER.c.id, PLAYER.c.name).join(SEAT, SEAT.c.player_id == PLAYER.c.id)
    rows = db.execute(query.where(SEAT.c.session_id == session_id).order_by(SEAT.c.seat))
    return tuple(PlayerLine(uuid=row.id, name=row.name) for row in rows)
