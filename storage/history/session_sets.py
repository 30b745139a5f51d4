"""Sets of sessions as bits: the filters of the session list are answered by the sets that `session_set` keeps.

A set of 100,000 sessions is some 1,600 numbers, read in half a millisecond; what several sets have in common takes a
tenth of that, and no session is looked at.
"""

import json
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial, reduce
from typing import Any, Final, TypeVar

from sqlalchemy import Connection

from storage.derived.pipeline import EVENING, GAME, MONTH, PLACE, PLAYER, SIZE, STATUS, WINNER
from storage.derived.results import Status
from storage.file.driver_query import fetch_rows
from storage.history.session_filter import SessionFilter
from storage.models import BLOCK
from storage.row_types import format_time
from storage.text_folding import fold

T = TypeVar("T")

Sessions = Mapping[int, int]
"""A set of sessions: bit n of block b is the session with the key `b * BLOCK + n`."""

_MAX_CACHED: Final = 200  # sets; with 100,000 sessions the largest take 100 kB
_EARLIEST: Final = ""
_LATEST: Final = "~"  # after every moment as it is stored


def count(sessions: Sessions) -> int:
    """How many sessions are in a set."""
    return sum(map(int.bit_count, sessions.values()))


def list_keys(sessions: Sessions) -> list[int]:
    """The keys of the sessions in a set."""
    return [key for block, bits in sessions.items() for key in _iterate_bits(block * BLOCK, bits)]


def make_set(keys: Iterable[int]) -> Sessions:
    """The set of the sessions with these keys."""
    sessions: dict[int, int] = {}
    for key in keys:
        block, bit = divmod(key, BLOCK)
        sessions[block] = sessions.get(block, 0) | 1 << bit
    return sessions


def unite(sets: Iterable[Sessions]) -> Sessions:
    """The sessions that are in any of the sets."""
    united: dict[int, int] = {}
    for sessions in sets:
        if united:
            for block, bits in sessions.items():
                united[block] = united.get(block, 0) | bits
        else:
            united = dict(sessions)
    return united


def intersect(one: Sessions, other: Sessions) -> Sessions:
    """The sessions that are in both sets."""
    if len(other) < len(one):
        one, other = other, one
    return {block: both for block, bits in one.items() if (both := bits & other.get(block, 0))}


def subtract(one: Sessions, other: Sessions) -> Sessions:
    """The sessions that are in one set, but not in the other."""
    return {block: rest for block, bits in one.items() if (rest := bits & ~other.get(block, 0))}


class SessionSets:
    """The sets of sessions, cached; only valid until the file changes."""

    def __init__(self) -> None:
        self._values: OrderedDict[Any, Any] = OrderedDict()

    def find_matches(self, db: Connection, filters: SessionFilter, titles: Mapping[str, str]) -> Sessions | None:
        """The sessions that match all filters; None if there is no filter. `titles` are the games' titles by key."""
        return self._cached(
            ("matches", filters, *sorted(titles.items())), lambda: self._find_matches(db, filters, titles)
        )

    def months(self, db: Connection, *, binned: bool) -> dict[str, Sessions]:
        """The sessions opened in each month of UTC ("2026-01"), newest first."""
        return self._cached(("months", binned), lambda: _months(db, binned=binned))

    def opened_between(self, db: Connection, since: str, until: str, *, binned: bool) -> Sessions:
        """The sessions opened from one moment to before another, both as they are stored.

        The sets of whole months answer that, and the list of the sessions for the months at both ends.
        """
        first, last = since[:7], until[:7]
        sets = []
        for month, sessions in self.months(db, binned=binned).items():
            if since <= f"{month}-01 00:00:00.000000" and month < last:
                sets.append(sessions)
            elif first <= month <= last:
                end = min(until, f"{month}{_LATEST}")
                sets.append(_opened_in(db, max(since, month), end, binned=binned))
        return unite(sets)

    def _find_matches(self, db: Connection, filters: SessionFilter, titles: Mapping[str, str]) -> Sessions | None:
        sets = list(self._sets(db, filters, titles))
        return reduce(intersect, sorted(sets, key=len)) if sets else None

    def _sets(self, db: Connection, filters: SessionFilter, titles: Mapping[str, str]) -> Iterator[Sessions]:
        binned = filters.binned
        if filters.game is not None:
            yield self._select(db, binned, GAME, [filters.game])
        if filters.seats is not None:
            yield self._select(db, binned, SIZE, [str(filters.seats)])
        if filters.statuses:
            yield self._select(db, binned, STATUS, [status.value for status in filters.statuses])
        if filters.place:
            yield self._select(db, binned, PLACE, self._spellings(db, binned, filters.place))
        for player in filters.players:
            yield self._select(db, binned, PLAYER, self._aliases(db, player))
        if filters.winner:
            yield self._select(db, binned, WINNER, self._aliases(db, filters.winner))
        for word in filters.search_words:
            yield self._with_word(db, binned, word, titles)
        if filters.since or filters.until:
            since = format_time(filters.since) if filters.since else _EARLIEST
            until = format_time(filters.until) if filters.until else _LATEST
            yield self.opened_between(db, since, until, binned=binned)
        if filters.year is not None:
            yield _begun_in_year(db, filters.year, binned=binned)

    def _with_word(self, db: Connection, binned: bool, word: str, titles: Mapping[str, str]) -> Sessions:
        """Those with a word in the place, the note, the game's title or a player's name."""
        games = [key for key, title in titles.items() if word in fold(title)]
        places = [place for place, folded in self._places(db, binned).items() if word in folded]
        return unite(
            (
                self._select(db, binned, GAME, games),
                self._select(db, binned, PLACE, places),
                self._select(db, binned, PLAYER, self._called(db, word)),
                intersect(self._noted(db, word), self._select(db, binned, STATUS, [status.value for status in Status])),
            )
        )

    def _select(self, db: Connection, binned: bool, property_: str, values: Sequence[str]) -> Sessions:
        """The sessions with any of these values."""
        names = [(binned, property_, value) for value in values]
        return unite([self._cached(name, partial(_load, db, *name)) for name in names])

    def _noted(self, db: Connection, word: str) -> Sessions:
        """The sessions with a word in the note, also those in the bin."""
        return self._cached(("note", word), lambda: make_set(json.loads(fetch_rows(db, _NOTED, (word,))[0][0])))

    def _places(self, db: Connection, binned: bool) -> dict[str, str]:
        """Every place, folded, by how it was written."""
        return self._cached(
            ("places", binned), lambda: {place: fold(place) for (place,) in fetch_rows(db, _PLACES, (binned, binned))}
        )

    def _spellings(self, db: Connection, binned: bool, place: str) -> list[str]:
        """Every way in which a place was written."""
        folded = fold(place)
        return [spelling for spelling, spelled in self._places(db, binned).items() if spelled == folded]

    def _called(self, db: Connection, word: str) -> list[str]:
        """The ids of the players who have a word in their name, or whose canonical player has."""
        people = self._people(db)
        matching = {player_id for player_id, name, _ in people if word in fold(name)}
        return [player_id for player_id, _, counts_as in people if matching & {player_id, counts_as}]

    def _aliases(self, db: Connection, player: str) -> list[str]:
        """The ids that count as this player."""
        return [player_id for player_id, _, counts_as in self._people(db) if counts_as == player]

    def _people(self, db: Connection) -> Sequence[Any]:
        """Everybody who ever played: few, so looked through here, where accents can be ignored."""
        return self._cached("people", lambda: fetch_rows(db, "SELECT id, name, counts_as FROM player"))

    def _cached(self, name: Any, find: Callable[[], T]) -> T:
        """The cached value of this name, or the result of `find`."""
        if name in self._values:
            self._values.move_to_end(name)
        else:
            self._values[name] = find()
            while len(self._values) > _MAX_CACHED:
                self._values.popitem(last=False)
        value: T = self._values[name]
        return value


def count_all(db: Connection, *, binned: bool) -> int:
    """How many sessions there are outside the bin, or in it."""
    number: int = fetch_rows(db, _COUNT_ALL, (binned, STATUS))[0][0]
    return number


def count_by(db: Connection, property_: str, among: Sessions | None, *, binned: bool) -> dict[str, int]:
    """How many sessions there are by value, all of them or those in a set; values without any are left out."""
    if among is None:
        return dict(fetch_rows(db, _COUNT_BY, (binned, property_)))
    counts: dict[str, int] = {}
    for value, block, bits in fetch_rows(db, _SETS, (binned, property_)):
        if both := bits & among.get(block, 0):
            counts[value] = counts.get(value, 0) + both.bit_count()
    return counts


def _iterate_bits(first: int, bits: int) -> Iterator[int]:
    while bits:
        lowest = bits & -bits
        yield first + lowest.bit_length() - 1
        bits ^= lowest


def _load(db: Connection, binned: bool, property_: str, value: str) -> Sessions:
    return dict(fetch_rows(db, _SET, (binned, property_, value)))


def _months(db: Connection, *, binned: bool) -> dict[str, Sessions]:
    months: dict[str, dict[int, int]] = {}
    for month, block, bits in fetch_rows(db, f"{_SETS} ORDER BY value DESC", (binned, MONTH)):
        months.setdefault(month, {})[block] = bits
    return dict(months)


def _opened_in(db: Connection, since: str, until: str, *, binned: bool) -> Sessions:
    in_bin = "IS NOT NULL" if binned else "IS NULL"
    query = f"SELECT key FROM session WHERE binned_at {in_bin} AND opened_at >= ? AND opened_at < ?"
    return make_set(key for (key,) in fetch_rows(db, query, (since, until)))


def _begun_in_year(db: Connection, year: int, *, binned: bool) -> Sessions:
    """The sessions whose evening is in a year; the bounds of `opened_at` leave room for any offset from UTC."""
    in_bin = "IS NOT NULL" if binned else "IS NULL"
    near = f"SELECT key FROM session WHERE binned_at {in_bin} AND opened_at BETWEEN ? AND ?"
    bounds = (f"{year - 1:04}-12-30", f"{year + 1:04}-01-04", f"{year:04}-01-01", f"{year:04}-12-31")
    return make_set(key for (key,) in fetch_rows(db, f"{near} AND {EVENING} BETWEEN ? AND ?", bounds))


_SET: Final = "SELECT block, bits FROM session_set WHERE binned = ? AND property = ? AND value = ? AND bits <> 0"
_SETS: Final = "SELECT value, block, bits FROM session_set WHERE binned = ? AND property = ? AND bits <> 0"
_COUNT_ALL: Final = "SELECT COALESCE(SUM(count), 0) FROM session_set WHERE binned = ? AND property = ?"
_COUNT_BY: Final = (
    "SELECT value, SUM(count) FROM session_set WHERE binned = ? AND property = ? GROUP BY value HAVING SUM(count) > 0"
)
_NOTED: Final = (
    "SELECT json_group_array(key) FROM session INDEXED BY ix_session_sought WHERE sought <> '' AND instr(sought, ?) > 0"
)
_PLACES: Final = (
    f"WITH RECURSIVE place (value) AS (SELECT MIN(value) FROM session_set WHERE binned = ? AND property = '{PLACE}'"
    " UNION ALL SELECT (SELECT MIN(value) FROM session_set"
    f" WHERE binned = ? AND property = '{PLACE}' AND value > place.value) FROM place WHERE value IS NOT NULL)"
    " SELECT value FROM place WHERE value IS NOT NULL"
)
"""Finds each place by an index lookup, instead of a scan of all sets."""
