"""Counts over all sessions of a game, kept ready: plays, times, points, measures, final scores, who began and won.

A page about thousands of evenings cannot add up a million numbers; so they are added when a session closes and
subtracted when its result goes or the session goes into the bin. `remake` recomputes everything.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import BindParameter, Connection, TextClause, bindparam, text

from scoring.game import PLAYED_BEFORE
from storage.derived import player_sums

POINTS: Final = ""
"""The key under which the points of rounds are summed; measures have their own."""

_TOGETHER: Final = 200  # sessions in one statement: each is named once for every part of a sum
_SCORE: Final = "score"
_TURN: Final = "turn"
_TIME: Final = "time"
_FINISHED: Final = "result.status = 'finished'"

TIME_STEP: Final = 300
"""Seconds: times are counted in steps of this length."""


@dataclass(frozen=True, slots=True)
class RoundSum:
    """`count` times somebody did `key` in rounds of a sort: `value` out of `of`, `whole` times all of it.

    `by` says what sorts them, `at` which sort it is: "kind" and the kind, "size" and the hand size, "turn" and the
    place in the round, from 1 for who began (0: nobody knows). For points `whole` is how often they were above 0.
    """

    key: str
    by: str
    at: str | int
    count: int
    value: int
    of: int
    whole: int

    @property
    def mean(self) -> float:
        """How much each time."""
        return self.value / self.count

    @property
    def share(self) -> float | None:
        """How much of what could be; None for what is no share."""
        return self.value / self.of if self.of else None


@dataclass(frozen=True, slots=True)
class ScoreCount:
    """How many sides ended whole sessions of so many players with so many points."""

    players: int
    points: int
    won: bool
    count: int


@dataclass(frozen=True, slots=True)
class TableSum:
    """The sessions of so many players with one status.

    `seconds` is the sum over the `timed` ones, `rounds` over all, `top` the best sides' points over the `scored` ones.
    """

    players: int
    status: str
    count: int
    timed: int
    seconds: int
    rounds: int
    scored: int
    top: int


@dataclass(frozen=True, slots=True)
class ChoiceSum:
    """The finished sessions with one option that is not as printed; the sums are those of `TableSum`."""

    name: str
    value: str
    count: int
    timed: int
    seconds: int
    scored: int
    top: int


@dataclass(frozen=True, slots=True)
class Extreme:
    """The least and the most that a column of `result` reached in finished sessions of so many players."""

    players: int
    column: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class TurnCount:
    """How those fared who came at this place from whoever began; turn 0 where nobody knows."""

    players: int
    turn: int
    plays: int
    wins: int


def add(db: Connection, session_id: str) -> None:
    """Count a session whose derived rows have just been written."""
    for query in _ADD:
        db.execute(query, {"session": session_id})


def take(db: Connection, session_id: str) -> None:
    """Count a session no longer, whose derived rows are about to go."""
    for query in _TAKE:
        db.execute(query, {"session": session_id})


def add_many(db: Connection, session_ids: Sequence[str]) -> None:
    """The same as `add` for each of them, at a fraction of the price."""
    _many(db, _ADD_MANY, session_ids)


def take_many(db: Connection, session_ids: Sequence[str]) -> None:
    """The same as `take` for each of them, at a fraction of the price."""
    _many(db, _TAKE_MANY, session_ids)


@contextmanager
def recounted(db: Connection, session_ids: Sequence[str]) -> Iterator[None]:
    """Keep the sums right while these sessions go into the bin or come out of it."""
    take_many(db, session_ids)
    yield
    add_many(db, session_ids)


def _many(db: Connection, queries: tuple[TextClause, ...], session_ids: Sequence[str]) -> None:
    for first in range(0, len(session_ids), _TOGETHER):
        for query in queries:
            db.execute(query, {"sessions": session_ids[first : first + _TOGETHER]})


def remake(db: Connection) -> None:
    """Sum everything anew."""
    for table in _TABLES:
        db.execute(text(f"DELETE FROM {table.name}"))
    for query in _ALL:
        db.execute(query)
    player_sums.remake(db)


def are_right(db: Connection) -> bool:
    """Whether the sums kept, those of players included, are those of the results and plays kept."""
    same = all(db.execute(kept).all() == db.execute(fresh).all() for kept, fresh in _COMPARED)
    return same and player_sums.are_right(db)


def rounds_of(db: Connection, game: str) -> tuple[RoundSum, ...]:
    """The sums of all rounds of a game, by kind, by hand size and by turn, in that order."""
    return tuple(RoundSum(*row) for row in db.execute(_READ_ROUNDS, {"game": game}))


def scores_of(db: Connection, game: str) -> tuple[ScoreCount, ...]:
    """How often each final score came, by number of players."""
    rows = db.execute(_READ_RESULTS, {"game": game, "sort": _SCORE})
    return tuple(ScoreCount(players, number, bool(won), count) for players, number, won, count in rows)


def times_of(db: Connection, game: str) -> tuple[tuple[int, int, int], ...]:
    """Players, seconds rounded down to `TIME_STEP`, and how many finished sessions took that long."""
    rows = db.execute(_READ_RESULTS, {"game": game, "sort": _TIME})
    return tuple((players, number * TIME_STEP, count) for players, number, _, count in rows)


def tables_of(db: Connection, game: str) -> tuple[TableSum, ...]:
    """The sums of the sessions of a game, by number of players and status."""
    return tuple(TableSum(*row) for row in db.execute(_READ_TABLES, {"game": game}))


def choices_of(db: Connection, game: str) -> tuple[ChoiceSum, ...]:
    """The sums of the finished sessions of a game, by option that is not as printed."""
    return tuple(ChoiceSum(*row) for row in db.execute(_READ_CHOICES, {"game": game}))


def extremes_of(db: Connection, game: str) -> tuple[Extreme, ...]:
    """The least and the most of rounds, high, low, lead and climb, by number of players."""
    return tuple(Extreme(*row) for row in db.execute(_READ_EXTREMES, {"game": game}))


def turns_of(db: Connection, game: str) -> tuple[TurnCount, ...]:
    """How each place from whoever began fared, by number of players."""
    found: dict[tuple[int, int], list[int]] = {}
    for players, number, won, count in db.execute(_READ_RESULTS, {"game": game, "sort": _TURN}):
        found.setdefault((players, number), [0, 0])[won] += count
    return tuple(TurnCount(*at, lost + won, won) for at, (lost, won) in found.items())


# Statements ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Sums:
    """A table of sums: what tells its rows apart, what is summed, and where it comes from."""

    name: str
    keys: tuple[str, ...]
    values: tuple[str, ...]
    parts: tuple[str, ...]

    def rows(self, where: str, sign: str = "") -> str:
        """The sums of the sessions that fulfil a condition on `result`."""
        keys = ", ".join(str(number) for number in range(1, len(self.keys) + 1))
        return " UNION ALL ".join(f"{part} AND {where} GROUP BY {keys}" for part in self.parts).replace("@", sign)

    def into(self, where: str, sign: str = "") -> TextClause:
        """Add the sums of some sessions to those kept, or with a minus take them off."""
        more = ", ".join(f"{value} = {self.name}.{value} + excluded.{value}" for value in self.values)
        return text(
            f"INSERT INTO {self.name} ({', '.join((*self.keys, *self.values))})"
            f" SELECT * FROM ({self.rows(where, sign)}) AS fresh WHERE 1 = 1"
            f" ON CONFLICT ({', '.join(self.keys)}) DO UPDATE SET {more}"
        )

    def of_game(self) -> str:
        """The rows of a game, without the game."""
        columns = ", ".join((*self.keys[1:], *self.values))
        return f"SELECT {columns} FROM {self.name} WHERE game = :game AND count <> 0"

    def compared(self) -> tuple[TextClause, TextClause]:
        """What is kept, and what it should be."""
        columns, keys = ", ".join((*self.keys, *self.values)), ", ".join(self.keys)
        kept = f"SELECT {columns} FROM {self.name} WHERE count <> 0 ORDER BY {keys}"
        order = ", ".join(str(number) for number in range(1, len(self.keys) + 1))
        return text(kept), text(f"SELECT * FROM ({self.rows('1 = 1')}) ORDER BY {order}")


def _turn(seat: str, first: str) -> str:
    return f"CASE WHEN {first} IS NULL THEN 0 ELSE ({seat} - {first} + result.players) % result.players + 1 END"


def _of_rounds(table: str, number: str, key: str, value: str, of: str, whole: str) -> str:
    return (
        f"SELECT result.game, {key} AS key, round.kind, round.size, {_turn(f'{table}.seat', 'round.first')} AS turn,"
        f" @COUNT(*) AS count, @SUM({value}) AS value, @SUM({of}) AS of,"
        f" @SUM(CASE WHEN {whole} THEN 1 ELSE 0 END) AS whole"
        f" FROM {_COUNTED} JOIN round ON round.session_id = result.session_id"
        f" JOIN {table} ON {table}.session_id = round.session_id AND {table}.{number} = round.number WHERE 1 = 1"
    )


def _of_results(sort: str, number: str, where: str) -> str:
    return (
        f"SELECT result.game, '{sort}' AS sort, result.players, {number} AS number, placing.won, @COUNT(*) AS count"
        f" FROM {_COUNTED} JOIN placing ON placing.session_id = result.session_id WHERE {where}"
    )


def _of_tables(sort: str, number: str) -> str:
    return (
        f"SELECT result.game, '{sort}' AS sort, result.players, {number} AS number, 0 AS won, @COUNT(*) AS count"
        f" FROM {_COUNTED} WHERE {_FINISHED} AND {number} IS NOT NULL"
    )


_COUNTED: Final = "result JOIN session ON session.id = result.session_id AND session.binned_at IS NULL"
_SUMMED: Final = (
    "@COUNT(*) AS count, @COUNT(result.seconds) AS timed, @COALESCE(SUM(result.seconds), 0) AS seconds",
    "@COUNT(result.top) AS scored, @COALESCE(SUM(result.top), 0) AS top",
)
_EXTREMES: Final = ("rounds", "high", "low", "lead", "climb")
_ROUNDS: Final = _Sums(
    "round_sum",
    ("game", "key", "kind", "size", "turn"),
    ("count", "value", "of", "whole"),
    (
        _of_rounds("round_score", "number", f"'{POINTS}'", "round_score.points", "0", "round_score.points > 0"),
        _of_rounds("measure", "round", "measure.key", "measure.value", "measure.of", "measure.value = measure.of"),
    ),
)
_RESULTS: Final = _Sums(
    "result_sum",
    ("game", "sort", "players", "number", "won"),
    ("count",),
    (
        _of_results(
            _SCORE,
            "placing.points",
            f"{_FINISHED} AND placing.seat = placing.side AND placing.points IS NOT NULL",
        ),
        _of_results(_TURN, _turn("placing.seat", "result.first"), "1 = 1"),
        _of_tables(_TIME, f"result.seconds / {TIME_STEP}"),
        *(_of_tables(column, f"result.{column}") for column in _EXTREMES),
    ),
)
_SIZES: Final = _Sums(
    "table_sum",
    ("game", "players", "status"),
    ("count", "timed", "seconds", "rounds", "scored", "top"),
    (
        f"SELECT result.game, result.players, result.status, {_SUMMED[0]}, @SUM(result.rounds) AS rounds, {_SUMMED[1]}"
        f" FROM {_COUNTED} WHERE 1 = 1",
    ),
)
_CHOICES: Final = _Sums(
    "choice_sum",
    ("game", "name", "value"),
    ("count", "timed", "seconds", "scored", "top"),
    (
        f"SELECT result.game, choice.name, choice.value, {_SUMMED[0]}, {_SUMMED[1]}"
        f" FROM {_COUNTED} JOIN choice ON choice.session_id = result.session_id WHERE {_FINISHED}",
    ),
)
_TABLES: Final = (_ROUNDS, _RESULTS, _SIZES, _CHOICES)
_ADD: Final = tuple(sums.into("result.session_id = :session") for sums in _TABLES)
_TAKE: Final = tuple(sums.into("result.session_id = :session", "-") for sums in _TABLES)
_SEVERAL: Final = "result.session_id IN :sessions"
_LISTED: Final[BindParameter[Any]] = bindparam("sessions", expanding=True)
_ADD_MANY: Final = tuple(sums.into(_SEVERAL).bindparams(_LISTED) for sums in _TABLES)
_TAKE_MANY: Final = tuple(sums.into(_SEVERAL, "-").bindparams(_LISTED) for sums in _TABLES)
_ALL: Final = tuple(sums.into("1 = 1") for sums in _TABLES)
_COMPARED: Final = tuple(sums.compared() for sums in _TABLES)


def _by(number: int, column: str) -> str:
    return (
        f"SELECT {number} AS sort, key, '{column}' AS sorted, {column} AS at, SUM(count) AS count, SUM(value) AS value,"
        f" SUM(of) AS of, SUM(whole) AS whole FROM sums WHERE kind <> '{PLAYED_BEFORE}' GROUP BY key, {column}"
        " HAVING SUM(count) <> 0"
    )


_SORTS: Final = " UNION ALL ".join(_by(number, column) for number, column in enumerate(("kind", "size", "turn")))
_READ_ROUNDS: Final = text(
    f"WITH sums AS MATERIALIZED ({_ROUNDS.of_game()})"
    f" SELECT key, sorted, at, count, value, of, whole FROM ({_SORTS}) ORDER BY sort, key, at"
)
_READ_RESULTS: Final = text(
    "SELECT players, number, won, count FROM result_sum WHERE game = :game AND sort = :sort AND count <> 0"
    " ORDER BY players, number, won"
)
_READ_TABLES: Final = text(f"{_SIZES.of_game()} ORDER BY players, status")
_READ_CHOICES: Final = text(f"{_CHOICES.of_game()} ORDER BY name, value")
_READ_EXTREMES: Final = text(
    "SELECT players, sort, MIN(number), MAX(number) FROM result_sum WHERE game = :game AND count <> 0"
    f" AND sort IN ({', '.join(map(repr, _EXTREMES))}) GROUP BY players, sort"
)
