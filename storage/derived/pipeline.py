"""What is derived from what, in which order, and how all of it stays in step.

    entries, imported play      ->  result, choice, placing, round, round_score, measure, tally    results.py
    result, placing, seat, bin  ->  play                                                           here
    result and the rows below   ->  round_sum, result_sum, table_sum, choice_sum                   here
    play, tally                 ->  play_sum, evening_sum, rival_sum, tally_sum                    here
    session, seat, placing      ->  session_set                                                    here
    player_merge                ->  player.counts_as                                               merges.py
    play, counts_as             ->  rating                                                         ratings.py

No trigger derives anything. Whoever changes the result, the status, the seats or the bin of sessions, or deletes some,
does so inside `changing`, which takes their plays and sums away before and adds them after; whoever inserts sessions
calls `add`. `wrong_plays` and `wrong_sums` compare what is stored with what it should be, for the doctor; `mend`
corrects it.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import Any, Final

from sqlalchemy import Connection, TextClause, bindparam, select, text, update

from storage.derived.game_sums import EXTREMES, POINTS, SCORE, TIME, TIME_STEP, TURN
from storage.file.database import Database
from storage.file.write_batches import Pace
from storage.models import BLOCK, CROWD, PLAY, RATING_STATE, SESSION
from storage.row_types import Microseconds

Progress = Callable[[int, int], None]
"""Called after each batch with the sessions done and their total."""


def in_silence(done: int, total: int) -> None:
    """The progress nobody looks at."""


_TOGETHER: Final = 200  # sessions in one statement
_ROWS_A_SESSION: Final = 40  # written when the plays and sums of a session change
_ONE_OF: Final = "IN (SELECT key FROM session WHERE id IN :sessions)"
_BETWEEN: Final = "BETWEEN :first AND :last"


@contextmanager
def changing(db: Connection, session_ids: Sequence[str]) -> Iterator[None]:
    """Keep plays, sums and the mark of the ratings right while these sessions change, in the caller's transaction."""
    for some in _batches(session_ids):
        for sums in SUMS:
            db.execute(sums.take, some)
        _mark_plays(db, some)
        db.execute(_DELETE_PLAYS, some)
    yield
    add(db, session_ids)


@contextmanager
def changing_place(db: Connection, session_id: str) -> Iterator[None]:
    """Keep the sets of sessions right while a session gets another place, which nothing else depends on."""
    session = {"sessions": [session_id]}
    db.execute(SESSION_SETS.take, session)
    yield
    db.execute(SESSION_SETS.add, session)


def add(db: Connection, session_ids: Sequence[str]) -> None:
    """Add plays and sums of sessions that have none yet, whose seats and results have been written."""
    for some in _batches(session_ids):
        db.execute(_INSERT_PLAYS, some)
        _mark_plays(db, some)
        for sums in SUMS:
            db.execute(sums.add, some)


def mark_ratings(db: Connection, since: datetime) -> None:
    """Note that ratings from a moment on are old."""
    state = RATING_STATE.c
    oldest = db.execute(select(state.since)).scalar_one_or_none()
    first = since if oldest is None else min(oldest, since)
    db.execute(update(RATING_STATE).values(changes=state.changes + 1, since=first))


def mark_player(db: Connection, player_id: str) -> None:
    """Note that ratings are old from the first play of a player on, who now counts as somebody else."""
    first = select(PLAY.c.finished_at).where(PLAY.c.player_id == player_id).order_by(PLAY.c.finished_at).limit(1)
    since = db.execute(first).scalar_one_or_none()
    if since is not None:
        mark_ratings(db, since)


def wrong_plays(db: Connection, progress: Progress = in_silence) -> tuple[str, ...]:
    """The sessions whose plays are not what follows from their results, seats and the bin."""
    return tuple(
        session_id for some in _ranges(db, progress) for session_id in db.execute(_WRONG_PLAYS, some).scalars()
    )


def wrong_sums(db: Connection, progress: Progress = in_silence) -> dict[str, list[tuple[Any, ...]]]:
    """By table the rows that are not what results and plays add up to: their keys, and what is to be added to each.

    Batch by batch, so that it takes time in proportion to the sessions; the file is only read.
    """
    for sums in SUMS:
        db.exec_driver_sql(f"CREATE TEMP TABLE {sums.fresh_name} AS SELECT * FROM {sums.name} WHERE 0")
        db.exec_driver_sql(f"CREATE UNIQUE INDEX temp.{sums.fresh_name}_keys ON {sums.fresh_name} ({sums.key_list})")
    try:
        for some in _ranges(db, progress):
            for sums in SUMS:
                db.execute(sums.add_fresh, some)
        compared = {sums.name: [tuple(row) for row in db.execute(sums.differences)] for sums in SUMS}
    finally:
        for sums in SUMS:
            db.exec_driver_sql(f"DROP TABLE temp.{sums.fresh_name}")
    return {name: rows for name, rows in compared.items() if rows}


def mend(database: Database, progress: Progress = in_silence) -> None:
    """Correct plays and sums that are wrong, in small transactions: first the plays, then the sums, which follow them.

    Sums are corrected by what is missing in them, so what others write meanwhile counts too. Plays are the first half
    of the progress, sums the second.
    """
    plays_progress, sums_progress = in_halves(progress)
    with database.reading() as db:
        wrong = wrong_plays(db, plays_progress)
    pace, at = Pace(), 0
    while at < len(wrong):
        some = wrong[at : at + max(1, pace.rows // _ROWS_A_SESSION)]
        with pace.writing(database, len(some) * _ROWS_A_SESSION) as db, changing(db, some):
            pass
        at += len(some)
    with database.reading() as db:
        differences = wrong_sums(db, sums_progress)
    for sums in SUMS:
        left = differences.get(sums.name, [])
        while left:
            rows, left = left[: pace.rows], left[pace.rows :]
            with pace.writing(database, len(rows)) as db:
                db.exec_driver_sql(sums.correct, rows)


def in_halves(progress: Progress) -> tuple[Progress, Progress]:
    """The progress of two passes over all sessions, which together are one."""
    return (
        lambda done, total: progress(done // 2, total),
        lambda done, total: progress((done + total) // 2, total),
    )


def _mark_plays(db: Connection, some: dict[str, Any]) -> None:
    since = db.execute(_FIRST_PLAY, some).scalar_one_or_none()
    if since is not None:
        mark_ratings(db, since)


def _batches(session_ids: Sequence[str]) -> Iterator[dict[str, Any]]:
    for at in range(0, len(session_ids), _TOGETHER):
        yield {"sessions": list(session_ids[at : at + _TOGETHER])}


def _ranges(db: Connection, progress: Progress) -> Iterator[dict[str, Any]]:
    """All sessions in the order of their keys: the first and the last of each batch."""
    keys = db.execute(select(SESSION.c.key).order_by(SESSION.c.key)).scalars().all()
    for at in range(0, len(keys), _TOGETHER):
        some = keys[at : at + _TOGETHER]
        yield {"first": some[0], "last": some[-1]}
        progress(at + len(some), len(keys))


# Plays --------------------------------------------------------------------------------------------------------------

_SIDES: Final = "SELECT COUNT(DISTINCT other.side) FROM placing AS other WHERE other.session_id = place.session_id"
_FRESH: Final[dict[str, str]] = {
    "player_id": "seat.player_id",
    "finished_at": "result.finished_at",
    "session_id": "place.session_id",
    "seat": "place.seat",
    "game": "result.game",
    "evening": "date(result.finished_at / 1000000, 'unixepoch', session.utc_offset || ' minutes', '-5 hours')",
    "side": "place.side",
    "sides": f"({_SIDES})",
    "rank": "place.rank",
    "ahead": f"({_SIDES} AND other.rank < place.rank)",
    "behind": f"({_SIDES} AND other.rank > place.rank)",
    "points": "place.points",
    "won": "place.won",
    "halfway": "place.halfway",
    "seconds": "result.seconds",
    "players": "result.players",
    "climb": "place.halfway - place.rank",
}
"""Each column of a play, and what it is copied from."""

_COLUMNS: Final = ", ".join(column.name for column in PLAY.columns)


def _plays(among: str) -> str:
    """The plays as they should be of some sessions."""
    return (
        f"SELECT {', '.join(_FRESH[column.name] for column in PLAY.columns)}"
        " FROM placing AS place"
        " JOIN result ON result.session_id = place.session_id"
        " JOIN session ON session.key = place.session_id"
        " JOIN seat ON seat.session_id = place.session_id AND seat.seat = place.seat"
        f" WHERE session.binned_at IS NULL AND place.session_id {among}"
    )


def _of(statement: str) -> TextClause:
    """A statement about a list of sessions."""
    return text(statement).bindparams(bindparam("sessions", expanding=True))


_INSERT_PLAYS: Final = _of(f"INSERT INTO play ({_COLUMNS}) {_plays(_ONE_OF)}")
_DELETE_PLAYS: Final = _of(f"DELETE FROM play WHERE session_id {_ONE_OF}")
_FIRST_PLAY: Final = _of(f"SELECT MIN(finished_at) AS at FROM play WHERE session_id {_ONE_OF}").columns(at=Microseconds)
_STORED_PLAYS: Final = f"SELECT {_COLUMNS} FROM play WHERE session_id {_BETWEEN}"
_WRONG_PLAYS: Final = text(
    f"SELECT (SELECT id FROM session WHERE key = wrong.session_id)"
    f" FROM (SELECT * FROM ({_STORED_PLAYS} EXCEPT {_plays(_BETWEEN)}) UNION ALL"
    f" SELECT * FROM ({_plays(_BETWEEN)} EXCEPT {_STORED_PLAYS})) AS wrong GROUP BY session_id ORDER BY session_id"
)


# Sums ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sums:
    """A table of sums: what tells its rows apart, what is summed, and the queries its rows come from.

    In the queries `{among}` is the condition on the session, and `@` the sign.
    """

    name: str
    keys: tuple[str, ...]
    values: tuple[str, ...]
    parts: tuple[str, ...]

    @property
    def fresh_name(self) -> str:
        """The temporary table in which the sums are made from scratch."""
        return f"fresh_{self.name}"

    @property
    def key_list(self) -> str:
        return ", ".join(self.keys)

    @cached_property
    def add(self) -> TextClause:
        """Add the sums of some sessions to those stored."""
        return _of(self._into(self.name, self._rows(_ONE_OF)))

    @cached_property
    def take(self) -> TextClause:
        """Subtract the sums of some sessions from those stored."""
        return _of(self._into(self.name, self._rows(_ONE_OF, "-")))

    @cached_property
    def add_fresh(self) -> TextClause:
        """Add the sums of a range of sessions to the temporary table."""
        return text(self._into(self.fresh_name, self._rows(_BETWEEN)))

    @cached_property
    def differences(self) -> TextClause:
        """The keys of the rows that are wrong, with what is missing in each value."""
        columns = ", ".join((*self.keys, *self.values))
        negated = ", ".join((*self.keys, *(f"-{value}" for value in self.values)))
        summed = ", ".join(f"SUM({value}) AS {value}" for value in self.values)
        wrong = " OR ".join(f"{value} <> 0" for value in self.values)
        both = f"SELECT {columns} FROM {self.fresh_name} UNION ALL SELECT {negated} FROM main.{self.name}"
        rows = f"SELECT {self.key_list}, {summed} FROM ({both}) GROUP BY {self.key_list}"
        return text(f"SELECT * FROM ({rows}) WHERE {wrong}")

    @cached_property
    def correct(self) -> str:
        """Add what is missing, a row at a time."""
        return self._into(self.name, f"VALUES ({', '.join('?' * (len(self.keys) + len(self.values)))})")

    def _rows(self, among: str, sign: str = "") -> str:
        keys = ", ".join(str(number) for number in range(1, len(self.keys) + 1))
        rows = " UNION ALL ".join(f"{part} GROUP BY {keys}" for part in self.parts)
        return f"SELECT * FROM ({rows.replace('{among}', among).replace('@', sign)}) AS fresh WHERE 1 = 1"

    def _into(self, table: str, rows: str) -> str:
        more = ", ".join(f"{value} = {table}.{value} + excluded.{value}" for value in self.values)
        return (
            f"INSERT INTO {table} ({', '.join((*self.keys, *self.values))}) {rows}"
            f" ON CONFLICT ({self.key_list}) DO UPDATE SET {more}"
        )


_COUNTED: Final = "result JOIN session ON session.key = result.session_id AND session.binned_at IS NULL"
_AMONG: Final = "WHERE result.session_id {among}"
_FINISHED: Final = "result.status = 'finished'"
_SUMMED: Final = (
    "@COUNT(*) AS count, @COUNT(result.seconds) AS timed, @COALESCE(SUM(result.seconds), 0) AS seconds",
    "@COUNT(result.top) AS scored, @COALESCE(SUM(result.top), 0) AS top",
)


def _turn(seat: str, first: str) -> str:
    """The place in the order of play, from 1 for whoever began; 0 means unknown."""
    return f"CASE WHEN {first} IS NULL THEN 0 ELSE ({seat} - {first} + result.players) % result.players + 1 END"


def _of_rounds(table: str, number: str, key: str, value: str, of: str, whole: str) -> str:
    return (
        f"SELECT result.game, {key} AS key, round.kind, round.size, {_turn(f'{table}.seat', 'round.first')} AS turn,"
        f" @COUNT(*) AS count, @SUM({value}) AS value, @SUM({of}) AS of,"
        f" @SUM(CASE WHEN {whole} THEN 1 ELSE 0 END) AS whole"
        f" FROM {_COUNTED} JOIN round ON round.session_id = result.session_id"
        f" JOIN {table} ON {table}.session_id = round.session_id AND {table}.{number} = round.number {_AMONG}"
    )


def _of_seats(sort: str, number: str, where: str = "1 = 1") -> str:
    return (
        f"SELECT result.game, '{sort}' AS sort, result.players, {number} AS number, placing.won, @COUNT(*) AS count"
        f" FROM {_COUNTED} JOIN placing ON placing.session_id = result.session_id {_AMONG} AND {where}"
    )


def _of_results(sort: str, number: str) -> str:
    return (
        f"SELECT result.game, '{sort}' AS sort, result.players, {number} AS number, 0 AS won, @COUNT(*) AS count"
        f" FROM {_COUNTED} {_AMONG} AND {_FINISHED} AND {number} IS NOT NULL"
    )


_AGAINST: Final = "me.side <> them.side"
_WITH: Final = "me.side = them.side"

STATUS, GAME, SIZE, PLACE, MONTH, PLAYER, WINNER = "status", "game", "size", "place", "month", "player", "winner"
"""The sorts of sets of sessions. A month is that of UTC, "2026-01"; the values of a player are ids as in `seat`."""


def _sessions_by(sort: str, value: str, source: str = "session", where: str = "1 = 1") -> str:
    return (
        f"SELECT session.binned_at IS NOT NULL AS binned, '{sort}' AS sort, {value} AS value,"
        f" session.key / {BLOCK} AS block, @COUNT(*) AS count, @SUM(1 << session.key % {BLOCK}) AS bits"
        f" FROM {source} WHERE session.key {{among}} AND {where}"
    )


def _sessions_by_seat(sort: str, seats: str) -> str:
    """Sessions by player, each once even where somebody has two seats."""
    players = f"SELECT DISTINCT seat.session_id, seat.player_id FROM {seats} AND seat.session_id {{among}}"
    return _sessions_by(sort, "sat.player_id", f"({players}) AS sat JOIN session ON session.key = sat.session_id")


SESSION_SETS: Final = Sums(
    "session_set",
    ("binned", "sort", "value", "block"),
    ("count", "bits"),
    (
        _sessions_by(STATUS, "session.status"),
        _sessions_by(GAME, "session.game"),
        _sessions_by(SIZE, "CAST(session.size AS TEXT)"),
        _sessions_by(PLACE, "session.place", where="session.place <> ''"),
        _sessions_by(MONTH, "substr(session.opened_at, 1, 7)"),
        _sessions_by_seat(PLAYER, "seat WHERE 1 = 1"),
        _sessions_by_seat(
            WINNER,
            "seat JOIN placing ON placing.session_id = seat.session_id AND placing.seat = seat.seat WHERE placing.won",
        ),
    ),
)
"""Bits of different sessions differ, so adding and subtracting them sets and clears them."""

SUMS: Final = (
    SESSION_SETS,
    Sums(
        "round_sum",
        ("game", "key", "kind", "size", "turn"),
        ("count", "value", "of", "whole"),
        (
            _of_rounds("round_score", "number", f"'{POINTS}'", "round_score.points", "0", "round_score.points > 0"),
            _of_rounds("measure", "round", "measure.key", "measure.value", "measure.of", "measure.value = measure.of"),
        ),
    ),
    Sums(
        "result_sum",
        ("game", "sort", "players", "number", "won"),
        ("count",),
        (
            _of_seats(
                SCORE,
                "placing.points",
                f"{_FINISHED} AND placing.seat = placing.side AND placing.points IS NOT NULL",
            ),
            _of_seats(TURN, _turn("placing.seat", "result.first")),
            _of_results(TIME, f"result.seconds / {TIME_STEP}"),
            *(_of_results(column, f"result.{column}") for column in EXTREMES),
        ),
    ),
    Sums(
        "table_sum",
        ("game", "players", "status"),
        ("count", "timed", "seconds", "rounds", "scored", "top"),
        (
            f"SELECT result.game, result.players, result.status, {_SUMMED[0]}, @SUM(result.rounds) AS rounds,"
            f" {_SUMMED[1]} FROM {_COUNTED} {_AMONG}",
        ),
    ),
    Sums(
        "choice_sum",
        ("game", "name", "value"),
        ("count", "timed", "seconds", "scored", "top"),
        (
            f"SELECT result.game, choice.name, choice.value, {_SUMMED[0]}, {_SUMMED[1]}"
            f" FROM {_COUNTED} JOIN choice ON choice.session_id = result.session_id {_AMONG} AND {_FINISHED}",
        ),
    ),
    Sums(
        "play_sum",
        ("player_id", "game", "sides"),
        ("count", "wins", "ranks", "beaten", "lost", "points", "scored", "seconds", "timed", "partnered"),
        (
            "SELECT player_id, game, sides, @COUNT(*) AS count, @SUM(won) AS wins, @SUM(rank) AS ranks,"
            " @SUM(behind) AS beaten, @SUM(ahead) AS lost, @COALESCE(SUM(points), 0) AS points,"
            " @COUNT(points) AS scored, @COALESCE(SUM(seconds), 0) AS seconds, @COUNT(seconds) AS timed,"
            " @SUM(players > sides) AS partnered FROM play WHERE session_id {among}",
        ),
    ),
    Sums(
        "evening_sum",
        ("player_id", "evening"),
        ("count", "wins", "beaten", "lost"),
        (
            "SELECT player_id, evening, @COUNT(*) AS count, @SUM(won) AS wins, @SUM(behind) AS beaten,"
            " @SUM(ahead) AS lost FROM play WHERE session_id {among}",
        ),
    ),
    Sums(
        "rival_sum",
        ("player_id", "other_id"),
        ("count", "meetings", "beaten", "lost", "together", "won_together"),
        (
            f"SELECT me.player_id, them.player_id AS other_id, @COUNT(*) AS count, @SUM({_AGAINST}) AS meetings,"
            f" @SUM({_AGAINST} AND me.rank < them.rank) AS beaten, @SUM({_AGAINST} AND them.rank < me.rank) AS lost,"
            f" @SUM({_WITH}) AS together, @SUM({_WITH} AND me.won) AS won_together"
            " FROM play AS me JOIN play AS them ON them.session_id = me.session_id"
            f" WHERE them.player_id <> me.player_id AND me.players <= {CROWD} AND me.session_id {{among}}",
        ),
    ),
    Sums(
        "tally_sum",
        ("player_id", "game", "key"),
        ("count", "rounds", "value", "of"),
        (
            "SELECT play.player_id, play.game, tally.key, @COUNT(*) AS count, @SUM(tally.rounds) AS rounds,"
            " @SUM(tally.value) AS value, @SUM(tally.of) AS of"
            " FROM play JOIN tally ON tally.session_id = play.session_id AND tally.seat = play.seat"
            " WHERE play.session_id {among}",
        ),
    ),
)
"""All sums, each with what it is summed from."""
