"""The records of a game: who first reached the highest or lowest value, in finished sessions only."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Select, String, and_, bindparam, literal, select
from sqlmodel import Session

from scoring.contract.game import TOTALS_ONLY
from storage.models import PLACING, PLAYER, ROUND, ROUND_SCORE, SEAT


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The first to reach `value`, in points, ranks or seconds. `names` is empty if the record is the whole table's.

    `title` is the title of the round for records of a single round, where partners do not share their points; empty
    where players reached it in rounds of different titles.
    `other_holders` counts the players who reached the same value later or at the same table; if `is_truncated`, there
    may be more of them, in later sessions.
    """

    key: str
    value: float
    session_id: str
    at: datetime
    names: tuple[str, ...]
    title: str = ""
    other_holders: int = 0
    is_truncated: bool = False


def query_records(db: Session, finished: Sequence[Any]) -> Iterator[GameRecord]:
    """The records of the finished sessions of a game, given as rows of `result` in the order in which they ended."""
    for key, (column, choose) in _VALUES.items():
        values = [getattr(row, column) for row in finished]
        value = choose((value for value in values if value is not None), default=None)
        if value is None or (key == "comeback" and value <= 0):
            continue
        results = [row for row, reached in zip(finished, values, strict=True) if reached == value]
        if key in _SEATS:
            yield from _find_holders(db, key, value, results)
        else:
            yield _make_record(key, value, results[0])


def _find_holders(db: Session, key: str, value: float, results: Sequence[Any]) -> Iterator[GameRecord]:
    """The record with the names of the first players who reached it."""
    order = {row.session_id: number for number, row in enumerate(results[:_MAX_SESSIONS])}
    seats = db.execute(_SEATS[key], {"sessions": list(order), "value": value}).all()
    if not seats:  # the session was derived by another version of the app
        return
    first = min(seats, key=lambda seat: order[seat.session_id])
    players = db.execute(_PLAYERS, {"sessions": list(order)}).all()
    table = {row.seat: row for row in players if row.session_id == first.session_id}
    partners = [row for row in table.values() if not first.title and row.side == table[first.seat].side]
    names = {row.id: row.name for row in partners or [table[first.seat]]}
    reached = {(seat.session_id, seat.seat) for seat in seats}
    holders = {row.id: row.name for row in players if (row.session_id, row.seat) in reached}
    if len(holders.keys() | names.keys()) == 2 and len(results) <= _MAX_SESSIONS:
        names |= holders
    others = holders.keys() - names.keys()
    is_one_round = len(names | holders) == 1 or len({seat.title for seat in seats}) == 1
    yield replace(
        _make_record(key, value, results[order[first.session_id]]),
        names=tuple(names.values()),
        title=first.title if is_one_round else "",
        other_holders=len(others),
        is_truncated=len(results) > _MAX_SESSIONS,
    )


def _make_record(key: str, value: float, result: Any) -> GameRecord:
    return GameRecord(key, value, result.session_id, result.finished_at, ())


_MAX_SESSIONS: Final = 60
"""The number of sessions with the same value that are read; some values occur in every other session."""

_VALUES: Final[dict[str, tuple[str, Any]]] = {
    "most_points": ("most", max),
    "least_points": ("least", min),
    "best_round": ("high", max),
    "worst_round": ("low", min),
    "clearest": ("lead", max),
    "comeback": ("climb", max),
    "longest": ("seconds", max),
    "shortest": ("seconds", min),
}
"""The column of `result` with the value of each record, and which of its values is the record."""

_VALUE: Final[Any] = bindparam("value")
_SESSIONS: Final[Any] = bindparam("sessions", expanding=True)


def _select_sides(condition: Any) -> Select[Any]:
    query = select(PLACING.c.session_id, PLACING.c.seat, literal("", String).label("title"))
    return query.where(PLACING.c.session_id.in_(_SESSIONS), PLACING.c.ranked, condition).order_by(
        PLACING.c.rank, PLACING.c.seat
    )


_ROUNDS: Final = (
    select(ROUND_SCORE.c.session_id, ROUND_SCORE.c.seat, ROUND.c.title)
    .join(ROUND, and_(ROUND_SCORE.c.session_id == ROUND.c.session_id, ROUND_SCORE.c.number == ROUND.c.number))
    .where(ROUND_SCORE.c.session_id.in_(_SESSIONS), ROUND_SCORE.c.points == _VALUE, ROUND.c.type.not_in(TOTALS_ONLY))
    .order_by(ROUND.c.number, ROUND_SCORE.c.seat)
)
_SEATS: Final = {
    "most_points": _select_sides(PLACING.c.points == _VALUE),
    "least_points": _select_sides(PLACING.c.points == _VALUE),
    "best_round": _ROUNDS,
    "worst_round": _ROUNDS,
    "comeback": _select_sides(PLACING.c.halfway - PLACING.c.rank == _VALUE),
    "clearest": _select_sides(PLACING.c.rank == 1),
}
"""Queries for the seats that reached the value of a record; a record without one is the whole table's."""

_SEATED: Final = PLAYER.alias("seated")
_PLAYERS: Final = (
    select(SEAT.c.session_id, SEAT.c.seat, PLACING.c.side, PLAYER.c.id, PLAYER.c.name)
    .join(_SEATED, _SEATED.c.id == SEAT.c.player_id)
    .join(PLAYER, PLAYER.c.id == _SEATED.c.counts_as)
    .outerjoin(PLACING, and_(PLACING.c.session_id == SEAT.c.session_id, PLACING.c.seat == SEAT.c.seat))
    .where(SEAT.c.session_id.in_(_SESSIONS))
    .order_by(SEAT.c.session_id, SEAT.c.seat)
)
