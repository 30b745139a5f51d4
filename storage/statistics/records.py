"""The records of a game: who first did most or least of something, in a session that was played to its end."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Integer, Select, String, and_, bindparam, literal, null, select

from storage.models import PLACING, PLAYER, RESULT, ROUND, ROUND_SCORE, SEAT, SESSION
from storage.sums import JOINED


@dataclass(frozen=True, slots=True)
class Record:
    """The first who did it: `value` in points, ranks or seconds; `names` are empty for a whole table.

    `title` is that of the round, for the records of one round: partners share a score, but not what each got there.
    """

    key: str
    value: int
    session_id: str
    at: datetime
    names: tuple[str, ...]
    title: str = ""


def records_of(db: Connection, game: str, values: Mapping[str, int]) -> Iterator[Record]:
    """Who first reached each of these values, by key of the record."""
    for key, value in values.items():
        row = db.execute(_HOLDERS[key], {"game": game, "value": value}).one_or_none()
        if row is None:  # of a session that only an older app could read
            continue
        of = {"session": row.session_id, "seat": row.seat}
        names = () if row.seat is None else tuple(db.execute(_SEATED if row.title else _SIDE, of).scalars())
        yield Record(key, value, row.session_id, row.finished_at, names, row.title)


WHOLE: Final = RESULT.c.status == "finished"
"""Sessions that were played to their end."""

COUNTS: Final = and_(
    RESULT.c.game == bindparam("game"),
    RESULT.c.session_id.not_in(select(SESSION.c.id).where(SESSION.c.binned_at.is_not(None))),
)
"""The sessions of a game that are not in the bin."""

_VALUE: Final[Any] = bindparam("value")
_ITS: Final = PLACING.alias("its")
_SAT: Final = PLAYER.alias("sat")
_SIDE: Final = (
    select(PLAYER.c.name)
    .join_from(_ITS, PLACING, and_(PLACING.c.session_id == _ITS.c.session_id, PLACING.c.side == _ITS.c.side))
    .join(SEAT, and_(SEAT.c.session_id == PLACING.c.session_id, SEAT.c.seat == PLACING.c.seat))
    .join(_SAT, _SAT.c.id == SEAT.c.player_id)
    .join(PLAYER, PLAYER.c.id == _SAT.c.counts_as)
    .where(_ITS.c.session_id == bindparam("session"), _ITS.c.seat == bindparam("seat"))
    .order_by(PLACING.c.seat)
)
_SEATED: Final = (
    select(PLAYER.c.name)
    .join_from(SEAT, _SAT, _SAT.c.id == SEAT.c.player_id)
    .join(PLAYER, PLAYER.c.id == _SAT.c.counts_as)
    .where(SEAT.c.session_id == bindparam("session"), SEAT.c.seat == bindparam("seat"))
)
_ORDER: Final = (RESULT.c.finished_at, RESULT.c.session_id)


def _at_table(condition: Any) -> Select[Any]:
    nobody, untitled = null().cast(Integer).label("seat"), literal("", String).label("title")
    query = select(RESULT.c.session_id, RESULT.c.finished_at, nobody, untitled)
    return query.where(COUNTS, WHOLE, condition).order_by(*_ORDER).limit(1)


def _of_side(condition: Any) -> Select[Any]:
    query = select(RESULT.c.session_id, RESULT.c.finished_at, PLACING.c.seat, literal("", String).label("title"))
    query = query.join_from(RESULT, PLACING, PLACING.c.session_id == RESULT.c.session_id)
    return query.where(COUNTS, WHOLE, condition).order_by(*_ORDER, PLACING.c.rank, PLACING.c.seat).limit(1)


def _in_round(column: Any) -> Select[Any]:
    query = select(RESULT.c.session_id, RESULT.c.finished_at, ROUND_SCORE.c.seat, ROUND.c.title)
    query = query.join_from(RESULT, ROUND, ROUND.c.session_id == RESULT.c.session_id).join(
        ROUND_SCORE, and_(ROUND_SCORE.c.session_id == ROUND.c.session_id, ROUND_SCORE.c.number == ROUND.c.number)
    )
    query = query.where(COUNTS, WHOLE, column == _VALUE, ROUND_SCORE.c.points == _VALUE, ROUND.c.kind != JOINED)
    return query.order_by(*_ORDER, ROUND.c.number, ROUND_SCORE.c.seat).limit(1)


_HOLDERS: Final = {
    "most_points": _of_side(PLACING.c.points == _VALUE),
    "least_points": _of_side(PLACING.c.points == _VALUE),
    "best_round": _in_round(RESULT.c.high),
    "worst_round": _in_round(RESULT.c.low),
    "comeback": _of_side(and_(RESULT.c.climb == _VALUE, PLACING.c.halfway - PLACING.c.rank == _VALUE)),
    "clearest": _of_side(and_(RESULT.c.lead == _VALUE, PLACING.c.rank == 1)),
    "longest": _at_table(RESULT.c.seconds == _VALUE),
    "shortest": _at_table(RESULT.c.seconds == _VALUE),
}
