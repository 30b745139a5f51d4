"""The records of a game: who first did most or least of something, in a session that was played to its end."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlalchemy import (
    Connection,
    Integer,
    Select,
    String,
    and_,
    bindparam,
    exists,
    literal,
    literal_column,
    null,
    select,
)

from scoring.game import PLAYED_BEFORE
from storage.models import PLACING, PLAYER, RESULT, ROUND, ROUND_SCORE, SEAT, SESSION, TABLE_SUM


@dataclass(frozen=True, slots=True)
class Record:
    """The first who did it: `value` in points, ranks or seconds; `names` are empty for a whole table.

    `title` is that of the round, for the records of one round: partners share a score, but not what each got there.
    `others` are the people who did the same later or at the same table; `often`: there may be more of them.
    """

    key: str
    value: int
    session_id: str
    at: datetime
    names: tuple[str, ...]
    title: str = ""
    others: int = 0
    often: bool = False


def records_of(db: Connection, game: str, values: Mapping[str, int]) -> Iterator[Record]:
    """Who first reached each of these values, by key of the record."""
    for key, value in values.items():
        rows = db.execute(_HOLDERS[key], {"game": game, "value": value}).all()
        if not rows:  # of a session that only an older app could read
            continue
        first = rows[0]
        if first.seat is None:
            yield Record(key, value, first.session_id, first.finished_at, ())
            continue
        of = {"session": first.session_id, "seat": first.seat}
        held = {each.id: each.name for each in db.execute(_SEATED if first.title else _SIDE, of)}
        names, others = tuple(held.values()), len(_people(db, rows) - held.keys())
        yield Record(
            key, value, first.session_id, first.finished_at, names, first.title, others, often=len(rows) == _FOLLOWED
        )


def _people(db: Connection, rows: Sequence[Any]) -> set[str]:
    """Who sat in the seats of these rows."""
    seats = {(row.session_id, row.seat) for row in rows}
    sat = db.execute(_AT_TABLES, {"sessions": sorted({row.session_id for row in rows})})
    return {person for session, seat, person in sat if (session, seat) in seats}


_FOLLOWED: Final = 60
"""So many who reached a value are looked at: some do in every other game."""

FINISHED: Final = "finished"

WHOLE: Final = RESULT.c.status == FINISHED
"""Sessions that were played to their end."""

COUNTS: Final = and_(
    RESULT.c.game == bindparam("game"),
    exists().where(SESSION.c.id == RESULT.c.session_id, SESSION.c.binned_at.is_(None)),
)
"""The sessions of a game that are not in the bin."""

_VALUE: Final[Any] = bindparam("value")
_ITS: Final = PLACING.alias("its")
_SAT: Final = PLAYER.alias("sat")
_SIDE: Final = (
    select(PLAYER.c.id, PLAYER.c.name)
    .join_from(_ITS, PLACING, and_(PLACING.c.session_id == _ITS.c.session_id, PLACING.c.side == _ITS.c.side))
    .join(SEAT, and_(SEAT.c.session_id == PLACING.c.session_id, SEAT.c.seat == PLACING.c.seat))
    .join(_SAT, _SAT.c.id == SEAT.c.player_id)
    .join(PLAYER, PLAYER.c.id == _SAT.c.counts_as)
    .where(_ITS.c.session_id == bindparam("session"), _ITS.c.seat == bindparam("seat"))
    .order_by(PLACING.c.seat)
)
_SEATED: Final = (
    select(PLAYER.c.id, PLAYER.c.name)
    .join_from(SEAT, _SAT, _SAT.c.id == SEAT.c.player_id)
    .join(PLAYER, PLAYER.c.id == _SAT.c.counts_as)
    .where(SEAT.c.session_id == bindparam("session"), SEAT.c.seat == bindparam("seat"))
)
_ORDER: Final = (RESULT.c.finished_at, RESULT.c.session_id)


_SIZES: Final = select(TABLE_SUM.c.players).where(TABLE_SUM.c.game == bindparam("game"))
_TOOK: Final = and_(RESULT.c.players.in_(_SIZES), RESULT.c.seconds == _VALUE)  # as the index has it, size by size


def _at_table(condition: Any) -> Select[Any]:
    nobody, untitled = null().cast(Integer).label("seat"), literal("", String).label("title")
    query = select(RESULT.c.session_id, RESULT.c.finished_at, nobody, untitled).where(COUNTS, WHOLE, condition)
    unindexed: Any = literal_column("+result.finished_at")  # few took exactly so long: find them, then sort
    return query.order_by(unindexed, RESULT.c.session_id)


def _of_side(condition: Any) -> Select[Any]:
    query = select(RESULT.c.session_id, RESULT.c.finished_at, PLACING.c.seat, literal("", String).label("title"))
    query = query.join_from(RESULT, PLACING, PLACING.c.session_id == RESULT.c.session_id)
    return query.where(COUNTS, WHOLE, condition).order_by(*_ORDER, PLACING.c.rank, PLACING.c.seat)


def _in_round(column: Any) -> Select[Any]:
    query = select(RESULT.c.session_id, RESULT.c.finished_at, ROUND_SCORE.c.seat, ROUND.c.title)
    query = query.join_from(RESULT, ROUND, ROUND.c.session_id == RESULT.c.session_id).join(
        ROUND_SCORE, and_(ROUND_SCORE.c.session_id == ROUND.c.session_id, ROUND_SCORE.c.number == ROUND.c.number)
    )
    query = query.where(COUNTS, WHOLE, column == _VALUE, ROUND_SCORE.c.points == _VALUE, ROUND.c.kind != PLAYED_BEFORE)
    return query.order_by(*_ORDER, ROUND.c.number, ROUND_SCORE.c.seat)


_REACHED: Final = {
    "most_points": _of_side(and_(RESULT.c.most == _VALUE, PLACING.c.points == _VALUE)),
    "least_points": _of_side(and_(RESULT.c.least == _VALUE, PLACING.c.points == _VALUE)),
    "best_round": _in_round(RESULT.c.high),
    "worst_round": _in_round(RESULT.c.low),
    "comeback": _of_side(and_(RESULT.c.climb == _VALUE, PLACING.c.halfway - PLACING.c.rank == _VALUE)),
    "clearest": _of_side(and_(RESULT.c.lead == _VALUE, PLACING.c.rank == 1)),
    "longest": _at_table(_TOOK),
    "shortest": _at_table(_TOOK),
}
"""All who reached the value of a record, the first of them first."""

_HOLDERS: Final = {key: query.limit(_FOLLOWED) for key, query in _REACHED.items()}
_AT_TABLES: Final = (
    select(SEAT.c.session_id, SEAT.c.seat, _SAT.c.counts_as)
    .join(_SAT, _SAT.c.id == SEAT.c.player_id)
    .where(SEAT.c.session_id.in_(bindparam("sessions", expanding=True)))
)
