"""Query session lists: pages of sessions with their players, newest first, and counts by filter."""

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import lru_cache
from itertools import islice
from typing import Any, Final, NamedTuple, TypeVar

from sqlalchemy import (
    ColumnElement,
    Connection,
    Dialect,
    Integer,
    Select,
    and_,
    bindparam,
    case,
    func,
    literal_column,
    or_,
    select,
    text,
    type_coerce,
)

from storage.derived.results import Status
from storage.errors import UnknownSession
from storage.history.session_filter import SessionFilter
from storage.models import ARRIVAL, PLACING, PLAYER, RESULT, SEAT, SESSION
from storage.row_types import check_number, parse_time
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
    session is open or the time is unknown. `from_file`: the session came in an imported file.
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
    from_file: bool = False

    @property
    def closed_totals(self) -> tuple[int, ...] | None:
        """The points at closing, by seat; None while the session is open."""
        return None if self.closed is None else tuple(points for _, points in json.loads(self.closed))

    @property
    def winners(self) -> tuple[str, ...]:
        """The current names of the winners."""
        return tuple(seated.player.name for seated in self.seats if seated.won)


T = TypeVar("T")

Matches = frozenset[int] | None
"""The keys of the matching sessions; None if a query has to test every session."""


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
    db: Connection, filters: SessionFilter, titles: Mapping[str, str], after: Cursor | None, limit: int
) -> Page:
    """One page of matching sessions; later pages take as long as the first. `titles` are the games' titles by key."""
    return load_matches_page(db, filters, find_matches(db, filters, titles), after, limit)


def load_matches_page(
    db: Connection, filters: SessionFilter, matches: Matches, after: Cursor | None, limit: int
) -> Page:
    """One page of the sessions in `matches`, the result of `find_matches`."""
    if matches is None:
        shape, parameters = _column_parameters(filters)
        if after is not None:
            shape = replace(shape, after=True)
            parameters |= {"at": _format_time(after.opened_at), "id": after.id}
        rows = _fetch_rows(db, _page_query, shape, parameters | {"limit": limit + 1})
    else:
        keys = _find_newest(db, filters, matches, after, limit + 1)
        rows = _fetch_rows(db, _listed_query, _Shape(), {"keys": json.dumps(keys)})
    heads = _build_heads(db, rows[:limit])
    last = heads[-1] if len(rows) > limit else None
    return Page(heads, Cursor(last.opened_at, last.id) if last else None)


def count_sessions(db: Connection, filters: SessionFilter, titles: Mapping[str, str]) -> int:
    """The number of matching sessions."""
    return count_matches(db, filters, find_matches(db, filters, titles))


def count_matches(db: Connection, filters: SessionFilter, matches: Matches) -> int:
    """The number of sessions in `matches`, the result of `find_matches`."""
    if matches is not None:
        return len(matches)
    shape, parameters = _column_parameters(filters)
    number: int = _fetch_rows(db, _count_query, shape, parameters)[0][0]
    return number


def count_by_span(
    db: Connection, filters: SessionFilter, titles: Mapping[str, str], spans: Sequence[tuple[datetime, datetime]]
) -> tuple[int, ...]:
    """The number of matching sessions opened in each time range: from (inclusive), to (exclusive)."""
    return count_matches_by_span(db, filters, find_matches(db, filters, titles), spans) if spans else ()


def count_matches_by_span(
    db: Connection, filters: SessionFilter, matches: Matches, spans: Sequence[tuple[datetime, datetime]]
) -> tuple[int, ...]:
    """The number of sessions in `matches` opened in each time range."""
    if not spans:
        return ()
    if matches is not None:
        within = [(_format_time(since), _format_time(until)) for since, until in spans]
        times = _opening_times(db, filters, matches, min(within)[0], max(until for _, until in within))
        return tuple(sum(since <= at < until for at in times) for since, until in within)
    shape, parameters = _column_parameters(filters)
    for number, (since, until) in enumerate(spans):
        parameters |= {f"from{number}": _format_time(since), f"to{number}": _format_time(until)}
    parameters |= {"first": min(parameters[f"from{n}"] for n in range(len(spans)))}
    parameters |= {"last": max(parameters[f"to{n}"] for n in range(len(spans)))}
    (row,) = _fetch_rows(db, _counts_query, replace(shape, many=len(spans)), parameters)
    return tuple(number or 0 for number in row)


def count_by_game(db: Connection, filters: SessionFilter, titles: Mapping[str, str]) -> dict[str, int]:
    """The number of matching sessions by game key, highest first."""
    return _count_groups(db, _games_query, filters, titles)


def count_by_size(db: Connection, filters: SessionFilter, titles: Mapping[str, str]) -> dict[int, int]:
    """The number of matching sessions by number of players, fewest players first."""
    return _count_groups(db, _sizes_query, filters, titles)


def count_by_player(db: Connection, filters: SessionFilter, titles: Mapping[str, str]) -> dict[str, int]:
    """The number of matching sessions by canonical player id, highest first."""
    return _count_groups(db, _players_query, filters, titles)


def count_by_winner(db: Connection, filters: SessionFilter, titles: Mapping[str, str]) -> dict[str, int]:
    """The number of wins in matching sessions by canonical player id, highest first."""
    return _count_groups(db, _winners_query, filters, titles)


def list_places(db: Connection, limit: int) -> tuple[str, ...]:
    """The places of sessions, most recently used first."""
    return tuple(row[0] for row in _fetch_rows(db, _places_query, _Shape(), {"limit": limit}))


def find_first_opened(db: Connection) -> datetime | None:
    """When the oldest session was opened; None if there are no sessions."""
    stored = _fetch_rows(db, _first_opened_query, _Shape(), {})[0][0]
    return parse_time(stored) if stored else None


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


# Parameters ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shape:
    """Everything the text of a query depends on; queries are cached by it, as compiling takes longer than running.

    `columns`: the names of the conditions in `_COLUMN_CONDITIONS`. `keys`: only the sessions listed in the parameter
    `keys`. `statuses`, `many`: numbers of parameters. `after`: only sessions after the cursor.
    """

    binned: bool = False
    columns: tuple[str, ...] = ()
    keys: bool = False
    statuses: int = 0
    after: bool = False
    many: int = 0


def _column_parameters(filters: SessionFilter) -> tuple[_Shape, dict[str, Any]]:
    """The shape and the parameters of a query with the filters on columns of `session`."""
    times = {"since": filters.since, "until": filters.until}
    parameters: dict[str, Any] = {name: _format_time(at) for name, at in times.items() if at is not None}
    others = {"game": filters.game, "seats": filters.seats}
    parameters |= {name: value for name, value in others.items() if value is not None}
    shape = _Shape(filters.binned, tuple(parameters), statuses=_padded_size(filters.statuses))
    return shape, parameters | _numbered("status", [status.value for status in filters.statuses])


def _group_parameters(
    db: Connection, filters: SessionFilter, titles: Mapping[str, str]
) -> tuple[_Shape, dict[str, Any]]:
    """The shape and the parameters of a query with all filters, for counts by group."""
    shape, parameters = _column_parameters(filters)
    matches = find_matches(db, filters, titles)
    if matches is None:
        return shape, parameters
    return replace(shape, keys=True), parameters | {"keys": json.dumps([*matches])}


class MatchCache:
    """The keys of the sessions that match single filters, cached; only valid until the file changes."""

    def __init__(self) -> None:
        self._values: OrderedDict[Any, Any] = OrderedDict()

    def find_by_word(self, db: Connection, word: str, titles: Mapping[str, str]) -> frozenset[int]:
        """Sessions with a word in the place, the note, the game's title or a player's name."""
        games = [key for key, title in titles.items() if word in fold(title)]
        return self.cached(
            ("word", word, *games),
            lambda: (
                self._load_keys(db, _text_keys_query, _Shape(), {"word": word})
                | self._find_by_values(db, _game_keys_query, "game", games)
                | self._find_by_values(db, _player_keys_query, "player", self._ids_named(db, word))
            ),
        )

    def find_by_player(self, db: Connection, player: str) -> frozenset[int]:
        """Sessions of a player, including players merged into them."""
        return self._find_by_player(db, _player_keys_query, player)

    def find_by_winner(self, db: Connection, player: str, *, binned: bool) -> frozenset[int]:
        """Sessions that a player won. `play` has an index by winner, but no sessions in the bin."""
        return self._find_by_player(db, _binned_winner_keys_query if binned else _winner_keys_query, player)

    def find_by_columns(self, db: Connection, filters: SessionFilter) -> frozenset[int]:
        """Sessions that match the filters on columns of `session`: game, size, dates, status and bin."""
        shape, parameters = _column_parameters(filters)
        return self.cached((shape, *parameters.values()), lambda: self._load_keys(db, _keys_query, shape, parameters))

    def _ids_named(self, db: Connection, word: str) -> list[str]:
        """The ids of players whose own or canonical name contains the word."""
        players = self._all_players(db)
        named = {player_id for player_id, name, _ in players if word in fold(name)}
        return [player_id for player_id, _, counts_as in players if player_id in named or counts_as in named]

    def _ids_counting_as(self, db: Connection, player: str) -> list[str]:
        """The ids with this canonical id. For an unknown id that id itself, because a query needs at least one."""
        return [player_id for player_id, _, counts_as in self._all_players(db) if counts_as == player] or [player]

    def _all_players(self, db: Connection) -> Sequence[Any]:
        """All players; few enough to be searched in Python, where accents can be ignored."""
        return self.cached("players", lambda: _fetch_rows(db, _all_players_query, _Shape(), {}))

    def _find_by_player(self, db: Connection, query: Any, player: str) -> frozenset[int]:
        return self.cached(
            (query, player), lambda: self._find_by_values(db, query, "player", self._ids_counting_as(db, player))
        )

    def _find_by_values(self, db: Connection, query: Any, name: str, values: Sequence[str]) -> frozenset[int]:
        if not values:
            return frozenset()
        return self._load_keys(db, query, _Shape(many=_padded_size(values)), _numbered(name, values))

    def _load_keys(self, db: Connection, query: Any, shape: _Shape, parameters: Mapping[str, Any]) -> frozenset[int]:
        return frozenset(json.loads(_fetch_rows(db, query, shape, parameters)[0][0]))

    def cached(self, key: Any, find: Callable[[], T]) -> T:
        """The cached value of a key; calls `find` for it if there is none."""
        value: T | None = self._values.get(key)
        if value is None:
            value = self._values[key] = find()
            while len(self._values) > _MAX_CACHED:
                self._values.popitem(last=False)
        return value


def find_matches(
    db: Connection, filters: SessionFilter, titles: Mapping[str, str], cache: MatchCache | None = None
) -> Matches:
    """The keys of all matching sessions; None without a filter on words, players or a winner.

    An index returns the keys of 20,000 sessions for one of these filters in a few milliseconds. Intersecting the sets
    in Python is many times as fast as a query that tests every session.
    """
    if not (filters.search_words or filters.players or filters.winner):
        return None
    sets = cache or MatchCache()
    key = ("matches", filters, *sorted(titles.items()))
    return sets.cached(key, lambda: _intersect_matches(db, filters, titles, sets))


def _intersect_matches(
    db: Connection, filters: SessionFilter, titles: Mapping[str, str], cache: MatchCache
) -> frozenset[int]:
    sets = [cache.find_by_word(db, word, titles) for word in filters.search_words]
    sets += [cache.find_by_player(db, player) for player in filters.players]
    sets += [cache.find_by_winner(db, filters.winner, binned=filters.binned)] if filters.winner else []
    sets.sort(key=len)
    matches = frozenset.intersection(*sets)
    if not matches:
        return matches
    if len(matches) > _MAX_LOOKUPS:
        on_columns = replace(filters, words="", players=(), winner=None)
        if on_columns == _NO_FILTER:  # the bin is smaller than the rest
            return matches - cache.find_by_columns(db, _BINNED)
        return matches & cache.find_by_columns(db, on_columns)
    shape, parameters = _column_parameters(filters)
    parameters |= {"keys": json.dumps([*matches])}
    return frozenset(json.loads(_fetch_rows(db, _keys_query, replace(shape, keys=True), parameters)[0][0]))


def count_without_filters(
    db: Connection, filters: SessionFilter, titles: Mapping[str, str], cache: MatchCache
) -> dict[str, int]:
    """The number of sessions that match without each of the filters, by filter name."""
    wider = {name: filters.without(name) for name in filters.active}
    return {name: count_matches(db, less, find_matches(db, less, titles, cache)) for name, less in wider.items()}


def _find_newest(
    db: Connection, filters: SessionFilter, matches: frozenset[int], after: Cursor | None, limit: int
) -> list[int]:
    """The newest of the matching keys. Few keys are sorted; with many, the index is read until the page is full."""
    shape = _Shape(filters.binned, after=after is not None, keys=len(matches) <= _MAX_LOOKUPS)
    parameters: dict[str, Any] = {"keys": json.dumps([*matches])} if shape.keys else {}
    if after is not None:
        parameters |= {"at": _format_time(after.opened_at), "id": after.id}
    rows = _iterate_rows(db, _newest_keys_query, shape, parameters)
    return list(islice((key for (key,) in rows if key in matches), limit))


def _opening_times(db: Connection, filters: SessionFilter, matches: frozenset[int], first: str, last: str) -> list[str]:
    """The opening times of matching sessions between two times, all as stored."""
    shape = _Shape(filters.binned, keys=len(matches) <= _MAX_LOOKUPS, many=1)
    parameters: dict[str, Any] = {"first": first, "last": last}
    parameters |= {"keys": json.dumps([*matches])} if shape.keys else {}
    return [at for key, at in _fetch_rows(db, _opened_query, shape, parameters) if key in matches]


def _padded_size(values: Sequence[Any]) -> int:
    """The number of parameters for the values: a power of two, so that few different queries are cached."""
    return 0 if not values else 1 << (len(values) - 1).bit_length()


def _numbered(name: str, values: Sequence[str]) -> dict[str, str]:
    """Numbered parameters for the values; the last value is repeated up to `_padded_size`."""
    return {f"{name}_{n}": values[min(n, len(values) - 1)] for n in range(_padded_size(values))}


def _count_groups(db: Connection, query: Any, filters: SessionFilter, titles: Mapping[str, str]) -> dict[Any, int]:
    shape, parameters = _group_parameters(db, filters, titles)
    return {row[0]: row[1] for row in _fetch_rows(db, query, shape, parameters)}


# Queries ------------------------------------------------------------------------------------------------------------


def _where(shape: _Shape, *, by_group: bool = False) -> Iterable[ColumnElement[bool]]:
    """The conditions on a session; `by_group` keeps them off the index on the bin, so that grouping can use its own."""
    bin_: Any = literal_column("+session.binned_at") if by_group else SESSION.c.binned_at
    yield bin_.is_not(None) if shape.binned else bin_.is_(None)
    yield from (_COLUMN_CONDITIONS[name] for name in shape.columns)
    if shape.keys:
        yield _KEY_IS_LISTED
    if shape.statuses:
        yield SESSION.c.status.in_(_binds("status", shape.statuses))
    if shape.after:
        older, same = SESSION.c.opened_at < bindparam("at"), SESSION.c.opened_at <= bindparam("at")
        yield and_(same, or_(older, SESSION.c.key < _AFTER))


def _binds(name: str, number: int, type_: Any = None) -> list[Any]:
    return [bindparam(f"{name}_{n}", type_=type_) for n in range(number)]


def _page_query(shape: _Shape) -> Select[Any]:
    query = select(*_HEAD).select_from(_WITH_RESULT).where(*_where(shape))
    return query.order_by(*_NEWEST_FIRST).limit(bindparam("limit"))


def _listed_query(_: _Shape) -> Select[Any]:
    return select(*_HEAD).select_from(_WITH_RESULT).where(_KEY_IS_LISTED).order_by(*_NEWEST_FIRST)


def _keys_query(shape: _Shape) -> Select[Any]:
    return select(_ALL_KEYS).where(*_where(shape))


def _newest_keys_query(shape: _Shape) -> Select[Any]:
    return select(SESSION.c.key).where(*_where(shape)).order_by(*_NEWEST_FIRST)


def _opened_query(shape: _Shape) -> Select[Any]:
    at = SESSION.c.opened_at
    within = at >= bindparam("first"), at < bindparam("last")
    return select(SESSION.c.key, at).where(*within, *_where(shape))


def _text_keys_query(_: _Shape) -> Select[Any]:
    noted = SESSION.c.sought != literal_column("''")  # as in the condition of the index
    return select(_ALL_KEYS).where(noted, func.instr(SESSION.c.sought, bindparam("word")) > 0)


def _game_keys_query(shape: _Shape) -> Select[Any]:
    return select(_ALL_KEYS).where(SESSION.c.game.in_(_binds("game", shape.many)))


def _player_keys_query(shape: _Shape) -> Select[Any]:
    return select(_KEYS_OF_SEATS).where(SEAT.c.player_id.in_(_binds("player", shape.many)))


def _winner_keys_query(shape: _Shape) -> Select[Any]:
    key: Any = literal_column("session_id")
    player: Any = literal_column("player_id")
    won: Any = literal_column("won = 1")
    query = select(func.json_group_array(key)).select_from(text("play INDEXED BY ix_play_won"))
    return query.where(player.in_(_binds("player", shape.many)), won)


def _binned_winner_keys_query(shape: _Shape) -> Select[Any]:
    placed = and_(PLACING.c.session_id == SEAT.c.session_id, PLACING.c.seat == SEAT.c.seat)
    query = select(_KEYS_OF_SEATS).join_from(SEAT, PLACING, placed)
    return query.where(SEAT.c.player_id.in_(_binds("player", shape.many)), PLACING.c.won)


def _one_query(_: _Shape) -> Select[Any]:
    return select(*_HEAD).select_from(_WITH_RESULT).where(SESSION.c.id == bindparam("session"))


def _count_query(shape: _Shape) -> Select[Any]:
    return select(func.count()).select_from(SESSION).where(*_where(shape))


def _counts_query(shape: _Shape) -> Select[Any]:
    at = SESSION.c.opened_at
    within = [and_(at >= bindparam(f"from{n}"), at < bindparam(f"to{n}")) for n in range(shape.many)]
    sums = [func.sum(case((condition, 1), else_=0)) for condition in within]
    return select(*sums).where(at >= bindparam("first"), at < bindparam("last"), *_where(shape))


def _games_query(shape: _Shape) -> Select[Any]:
    number = func.count()
    query = select(SESSION.c.game, number).where(*_where(shape, by_group=True))
    return query.group_by(SESSION.c.game).order_by(number.desc(), SESSION.c.game)


def _sizes_query(shape: _Shape) -> Select[Any]:
    query = select(SESSION.c.size, func.count()).where(*_where(shape, by_group=True))
    return query.group_by(SESSION.c.size).order_by(SESSION.c.size)


def _players_query(shape: _Shape) -> Select[Any]:
    number = func.count()
    query = select(PLAYER.c.counts_as, number).select_from(_AT_TABLE).where(*_where(shape))
    return query.group_by(PLAYER.c.counts_as).order_by(number.desc(), PLAYER.c.counts_as)


def _winners_query(shape: _Shape) -> Select[Any]:
    number = func.count()
    won = and_(PLACING.c.session_id == SEAT.c.session_id, PLACING.c.seat == SEAT.c.seat, PLACING.c.won)
    query = select(PLAYER.c.counts_as, number).select_from(_AT_TABLE.join(PLACING, won)).where(*_where(shape))
    return query.group_by(PLAYER.c.counts_as).order_by(number.desc(), PLAYER.c.counts_as)


def _places_query(_: _Shape) -> Select[Any]:
    last = func.max(SESSION.c.opened_at)
    query = select(SESSION.c.place, last).where(SESSION.c.place != "").group_by(SESSION.c.place)
    return query.order_by(last.desc(), SESSION.c.place).limit(bindparam("limit"))


def _first_opened_query(_: _Shape) -> Select[Any]:
    return select(func.min(SESSION.c.opened_at)).where(SESSION.c.binned_at.is_(None))


def _all_players_query(_: _Shape) -> Select[Any]:
    return select(PLAYER.c.id, PLAYER.c.name, PLAYER.c.counts_as)


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


_NO_FILTER: Final = SessionFilter()
_BINNED: Final = SessionFilter(binned=True)
_NEWEST_FIRST: Final = (SESSION.c.opened_at.desc(), SESSION.c.key.desc())
_LAST_SHOWN: Final = SESSION.alias("last_shown")
_AFTER: Final = select(_LAST_SHOWN.c.key).where(_LAST_SHOWN.c.id == bindparam("id")).scalar_subquery()
_KEY_IS_LISTED: Final = SESSION.c.key.in_(text("SELECT value FROM json_each(:keys)"))
_ALL_KEYS: Final = func.json_group_array(SESSION.c.key)  # twice as fast as fetching a row per key
_KEYS_OF_SEATS: Final = func.json_group_array(type_coerce(SEAT.c.session_id, Integer))
_MAX_LOOKUPS: Final = 1000  # with more keys, reading the whole index is faster than looking up each key
_MAX_CACHED: Final = 16  # values; with 100,000 sessions some sets take 2 MB
_COLUMN_CONDITIONS: Final[Mapping[str, ColumnElement[bool]]] = {
    "game": SESSION.c.game == bindparam("game"),
    "since": SESSION.c.opened_at >= bindparam("since"),
    "until": SESSION.c.opened_at < bindparam("until"),
    "seats": SESSION.c.size == bindparam("seats"),
}
_COLUMNS: Final = (*("id", "game", "opened_at", "utc_offset", "place", "note", "status", "binned_at", "closed_totals"),)
_HEAD: Final = (*(SESSION.c[name] for name in _COLUMNS), RESULT.c.seconds, ARRIVAL.c.at.is_not(None))
_STATUSES: Final = {status.value: status for status in Status}
_WITH_RESULT: Final = SESSION.outerjoin(RESULT, RESULT.c.session_id == SESSION.c.key).outerjoin(
    ARRIVAL, ARRIVAL.c.session_id == SESSION.c.key
)
_AT_TABLE: Final = SESSION.join(SEAT, SEAT.c.session_id == SESSION.c.key).join(PLAYER, PLAYER.c.id == SEAT.c.player_id)


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


def _iterate_rows(db: Connection, query: Any, shape: _Shape, parameters: Mapping[str, Any]) -> Iterator[Any]:
    """Run a query row by row, for callers that may not need all rows."""
    compiled = _compile(query, shape, db.dialect)
    values = [parameters.get(name, compiled.constants.get(name)) for name in compiled.names]
    cursor = db.connection.cursor()
    try:
        yield from cursor.execute(compiled.text, values)
    finally:
        cursor.close()


def _fetch_rows(db: Connection, query: Any, shape: _Shape, parameters: Mapping[str, Any]) -> Sequence[Any]:
    """Run a query with parameters by name."""
    compiled = _compile(query, shape, db.dialect)
    values = [parameters[name] if name in parameters else compiled.constants[name] for name in compiled.names]
    return _execute(db, compiled.text, values)


def _execute(db: Connection, text: str, values: Sequence[Any]) -> Sequence[Any]:
    """Run SQL on the driver directly; converting every value through SQLAlchemy takes longer than reading the rows."""
    cursor = db.connection.cursor()
    try:
        cursor.execute(text, values)
        return cursor.fetchall()
    finally:
        cursor.close()


def _format_time(at: datetime) -> str:
    """Format a time as it is stored."""
    return at.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%S.%f")


def _build_heads(db: Connection, rows: Sequence[Any]) -> tuple[SessionHead, ...]:
    """Add the players to session rows, with one query for all of them."""
    seats = _load_seats(db, [row[0] for row in rows])
    return tuple(
        SessionHead(
            key,
            game,
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
        for key, game, opened_at, utc_offset, place, note, status, binned_at, closed, seconds, from_file in rows
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
    for key, player_id, name, colour, symbol, archived, rank, points, won in _execute(db, compiled.text, ids):
        player = players.get(player_id)
        if player is None:  # most players are in several sessions of a page
            player = players[player_id] = Player(player_id, name, colour, symbol, bool(archived))
        seats[key].append(make_seated((player, rank, points, won == 1)))
    return seats
