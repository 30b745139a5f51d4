"""Limit statistics to some sessions: to a time, a place, a set of players.

Inside `reading_limited` the queries of the other modules see nothing but the sessions that match: temporary views and
tables stand in front of `result`, `play` and the sums, as long as the transaction lasts. The sums are computed by the
same SQL from which `storage/derived/pipeline.py` keeps them for all sessions.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from sqlalchemy import Connection

from storage.derived.pipeline import SUMS
from storage.file.database import Database
from storage.history import session_sets
from storage.history.session_filter import SessionFilter
from storage.history.session_sets import SessionSets

NO_LIMIT: Final = SessionFilter()
"""All sessions outside the bin."""

_SUMS: Final = {sums.name: sums for sums in SUMS}
_VIEWS: Final = ("play", "result")
_AMONG: Final = "IN (SELECT key FROM temp.limited_session)"


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
    matches = SessionSets().find_matches(db, limit, {}) or {}
    db.exec_driver_sql("CREATE TEMP TABLE limited_session (key INTEGER PRIMARY KEY)")
    keys = json.dumps(session_sets.list_keys(matches))
    db.exec_driver_sql("INSERT INTO limited_session SELECT value FROM json_each(?)", (keys,))
    for name in sums:
        db.exec_driver_sql(f"CREATE TEMP TABLE {name} AS SELECT * FROM main.{name} WHERE 0")
        columns = ", ".join((*_SUMS[name].keys, *_SUMS[name].values))
        db.exec_driver_sql(f"INSERT INTO temp.{name} ({columns}) {_SUMS[name].select(_AMONG)}")
    for name in _VIEWS:
        db.exec_driver_sql(f"CREATE TEMP VIEW {name} AS SELECT * FROM main.{name} WHERE session_id {_AMONG}")


def _lift(db: Connection, sums: tuple[str, ...]) -> None:
    for name in _VIEWS:
        db.exec_driver_sql(f"DROP VIEW temp.{name}")
    for name in (*sums, "limited_session"):
        db.exec_driver_sql(f"DROP TABLE temp.{name}")
