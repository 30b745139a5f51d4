"""Query session lists: pages of sessions with their players, newest first, and counts by filter."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Dialect, Select, and_, bindparam, case, exists, func, or_, select

from storage.derived.results import Status
from storage.errors import UnknownSession
from storage.history.session_filter import Wanted
from storage.models import ARRIVAL, PLACING, PLAYER, RESULT, SEAT, SESSION, stored_moment
from storage.sessions.players import Player
from storage.text_folding import fold


class Seated(NamedTuple):
    """A player of a session, with their current name; rank and points are None until the session has a result."""

    player: Player
    rank: int | None = None
    points: int | None = None
    won: bool = False


class SessionHead(NamedTuple):
    """A session as lists show it. Times are UTC; `utc_offset` of the table is in minutes east of UTC.

    `closed` are the stored totals at closing, as JSON. `seconds` is the playing time without pauses; None if the
    session is open or the time is unknown. `arrived` says whether the session was imported.
    """

    id: str
    game: str
    opened_at: datetime
    utc_offset: int
    place: str
    note: str
    status: Status
    binned_at: datetime | None
    closed: str | None
    seconds: int | None = None
    seats: tuple[Seated, ...] = ()
    arrived: bool = False

    @property
    def closed_totals(self) -> tuple[int, ...] | None:
        """The points at closing, by seat; None while the session is open."""
        return None if self.closed is None else tuple(points for _, points in json.loads(self.closed))

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


def page(db: Connection, wanted: Wanted, titles: Mapping[str, str], after: Cursor | None, limit: int) -> Page:
    """One page of the list; every page costs the same, wherever it is. `titles` are the games' by key."""
    shape, given = _conditions(db, wanted, titles)
    if after is not None:
        shape, given = replace(shape, after=True), given | {"at": _kept(after.opened_at), "id": after.id}
    rows = _rows(db, _page, shape, given | {"limit": limit + 1})
    heads = _heads(db, rows[:limit])
    last = heads[-1] if len(rows) > limit else None
    return Page(heads, Cursor(last.opened_at, last.id) if last else None)


def count(db: Connection, wanted: Wanted, titles: Mapping[str, str]) -> int:
    """How many sessions there are of those wanted."""
    shape, given = _conditions(db, wanted, titles)
    number: int = _rows(db, _count, shape, given)[0][0]
    return number


def counts(
    db: Connection, wanted: Wanted, titles: Mapping[str, str], spans: Sequence[tuple[datetime, datetime]]
) -> tuple[int, ...]:
    """How many of those wanted were opened from one moment to before another, for each of these spans."""
    if not spans:
        return ()
    shape, given = _conditions(db, wanted, titles)
    for number, (since, until) in enumerate(spans):
        given |= {f"from{number}": _kept(since), f"to{number}": _kept(until)}
    given |= {"first": min(given[f"from{n}"] for n in range(len(spans)))}
    given |= {"last": max(given[f"to{n}"] for n in range(len(spans)))}
    return tuple(number or 0 for number in _rows(db, _counts, replace(shape, many=len(spans)), given)[0])


def by_game(db: Connection, wanted: Wanted, titles: Mapping[str, str]) -> dict[str, int]:
    """The number of matching sessions by game key, highest first."""
    return _counted(db, _games, wanted, titles)


def by_size(db: Connection, wanted: Wanted, titles: Mapping[str, str]) -> dict[int, int]:
    """The number of matching sessions by number of players, fewest players first."""
    return _counted(db, _sizes, wanted, titles)


def by_player(db: Connection, wanted: Wanted, titles: Mapping[str, str]) -> dict[str, int]:
    """The number of matching sessions by canonical player id, highest first."""
    return _counted(db, _people, wanted, titles)


def by_winner(db: Connection, wanted: Wanted, titles: Mapping[str, str]) -> dict[str, int]:
    """The number of wins in matching sessions by canonical player id, highest first."""
    return _counted(db, _winners, wanted, titles)


def places(db: Connection, limit: int) -> tuple[str, ...]:
    """The places of sessions, most recently used first."""
    return tuple(row[0] for row in _rows(db, _places, _Shape(), {"limit": limit}))


def first_opened(db: Connection) -> datetime | None:
    """When the oldest session was opened; None if there are no sessions."""
    kept = _rows(db, _first, _Shape(), {})[0][0]
    return stored_moment(kept) if kept else None


def head_of(db: Connection, session_id: str) -> SessionHead:
    """One session; raises UnknownSession."""
    rows = _rows(db, _one, _Shape(), {"session": session_id})
    if not rows:
        raise unknown()
    return _heads(db, rows)[0]


def names_of(db: Connection, session_id: str) -> tuple[str, ...]:
    """The current names of the players of a session, by seat."""
    return tuple(seated.player.name for seated in _seats(db, [session_id])[session_id])


def unknown() -> UnknownSession:
    """The error for a missing session."""
    return UnknownSession("This session no longer exists; it may have been deleted in another window.")


# What is asked ------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shape:
    """What a query depends on beside its values, so that it is built once: building costs more than asking.

    `words`: for each one how many games and players it may mean. `players`: for each one how many count as them.
    """

    binned: bool = False
    plain: tuple[str, ...] = ()
    words: tuple[tuple[int, int], ...] = ()
    players: tuple[int, ...] = ()
    winner: int = 0
    statuses: int = 0
    after: bool = False
    many: int = 0


def _conditions(db: Connection, wanted: Wanted, titles: Mapping[str, str]) -> tuple[_Shape, dict[str, Any]]:
    """The shape of the query and its values."""
    moments = {"since": wanted.since, "until": wanted.until}
    given: dict[str, Any] = {name: _kept(at) for name, at in moments.items() if at is not None}
    plain = {"game": wanted.game, "seats": wanted.seats}
    given |= {name: value for name, value in plain.items() if value is not None}
    shape = _Shape(wanted.binned, tuple(given), statuses=_room(wanted.statuses))
    given |= _listed("status", [status.value for status in wanted.statuses])
    words, players, winner = wanted.folded, wanted.players, wanted.winner
    if not (words or players or winner):
        return shape, given
    known = _Known(db)
    meant = []
    for number, word in enumerate(words):
        keys = [key for key, title in titles.items() if word in fold(title)]
        ids = known.called(word)
        given[f"word{number}"] = f"%{_escaped(word)}%"
        given |= _listed(f"word{number}_game", keys) | _listed(f"word{number}_player", ids)
        meant.append((_room(keys), _room(ids)))
    same = [known.same_as(player) for player in players]
    for number, ids in enumerate(same):
        given |= _listed(f"player{number}", ids)
    won = known.same_as(winner) if winner else []
    given |= _listed("winner", won)
    return replace(shape, words=tuple(meant), players=tuple(map(_room, same)), winner=_room(won)), given


class _Known:
    """Everybody who ever played: few, so looked through here, where accents can be looked past."""

    def __init__(self, db: Connection) -> None:
        self._people = _rows(db, _players, _Shape(), {})

    def called(self, word: str) -> list[str]:
        """The ids of those whose name, or whose who they count as, has this in it."""
        found = {player_id for player_id, name, _ in self._people if word in fold(name)}
        return [player_id for player_id, _, counts_as in self._people if player_id in found or counts_as in found]

    def same_as(self, player: str) -> list[str]:
        """The ids that count as this player; a player nobody knows is still somebody, who never played."""
        return [player_id for player_id, _, counts_as in self._people if counts_as == player] or [player]


def _room(values: Sequence[Any]) -> int:
    """The number of parameters for the values: a power of two, so that few different queries are cached."""
    return 0 if not values else 1 << (len(values) - 1).bit_length()


def _listed(name: str, values: Sequence[str]) -> dict[str, str]:
    """Numbered parameters for the values; the last value is repeated up to `_room`."""
    return {f"{name}_{n}": values[min(n, len(values) - 1)] for n in range(_room(values))}


def _escaped(word: str) -> str:
    """A word that stands for itself in a LIKE."""
    return word.replace("\\", "\\\\").replace("%", r"\%").replace("_", r"\_")


def _counted(db: Connection, by: Any, wanted: Wanted, titles: Mapping[str, str]) -> dict[Any, int]:
    shape, given = _conditions(db, wanted, titles)
    return {row[0]: row[1] for row in _rows(db, by, shape, given)}


# How it is asked ----------------------------------------------------------------------------------------------------


def _where(shape: _Shape) -> Iterable[ColumnElement[bool]]:
    """The conditions on a session."""
    yield SESSION.c.binned_at.is_not(None) if shape.binned else SESSION.c.binned_at.is_(None)
    yield from (_PLAIN[name] for name in shape.plain)
    for number, (keys, ids) in enumerate(shape.words):
        meant: list[ColumnElement[bool]] = [SESSION.c.sought.like(bindparam(f"word{number}"), escape="\\")]
        if keys:
            meant.append(SESSION.c.game.in_(_binds(f"word{number}_game", keys)))
        if ids:
            meant.append(_sat(f"word{number}_player", ids))
        yield or_(*meant)
    yield from (_sat(f"player{number}", ids) for number, ids in enumerate(shape.players))
    if shape.statuses:
        yield SESSION.c.status.in_(_binds("status", shape.statuses))
    if shape.winner:
        yield exists().where(
            _BEST.c.session_id == SESSION.c.id,
            _BEST.c.won,
            _THERE.c.session_id == _BEST.c.session_id,
            _THERE.c.seat == _BEST.c.seat,
            _THERE.c.player_id.in_(_binds("winner", shape.winner)),
        )
    if shape.after:
        older, same = SESSION.c.opened_at < bindparam("at"), SESSION.c.opened_at <= bindparam("at")
        yield and_(same, or_(older, SESSION.c.id < bindparam("id")))


def _sat(name: str, number: int) -> ColumnElement[bool]:
    return exists().where(_THERE.c.session_id == SESSION.c.id, _THERE.c.player_id.in_(_binds(name, number)))


def _binds(name: str, number: int) -> list[Any]:
    return [bindparam(f"{name}_{n}") for n in range(number)]


def _page(shape: _Shape) -> Select[Any]:
    query = select(*_HEAD).select_from(_WITH_RESULT).where(*_where(shape))
    return query.order_by(SESSION.c.opened_at.desc(), SESSION.c.id.desc()).limit(bindparam("limit"))


def _one(_: _Shape) -> Select[Any]:
    return select(*_HEAD).select_from(_WITH_RESULT).where(SESSION.c.id == bindparam("session"))


def _count(shape: _Shape) -> Select[Any]:
    return select(func.count()).select_from(SESSION).where(*_where(shape))


def _counts(shape: _Shape) -> Select[Any]:
    at = SESSION.c.opened_at
    within = [and_(at >= bindparam(f"from{n}"), at < bindparam(f"to{n}")) for n in range(shape.many)]
    sums = [func.sum(case((each, 1), else_=0)) for each in within]
    return select(*sums).where(at >= bindparam("first"), at < bindparam("last"), *_where(shape))


def _games(shape: _Shape) -> Select[Any]:
    number = func.count()
    query = select(SESSION.c.game, number).where(*_where(shape))
    return query.group_by(SESSION.c.game).order_by(number.desc(), SESSION.c.game)


def _sizes(shape: _Shape) -> Select[Any]:
    seats = select(_TABLE_SIZE.label("size")).where(*_where(shape)).subquery()
    return select(seats.c.size, func.count()).group_by(seats.c.size).order_by(seats.c.size)


def _people(shape: _Shape) -> Select[Any]:
    number = func.count()
    query = select(PLAYER.c.counts_as, number).select_from(_AT_TABLE).where(*_where(shape))
    return query.group_by(PLAYER.c.counts_as).order_by(number.desc(), PLAYER.c.counts_as)


def _winners(shape: _Shape) -> Select[Any]:
    number = func.count()
    won = and_(PLACING.c.session_id == SEAT.c.session_id, PLACING.c.seat == SEAT.c.seat, PLACING.c.won)
    query = select(PLAYER.c.counts_as, number).select_from(_AT_TABLE.join(PLACING, won)).where(*_where(shape))
    return query.group_by(PLAYER.c.counts_as).order_by(number.desc(), PLAYER.c.counts_as)


def _places(_: _Shape) -> Select[Any]:
    last = func.max(SESSION.c.opened_at)
    query = select(SESSION.c.place, last).where(SESSION.c.place != "").group_by(SESSION.c.place)
    return query.order_by(last.desc(), SESSION.c.place).limit(bindparam("limit"))


def _first(_: _Shape) -> Select[Any]:
    return select(func.min(SESSION.c.opened_at)).where(SESSION.c.binned_at.is_(None))


def _players(_: _Shape) -> Select[Any]:
    return select(PLAYER.c.id, PLAYER.c.name, PLAYER.c.counts_as)


def _seated(shape: _Shape) -> Select[Any]:
    sat = PLAYER.alias("sat")
    player = (PLAYER.c.id, PLAYER.c.name, PLAYER.c.colour, PLAYER.c.symbol, PLAYER.c.archived_at.is_not(None))
    placed = and_(PLACING.c.session_id == SEAT.c.session_id, PLACING.c.seat == SEAT.c.seat)
    return (
        select(SEAT.c.session_id, *player, PLACING.c.rank, PLACING.c.points, PLACING.c.won)
        .join(sat, sat.c.id == SEAT.c.player_id)
        .join(PLAYER, PLAYER.c.id == sat.c.counts_as)
        .outerjoin(PLACING, placed)
        .where(SEAT.c.session_id.in_(_binds("session", shape.many)))
        .order_by(SEAT.c.session_id, SEAT.c.seat)
    )


_THERE, _BEST = SEAT.alias("there"), PLACING.alias("best")  # of a session, whatever else the query looks at
_TABLE_SIZE: Final = select(func.max(_THERE.c.seat) + 1).where(_THERE.c.session_id == SESSION.c.id).scalar_subquery()
"""One look at the last seat, not at all of them."""

_PLAIN: Final[Mapping[str, ColumnElement[bool]]] = {
    "game": SESSION.c.game == bindparam("game"),
    "since": SESSION.c.opened_at >= bindparam("since"),
    "until": SESSION.c.opened_at < bindparam("until"),
    "seats": bindparam("seats") == _TABLE_SIZE,
}
_COLUMNS: Final = (*("id", "game", "opened_at", "utc_offset", "place", "note", "status", "binned_at", "closed_totals"),)
_HEAD: Final = (*(SESSION.c[name] for name in _COLUMNS), RESULT.c.seconds, ARRIVAL.c.at.is_not(None))
_STATUS: Final = {each.value: each for each in Status}
_WITH_RESULT: Final = SESSION.outerjoin(RESULT, RESULT.c.session_id == SESSION.c.id).outerjoin(
    ARRIVAL, ARRIVAL.c.session_id == SESSION.c.id
)
_AT_TABLE: Final = SESSION.join(SEAT, SEAT.c.session_id == SESSION.c.id).join(PLAYER, PLAYER.c.id == SEAT.c.player_id)


# In and out of the database -----------------------------------------------------------------------------------------


class _Asked(NamedTuple):
    """A compiled query: its SQL, the names of its parameters in order, and its constant parameters."""

    text: str
    names: tuple[str, ...]
    fixed: Mapping[str, Any]


@lru_cache(maxsize=1000)
def _asked(query: Any, shape: _Shape, dialect: Dialect) -> _Asked:
    """Compile a query; cached, because compiling takes longer than running it."""
    compiled = query(shape).compile(dialect=dialect)
    return _Asked(str(compiled), tuple(compiled.positiontup or ()), compiled.params)


def _rows(db: Connection, query: Any, shape: _Shape, given: Mapping[str, Any]) -> Sequence[Any]:
    """Run a query with parameters by name."""
    asked = _asked(query, shape, db.dialect)
    return _fetched(db, asked.text, [given[name] if name in given else asked.fixed[name] for name in asked.names])


def _fetched(db: Connection, text: str, values: Sequence[Any]) -> Sequence[Any]:
    """Run SQL on the driver directly; converting every value through SQLAlchemy takes longer than reading the rows."""
    cursor = db.connection.cursor()
    try:
        cursor.execute(text, values)
        return cursor.fetchall()
    finally:
        cursor.close()


def _kept(at: datetime) -> str:
    """Format a time as it is stored."""
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")


def _heads(db: Connection, rows: Sequence[Any]) -> tuple[SessionHead, ...]:
    """Add the players to session rows, with one query for all of them."""
    seats = _seats(db, [row[0] for row in rows])
    return tuple(
        SessionHead(
            key,
            game,
            stored_moment(opened_at),
            utc_offset,
            place,
            note,
            _STATUS[status],
            stored_moment(binned_at) if binned_at else None,
            closed,
            seconds,
            tuple(seats[key]),
            bool(arrived),
        )
        for key, game, opened_at, utc_offset, place, note, status, binned_at, closed, seconds, arrived in rows
    )


def _seats(db: Connection, session_ids: Sequence[str]) -> dict[str, list[Seated]]:
    found: dict[str, list[Seated]] = {session_id: [] for session_id in session_ids}
    if not session_ids:
        return found
    known: dict[str, Player] = {}
    seated = Seated._make  # twice as fast as calling the class
    many = _room(session_ids)
    asked = _asked(_seated, _Shape(many=many), db.dialect)
    ids = [*session_ids, *[session_ids[-1]] * (many - len(session_ids))]
    for key, player_id, name, colour, symbol, archived, rank, points, won in _fetched(db, asked.text, ids):
        player = known.get(player_id)
        if player is None:  # most players are in several sessions of a page
            player = known[player_id] = Player(player_id, name, colour, symbol, bool(archived))
        found[key].append(seated((player, rank, points, won == 1)))
    return found
