"""Points and measures of all rounds of a game, summed by kind, hand size and turn.

A page about thousands of evenings cannot add up a million numbers; so they are added when a session closes and taken
off when its result goes. Sessions in the bin stay in the sums until they are deleted, and are taken off by the reader:
they are few. `remake` makes everything again.
"""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, text

POINTS: Final = ""
"""The key under which points are summed; measures have their own."""


@dataclass(frozen=True, slots=True)
class RoundSum:
    """`count` times somebody did `key` in such a round: `value` out of `of`, `whole` times all of it.

    `turn` is the place in the round, from 1 for who began; 0 where nobody knows. For points `whole` is how often
    they were more than 0.
    """

    key: str
    kind: str
    size: int
    turn: int
    count: int
    value: int
    of: int
    whole: int


_TURN: Final = (
    "CASE WHEN round.first IS NULL THEN 0 ELSE ({0}.seat - round.first + result.players) % result.players + 1 END"
)


def _rows(where: str, sign: str = "") -> str:
    """The sums of the sessions that fulfil a condition on `result`."""

    def part(table: str, number: str, key: str, value: str, of: str, full: str) -> str:
        return (
            f"SELECT result.game, {key} AS key, round.kind, round.size, {_TURN.format(table)} AS turn,"
            f" {sign}COUNT(*) AS count, {sign}SUM({value}) AS value, {sign}SUM({of}) AS of,"
            f" {sign}SUM(CASE WHEN {full} THEN 1 ELSE 0 END) AS whole"
            f" FROM result JOIN round ON round.session_id = result.session_id"
            f" JOIN {table} ON {table}.session_id = round.session_id AND {table}.{number} = round.number"
            f" WHERE {where} GROUP BY result.game, {key}, round.kind, round.size, turn"
        )

    points = part("round_score", "number", f"'{POINTS}'", "round_score.points", "0", "round_score.points > 0")
    measure = part("measure", "round", "measure.key", "measure.value", "measure.of", "measure.value = measure.of")
    return f"{points} UNION ALL {measure}"


_COLUMNS: Final = "game, key, kind, size, turn, count, value, of, whole"


def _into(where: str, sign: str = "") -> str:
    return (
        f"INSERT INTO round_sum ({_COLUMNS}) SELECT * FROM ({_rows(where, sign)}) AS fresh WHERE 1 = 1"
        " ON CONFLICT (game, key, kind, size, turn) DO UPDATE SET count = round_sum.count + excluded.count,"
        " value = round_sum.value + excluded.value, of = round_sum.of + excluded.of,"
        " whole = round_sum.whole + excluded.whole"
    )


_ADD: Final = text(_into("result.session_id = :session"))
_TAKE: Final = text(_into("result.session_id = :session", "-"))
_REMAKE: Final = text(_into("1 = 1"))
_BINNED: Final = _rows(
    "result.session_id IN (SELECT id FROM session WHERE binned_at IS NOT NULL AND game = :game)", "-"
)
_READ: Final = text(
    "SELECT key, kind, size, turn, SUM(count), SUM(value), SUM(of), SUM(whole) FROM ("
    f"SELECT {_COLUMNS} FROM round_sum WHERE game = :game UNION ALL {_BINNED})"
    " GROUP BY key, kind, size, turn HAVING SUM(count) <> 0 ORDER BY key, kind, size, turn"
)
_KEPT: Final = text(f"SELECT {_COLUMNS} FROM round_sum WHERE count <> 0 ORDER BY 1, 2, 3, 4, 5")
_FRESH: Final = text(f"SELECT * FROM ({_rows('1 = 1')}) ORDER BY 1, 2, 3, 4, 5")


def add(db: Connection, session_id: str) -> None:
    """Count a session whose derived rows have just been written."""
    db.execute(_ADD, {"session": session_id})


def take(db: Connection, session_id: str) -> None:
    """Count a session no longer, whose derived rows are about to go."""
    db.execute(_TAKE, {"session": session_id})


def remake(db: Connection) -> None:
    """Sum everything anew."""
    db.execute(text("DELETE FROM round_sum"))
    db.execute(_REMAKE)


def read(db: Connection, game: str) -> tuple[RoundSum, ...]:
    """The sums of a game without the sessions in the bin."""
    return tuple(RoundSum(*row) for row in db.execute(_READ, {"game": game}))


def are_right(db: Connection) -> bool:
    """Whether the sums kept are those of the results kept."""
    return db.execute(_KEPT).all() == db.execute(_FRESH).all()
