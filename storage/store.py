"""Sessions kept: opened, recorded entry by entry, loaded, listed, binned and, only then, purged."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Final, NamedTuple, Self
from uuid import uuid4

from sqlalchemy import ColumnElement, Connection, bindparam, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from scoring.game import AnyGame, Opened
from scoring.games import GAMES, Shelf
from scoring.journal import Entry, Journal, Record, effective
from storage.clock import Clock, offset_minutes, utc_now
from storage.derived import imported_sessions, rebuilding, results
from storage.derived.merges import MergeStore
from storage.derived.pipeline import Progress, changing
from storage.derived.results import Derived, Status
from storage.errors import Collision, StorageError, UnknownSession
from storage.file.database import Database, damaged
from storage.file.write_batches import Pace
from storage.history import import_log
from storage.history.import_log import ImportLogStore
from storage.history.session_filter import Wanted
from storage.history.session_list import Cursor, Page, Seated, SessionHead, head_of, names_of, unknown
from storage.history.session_search import History
from storage.models import ENTRY, HALF_FORM, PHONE, SEAT, SESSION
from storage.sessions import journals, players
from storage.sessions.entry_rows import StoredEntry, to_stored
from storage.sessions.phones import PhoneStore
from storage.sessions.players import PlayerStore, seat_players
from storage.sessions.saved_state import SavedStateStore
from storage.text_folding import sought

BIN_DAYS: Final = 30

_ROWS_A_SESSION: Final = 100  # that go with a session


_STILL_OPEN = (
    update(SESSION)
    .where(SESSION.c.id == bindparam("session"), SESSION.c.status == Status.OPEN.value)
    .values(changed_at=bindparam("at"))
)


_BINNED = select(SESSION.c.binned_at).where(SESSION.c.id == bindparam("session"))


class Loaded(NamedTuple):
    """A session as it is kept: its game, its journal, when each entry was made, and the present names.

    `binned_at` is when it was put into the bin; None unless it lies there.
    """

    game: AnyGame
    journal: Journal[Any]
    times: tuple[datetime, ...]
    names: tuple[str, ...]
    binned_at: datetime | None = None


__all__ = ["Collision", "Cursor", "Loaded", "Page", "Seated", "SessionHead", "StorageError", "Store"]


class Store(PlayerStore, MergeStore, SavedStateStore, PhoneStore, History, ImportLogStore):
    """The memory of the app: one database file, and what is kept in it.

    `path` is a file, or `storage.file.database.MEMORY`. Every change is on disk when its method
    returns; with a StorageError nothing of it is. `patience` is how many seconds to wait for
    another program that is writing. Without `renew` what another version of the app derived stays
    as it is until somebody calls `renew`.
    """

    def __init__(
        self,
        path: str | Path,
        games: Iterable[AnyGame] = GAMES,
        *,
        now: Clock = utc_now,
        patience: float = 5.0,
        renew: bool = True,
    ) -> None:
        super().__init__(Database(path, patience), now)
        self.games = games if isinstance(games, Shelf) else tuple(games)
        try:
            if renew and self.is_outdated():
                self.renew()
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        self.database.close()

    def version(self) -> tuple[int, int]:
        """Changes whenever anybody wrote, in this process or another; cheap enough for every second."""
        return self.database.version()

    def can_put_back(self) -> bool:
        """Whether a file that is gone can be written to its old place again."""
        return self.database.can_put_back()

    def put_back(self) -> None:
        """Write a file that is gone to its old place again, and go on with it; StorageError."""
        self.database.put_back()

    def rescue_to(self, target: Path) -> None:
        """Copy everything to a new file, also where our own was deleted; StorageError."""
        self.database.rescue_to(target)

    def open_session(
        self,
        game: AnyGame,
        opened: Opened[Any],
        player_ids: Sequence[str | None] = (),
        *,
        place: str = "",
        note: str = "",
    ) -> str:
        """Begin a session with entry 0 and give its id.

        `player_ids` seat by seat; where there is none the player of that name sits down, who is
        new if nobody has it.
        """
        at, session_id = self.now(), str(uuid4())
        row = {"id": session_id, "game": game.key, "place": place, "note": note, "status": Status.OPEN.value}
        moments = {"opened_at": at, "utc_offset": offset_minutes(at), "changed_at": at}
        with self.database.writing() as db:
            db.execute(insert(SESSION).values(**row, **moments))
            seat_players(db, session_id, opened.names, player_ids, at)
            journals.insert_entry(db, session_id, to_stored(game, 0, Record(opened), at))
        return session_id

    def append(
        self, session_id: str, number: int, game: AnyGame, entry: Entry[Any], derived: Derived | None = None
    ) -> datetime:
        """Record entry `number` and give its time; it is on disk before this returns.

        `derived` is what the session amounts to with it (`results.derive`), None while it is open.
        Raises Collision if somebody else recorded that number first, StorageFull, or another
        StorageError; then nothing was recorded.
        """
        at = self.now()
        stored = to_stored(game, number, entry, at)
        try:
            with self.database.writing() as db:
                journals.insert_entry(db, session_id, stored)
                self._touch(db, session_id, game, derived, at)
                if journals.may_change_seats(db, session_id, entry):
                    _seat_again(db, session_id, game, at)
        except IntegrityError as error:
            raise self._refused(session_id, number, error) from error
        return at

    def load(self, session_id: str) -> Loaded:
        """The whole session; UnknownSession, or Unreadable if this app cannot read an entry."""
        with self.database.reading() as db:
            game = journals.game_of(db, session_id, self.games)
            stored = journals.stored_entries(db, session_id)
            names, binned_at = names_of(db, session_id), db.execute(_BINNED, {"session": session_id}).scalar()
        return Loaded(game, journals.journal(game, stored), _times(stored), names, binned_at)

    def load_from(self, session_id: str, number: int) -> Loaded:
        """The entries from `number` on: what another window has added since."""
        with self.database.reading() as db:
            game = journals.game_of(db, session_id, self.games)
            stored = journals.stored_entries(db, session_id, number)
            names, binned_at = names_of(db, session_id), db.execute(_BINNED, {"session": session_id}).scalar()
        return Loaded(game, journals.newer(game, stored), _times(stored), names, binned_at)

    def names(self, session_id: str) -> tuple[str, ...]:
        """The present names of those at the table, seat by seat."""
        with self.database.reading() as db:
            return names_of(db, session_id)

    def head(self, session_id: str) -> SessionHead:
        """One session as lists show it; UnknownSession."""
        with self.database.reading() as db:
            return head_of(db, session_id)

    def sessions(
        self,
        *,
        after: Cursor | None = None,
        limit: int = 20,
        game: str | None = None,
        player: str | None = None,
        status: Status | None = None,
        binned: bool = False,
    ) -> Page:
        """Sessions, newest first, a page at a time; those of one game, player or status if asked."""
        players = () if player is None else (player,)
        wanted = Wanted(game=game, players=players, statuses=(status,) if status else (), binned=binned)
        return self.history(wanted, after=after, limit=limit)

    def imported(self, session_id: str) -> bool:
        """Whether a session came from another app, as a result without a journal."""
        with self.database.reading() as db:
            return imported_sessions.is_imported(db, session_id)

    def imported_play(self, session_id: str) -> tuple[dict[str, Any], dict[str, Any]]:
        """The play and the game of an imported session, as they were written; Unreadable."""
        with self.database.reading() as db:
            return imported_sessions.play_of(db, session_id)

    def find_session(self, beginning: str) -> str:
        """The id that begins like this; UnknownSession if there is none, StorageError if there are several."""
        query = select(SESSION.c.id).where(SESSION.c.id.startswith(beginning, autoescape=True)).limit(2)
        with self.database.reading() as db:
            found = db.execute(query).scalars().all()
        if not found:
            raise UnknownSession(f"There is no session {beginning}.")
        if len(found) > 1:
            raise StorageError(f"Several sessions begin with {beginning}; write more of it.")
        session_id: str = found[0]
        return session_id

    def describe(self, session_id: str, *, place: str | None = None, note: str | None = None) -> None:
        """Write down where it was and what is worth remembering; None leaves it as it is."""
        query = select(SESSION.c.place, SESSION.c.note).where(SESSION.c.id == session_id)
        with self.database.writing() as db:
            row = db.execute(query).one_or_none()
            if row is None:
                raise unknown()
            there = row.place if place is None else place
            noted = row.note if note is None else note
            values = {"place": there, "note": noted, "sought": sought(there, noted), "changed_at": self.now()}
            db.execute(update(SESSION).where(SESSION.c.id == session_id).values(values))

    def bin(self, session_id: str) -> None:
        """Put a session into the bin; everything of it stays until it is purged."""
        self._move(session_id, self.now())

    def restore(self, session_id: str) -> None:
        """Take a session out of the bin."""
        self._move(session_id, None)

    def purge(self, session_id: str) -> None:
        """Delete a session for ever; StorageError unless it lies in the bin."""
        with self.database.writing() as db:
            query = select(SESSION.c.id, SESSION.c.binned_at).where(SESSION.c.id == session_id)
            row = db.execute(query).one_or_none()
            if row is None:
                raise unknown()
            if row.binned_at is None:
                raise StorageError("Only a session in the bin can be deleted for ever.")
            _purge_all(db, [session_id])

    def purge_old(self, days: int = BIN_DAYS) -> int:
        """Delete for ever what has been in the bin for so many days; gives how many sessions."""
        return self._purge_batches(SESSION.c.binned_at < self.now() - timedelta(days=days))

    def empty_bin(self) -> int:
        """Delete for ever all that lies in the bin; gives how many sessions."""
        return self._purge_batches(SESSION.c.binned_at <= self.now())

    def rebuild(self, progress: Progress = lambda done, total: None) -> tuple[str, ...]:
        """Derive all results, sums and plays anew from the journals; gives the sessions that cannot be read.

        Damaged where rows of the file belong to nothing, so that nothing can be derived from them.
        """
        rebuilding.restart(self.database)
        return self.renew(progress)

    def renew(
        self, progress: Progress = lambda done, total: None, is_stopped: Callable[[], bool] = lambda: False
    ) -> tuple[str, ...]:
        """Rebuild rows that another version derived: `storage.derived.rebuilding.renew`; Damaged as `rebuild`."""
        try:
            return rebuilding.renew(self.database, self.games, progress, is_stopped)
        except IntegrityError as error:
            raise damaged(self.database.path, "a row belongs to nothing") from error

    def is_outdated(self) -> bool:
        """Whether statistics may miss something until `renew` has come to its end."""
        return rebuilding.is_due(self.database)

    def _touch(self, db: Connection, session_id: str, game: AnyGame, derived: Derived | None, at: datetime) -> None:
        """Note the change; a session that stays open needs no more than that."""
        if derived is None and db.execute(_STILL_OPEN, {"session": session_id, "at": at}).rowcount:
            return
        results.close(db, session_id, game, derived, at)

    def _refused(self, session_id: str, number: int, error: IntegrityError) -> StorageError:
        """Why an entry could not be added: the session is gone, the number is wrong, or what follows from it."""
        query = select(SESSION.c.id, func.max(ENTRY.c.number).label("last"))
        query = query.outerjoin(ENTRY, ENTRY.c.session_id == SESSION.c.key).where(SESSION.c.id == session_id)
        with self.database.reading() as db:
            there = db.execute(query.group_by(SESSION.c.id)).one_or_none()
        if there is None:
            return unknown()
        follows = -1 if there.last is None else there.last
        if number <= follows:
            return Collision("Another window recorded something first; look at it, then enter yours again.")
        if number > follows + 1:
            return StorageError(f"Entry {number} does not follow the last one of this session; load it again.")
        return StorageError(f"Entry {number} was not recorded: its results do not fit the file ({error.orig}).")

    def _purge_batches(self, where: ColumnElement[bool]) -> int:
        """Delete sessions in small transactions; one that is taken out of the bin meanwhile stays."""
        with self.database.reading() as db:
            left = _ids(db, where)
        pace, gone = Pace(), 0
        while left:
            number = max(1, pace.rows // _ROWS_A_SESSION)
            some, left = left[:number], left[number:]
            with pace.writing(self.database, len(some) * _ROWS_A_SESSION) as db:
                gone += _purge_all(db, _ids(db, where & SESSION.c.id.in_(some)))
        return gone

    def _move(self, session_id: str, binned_at: datetime | None) -> None:
        """Move a session into the bin or out of it."""
        change = update(SESSION).where(SESSION.c.id == session_id).values(binned_at=binned_at)
        with self.database.writing() as db, changing(db, [session_id]):
            if not db.execute(change).rowcount:
                raise unknown()


def _times(stored: Iterable[StoredEntry]) -> tuple[datetime, ...]:
    return tuple(each.at for each in stored)


def _seat_again(db: Connection, session_id: str, game: AnyGame, at: datetime) -> None:
    """Seat those whom the opening names after a correction."""
    entries = journals.journal(game, journals.stored_entries(db, session_id))
    opened: Opened[Any] = effective(entries)[0].event
    with changing(db, [session_id]):
        seat_players(db, session_id, opened.names, (), at)


def _ids(db: Connection, where: ColumnElement[bool]) -> Sequence[str]:
    return db.execute(select(SESSION.c.id).where(where)).scalars().all()


def _purge_all(db: Connection, session_ids: Sequence[str]) -> int:
    """Delete sessions, and at last those players who only came with them."""
    came: dict[str, None] = {}
    results.erase(db, session_ids)
    for session_id in session_ids:
        came |= dict.fromkeys(players.find_players_imported_with(db, session_id))
        _purge(db, session_id)
    players.delete_unused_players(db, came)
    return len(session_ids)


def _purge(db: Connection, session_id: str) -> None:
    imported_sessions.forget(db, session_id)
    import_log.delete_session_log(db, session_id)
    for table in (HALF_FORM, PHONE, SEAT, ENTRY):
        db.execute(delete(table).where(table.c.session_id == session_id))
    db.execute(delete(SESSION).where(SESSION.c.id == session_id))
