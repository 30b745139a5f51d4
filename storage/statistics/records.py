"""The records of a game: who first reached the highest or lowest value, in finished sessions only."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    Integer,
    Select,
    String,
    and_,
    bindparam,
    exists,
    literal,
    null,
    select,
)
from sqlmodel import Session

from scoring.contract.game import TOTALS_ONLY
from storage.models import PLACING, PLAYER, RESULT, ROUND, ROUND_SCORE, SEAT, SESSION


@dataclass(frozen=True, slots=True)
class GameRecord:
    """The first to reach `value`, in points, ranks or seconds. `names` is empty if the record is the whole table's.

    `title` is the title of the round for records of a single round, where partners do not share their points.
    `other_holders` counts the players who reached the same value later or at the same table; if `is_truncated`, there
    may be more of them.
    """

    key: str
    value: int
    session_id: str
    at: datetime
    names: tuple[str, ...]
    title: str = ""
    other_holders: int = 0
    is_truncated: bool = False


def query_records(db: Session, game: str, values: Mapping[str, int]) -> Iterator[GameRecord]:
    """Find who first reached the value of each record."""
    for key, value in values.items():
        rows = db.execute(_HOLDERS[key], {"game": game, "value": value}).all()
        if not rows:  # the session was derived by another version of the app
            continue
        first = rows[0]
        if first.seat is None:
            yield GameRecord(key, value, first.session_id, first.finished_at, ())
            continue
        parameters = {"session": first.session_id, "seat": first.seat}
        holders = {row.id: row.name for row in db.execute(_SEAT_PLAYER if first.title else _SIDE_PLAYERS, parameters)}
        others = len(_find_players(db, rows) - holders.keys())
        yield GameRecord(
            key,
            value,
            first.session_id,
            first.finished_at,
            tuple(holders.values()),
            first.title,
            others,
            is_truncated=len(rows) == _MAX_HOLDERS,
        )


def _find_players(db: Session, rows: Sequence[Any]) -> set[str]:
    """The canonical ids of the players in the seats of these rows."""
    seats = {(row.session_id, row.seat) for row in rows}
    players = db.execute(_SESSION_PLAYERS, {"sessions": sorted({row.session_id for row in rows})})
    return {player_id for session, seat, player_id in players if (session, seat) in seats}


_MAX_HOLDERS: Final = 60
"""The number of results with the same value that are read; some values occur in every other session."""

FINISHED: Final = "finished"

IS_FINISHED: Final = RESULT.c.status == FINISHED
"""The condition that a session was played to its end."""

IN_GAME: Final = and_(
    RESULT.c.game == bindparam("game"),
    exists().where(SESSION.c.id == RESULT.c.session_id, SESSION.c.binned_at.is_(None)),
)
"""The condition that a session is of the game bound as `game` and not in the bin."""

_VALUE: Final[Any] = bindparam("value")
_OWN: Final = PLACING.alias("own")
_SEATED: Final = PLAYER.alias("seated")
_SIDE_PLAYERS: Final = (
    select(PLAYER.c.id, PLAYER.c.name)
    .join_from(_OWN, PLACING, and_(PLACING.c.session_id == _OWN.c.session_id, PLACING.c.side == _OWN.c.side))
    .join(SEAT, and_(SEAT.c.session_id == PLACING.c.session_id, SEAT.c.seat == PLACING.c.seat))
    .join(_SEATED, _SEATED.c.id == SEAT.c.player_id)
    .join(PLAYER, PLAYER.c.id == _SEATED.c.counts_as)
    .where(_OWN.c.session_id == bindparam("session"), _OWN.c.seat == bindparam("seat"))
    .order_by(PLACING.c.seat)
)
_SEAT_PLAYER: Final = (
    select(PLAYER.c.id, PLAYER.c.name)
    .join_from(SEAT, _SEATED, _SEATED.c.id == SEAT.c.player_id)
    .join(PLAYER, PLAYER.c.id == _SEATED.c.counts_as)
    .where(SEAT.c.session_id == bindparam("session"), SEAT.c.seat == bindparam("seat"))
)
_ORDER: Final = (RESULT.c.finished_at, RESULT.c.session_id)


def _select_tables(condition: Any) -> Select[Any]:
    seat, title = null().cast(Integer).label("seat"), literal("", String).label("title")
    query = select(RESULT.c.session_id, RESULT.c.finished_at, seat, title).where(IN_GAME, IS_FINISHED, condition)
    return query.order_by(*_ORDER)


def _select_sides(condition: Any) -> Select[Any]:
    query = select(RESULT.c.session_id, RESULT.c.finished_at, PLACING.c.seat, literal("", String).label("title"))
    query = query.join_from(RESULT, PLACING, PLACING.c.session_id == RESULT.c.session_id)
    return query.where(IN_GAME, IS_FINISHED, condition).order_by(*_ORDER, PLACING.c.rank, PLACING.c.seat)


def _select_rounds(column: Any) -> Select[Any]:
    query = select(RESULT.c.session_id, RESULT.c.finished_at, ROUND_SCORE.c.seat, ROUND.c.title)
    query = query.join_from(RESULT, ROUND, ROUND.c.session_id == RESULT.c.session_id).join(
        ROUND_SCORE, and_(ROUND_SCORE.c.session_id == ROUND.c.session_id, ROUND_SCORE.c.number == ROUND.c.number)
    )
    query = query.where(
        IN_GAME, IS_FINISHED, column == _VALUE, ROUND_SCORE.c.points == _VALUE, ROUND.c.type.not_in(TOTALS_ONLY)
    )
    return query.order_by(*_ORDER, ROUND.c.number, ROUND_SCORE.c.seat)


_REACHED: Final = {
    "most_points": _select_sides(and_(RESULT.c.most == _VALUE, PLACING.c.points == _VALUE)),
    "least_points": _select_sides(and_(RESULT.c.least == _VALUE, PLACING.c.points == _VALUE)),
    "best_round": _select_rounds(RESULT.c.high),
    "worst_round": _select_rounds(RESULT.c.low),
    "comeback": _select_sides(and_(RESULT.c.climb == _VALUE, PLACING.c.halfway - PLACING.c.rank == _VALUE)),
    "clearest": _select_sides(and_(RESULT.c.lead == _VALUE, PLACING.c.rank == 1)),
    "longest": _select_tables(RESULT.c.seconds == _VALUE),
    "shortest": _select_tables(RESULT.c.seconds == _VALUE),
}
"""Queries for everybody who reached the value of a record, earliest first."""

_HOLDERS: Final = {key: query.limit(_MAX_HOLDERS) for key, query in _REACHED.items()}
_SESSION_PLAYERS: Final = (
    select(SEAT.c.session_id, SEAT.c.seat, _SEATED.c.counts_as)
    .join(_SEATED, _SEATED.c.id == SEAT.c.player_id)
    .where(SEAT.c.session_id.in_(bindparam("sessions", expanding=True)))
)
