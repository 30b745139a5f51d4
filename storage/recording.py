"""Sessions: open them, append entries, load."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import uuid4

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, func, select

from scoring.contract.game import AnyGame, Opened
from scoring.engine.journal import Amend, Entry, Journal, Record, effective, list_names
from storage.clock import offset_minutes
from storage.derived import imported_sessions, results
from storage.derived.results import Derived
from storage.errors import Collision, StorageError, UnknownSession
from storage.file.store_part import StorePart
from storage.history import named_games, session_list
from storage.history.session_list import SessionHead
from storage.models import ENTRY, SEAT, SESSION, SessionRow
from storage.sessions import journals
from storage.sessions.entry_rows import to_stored
from storage.sessions.later_edit_wins import mark_edited
from storage.sessions.players import check_one_seat_each, seat_players
from storage.sessions.turn_clocks import KeptClock, write_clock
from storage.text_folding import fold
from storage.valid_values import check_name, check_note


class Loaded(NamedTuple):
    """A session with its journal, the time of each entry and the current names of the players, by seat.

    `binned_at` is None unless the session is in the bin.
    """

    game: AnyGame
    journal: Journal[Any]
    times: tuple[datetime, ...]
    names: tuple[str, ...]
    binned_at: datetime | None = None


class SessionStore(StorePart):
    def open(
        self,
        game: AnyGame,
        opened: Opened[Any],
        player_ids: Sequence[str | None] = (),
        *,
        place: str = "",
        note: str = "",
    ) -> str:
        """Start a session with entry 0 and return its id.

        `player_ids` are by seat. A seat without an id gets the player with its name, who is created if necessary.
        """
        place = check_name(place, "A place")
        check_note(note)
        at, session_id = self.now(), str(uuid4())
        with self.database.writing() as db:
            row = SessionRow(
                id=session_id,
                game=named_games.find_key(db, self.games, game, opened.options),
                rules=game.key,
                opened_at=at,
                utc_offset=offset_minutes(at),
                place=place,
                note=note,
                sought=fold(note),
                changed_at=at,
            )
            db.add(row)
            db.flush()
            seat_players(db, session_id, opened.names, player_ids, at)
            check_one_seat_each(db, session_id)
            journals.insert_entries(db, session_id, [to_stored(game, 0, Record(opened), at)])
        return session_id

    def append(
        self,
        session_id: str,
        number: int,
        game: AnyGame,
        entry: Entry[Any],
        derived: Derived | None = None,
        clock: KeptClock | None = None,
        time: datetime | None = None,
    ) -> datetime:
        """Append entry `number` and return its time, which is now unless given.

        `derived` are the results after it (`results.derive`); None while the session is open. `clock` is the turn clock
        after it, if there is one. Raises Collision if another window appended that number first, StorageFull, or
        another StorageError.
        """
        at = self.now()
        stored = to_stored(game, number, entry, time or at)
        try:
            with self.database.writing() as db:
                journals.insert_entries(db, session_id, [stored])
                if journals.may_change_seats(db, session_id, entry):
                    journal = journals.decode_journal(game, journals.load_entries(db, session_id))
                    named_games.rename(db, session_id, self.games, game, effective(journal)[0].event.options)
                    restores = not isinstance(entry, Record | Amend)
                    seat_players(db, session_id, list_names(journal), (), at, restores=restores)
                    check_one_seat_each(db, session_id)
                results.close(db, session_id, derived, at)
                if clock is not None:
                    write_clock(db, session_id, clock)
        except IntegrityError as error:
            raise self._explain_refusal(session_id, number, error) from error
        return stored.at

    def load(self, session_id: str, first: int = 0) -> Loaded:
        """Load a session, with only the entries from number `first` on, such as those that another window added.

        Raises UnknownSession, or Unreadable if this app cannot read an entry.
        """
        with self.database.reading() as db:
            game = journals.load_game(db, session_id, self.games)
            stored = journals.load_entries(db, session_id, first)
            names = session_list.load_names(db, session_id)
            binned_at = get_row(db, session_id).binned_at
        decode = journals.decode_entries if first else journals.decode_journal
        return Loaded(game, decode(game, stored), tuple(entry.at for entry in stored), names, binned_at)

    def load_names(self, session_id: str) -> tuple[str, ...]:
        """The current names of the players, by seat."""
        with self.database.reading() as db:
            return session_list.load_names(db, session_id)

    def load_seat_ids(self, session_id: str) -> tuple[str, ...]:
        """The ids of the players, by seat."""
        query = select(SEAT.c.player_id).where(SEAT.c.session_id == session_id).order_by(SEAT.c.seat)
        with self.database.reading() as db:
            return tuple(db.execute(query).scalars())

    def load_head(self, session_id: str) -> SessionHead:
        """One session as lists show it; raises UnknownSession."""
        with self.database.reading() as db:
            return session_list.load_head(db, session_id)

    def is_imported(self, session_id: str) -> bool:
        """Whether a session was imported from another app, as a result without a journal."""
        with self.database.reading() as db:
            return imported_sessions.is_imported(db, session_id)

    def load_imported_play(self, session_id: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """The play and the game of an imported session, unchanged; raises Unreadable."""
        with self.database.reading() as db:
            return imported_sessions.load_play(db, session_id)

    def find(self, beginning: str) -> str:
        """The session id that starts with `beginning`; UnknownSession if there is none, StorageError if several."""
        query = select(SESSION.c.id).where(SESSION.c.id.startswith(beginning, autoescape=True)).limit(2)
        with self.database.reading() as db:
            ids = db.execute(query).scalars().all()
        if not ids:
            raise UnknownSession(f"There is no session {beginning}.")
        if len(ids) > 1:
            raise StorageError(f"Several sessions start with “{beginning}”; give more of the id.")
        session_id: str = ids[0]
        return session_id

    def set_details(self, session_id: str, *, place: str | None = None, note: str | None = None) -> None:
        """Change the place and the note of a session; None keeps them. Raises InvalidValue."""
        place = place and check_name(place, "A place")
        check_note(note or "")
        with self.database.writing() as db:
            row, at, edited = get_row(db, session_id), self.now(), []
            if place not in (None, row.place):
                row.place = place
                edited.append("place")
            if note not in (None, row.note):
                row.note, row.sought = note, fold(note)
                edited.append("note")
            row.changed_at = at
            db.flush()
            mark_edited(db, SESSION, [session_id], edited, at)

    def _explain_refusal(self, session_id: str, number: int, error: IntegrityError) -> StorageError:
        """Why an entry was not appended: the session is gone, the number is wrong, or the results do not fit."""
        query = select(SESSION.c.id, func.max(ENTRY.c.number).label("last"))
        query = query.outerjoin(ENTRY, ENTRY.c.session_id == SESSION.c.id).where(SESSION.c.id == session_id)
        with self.database.reading() as db:
            row = db.execute(query.group_by(SESSION.c.id)).one_or_none()
        if row is None:
            return UnknownSession()
        last = -1 if row.last is None else row.last
        if number <= last:
            return Collision("Another window recorded something first; check it, then enter yours again.")
        if number > last + 1:
            return StorageError(f"Entry {number} does not follow the last one of this session; load it again.")
        return StorageError(f"Entry {number} was not recorded: its results do not fit the file ({error.orig}).")


def get_row(db: Session, session_id: str) -> SessionRow:
    """The row of a session; raises UnknownSession."""
    row = db.get(SessionRow, session_id)
    if row is None:
        raise UnknownSession
    return row
