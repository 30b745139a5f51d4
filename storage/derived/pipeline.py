"""Derived tables: what each is computed from, and how all of them are kept up to date.

    entries, imported play      ->  result, choice, placing, round, round_score, measure, tally    results.py
    result, placing, seat, bin  ->  play                                                           here
    result and the rows below   ->  round_sum, result_sum, table_sum, choice_sum                   here
    play, tally                 ->  play_sum, evening_sum, rival_sum, tally_sum                    here
    session, seat, placing      ->  session_set                                                    here
    player_merge                ->  player.counts_as                                               merges.py
    play, counts_as             ->  rating                                                         ratings.py

No trigger derives anything. Code that changes the result, status, seats or bin of sessions, or deletes sessions,
does so inside `changing`, which subtracts their plays and sums before the change and adds them after it. After an
insert of sessions, call `add_sessions`. `find_wrong_plays` and `find_wrong_sums` compare the stored rows with
recomputed ones, for the doctor; `repair` corrects them.
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


def ignore_progress(done: int, total: int) -> None:
    """A `Progress` that does nothing."""


_BATCH_SIZE: Final = 200  # sessions in one statement
_ROWS_PER_SESSION: Final = 40  # an estimate of the plays and sums that change with a session
_IN_LIST: Final = "IN (SELECT key FROM session WHERE id IN :sessions)"
_IN_RANGE: Final = "BETWEEN :first AND :last"
_OUTSIDE_THE_BIN: Final = "+session.binned_at IS NULL"
"""The + keeps SQLite from using its index, which lists every such session, for the few of a batch."""


@contextmanager
def changing(db: Connection, session_ids: Sequence[str]) -> Iterator[None]:
    """Update plays, sums and the state of ratings around a change to these sessions, in the caller's transaction."""
    for batch in _batches(session_ids):
        for sums in SUMS:
            db.execute(sums.subtract, batch)
        _mark_plays(db, batch)
        db.execute(_DELETE_PLAYS, batch)
    yield
    add_sessions(db, session_ids)


@contextmanager
def changing_place(db: Connection, session_id: str) -> Iterator[None]:
    """Update the sets of sessions around a change of a session's place, which nothing else depends on."""
    session = {"sessions": [session_id]}
    db.execute(SESSION_SETS.subtract, session)
    yield
    db.execute(SESSION_SETS.add, session)


def add_sessions(db: Connection, session_ids: Sequence[str]) -> None:
    """Add the plays and sums of new sessions, whose seats and results are already written."""
    for batch in _batches(session_ids):
        db.execute(_INSERT_PLAYS, batch)
        _mark_plays(db, batch)
        for sums in SUMS:
            db.execute(sums.add, batch)


def mark_ratings_outdated(db: Connection, since: datetime) -> None:
    """Record that the ratings from a time on are outdated."""
    state = RATING_STATE.c
    oldest = db.execute(select(state.since)).scalar_one_or_none()
    first = since if oldest is None else min(oldest, since)
    db.execute(update(RATING_STATE).values(changes=state.changes + 1, since=first))


def mark_player_outdated(db: Connection, player_id: str) -> None:
    """Record that the ratings from a player's first play on are outdated, because of a merge."""
    first = select(PLAY.c.finished_at).where(PLAY.c.player_id == player_id).order_by(PLAY.c.finished_at).limit(1)
    since = db.execute(first).scalar_one_or_none()
    if since is not None:
        mark_ratings_outdated(db, since)


def find_wrong_plays(db: Connection, progress: Progress = ignore_progress) -> tuple[str, ...]:
    """The ids of sessions whose plays do not match their results, seats and bin."""
    return tuple(
        session_id for batch in _ranges(db, progress) for session_id in db.execute(_WRONG_PLAYS, batch).scalars()
    )


def find_wrong_sums(db: Connection, progress: Progress = ignore_progress) -> dict[str, list[tuple[Any, ...]]]:
    """The wrong rows by table: the keys of a row, then what to add to each of its values.

    Works in batches, in time proportional to the number of sessions, and only reads the file.
    """
    for sums in SUMS:
        db.exec_driver_sql(f"CREATE TEMP TABLE {sums.fresh_name} AS SELECT * FROM {sums.name} WHERE 0")
        db.exec_driver_sql(f"CREATE UNIQUE INDEX temp.{sums.fresh_name}_keys ON {sums.fresh_name} ({sums.key_list})")
    try:
        for batch in _ranges(db, progress):
            for sums in SUMS:
                db.execute(sums.add_fresh, batch)
        compared = {sums.name: [tuple(row) for row in db.execute(sums.differences)] for sums in SUMS}
    finally:
        for sums in SUMS:
            db.exec_driver_sql(f"DROP TABLE temp.{sums.fresh_name}")
    return {name: rows for name, rows in compared.items() if rows}


def repair(database: Database, progress: Progress = ignore_progress) -> None:
    """Correct wrong plays, then wrong sums, in small transactions.

    Sums are corrected by adding differences, so concurrent writes are not lost. Plays are the first half of the
    progress, sums the second.
    """
    plays_progress, sums_progress = split_progress(progress)
    with database.reading() as db:
        wrong = find_wrong_plays(db, plays_progress)
    pace, at = Pace(), 0
    while at < len(wrong):
        batch = wrong[at : at + max(1, pace.rows // _ROWS_PER_SESSION)]
        with pace.writing(database, len(batch) * _ROWS_PER_SESSION) as db, changing(db, batch):
            pass
        at += len(batch)
    with database.reading() as db:
        differences = find_wrong_sums(db, sums_progress)
    for sums in SUMS:
        left = differences.get(sums.name, [])
        while left:
            rows, left = left[: pace.rows], left[pace.rows :]
            with pace.writing(database, len(rows)) as db:
                db.exec_driver_sql(sums.correct, rows)


def split_progress(progress: Progress) -> tuple[Progress, Progress]:
    """Split the progress in two, for two passes over all sessions."""
    return (
        lambda done, total: progress(done // 2, total),
        lambda done, total: progress((done + total) // 2, total),
    )


def _mark_plays(db: Connection, batch: dict[str, Any]) -> None:
    since = db.execute(_FIRST_PLAY, batch).scalar_one_or_none()
    if since is not None:
        mark_ratings_outdated(db, since)


def _batches(session_ids: Sequence[str]) -> Iterator[dict[str, Any]]:
    for at in range(0, len(session_ids), _BATCH_SIZE):
        yield {"sessions": list(session_ids[at : at + _BATCH_SIZE])}


def _ranges(db: Connection, progress: Progress) -> Iterator[dict[str, Any]]:
    """The first and the last key of each batch, over all sessions."""
    keys = db.execute(select(SESSION.c.key).order_by(SESSION.c.key)).scalars().all()
    for at in range(0, len(keys), _BATCH_SIZE):
        batch = keys[at : at + _BATCH_SIZE]
        yield {"first": batch[0], "last": batch[-1]}
        progress(at + len(batch), len(keys))


# Plays --------------------------------------------------------------------------------------------------------------

EVENING: Final = "date(session.opened_at, session.utc_offset || ' minutes', '-5 hours')"
"""The evening of a session: the date at the table on which it began; the day ends at five in the morning."""

_SIDES: Final = "SELECT COUNT(DISTINCT other.side) FROM placing AS other WHERE other.session_id = place.session_id"
_PLAY_SOURCES: Final[dict[str, str]] = {
    "player_id": "seat.player_id",
    "finished_at": "result.finished_at",
    "session_id": "place.session_id",
    "seat": "place.seat",
    "game": "result.game",
    "evening": EVENING,
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
"""The source of each column of a play."""

_COLUMNS: Final = ", ".join(column.name for column in PLAY.columns)


def _select_plays(among: str) -> str:
    """A query that computes the plays of some sessions."""
    return (
        f"SELECT {', '.join(_PLAY_SOURCES[column.name] for column in PLAY.columns)}"
        " FROM placing AS place"
        " JOIN result ON result.session_id = place.session_id"
        " JOIN session ON session.key = place.session_id"
        " JOIN seat ON seat.session_id = place.session_id AND seat.seat = place.seat"
        f" WHERE {_OUTSIDE_THE_BIN} AND place.session_id {among}"
    )


def _with_sessions(statement: str) -> TextClause:
    """A statement with a list of session ids as its parameter."""
    return text(statement).bindparams(bindparam("sessions", expanding=True))


_INSERT_PLAYS: Final = _with_sessions(f"INSERT INTO play ({_COLUMNS}) {_select_plays(_IN_LIST)}")
_DELETE_PLAYS: Final = _with_sessions(f"DELETE FROM play WHERE session_id {_IN_LIST}")
_FIRST_PLAY: Final = _with_sessions(f"SELECT MIN(finished_at) AS at FROM play WHERE session_id {_IN_LIST}").columns(
    at=Microseconds
)
_STORED_PLAYS: Final = f"SELECT {_COLUMNS} FROM play WHERE session_id {_IN_RANGE}"
_WRONG_PLAYS: Final = text(
    f"SELECT (SELECT id FROM session WHERE key = wrong.session_id)"
    f" FROM (SELECT * FROM ({_STORED_PLAYS} EXCEPT {_select_plays(_IN_RANGE)}) UNION ALL"
    f" SELECT * FROM ({_select_plays(_IN_RANGE)} EXCEPT {_STORED_PLAYS})) AS wrong"
    " GROUP BY session_id ORDER BY session_id"
)


# Sums ---------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Sums:
    """A table of sums: its key columns, its summed columns and the queries it is computed from.

    In the queries, `{among}` stands for the condition on the session and `@` for the sign.
    """

    name: str
    keys: tuple[str, ...]
    values: tuple[str, ...]
    parts: tuple[str, ...]

    @property
    def fresh_name(self) -> str:
        """The temporary table in which the sums are recomputed."""
        return f"fresh_{self.name}"

    @property
    def key_list(self) -> str:
        return ", ".join(self.keys)

    @cached_property
    def add(self) -> TextClause:
        """Add the sums of some sessions to those stored."""
        return _with_sessions(self._into(self.name, self._rows(_IN_LIST)))

    @cached_property
    def subtract(self) -> TextClause:
        """Subtract the sums of some sessions from those stored."""
        return _with_sessions(self._into(self.name, self._rows(_IN_LIST, "-")))

    @cached_property
    def add_fresh(self) -> TextClause:
        """Add the sums of a range of sessions to the temporary table."""
        return text(self._into(self.fresh_name, self._rows(_IN_RANGE)))

    def select(self, among: str) -> str:
        """A query for the sums of some sessions; `among` is the condition on their key."""
        return self._rows(among)

    def select_rest(self, among: str, of: str = "1 = 1") -> str:
        """A query for the stored sums without some sessions; `of` is a condition on the keys of the stored rows."""
        stored = f"SELECT {', '.join((*self.keys, *self.values))} FROM main.{self.name} WHERE {of}"
        summed = ", ".join(f"SUM({value}) AS {value}" for value in self.values)
        rows = f"SELECT {self.key_list}, {summed} FROM ({stored} UNION ALL {self._rows(among, '-')})"
        return f"{rows} GROUP BY {self.key_list} HAVING SUM(count) <> 0"

    @cached_property
    def differences(self) -> TextClause:
        """Select the keys of wrong rows, and what to add to each value."""
        columns = ", ".join((*self.keys, *self.values))
        negated = ", ".join((*self.keys, *(f"-{value}" for value in self.values)))
        summed = ", ".join(f"SUM({value}) AS {value}" for value in self.values)
        wrong = " OR ".join(f"{value} <> 0" for value in self.values)
        both = f"SELECT {columns} FROM {self.fresh_name} UNION ALL SELECT {negated} FROM main.{self.name}"
        rows = f"SELECT {self.key_list}, {summed} FROM ({both}) GROUP BY {self.key_list}"
        return text(f"SELECT * FROM ({rows}) WHERE {wrong}")

    @cached_property
    def correct(self) -> str:
        """Add a difference to one row."""
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


_FROM_RESULTS: Final = f"result JOIN session ON session.key = result.session_id AND {_OUTSIDE_THE_BIN}"
_WHERE_AMONG: Final = "WHERE result.session_id {among}"
_FINISHED: Final = "result.status = 'finished'"
_SUMMED: Final = (
    "@COUNT(*) AS count, @COUNT(result.seconds) AS timed, @COALESCE(SUM(result.seconds), 0) AS seconds",
    "@COUNT(result.top) AS scored, @COALESCE(SUM(result.top), 0) AS top",
)


def _turn_order(seat: str, starter: str) -> str:
    """The place in the turn order, counted from 1 for the player who started; 0 means unknown."""
    return f"CASE WHEN {starter} IS NULL THEN 0 ELSE ({seat} - {starter} + result.players) % result.players + 1 END"


def _sum_rounds(table: str, number: str, key: str, value: str, of: str, reached: str) -> str:
    # CROSS JOIN keeps the order: by itself SQLite looks up the round of every measure instead
    return (
        f"SELECT result.game, {key} AS key, round.type, round.size,"
        f" {_turn_order(f'{table}.seat', 'round.starter')} AS turn,"
        f" @COUNT(*) AS count, @SUM({value}) AS value, @SUM({of}) AS of,"
        f" @SUM(CASE WHEN {reached} THEN 1 ELSE 0 END) AS reached"
        f" FROM {_FROM_RESULTS} JOIN round ON round.session_id = result.session_id"
        f" CROSS JOIN {table} ON {table}.session_id = round.session_id AND {table}.{number} = round.number"
        f" {_WHERE_AMONG}"
    )


def _count_seats(quantity: str, number: str, where: str = "1 = 1") -> str:
    return (
        f"SELECT result.game, '{quantity}' AS quantity, result.players, {number} AS number, placing.won,"
        f" @COUNT(*) AS count FROM {_FROM_RESULTS} JOIN placing ON placing.session_id = result.session_id"
        f" {_WHERE_AMONG} AND {where}"
    )


def _count_results(quantity: str, number: str) -> str:
    return (
        f"SELECT result.game, '{quantity}' AS quantity, result.players, {number} AS number, 0 AS won,"
        f" @COUNT(*) AS count FROM {_FROM_RESULTS} {_WHERE_AMONG} AND {_FINISHED} AND {number} IS NOT NULL"
    )


_AGAINST: Final = "me.side <> them.side"
_WITH: Final = "me.side = them.side"

STATUS, GAME, SIZE, PLACE, MONTH, PLAYER, WINNER = "status", "game", "size", "place", "month", "player", "winner"
"""The properties in `session_set`. A month is in UTC ("2026-01"); the values of players and winners are player ids."""


def _collect_sessions(property_: str, value: str, source: str = "session", where: str = "1 = 1") -> str:
    return (
        f"SELECT session.binned_at IS NOT NULL AS binned, '{property_}' AS property, {value} AS value,"
        f" session.key / {BLOCK} AS block, @COUNT(*) AS count, @SUM(1 << session.key % {BLOCK}) AS bits"
        f" FROM {source} WHERE session.key {{among}} AND {where}"
    )


def _collect_sessions_by_seat(property_: str, seats: str) -> str:
    """The sessions of each player; a session counts once even if a player has two seats."""
    players = f"SELECT DISTINCT seat.session_id, seat.player_id FROM {seats} AND seat.session_id {{among}}"
    return _collect_sessions(
        property_, "sat.player_id", f"({players}) AS sat JOIN session ON session.key = sat.session_id"
    )


SESSION_SETS: Final = Sums(
    "session_set",
    ("binned", "property", "value", "block"),
    ("count", "bits"),
    (
        _collect_sessions(STATUS, "session.status"),
        _collect_sessions(GAME, "session.game"),
        _collect_sessions(SIZE, "CAST(session.size AS TEXT)"),
        _collect_sessions(PLACE, "session.place", where="session.place <> ''"),
        _collect_sessions(MONTH, "substr(session.opened_at, 1, 7)"),
        _collect_sessions_by_seat(PLAYER, "seat WHERE 1 = 1"),
        _collect_sessions_by_seat(
            WINNER,
            "seat JOIN placing ON placing.session_id = seat.session_id AND placing.seat = seat.seat WHERE placing.won",
        ),
    ),
)
"""Every session has a bit of its own, so adding sets bits and subtracting clears them."""

SUMS: Final = (
    SESSION_SETS,
    Sums(
        "round_sum",
        ("game", "key", "type", "size", "turn"),
        ("count", "value", "of", "reached"),
        (
            _sum_rounds("round_score", "number", f"'{POINTS}'", "round_score.points", "0", "round_score.points > 0"),
            _sum_rounds("measure", "round", "measure.key", "measure.value", "measure.of", "measure.value = measure.of"),
        ),
    ),
    Sums(
        "result_sum",
        ("game", "quantity", "players", "number", "won"),
        ("count",),
        (
            _count_seats(
                SCORE,
                "placing.points",
                f"{_FINISHED} AND placing.seat = placing.side AND placing.points IS NOT NULL",
            ),
            _count_seats(TURN, _turn_order("placing.seat", "result.starter")),
            _count_results(TIME, f"result.seconds / {TIME_STEP}"),
            *(_count_results(column, f"result.{column}") for column in EXTREMES),
        ),
    ),
    Sums(
        "table_sum",
        ("game", "players", "status"),
        ("count", "timed", "seconds", "rounds", "scored", "top"),
        (
            f"SELECT result.game, result.players, result.status, {_SUMMED[0]}, @SUM(result.rounds) AS rounds,"
            f" {_SUMMED[1]} FROM {_FROM_RESULTS} {_WHERE_AMONG}",
        ),
    ),
    Sums(
        "choice_sum",
        ("game", "name", "value"),
        ("count", "timed", "seconds", "scored", "top"),
        (
            f"SELECT result.game, choice.name, choice.value, {_SUMMED[0]}, {_SUMMED[1]}"
            f" FROM {_FROM_RESULTS} JOIN choice ON choice.session_id = result.session_id"
            f" {_WHERE_AMONG} AND {_FINISHED}",
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
"""All tables of sums."""
