"""Limit statistics to some sessions: to a time, a place, a set of players.

Inside `reading_limited` the queries of the other modules see nothing but the sessions that match: temporary views stand
in front of `result` and `play`, as long as the transaction lasts.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Final

from sqlalchemy import column, select, table
from sqlmodel import Session

from storage.file.database import Database
from storage.history.filter_conditions import list_conditions
from storage.history.session_filter import SessionFilter
from storage.models import SESSION

NO_LIMIT: Final = SessionFilter()
"""All sessions outside the bin."""

_VIEWS: Final = ("play", "result")
_LIMITED: Final = table("limited_session", column("id"))


@contextmanager
def reading_limited(database: Database, limit: SessionFilter) -> Iterator[Session]:
    """A read transaction in which statistics count only the sessions that match `limit`, which has no words."""
    with database.reading() as db:
        if not limit.active:
            yield db
            return
        run = db.connection().exec_driver_sql
        run("CREATE TEMP TABLE limited_session (id TEXT PRIMARY KEY) WITHOUT ROWID")
        matches = select(SESSION.c.id).where(*list_conditions(db, limit, {}))
        db.execute(_LIMITED.insert().from_select(["id"], matches))
        for name in _VIEWS:
            matching = "session_id IN (SELECT id FROM temp.limited_session)"
            run(f"CREATE TEMP VIEW {name} AS SELECT * FROM main.{name} WHERE {matching}")
        yield db
        for name in _VIEWS:  # after an exception, the rollback does it
            run(f"DROP VIEW temp.{name}")
        run("DROP TABLE temp.limited_session")


def add_player(limit: SessionFilter, player_id: str) -> SessionFilter:
    """The limit, with a player who took part."""
    return replace(limit, players=tuple(dict.fromkeys((*limit.players, player_id))))
