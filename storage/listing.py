"""Sessions as lists show them: a page at a time, newest first, with those who sat at the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, Select, and_, bindparam, or_, select

from storage.errors import UnknownSession
from storage.models import PLACING, PLAYER, SEAT, SESSION
from storage.players import Player
from storage.results import Status


@dataclass(frozen=True, slots=True)
class Seated:
    """Somebody at the table, under their present name; rank and points once the session counts."""

    player: Player
    rank: int | None = None
    points: int | None = None
    won: bool = False


@dataclass(frozen=True, slots=True)
class SessionHead:
    """A session as lists show it. Moments are UTC; `utc_offset` is the table's, in minutes."""

    id: str
    game: str
    opened_at: datetime
    utc_offset: int
    place: str
    note: str
    status: Status
    changed_at: datetime
    binned_at: datetime | None
    closed_totals: tuple[int, ...] | None
    seats: tuple[Seated, ...] = ()


class Cursor(NamedTuple):
    """Where the next page begins."""

    opened_at: datetime
    id: str


@dataclass(frozen=True, slots=True)
class Page:
    """Some sessions, newest first; `more` continues the list and is None at its end."""

    sessions: tuple[SessionHead, ...]
    more: Cursor | None


def page(
    db: Connection,
    *,
    after: Cursor | None,
    limit: int,
    game: str | None,
    player: str | None,
    status: Status | None,
    binned: bool,
) -> Page:
    """One page of the list; every page costs the same, wherever it is."""
    wanted: dict[str, Any] = {"game": game, "player": player, "status": status.value if status else None}
    given = {name: value for name, value in wanted.items() if value is not None}
    if after is not None:
        given |= {"at": after.opened_at, "id": after.id}
    query = _listing(frozenset(given), binned=binned)
    rows = db.execute(query, given | {"limit": limit + 1}).all()
    last = rows[limit - 1] if len(rows) > limit else None
    return Page(_heads(db, rows[:limit]), Cursor(last.opened_at, last.id) if last else None)


def head_of(db: Connection, session_id: str) -> SessionHead:
    """One session; UnknownSession."""
    rows = db.execute(_ONE, {"session": session_id}).all()
    if not rows:
        raise unknown()
    return _heads(db, rows)[0]


def names_of(db: Connection, session_id: str) -> tuple[str, ...]:
    """The present names of those at a table, seat by seat."""
    return tuple(seated.player.name for seated in _seats(db, [session_id]).get(session_id, ()))


def unknown() -> UnknownSession:
    """What is said of a session that is not there."""
    return UnknownSession("This session is not here; it may have been deleted in another window.")


@cache
def _listing(given: frozenset[str], *, binned: bool) -> Select[Any]:
    """The query for these conditions; built once, because building costs more than asking."""
    query = select(SESSION).where(SESSION.c.binned_at.is_not(None) if binned else SESSION.c.binned_at.is_(None))
    if "game" in given:
        query = query.where(SESSION.c.game == bindparam("game"))
    if "status" in given:
        query = query.where(SESSION.c.status == bindparam("status"))
    if "player" in given:
        query = query.where(SESSION.c.id.in_(_PLAYED))
    if "at" in given:
        older, same = SESSION.c.opened_at < bindparam("at"), SESSION.c.opened_at <= bindparam("at")
        query = query.where(same, or_(older, SESSION.c.id < bindparam("id")))
    return query.order_by(SESSION.c.opened_at.desc(), SESSION.c.id.desc()).limit(bindparam("limit"))


def _heads(db: Connection, rows: Sequence[Any]) -> tuple[SessionHead, ...]:
    """Rows of `session` with those at their tables: one more query, whatever their number."""
    seats = _seats(db, [row.id for row in rows])
    return tuple(
        SessionHead(
            id=row.id,
            game=row.game,
            opened_at=row.opened_at,
            utc_offset=row.utc_offset,
            place=row.place,
            note=row.note,
            status=Status(row.status),
            changed_at=row.changed_at,
            binned_at=row.binned_at,
            closed_totals=_totals(row.closed_totals),
            seats=tuple(seats.get(row.id, ())),
        )
        for row in rows
    )


def _totals(closed: list[list[int]] | None) -> tuple[int, ...] | None:
    return None if closed is None else tuple(points for _, points in closed)


def _seats(db: Connection, session_ids: Sequence[str]) -> dict[str, list[Seated]]:
    found: dict[str, list[Seated]] = {}
    for session_id, player_id, name, colour, symbol, archived, *placing in db.execute(
        _SEATS, {"sessions": session_ids}
    ):
        rank, points, won = placing
        player = Player(player_id, name, colour, symbol, bool(archived))
        found.setdefault(session_id, []).append(Seated(player, rank, points, bool(won)))
    return found


_SAT: Final = PLAYER.alias("sat")
_SEATS: Final = (
    select(
        SEAT.c.session_id,
        *(PLAYER.c.id, PLAYER.c.name, PLAYER.c.colour, PLAYER.c.symbol, PLAYER.c.archived_at.is_not(None)),
        *(PLACING.c.rank, PLACING.c.points, PLACING.c.won),
    )
    .join(_SAT, _SAT.c.id == SEAT.c.player_id)
    .join(PLAYER, PLAYER.c.id == _SAT.c.counts_as)
    .outerjoin(PLACING, and_(PLACING.c.session_id == SEAT.c.session_id, PLACING.c.seat == SEAT.c.seat))
    .where(SEAT.c.session_id.in_(bindparam("sessions", expanding=True)))
    .order_by(SEAT.c.session_id, SEAT.c.seat)
)
_ONE: Final = select(SESSION).where(SESSION.c.id == bindparam("session"))
_PLAYED: Final = (
    select(SEAT.c.session_id)
    .join(PLAYER, PLAYER.c.id == SEAT.c.player_id)
    .where(PLAYER.c.counts_as == bindparam("player"))
)
