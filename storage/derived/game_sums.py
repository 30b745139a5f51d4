"""Read the stored sums over all sessions of a game: plays, times, points, measures, final scores and wins.

The sums are maintained by `storage/derived/pipeline.py`, because pages about thousands of sessions cannot add up a
million rows.
"""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, Table, text

from scoring.contract.game import TOTALS_ONLY
from storage.models import CHOICE_SUM, ROUND_SUM, TABLE_SUM

POINTS: Final = ""
"""The key of the points of rounds; measures have their own keys."""

SCORE: Final = "score"
TURN: Final = "turn"
TIME: Final = "time"
EXTREMES: Final = ("high", "low", "lead", "climb", "most", "least")
"""The values of `result_sum.quantity`: final score, turn order, playing time, and columns of `result`."""

TIME_STEP: Final = 300
"""Playing times are counted in steps of this many seconds."""


@dataclass(frozen=True, slots=True)
class RoundSum:
    """The sum of a measure (`key`) in some rounds: `count` values with the sum `value`, out of `of`.

    `by` and `at` select the rounds: "type" and the type of round, "size" and the hand size, or "turn" and the turn
    order, from 1 for the player who started (0 if unknown). `reached` counts the values that reached `of`; for points,
    those above 0.
    """

    key: str
    by: str
    at: str | int
    count: int
    value: int
    of: int
    reached: int

    @property
    def mean(self) -> float:
        return self.value / self.count

    @property
    def share(self) -> float | None:
        """The share of the maximum; None if the measure has none."""
        return self.value / self.of if self.of else None


@dataclass(frozen=True, slots=True)
class ScoreCount:
    """The number of sides that ended a finished session of this many players with this score."""

    players: int
    points: int
    won: bool
    count: int


@dataclass(frozen=True, slots=True)
class TableSum:
    """The sums over sessions with this many players and this status.

    `seconds` is summed over the `timed` sessions, `rounds` over all, and `top`, the best side's points, over the
    `scored` ones.
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
    """The finished sessions with an option that differs from the printed rules; sums as in `TableSum`."""

    name: str
    value: str
    count: int
    timed: int
    seconds: int
    scored: int
    top: int


@dataclass(frozen=True, slots=True)
class Extreme:
    """The least and the highest value of a column of `result` in finished sessions of this many players."""

    players: int
    column: str
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class TurnCount:
    """Wins by turn order, counted from the player who started. Turn 0 means unknown."""

    players: int
    turn: int
    plays: int
    wins: int


def load_round_sums(db: Connection, game: str) -> tuple[RoundSum, ...]:
    """The sums over all rounds of a game: by type of round, then by hand size, then by turn order."""
    return tuple(RoundSum(*row) for row in db.execute(_READ_ROUNDS, {"game": game}))


def load_score_counts(db: Connection, game: str) -> tuple[ScoreCount, ...]:
    """The frequency of each final score, by number of players."""
    rows = db.execute(_READ_RESULTS, {"game": game, "quantity": SCORE})
    return tuple(ScoreCount(players, number, bool(won), count) for players, number, won, count in rows)


def load_time_counts(db: Connection, game: str) -> tuple[tuple[int, int, int], ...]:
    """Triples of players, seconds rounded down to `TIME_STEP`, and the number of finished sessions."""
    rows = db.execute(_READ_RESULTS, {"game": game, "quantity": TIME})
    return tuple((players, number * TIME_STEP, count) for players, number, _, count in rows)


def load_table_sums(db: Connection, game: str) -> tuple[TableSum, ...]:
    """The sums over the sessions of a game, by number of players and status."""
    return tuple(TableSum(*row) for row in db.execute(_READ_TABLES, {"game": game}))


def load_variant_sums(db: Connection, game: str) -> tuple[ChoiceSum, ...]:
    """The sums over the finished sessions of a game, by option that differs from the printed rules."""
    return tuple(ChoiceSum(*row) for row in db.execute(_READ_CHOICES, {"game": game}))


def load_extremes(db: Connection, game: str) -> tuple[Extreme, ...]:
    """The extremes of the columns in `EXTREMES`, by number of players."""
    return tuple(Extreme(*row) for row in db.execute(_READ_EXTREMES, {"game": game}))


def load_turn_counts(db: Connection, game: str) -> tuple[TurnCount, ...]:
    """The plays and wins of each turn, by number of players."""
    counts: dict[tuple[int, int], list[int]] = {}
    for players, number, won, count in db.execute(_READ_RESULTS, {"game": game, "quantity": TURN}):
        counts.setdefault((players, number), [0, 0])[won] += count
    return tuple(TurnCount(*key, lost + won, won) for key, (lost, won) in counts.items())


# Statements ---------------------------------------------------------------------------------------------------------


def _select_of_game(table: Table) -> str:
    """A query for the rows of a game in a table of sums, without the column of the game."""
    columns = ", ".join(column.name for column in table.columns if column.name != "game")
    return f"SELECT {columns} FROM {table.name} WHERE game = :game AND count <> 0"


def _group_by(number: int, column: str) -> str:
    """The sums of rounds grouped by a column; `number` sorts the groupings."""
    return (
        f"SELECT {number} AS grouping, key, '{column}' AS grouped_by, {column} AS at, SUM(count) AS count,"
        f" SUM(value) AS value, SUM(of) AS of, SUM(reached) AS reached FROM sums"
        f" WHERE type NOT IN {TOTALS_ONLY} GROUP BY key, {column} HAVING SUM(count) <> 0"
    )


_GROUPINGS: Final = " UNION ALL ".join(
    _group_by(number, column) for number, column in enumerate(("type", "size", "turn"))
)
_READ_ROUNDS: Final = text(
    f"WITH sums AS MATERIALIZED ({_select_of_game(ROUND_SUM)})"
    f" SELECT key, grouped_by, at, count, value, of, reached FROM ({_GROUPINGS}) ORDER BY grouping, key, at"
)
_READ_RESULTS: Final = text(
    "SELECT players, number, won, count FROM result_sum WHERE game = :game AND quantity = :quantity AND count <> 0"
    " ORDER BY players, number, won"
)
_READ_TABLES: Final = text(f"{_select_of_game(TABLE_SUM)} ORDER BY players, status")
_READ_CHOICES: Final = text(f"{_select_of_game(CHOICE_SUM)} ORDER BY name, value")
_READ_EXTREMES: Final = text(
    "SELECT players, quantity, MIN(number), MAX(number) FROM result_sum WHERE game = :game AND count <> 0"
    f" AND quantity IN ({', '.join(map(repr, EXTREMES))}) GROUP BY players, quantity"
)
