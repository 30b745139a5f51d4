"""Query session lists: pages of sessions with their players, newest first, and counts by filter."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlalchemy import and_, or_, select
from sqlmodel import Session

from storage.derived.results import Status
from storage.errors import DamagedValue, UnknownSession
from storage.history.filter_conditions import Conditions
from storage.models import PLACING, PLAYER, RESULT, SEAT, SESSION
from storage.sessions.players import Player


class Seated(NamedTuple):
    """A player of a session, with their current name.

    The rank, the lowest seat of their side and its points are None until the session has a result.
    """

    player: Player
    rank: int | None = None
    side: int | None = None
    points: float | None = None
    won: bool = False


class SessionHead(NamedTuple):
    """A session as lists show it. Times are UTC; `utc_offset` of the table is in minutes east of UTC.

    `closed_totals` are the points at closing, by seat; None while it is open. `seconds` is the playing time; None if
    unknown. `game` is the key of the game it counts as, `rules` that of the game whose
    rules read its journal, empty without one. `from_file`: the session came in an imported file.
    """

    id: str
    game: str
    rules: str
    opened_at: datetime
    utc_offset: int
    place: str
    note: str
    status: Status
    binned_at: datetime | None
    closed_totals: tuple[float, ...] | None
    seconds: int | None = None
    seats: tuple[Seated, ...] = ()
    from_file: bool = False

    @property
    def winners(self) -> tuple[str, ...]:
        """The current names of the winners."""
        return tuple(seated.player.name for seated in self.seats if seated.won)


class Cursor(NamedTuple):
    """The last session of a page, after which the next page starts."""

    opened_at: datetime
    id: str


@dataclass(frozen=True, slots=True)
class Page:
    """A page of sessions, newest first; `more` is the cursor of the next page, None on the last one."""

    sessions: tuple[SessionHead, ...]
    more: Cursor | None


def load_page(db: Session, conditions: Conditions, after: Cursor | None, limit: int) -> Page:
    """A page of the sessions that match, newest first."""
    query = _HEADS.where(*conditions)
    if after is not None:
        at = SESSION.c.opened_at
        query = query.where(or_(at < after.opened_at, and_(at == after.opened_at, SESSION.c.id < after.id)))
    rows = db.execute(query.order_by(*_NEWEST_FIRST).limit(limit + 1)).all()
    heads = _build_heads(db, rows[:limit])
    last_head = heads[-1] if len(rows) > limit else None
    return Page(heads, Cursor(last_head.opened_at, last_head.id) if last_head else None)


def load_head(db: Session, session_id: str) -> SessionHead:
    """One session; raises UnknownSession."""
    rows = db.execute(_HEADS.where(SESSION.c.id == session_id)).all()
    if not rows:
        raise UnknownSession
    return _build_heads(db, rows)[0]


def load_names(db: Session, session_id: str) -> tuple[str, ...]:
    """The current names of the players of a session, by seat."""
    return tuple(seated.player.name for seated in _load_seats(db, [session_id])[session_id])


def _build_heads(db: Session, rows: Sequence[Any]) -> tuple[SessionHead, ...]:
    """Add the players to session rows, with one query for all of them."""
    seats = _load_seats(db, [row.id for row in rows])
    return tuple(
        SessionHead(**row._mapping, seats=tuple(seats[row.id]))._replace(
            status=_read_status(row.status),
            closed_totals=None if row.closed_totals is None else tuple(points for _, points in row.closed_totals),
        )
        for row in rows
    )


def _read_status(stored: str) -> Status:
    try:
        return Status(stored)
    except ValueError as error:
        raise DamagedValue(f"{stored!r} is not a status") from error


def _load_seats(db: Session, session_ids: Sequence[str]) -> dict[str, list[Seated]]:
    seats: dict[str, list[Seated]] = {session_id: [] for session_id in session_ids}
    for row in db.execute(_SEATS.where(SEAT.c.session_id.in_(session_ids))):
        player = Player(row.id, row.name, row.colour, row.symbol, row.is_archived)
        seats[row.session_id].append(Seated(player, row.rank, row.side, row.points, bool(row.won)))
    return seats


# Queries ------------------------------------------------------------------------------------------------------------

_NEWEST_FIRST: Final = (SESSION.c.opened_at.desc(), SESSION.c.id.desc())
_HEADS: Final = select(
    *(SESSION.c[name] for name in SessionHead._fields if name in SESSION.c),
    RESULT.c.seconds,
    SESSION.c.imported_at.is_not(None).label("from_file"),
).select_from(SESSION.outerjoin(RESULT, RESULT.c.session_id == SESSION.c.id))
_SAT: Final = PLAYER.alias("sat")
_SEATS: Final = (
    select(
        *(SEAT.c.session_id, PLAYER.c.id, PLAYER.c.name, PLAYER.c.colour, PLAYER.c.symbol),
        PLAYER.c.archived_at.is_not(None).label("is_archived"),
        *(PLACING.c.rank, PLACING.c.side, PLACING.c.points, PLACING.c.won),
    )
    .join(_SAT, _SAT.c.id == SEAT.c.player_id)
    .join(PLAYER, PLAYER.c.id == _SAT.c.counts_as)
    .outerjoin(PLACING, and_(PLACING.c.session_id == SEAT.c.session_id, PLACING.c.seat == SEAT.c.seat))
    .order_by(SEAT.c.session_id, SEAT.c.seat)
)
