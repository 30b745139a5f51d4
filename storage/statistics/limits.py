"""Limit statistics to some sessions: to a time, a place, a set of players.

Inside `reading_limited` the queries of the other modules see nothing but the sessions that match: temporary views and
tables stand in front of `result`, `play` and the sums, as long as the transaction lasts. The sums are computed by the
same SQL from which `storage/derived/pipeline.py` keeps them for all sessions: from the sessions that match or, where
those are fewer, by taking the others off the kept sums.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from sqlalchemy import Connection

from storage.derived.pipeline import SUMS, Sums
from storage.derived.results import Status
from storage.file.database import Database
from storage.history import session_sets
from storage.history.session_filter import SessionFilter
from storage.history.session_sets import Sessions, SessionSets

NO_LIMIT: Final = SessionFilter()
"""All sessions outside the bin."""

_SUMS: Final = {sums.name: sums for sums in SUMS}
_VIEWS: Final = ("play", "result")
_TABLES: Final = ("limited_session", "other_session")
"""The keys of the sessions that match, and of the others of the same game, or of all games."""


@contextmanager
def reading_limited(database: Database, limit: SessionFilter, *sums: str) -> Iterator[Connection]:
    """A read transaction in which statistics count only the sessions that match `limit`, which has no words.

    `sums` are the names of the tables of sums that the caller reads; any others still count everything.
    """
    with database.reading() as db:
        if not limit.active:
            yield db
            return
        _limit(db, limit, sums)
        yield db
        _lift(db, sums)  # after an exception, the rollback does it


def limit_to_player(limit: SessionFilter, player_id: str) -> SessionFilter:
    """The limit, also to the sessions of a player, as far as there is one."""
    return add_player(limit, player_id) if limit.active else limit


def add_player(limit: SessionFilter, player_id: str) -> SessionFilter:
    """The limit, with a player who took part."""
    return replace(limit, players=tuple(dict.fromkeys((*limit.players, player_id))))


def _limit(db: Connection, limit: SessionFilter, sums: tuple[str, ...]) -> None:
    sets = SessionSets()
    matches = sets.find_matches(db, limit, {}) or {}
    of_game = SessionFilter(game=limit.game, statuses=tuple(Status))
    others = session_sets.subtract(sets.find_matches(db, of_game, {}) or {}, matches)
    for table, sessions in zip(_TABLES, (matches, others), strict=True):
        _list_sessions(db, table, sessions)
    is_wide = session_sets.count(others) < session_sets.count(matches)
    for table_of_sums in map(_SUMS.__getitem__, sums):
        _compute_sums(db, table_of_sums, limit.game, is_wide=is_wide)
    for name in _VIEWS:
        db.exec_driver_sql(f"CREATE TEMP VIEW {name} AS SELECT * FROM main.{name} WHERE session_id {_in(_TABLES[0])}")


def _list_sessions(db: Connection, table: str, sessions: Sessions) -> None:
    db.exec_driver_sql(f"CREATE TEMP TABLE {table} (key INTEGER PRIMARY KEY)")
    keys = json.dumps(session_sets.list_keys(sessions))
    db.exec_driver_sql(f"INSERT INTO {table} SELECT value FROM json_each(?)", (keys,))


def _compute_sums(db: Connection, sums: Sums, game: str | None, *, is_wide: bool) -> None:
    """Compute the sums of the sessions that match in a temporary table; those of other games are left out."""
    db.exec_driver_sql(f"CREATE TEMP TABLE {sums.name} AS SELECT * FROM main.{sums.name} WHERE 0")
    into = f"INSERT INTO temp.{sums.name} ({', '.join((*sums.keys, *sums.values))})"
    if is_wide and game is None:
        db.exec_driver_sql(f"{into} {sums.select_rest(_in(_TABLES[1]))}")
    elif is_wide and "game" in sums.keys:
        db.exec_driver_sql(f"{into} {sums.select_rest(_in(_TABLES[1]), 'game = ?')}", (game,))
    else:
        db.exec_driver_sql(f"{into} {sums.select(_in(_TABLES[0]))}")


def _in(table: str) -> str:
    return f"IN (SELECT key FROM temp.{table})"


def _lift(db: Connection, sums: tuple[str, ...]) -> None:
    for name in _VIEWS:
        db.exec_driver_sql(f"DROP VIEW temp.{name}")
    for name in (*sums, *_TABLES):
        db.exec_driver_sql(f"DROP TABLE temp.{name}")
