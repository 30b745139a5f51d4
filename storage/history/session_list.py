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
from storage.history.session_filter import Wanted
from storage.models import ARRIVAL, PLACING, PLAYER, RESULT, SEAT, SESSION
from storage.row_types import stored_moment, stored_number
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


T = TypeVar("T")

Matches = frozenset[int] | None
"""The keys of the sessions that were found; None where every session has to be asked."""


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
    return page_of(db, wanted, matches(db, wanted, titles), after, limit)


def page_of(db: Connection, wanted: Wanted, found: Matches, after: Cursor | None, limit: int) -> Page:
    """One page of the sessions found by `matches`."""
    if found is None:
        shape, given = _plain_conditions(wanted)
        if after is not None:
            shape, given = replace(shape, after=True), given | {"at": _kept(after.opened_at), "id": after.id}
        rows = _rows(db, _page, shape, given | {"limit": limit + 1})
    else:
        keys = _newest(db, wanted, found, after, limit + 1)
        rows = _rows(db, _several, _Shape(), {"keys": json.dumps(keys)})
    heads = _heads(db, rows[:limit])
    last = heads[-1] if len(rows) > limit else None
    return Page(heads, Cursor(last.opened_at, last.id) if last else None)


def count(db: Connection, wanted: Wanted, titles: Mapping[str, str]) -> int:
    """How many sessions there are of those wanted."""
    return count_of(db, wanted, matches(db, wanted, titles))


def count_of(db: Connection, wanted: Wanted, found: Matches) -> int:
    """How many sessions were found by `matches`."""
    if found is not None:
        return len(found)
    shape, given = _plain_conditions(wanted)
    number: int = _rows(db, _count, shape, given)[0][0]
    return number


def counts(
    db: Connection, wanted: Wanted, titles: Mapping[str, str], spans: Sequence[tuple[datetime, datetime]]
) -> tuple[int, ...]:
    """How many of those wanted were opened from one moment to before another, for each of these spans."""
    return counts_of(db, wanted, matches(db, wanted, titles), spans) if spans else ()


def counts_of(
    db: Connection, wanted: Wanted, found: Matches, spans: Sequence[tuple[datetime, datetime]]
) -> tuple[int, ...]:
    """How many of the sessions found by `matches` were opened in each of these spans."""
    if not spans:
        return ()
    if found is not None:
        within = [(_kept(since), _kept(until)) for since, until in spans]
        moments = _moments(db, wanted, found, min(within)[0], max(until for _, until in within))
        return tuple(sum(since <= at < until for at in moments) for since, until in within)
    shape, given = _plain_conditions(wanted)
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

    `keys`: only sessions of a list.
    """

    binned: bool = False
    plain: tuple[str, ...] = ()
    keys: bool = False
    statuses: int = 0
    after: bool = False
    many: int = 0


def _plain_conditions(wanted: Wanted) -> tuple[_Shape, dict[str, Any]]:
    """The conditions that one row of `session` answers: the shape of the query and its values."""
    moments = {"since": wanted.since, "until": wanted.until}
    given: dict[str, Any] = {name: _kept(at) for name, at in moments.items() if at is not None}
    plain = {"game": wanted.game, "seats": wanted.seats}
    given |= {name: value for name, value in plain.items() if value is not None}
    shape = _Shape(wanted.binned, tuple(given), statuses=_room(wanted.statuses))
    return shape, given | _listed("status", [status.value for status in wanted.statuses])


def _conditions(db: Connection, wanted: Wanted, titles: Mapping[str, str]) -> tuple[_Shape, dict[str, Any]]:
    """All conditions in one query, for what is counted by group."""
    shape, given = _plain_conditions(wanted)
    found = matches(db, wanted, titles)
    return (shape, given) if found is None else (replace(shape, keys=True), given | {"keys": json.dumps([*found])})


class Known:
    """The sessions that fulfil a condition, by their keys; each is asked for once while the file stays as it is."""

    def __init__(self) -> None:
        self._sets: OrderedDict[Any, Any] = OrderedDict()

    def with_word(self, db: Connection, word: str, titles: Mapping[str, str]) -> frozenset[int]:
        """Those with a word in the place, the note, the game's title or a player's name."""
        games = [key for key, title in titles.items() if word in fold(title)]
        return self.once(
            ("word", word, *games),
            lambda: (
                self._keys(db, _noted_keys, _Shape(), {"word": word})
                | self._asked(db, _game_keys, "game", games)
                | self._asked(db, _sat_keys, "player", self._called(db, word))
            ),
        )

    def with_player(self, db: Connection, player: str) -> frozenset[int]:
        """Those at which somebody sat."""
        return self.once((_sat_keys, player), lambda: self._asked(db, _sat_keys, "player", self._same_as(db, player)))

    def won_by(self, db: Connection, player: str, *, binned: bool) -> frozenset[int]:
        """Those that somebody won; plays, which an index lists by winner, leave out the bin."""
        query = _won_and_binned_keys if binned else _won_keys
        return self.once((query, player), lambda: self._asked(db, query, "player", self._same_as(db, player)))

    def plain(self, db: Connection, wanted: Wanted) -> frozenset[int]:
        """Those that fulfil what one row of `session` answers."""
        shape, given = _plain_conditions(wanted)
        return self.once((shape, *given.values()), lambda: self._keys(db, _keys, shape, given))

    def _called(self, db: Connection, word: str) -> list[str]:
        """The ids of those whose name, or whose who they count as, has this in it."""
        people = self._people(db)
        found = {player_id for player_id, name, _ in people if word in fold(name)}
        return [player_id for player_id, _, counts_as in people if player_id in found or counts_as in found]

    def _same_as(self, db: Connection, player: str) -> list[str]:
        """The ids that count as this player; a player nobody knows is still somebody, who never played."""
        return [player_id for player_id, _, counts_as in self._people(db) if counts_as == player] or [player]

    def _people(self, db: Connection) -> Sequence[Any]:
        """Everybody who ever played: few, so looked through here, where accents can be ignored."""
        return self.once("people", lambda: _rows(db, _players, _Shape(), {}))

    def _asked(self, db: Connection, query: Any, name: str, values: Sequence[str]) -> frozenset[int]:
        if not values:
            return frozenset()
        return self._keys(db, query, _Shape(many=_room(values)), _listed(name, values))

    def _keys(self, db: Connection, query: Any, shape: _Shape, given: Mapping[str, Any]) -> frozenset[int]:
        return frozenset(json.loads(_rows(db, query, shape, given)[0][0]))

    def once(self, name: Any, find: Callable[[], T]) -> T:
        """What was found under a name before, else what is found now."""
        found: T | None = self._sets.get(name)
        if found is None:
            found = self._sets[name] = find()
            while len(self._sets) > _REMEMBERED:
                self._sets.popitem(last=False)
        return found


def matches(db: Connection, wanted: Wanted, titles: Mapping[str, str], known: Known | None = None) -> Matches:
    """The sessions that fulfil all conditions, where words, players or a winner are wanted; else None.

    An index answers each of these conditions with the keys of all its sessions, 20,000 in some milliseconds; what all
    have in common is found here, for a query that asks session by session takes many times as long.
    """
    if not (wanted.folded or wanted.players or wanted.winner):
        return None
    found_in = known or Known()
    name = ("found", wanted, *sorted(titles.items()))
    return found_in.once(name, lambda: _matches(db, wanted, titles, found_in))


def _matches(db: Connection, wanted: Wanted, titles: Mapping[str, str], known: Known) -> frozenset[int]:
    sets = [known.with_word(db, word, titles) for word in wanted.folded]
    sets += [known.with_player(db, player) for player in wanted.players]
    sets += [known.won_by(db, wanted.winner, binned=wanted.binned)] if wanted.winner else []
    sets.sort(key=len)
    found = frozenset.intersection(*sets)
    if not found:
        return found
    if len(found) > _FEW:
        plain = replace(wanted, words="", players=(), winner=None)
        return found - known.plain(db, _BINNED) if plain == _EVERYTHING else found & known.plain(db, plain)
    shape, given = _plain_conditions(wanted)
    given |= {"keys": json.dumps([*found])}
    return frozenset(json.loads(_rows(db, _keys, replace(shape, keys=True), given)[0][0]))


def counts_without(db: Connection, wanted: Wanted, titles: Mapping[str, str], known: Known) -> dict[str, int]:
    """How many sessions there are without each of the filters."""
    less = {name: wanted.without(name) for name in wanted.given}
    return {name: count_of(db, each, matches(db, each, titles, known)) for name, each in less.items()}


def _newest(db: Connection, wanted: Wanted, found: frozenset[int], after: Cursor | None, limit: int) -> list[int]:
    """The keys of the newest sessions found: few are sorted, of many the list is read until there are enough."""
    shape = _Shape(wanted.binned, after=after is not None, keys=len(found) <= _FEW)
    given: dict[str, Any] = {"keys": json.dumps([*found])} if shape.keys else {}
    if after is not None:
        given |= {"at": _kept(after.opened_at), "id": after.id}
    rows = _iterated(db, _newest_keys, shape, given)
    return list(islice((key for (key,) in rows if key in found), limit))


def _moments(db: Connection, wanted: Wanted, found: frozenset[int], first: str, last: str) -> list[str]:
    """When those sessions were opened that were found, as stored, from one moment to before another."""
    shape = _Shape(wanted.binned, keys=len(found) <= _FEW, many=1)
    given: dict[str, Any] = {"first": first, "last": last}
    given |= {"keys": json.dumps([*found])} if shape.keys else {}
    return [at for key, at in _rows(db, _opened, shape, given) if key in found]


def _room(values: Sequence[Any]) -> int:
    """The number of parameters for the values: a power of two, so that few different queries are cached."""
    return 0 if not values else 1 << (len(values) - 1).bit_length()


def _listed(name: str, values: Sequence[str]) -> dict[str, str]:
    """Numbered parameters for the values; the last value is repeated up to `_room`."""
    return {f"{name}_{n}": values[min(n, len(values) - 1)] for n in range(_room(values))}


def _counted(db: Connection, by: Any, wanted: Wanted, titles: Mapping[str, str]) -> dict[Any, int]:
    shape, given = _conditions(db, wanted, titles)
    return {row[0]: row[1] for row in _rows(db, by, shape, given)}


# How it is asked ----------------------------------------------------------------------------------------------------


def _where(shape: _Shape, *, by_group: bool = False) -> Iterable[ColumnElement[bool]]:
    """The conditions on a session; `by_group` leaves the index to the group, which is not sorted then."""
    bin_: Any = literal_column("+session.binned_at") if by_group else SESSION.c.binned_at
    yield bin_.is_not(None) if shape.binned else bin_.is_(None)
    yield from (_PLAIN[name] for name in shape.plain)
    if shape.keys:
        yield _LISTED
    if shape.statuses:
        yield SESSION.c.status.in_(_binds("status", shape.statuses))
    if shape.after:
        older, same = SESSION.c.opened_at < bindparam("at"), SESSION.c.opened_at <= bindparam("at")
        yield and_(same, or_(older, SESSION.c.key < _AFTER))


def _binds(name: str, number: int, type_: Any = None) -> list[Any]:
    return [bindparam(f"{name}_{n}", type_=type_) for n in range(number)]


def _page(shape: _Shape) -> Select[Any]:
    query = select(*_HEAD).select_from(_WITH_RESULT).where(*_where(shape))
    return query.order_by(*_NEWEST_FIRST).limit(bindparam("limit"))


def _several(_: _Shape) -> Select[Any]:
    return select(*_HEAD).select_from(_WITH_RESULT).where(_LISTED).order_by(*_NEWEST_FIRST)


def _keys(shape: _Shape) -> Select[Any]:
    return select(_ALL_KEYS).where(*_where(shape))


def _newest_keys(shape: _Shape) -> Select[Any]:
    return select(SESSION.c.key).where(*_where(shape)).order_by(*_NEWEST_FIRST)


def _opened(shape: _Shape) -> Select[Any]:
    at = SESSION.c.opened_at
    within = at >= bindparam("first"), at < bindparam("last")
    return select(SESSION.c.key, at).where(*within, *_where(shape))


def _noted_keys(_: _Shape) -> Select[Any]:
    noted = SESSION.c.sought != literal_column("''")  # as in the condition of the index
    return select(_ALL_KEYS).where(noted, func.instr(SESSION.c.sought, bindparam("word")) > 0)


def _game_keys(shape: _Shape) -> Select[Any]:
    return select(_ALL_KEYS).where(SESSION.c.game.in_(_binds("game", shape.many)))


def _sat_keys(shape: _Shape) -> Select[Any]:
    return select(_KEYS_OF_SEATS).where(SEAT.c.player_id.in_(_binds("player", shape.many)))


def _won_keys(shape: _Shape) -> Select[Any]:
    key: Any = literal_column("session_id")
    player: Any = literal_column("player_id")
    won: Any = literal_column("won = 1")
    query = select(func.json_group_array(key)).select_from(text("play INDEXED BY ix_play_won"))
    return query.where(player.in_(_binds("player", shape.many)), won)


def _won_and_binned_keys(shape: _Shape) -> Select[Any]:
    placed = and_(PLACING.c.session_id == SEAT.c.session_id, PLACING.c.seat == SEAT.c.seat)
    query = select(_KEYS_OF_SEATS).join_from(SEAT, PLACING, placed)
    return query.where(SEAT.c.player_id.in_(_binds("player", shape.many)), PLACING.c.won)


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
    query = select(SESSION.c.game, number).where(*_where(shape, by_group=True))
    return query.group_by(SESSION.c.game).order_by(number.desc(), SESSION.c.game)


def _sizes(shape: _Shape) -> Select[Any]:
    query = select(SESSION.c.size, func.count()).where(*_where(shape, by_group=True))
    return query.group_by(SESSION.c.size).order_by(SESSION.c.size)


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
        .where(SEAT.c.session_id.in_(_binds("session", shape.many, SEAT.c.session_id.type)))
        .order_by(SEAT.c.session_id, SEAT.c.seat)
    )


_EVERYTHING: Final = Wanted()
_BINNED: Final = Wanted(binned=True)
_NEWEST_FIRST: Final = (SESSION.c.opened_at.desc(), SESSION.c.key.desc())
_LAST_SHOWN: Final = SESSION.alias("last_shown")
_AFTER: Final = select(_LAST_SHOWN.c.key).where(_LAST_SHOWN.c.id == bindparam("id")).scalar_subquery()
_LISTED: Final = SESSION.c.key.in_(text("SELECT value FROM json_each(:keys)"))
_ALL_KEYS: Final = func.json_group_array(SESSION.c.key)  # half the price of as many rows
_KEYS_OF_SEATS: Final = func.json_group_array(type_coerce(SEAT.c.session_id, Integer))
_FEW: Final = 1000  # keys that are looked up one by one
_REMEMBERED: Final = 16  # sets of keys; with 100,000 sessions some take 2 MB
_PLAIN: Final[Mapping[str, ColumnElement[bool]]] = {
    "game": SESSION.c.game == bindparam("game"),
    "since": SESSION.c.opened_at >= bindparam("since"),
    "until": SESSION.c.opened_at < bindparam("until"),
    "seats": SESSION.c.size == bindparam("seats"),
}
_COLUMNS: Final = (*("id", "game", "opened_at", "utc_offset", "place", "note", "status", "binned_at", "closed_totals"),)
_HEAD: Final = (*(SESSION.c[name] for name in _COLUMNS), RESULT.c.seconds, ARRIVAL.c.at.is_not(None))
_STATUS: Final = {each.value: each for each in Status}
_WITH_RESULT: Final = SESSION.outerjoin(RESULT, RESULT.c.session_id == SESSION.c.key).outerjoin(
    ARRIVAL, ARRIVAL.c.session_id == SESSION.c.key
)
_AT_TABLE: Final = SESSION.join(SEAT, SEAT.c.session_id == SESSION.c.key).join(PLAYER, PLAYER.c.id == SEAT.c.player_id)


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


def _iterated(db: Connection, query: Any, shape: _Shape, given: Mapping[str, Any]) -> Iterator[Any]:
    """The answer to a query row by row, for whoever may have enough before its end."""
    asked = _asked(query, shape, db.dialect)
    cursor = db.connection.cursor()
    try:
        yield from cursor.execute(asked.text, [given.get(name, asked.fixed.get(name)) for name in asked.names])
    finally:
        cursor.close()


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
            stored_number(utc_offset) or 0,
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
