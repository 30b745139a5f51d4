"""Query session lists: pages of sessions with their players, newest first, and counts by filter."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sqlalchemy import ColumnElement, Connection, Dialect, Select, and_, bindparam, case, func, or_, select, text

from storage.derived.pipeline import EVENING, GAME, SIZE
from storage.derived.results import Status
from storage.errors import UnknownSession
from storage.file.driver_query import fetch_rows
from storage.history import session_sets
from storage.history.session_filter import SessionFilter
from storage.history.session_sets import Sessions, SessionSets
from storage.models import ARRIVAL, PLACING, PLAYER, RESULT, SEAT, SESSION
from storage.row_types import check_number, format_time, parse_time
from storage.sessions.players import Player


class Seated(NamedTuple):
    """A player of a session, with their current name; rank and points are None until the session has a result."""

    player: Player
    rank: int | None = None
    points: int | None = None
    won: bool = False


class SessionHead(NamedTuple):
    """A session as lists show it. Times are UTC; `utc_offset` of the table is in minutes east of UTC.

    `closed` are the stored totals at closing, as JSON. `seconds` is the playing time without pauses; None if the
    session is open or the time is unknown. `game` is the key of the game it counts as, `rules` that of the game whose
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
    closed: str | None
    seconds: int | None = None
    seats: tuple[Seated, ...] = ()
    from_file: bool = False

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


def load_page(
    db: Connection,
    filters: SessionFilter,
    sets: SessionSets,
    matches: Sessions | None,
    after: Cursor | None,
    limit: int,
) -> Page:
    """One page of the sessions in `matches`, the result of `SessionSets.find_matches`.

    Later pages take as long as the first.
    """
    shape = _Shape(filters.binned, after=after is not None, keys=matches is not None)
    parameters: dict[str, Any] = {"limit": limit + 1}
    if after is not None:
        parameters |= {"at": format_time(after.opened_at), "id": after.id}
    if matches is not None:
        parameters["keys"] = json.dumps(_find_newest(db, filters, sets, matches, after, limit + 1))
    rows = _fetch_rows(db, _page_query, shape, parameters)
    heads = _build_heads(db, rows[:limit])
    last = heads[-1] if len(rows) > limit else None
    return Page(heads, Cursor(last.opened_at, last.id) if last else None)


def count_matches(db: Connection, filters: SessionFilter, matches: Sessions | None) -> int:
    """The number of sessions in `matches`, the result of `SessionSets.find_matches`."""
    return session_sets.count_all(db, binned=filters.binned) if matches is None else session_sets.count(matches)


def count_by_span(
    db: Connection,
    filters: SessionFilter,
    sets: SessionSets,
    matches: Sessions | None,
    spans: Sequence[tuple[datetime, datetime]],
) -> tuple[int, ...]:
    """The number of sessions in `matches` opened in each time range: from (inclusive), to (exclusive)."""
    if not spans:
        return ()
    within = [(format_time(since), format_time(until)) for since, until in spans]
    if matches is not None:
        opened = (sets.opened_between(db, *span, binned=filters.binned) for span in within)
        return tuple(session_sets.count(session_sets.intersect(in_range, matches)) for in_range in opened)
    parameters = {"first": min(since for since, _ in within), "last": max(until for _, until in within)}
    for number, (since, until) in enumerate(within):
        parameters |= {f"from{number}": since, f"to{number}": until}
    (row,) = _fetch_rows(db, _counts_query, _Shape(filters.binned, many=len(spans)), parameters)
    return tuple(number or 0 for number in row)


def count_by_game(db: Connection, filters: SessionFilter, matches: Sessions | None) -> dict[str, int]:
    """The number of sessions in `matches` by game key, highest first."""
    counts = session_sets.count_by(db, GAME, matches, binned=filters.binned)
    return dict(sorted(counts.items(), key=lambda item: (-item[1], item[0])))


def count_by_size(db: Connection, filters: SessionFilter, matches: Sessions | None) -> dict[int, int]:
    """The number of sessions in `matches` by number of players, fewest players first."""
    counts = session_sets.count_by(db, SIZE, matches, binned=filters.binned)
    return dict(sorted((int(size), number) for size, number in counts.items()))


def list_places(db: Connection, limit: int) -> tuple[str, ...]:
    """The places of sessions, most recently used first."""
    return tuple(row[0] for row in _fetch_rows(db, _places_query, _Shape(), {"limit": limit}))


def find_first_evening(db: Connection) -> date | None:
    """The evening of the oldest session; None if there are no sessions."""
    rows = fetch_rows(db, _FIRST_EVENING)
    return date.fromisoformat(rows[0][0]) if rows else None


def load_head(db: Connection, session_id: str) -> SessionHead:
    """One session; raises UnknownSession."""
    rows = _fetch_rows(db, _one_query, _Shape(), {"session": session_id})
    if not rows:
        raise unknown_session()
    return _build_heads(db, rows)[0]


def load_names(db: Connection, session_id: str) -> tuple[str, ...]:
    """The current names of the players of a session, by seat."""
    return tuple(seated.player.name for seated in _load_seats(db, [session_id])[session_id])


def unknown_session() -> UnknownSession:
    """The error for a missing session."""
    return UnknownSession("This session no longer exists; it may have been deleted in another window.")


def _find_newest(
    db: Connection, filters: SessionFilter, sets: SessionSets, matches: Sessions, after: Cursor | None, limit: int
) -> list[int]:
    """The keys of the newest matching sessions by whole months: at least `limit`, if there are as many."""
    last_month = format_time(after.opened_at)[:7] if after else None
    keys: list[int] = []
    older = 0
    for month, opened in sets.months(db, binned=filters.binned).items():
        if last_month is not None and month > last_month:
            continue
        hits = session_sets.list_keys(session_sets.intersect(opened, matches))
        keys += hits
        if month != last_month:  # of the month of the cursor only some are older
            older += len(hits)
        if older >= limit:
            break
    return keys


# Queries ------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shape:
    """Everything the text of a query depends on; queries are cached by it, as compiling takes longer than running.

    `keys`: only the sessions listed in the parameter `keys`, which are all in the bin, or all outside it. `after`: only
    sessions after the cursor. `many`: a number of parameters.
    """

    binned: bool = False
    keys: bool = False
    after: bool = False
    many: int = 0


def _where(shape: _Shape) -> Iterator[ColumnElement[bool]]:
    """The conditions on a session."""
    if shape.keys:
        yield _KEY_IS_LISTED
    else:
        yield SESSION.c.binned_at.is_not(None) if shape.binned else SESSION.c.binned_at.is_(None)
    if shape.after:
        older, same = SESSION.c.opened_at < bindparam("at"), SESSION.c.opened_at <= bindparam("at")
        yield and_(same, or_(older, SESSION.c.key < _AFTER))


def _padded_size(values: Sequence[Any]) -> int:
    """The number of parameters for the values: a power of two, so that few different queries are cached."""
    return 0 if not values else 1 << (len(values) - 1).bit_length()


def _binds(name: str, number: int, type_: Any = None) -> list[Any]:
    return [bindparam(f"{name}_{n}", type_=type_) for n in range(number)]


def _page_query(shape: _Shape) -> Select[Any]:
    query = select(*_HEAD).select_from(_WITH_RESULT).where(*_where(shape))
    return query.order_by(*_NEWEST_FIRST).limit(bindparam("limit"))


def _one_query(_: _Shape) -> Select[Any]:
    return select(*_HEAD).select_from(_WITH_RESULT).where(SESSION.c.id == bindparam("session"))


def _counts_query(shape: _Shape) -> Select[Any]:
    at = SESSION.c.opened_at
    within = [and_(at >= bindparam(f"from{n}"), at < bindparam(f"to{n}")) for n in range(shape.many)]
    sums = [func.sum(case((condition, 1), else_=0)) for condition in within]
    return select(*sums).where(at >= bindparam("first"), at < bindparam("last"), *_where(shape))


def _places_query(_: _Shape) -> Select[Any]:
    last = func.max(SESSION.c.opened_at)
    query = select(SESSION.c.place, last).where(SESSION.c.place != "").group_by(SESSION.c.place)
    return query.order_by(last.desc(), SESSION.c.place).limit(bindparam("limit"))


_FIRST_EVENING: Final = f"SELECT {EVENING} FROM session WHERE binned_at IS NULL ORDER BY opened_at LIMIT 1"


def _seats_query(shape: _Shape) -> Select[Any]:
    sat = PLAYER.alias("sat")
    player = (PLAYER.c.id, PLAYER.c.name, PLAYER.c.colour, PLAYER.c.symbol, PLAYER.c.archived_at.is_not(None))
    placed = and_(PLACING.c.session_id == SEAT.c.session_id, PLACING.c.seat == SEAT.c.seat)
    return (
        select(SEAT.c.session_id, *player, PLACING.c.rank, PLACING.c.points, PLACING.c.won)
        .join(sat, sat.c.id == SEAT.c.player_id)
        .join(PLAYER, PLAYER.c.id == sat.c.counts_as)
        .outerjoin(PLACING, placed)
        .where(SEAT.c.session_id.in_(_binds("session", shape.many, SEAT.c.session_id.type)))
        .order_by(SEAT.c.session_id, SEAT.c.seat)
    )


_NEWEST_FIRST: Final = (SESSION.c.opened_at.desc(), SESSION.c.key.desc())
_LAST_SHOWN: Final = SESSION.alias("last_shown")
_AFTER: Final = select(_LAST_SHOWN.c.key).where(_LAST_SHOWN.c.id == bindparam("id")).scalar_subquery()
_KEY_IS_LISTED: Final = SESSION.c.key.in_(text("SELECT value FROM json_each(:keys)"))
_COLUMNS: Final = (
    *("id", "game", "rules", "opened_at", "utc_offset", "place", "note", "status", "binned_at", "closed_totals"),
)
_HEAD: Final = (*(SESSION.c[name] for name in _COLUMNS), RESULT.c.seconds, ARRIVAL.c.at.is_not(None))
_STATUSES: Final = {status.value: status for status in Status}
_WITH_RESULT: Final = SESSION.outerjoin(RESULT, RESULT.c.session_id == SESSION.c.key).outerjoin(
    ARRIVAL, ARRIVAL.c.session_id == SESSION.c.key
)

# Running queries ----------------------------------------------------------------------------------------------------


class _CompiledQuery(NamedTuple):
    """A compiled query: its SQL, the names of its parameters in order, and its constant parameters."""

    text: str
    names: tuple[str, ...]
    constants: Mapping[str, Any]


@lru_cache(maxsize=1000)
def _compile(query: Any, shape: _Shape, dialect: Dialect) -> _CompiledQuery:
    """Compile a query; cached, because compiling takes longer than running it."""
    compiled = query(shape).compile(dialect=dialect)
    return _CompiledQuery(str(compiled), tuple(compiled.positiontup or ()), compiled.params)


def _fetch_rows(db: Connection, query: Any, shape: _Shape, parameters: Mapping[str, Any]) -> Sequence[Any]:
    """Run a query with parameters by name."""
    compiled = _compile(query, shape, db.dialect)
    values = [parameters[name] if name in parameters else compiled.constants[name] for name in compiled.names]
    return fetch_rows(db, compiled.text, values)


def _build_heads(db: Connection, rows: Sequence[Any]) -> tuple[SessionHead, ...]:
    """Add the players to session rows, with one query for all of them."""
    seats = _load_seats(db, [row[0] for row in rows])
    return tuple(
        SessionHead(
            key,
            game,
            rules,
            parse_time(opened_at),
            check_number(utc_offset) or 0,
            place,
            note,
            _STATUSES[status],
            parse_time(binned_at) if binned_at else None,
            closed,
            seconds,
            tuple(seats[key]),
            bool(from_file),
        )
        for key, game, rules, opened_at, utc_offset, place, note, status, binned_at, closed, seconds, from_file in rows
    )


def _load_seats(db: Connection, session_ids: Sequence[str]) -> dict[str, list[Seated]]:
    seats: dict[str, list[Seated]] = {session_id: [] for session_id in session_ids}
    if not session_ids:
        return seats
    players: dict[str, Player] = {}
    make_seated = Seated._make  # twice as fast as calling the class
    many = _padded_size(session_ids)
    compiled = _compile(_seats_query, _Shape(many=many), db.dialect)
    ids = [*session_ids, *[session_ids[-1]] * (many - len(session_ids))]
    for key, player_id, name, colour, symbol, archived, rank, points, won in fetch_rows(db, compiled.text, ids):
        player = players.get(player_id)
        if player is None:  # most players are in several sessions of a page
            player = players[player_id] = Player(player_id, name, colour, symbol, bool(archived))
        seats[key].append(make_seated((player, rank, points, won == 1)))
    return seats
