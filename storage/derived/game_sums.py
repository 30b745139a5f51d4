"""Counts over all sessions of a game, read from their sums: plays, times, points, measures, final scores, who won.

A page about thousands of evenings cannot add up a million numbers; `storage/derived/pipeline.py` keeps their sums.
"""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Table, text

from scoring.game import PLAYED_BEFORE
from storage.models import CHOICE_SUM, ROUND_SUM, TABLE_SUM

POINTS: Final = ""
"""The key under which the points of rounds are summed; measures have their own."""

SCORE: Final = "score"
TURN: Final = "turn"
TIME: Final = "time"
EXTREMES: Final = ("rounds", "high", "low", "lead", "climb")
"""What `result_sum.sort` says: a final score, the place in the order of play, the duration, or a column of `result`."""

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


def rounds_of(db: Connection, game: str) -> tuple[RoundSum, ...]:
    """The sums of all rounds of a game, by kind, by hand size and by turn, in that order."""
    return tuple(RoundSum(*row) for row in db.execute(_READ_ROUNDS, {"game": game}))


def scores_of(db: Connection, game: str) -> tuple[ScoreCount, ...]:
    """How often each final score came, by number of players."""
    rows = db.execute(_READ_RESULTS, {"game": game, "sort": SCORE})
    return tuple(ScoreCount(players, number, bool(won), count) for players, number, won, count in rows)


def times_of(db: Connection, game: str) -> tuple[tuple[int, int, int], ...]:
    """Players, seconds rounded down to `TIME_STEP`, and how many finished sessions took that long."""
    rows = db.execute(_READ_RESULTS, {"game": game, "sort": TIME})
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
    for players, number, won, count in db.execute(_READ_RESULTS, {"game": game, "sort": TURN}):
        found.setdefault((players, number), [0, 0])[won] += count
    return tuple(TurnCount(*at, lost + won, won) for at, (lost, won) in found.items())


# Statements ---------------------------------------------------------------------------------------------------------


def _of_game(table: Table) -> str:
    """The rows of a game in a table of sums, without the game."""
    columns = ", ".join(column.name for column in table.columns if column.name != "game")
    return f"SELECT {columns} FROM {table.name} WHERE game = :game AND count <> 0"


def _by(number: int, column: str) -> str:
    return (
        f"SELECT {number} AS sort, key, '{column}' AS sorted, {column} AS at, SUM(count) AS count, SUM(value) AS value,"
        f" SUM(of) AS of, SUM(whole) AS whole FROM sums WHERE kind <> '{PLAYED_BEFORE}' GROUP BY key, {column}"
        " HAVING SUM(count) <> 0"
    )


_SORTS: Final = " UNION ALL ".join(_by(number, column) for number, column in enumerate(("kind", "size", "turn")))
_READ_ROUNDS: Final = text(
    f"WITH sums AS MATERIALIZED ({_of_game(ROUND_SUM)})"
    f" SELECT key, sorted, at, count, value, of, whole FROM ({_SORTS}) ORDER BY sort, key, at"
)
_READ_RESULTS: Final = text(
    "SELECT players, number, won, count FROM result_sum WHERE game = :game AND sort = :sort AND count <> 0"
    " ORDER BY players, number, won"
)
_READ_TABLES: Final = text(f"{_of_game(TABLE_SUM)} ORDER BY players, status")
_READ_CHOICES: Final = text(f"{_of_game(CHOICE_SUM)} ORDER BY name, value")
_READ_EXTREMES: Final = text(
    "SELECT players, sort, MIN(number), MAX(number) FROM result_sum WHERE game = :game AND count <> 0"
    f" AND sort IN ({', '.join(map(repr, EXTREMES))}) GROUP BY players, sort"
)
