"""Sums over all sessions of a game: points, measures, final scores, options and wins."""

from collections import defaultdict
from dataclasses import dataclass
from typing import Final

from sqlalchemy import text
from sqlmodel import Session

from scoring.contract.game import TOTALS_ONLY

POINTS: Final = ""
"""The key of the points of rounds; measures have their own keys."""


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
    value: float
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
    points: float
    won: bool
    count: int


@dataclass(frozen=True, slots=True)
class VariantCount:
    """The finished sessions with an option that differs from the printed rules.

    `seconds` is summed over the `timed` sessions, and `top`, the best side's points, over the `scored` ones.
    """

    name: str
    value: str
    plays: int
    timed: int
    seconds: int
    scored: int
    top: float


@dataclass(frozen=True, slots=True)
class TurnCount:
    """Wins by turn order, counted from the player who started. Turn 0 means unknown."""

    players: int
    turn: int
    plays: int
    wins: int


def load_round_sums(db: Session, game: str) -> tuple[RoundSum, ...]:
    """The sums over all rounds of a game: by type of round, then by hand size, then by turn order."""
    sums: dict[tuple[str, str, str | int], list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for key, kind, size, turn, *numbers in db.execute(_ROUNDS, {"game": game}):
        for by, at in (("type", kind), ("size", size), ("turn", turn)):
            sums[key, by, at] = [total + more for total, more in zip(sums[key, by, at], numbers, strict=True)]
    order = ("type", "size", "turn")
    return tuple(RoundSum(*of, *sums[of]) for of in sorted(sums, key=lambda of: (order.index(of[1]), of[0], of[2])))


def load_score_counts(db: Session, game: str) -> tuple[ScoreCount, ...]:
    """The frequency of each final score, by number of players."""
    return tuple(
        ScoreCount(players, points, bool(won), count)
        for players, points, won, count in db.execute(_SCORES, {"game": game})
    )


# Statements ---------------------------------------------------------------------------------------------------------

_FROM: Final = "FROM result JOIN session ON session.id = result.session_id AND session.binned_at IS NULL"
_OF_GAME: Final = "WHERE result.game = :game"
_FINISHED: Final = f"{_OF_GAME} AND result.status = 'finished'"
_COUNTED: Final = "COUNT(*), COUNT(result.seconds), COALESCE(SUM(result.seconds), 0)"
_SCORED: Final = "COUNT(result.top), COALESCE(SUM(result.top), 0)"


def _turn_order(seat: str, starter: str) -> str:
    """The place in the turn order, counted from 1 for the player who started; 0 means unknown."""
    return f"CASE WHEN {starter} IS NULL THEN 0 ELSE ({seat} - {starter} + result.players) % result.players + 1 END"


def _sum_rounds(table: str, number: str, key: str, value: str, of: str, reached: str) -> str:
    # CROSS JOIN keeps the order: by itself SQLite looks up the round of every measure instead
    return (
        f"SELECT {key} AS key, round.type, round.size, {_turn_order(f'{table}.seat', 'round.starter')} AS turn,"
        f" COUNT(*) AS count, SUM({value}) AS value, SUM({of}) AS of, SUM({reached}) AS reached"
        f" {_FROM} JOIN round ON round.session_id = result.session_id"
        f" CROSS JOIN {table} ON {table}.session_id = round.session_id AND {table}.{number} = round.number"
        f" {_OF_GAME} AND round.type NOT IN {TOTALS_ONLY} GROUP BY 1, 2, 3, 4"
    )


_POINTS: Final = _sum_rounds(
    "round_score", "number", f"'{POINTS}'", "round_score.points", "0", "round_score.points > 0"
)
_MEASURES: Final = _sum_rounds(
    "measure", "round", "measure.key", "measure.value", "measure.of", "measure.value = measure.of"
)
_ROUNDS: Final = text(f"{_POINTS} UNION ALL {_MEASURES}")
_SCORES: Final = text(
    f"SELECT result.players, placing.points, placing.won, COUNT(*) {_FROM}"
    f" JOIN placing ON placing.session_id = result.session_id {_FINISHED}"
    " AND placing.seat = placing.side AND placing.ranked AND placing.points IS NOT NULL"
    " GROUP BY 1, 2, 3 ORDER BY 1, 2, 3"
)
TURNS: Final = text(
    f"SELECT result.players, {_turn_order('placing.seat', 'result.starter')} AS turn, COUNT(*), SUM(placing.won)"
    f" {_FROM} JOIN placing ON placing.session_id = result.session_id {_OF_GAME} GROUP BY 1, 2 ORDER BY 1, 2"
)
CHOICES: Final = text(
    f"SELECT choice.name, choice.value, {_COUNTED}, {_SCORED} {_FROM}"
    f" JOIN choice ON choice.session_id = result.session_id {_FINISHED} GROUP BY 1, 2 ORDER BY 1, 2"
)
