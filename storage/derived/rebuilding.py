"""Makes all derived rows anew after an update: in small pieces, newest session first, going on where it was stopped."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import Connection, Row, delete, func, insert, select, tuple_

from scoring.game import AnyGame
from storage.derived import pipeline, results
from storage.derived.pipeline import Progress
from storage.file.database import Database
from storage.file.write_batches import Pace
from storage.models import SESSION, SETTING

DERIVED_BY: Final = "storage.derived.results"
"""The setting that holds the version by which the derived rows of this file were made."""

UNFINISHED: Final = "storage.derived.results.unfinished"
"""The setting that holds how far a renewal has come; there is none when it is finished."""

_ROWS_A_SESSION: Final = 40  # about what a session costs beside a plain row


@dataclass(frozen=True, slots=True)
class _Position:
    """How far a renewal has come: the version that runs, the oldest session done, and how many are."""

    version: int
    session: str
    done: int
    unreadable: tuple[str, ...] = ()


def is_due(database: Database) -> bool:
    """Whether the derived rows were made by another version of the app, or only some of them by this one."""
    with database.reading() as db:
        return bool(_setting(db, DERIVED_BY) != results.VERSION)


def restart(database: Database) -> None:
    """Have the next `renew` begin with the newest session again."""
    with database.writing() as db:
        _forget(db, UNFINISHED)
        _forget(db, DERIVED_BY)


def renew(
    database: Database,
    games: Iterable[AnyGame],
    progress: Progress = lambda done, total: None,
    is_stopped: Callable[[], bool] = lambda: False,
) -> tuple[str, ...]:
    """Derive every session anew and give the ids of those that cannot be read.

    Each piece is a transaction of its own that holds the write lock for some 40 ms and lets everybody else write first,
    so it may run in a thread while people play. Broken off, by a kill or by `is_stopped`, the next call goes on there.
    """
    shelf, pace = tuple(games), Pace()
    with database.reading() as db:
        position = _position(db)
        total = db.execute(select(func.count()).select_from(SESSION)).scalar_one()
    while not is_stopped():
        with database.reading() as db:
            rows = _next(db, position, max(1, pace.rows // _ROWS_A_SESSION))
        if not rows:
            _finish(database)
            return position.unreadable if position else ()
        with pace.writing(database, len(rows) * _ROWS_A_SESSION) as db:
            position = _renew(db, shelf, rows, position)
        progress(position.done, total)
    return ()


def _renew(
    db: Connection, games: tuple[AnyGame, ...], rows: Sequence[Row[Any]], position: _Position | None
) -> _Position:
    done, unreadable = (position.done, position.unreadable) if position else (0, ())
    unreadable += results.rebuild(db, games, [row.id for row in rows])
    after = _Position(results.VERSION, rows[-1].id, done + len(rows), unreadable)
    _put(db, UNFINISHED, [after.version, after.session, after.done, list(after.unreadable)])
    return after


def _next(db: Connection, position: _Position | None, count: int) -> Sequence[Row[Any]]:
    """The sessions to do next, newest first."""
    query = select(SESSION.c.id).order_by(SESSION.c.opened_at.desc(), SESSION.c.id.desc())
    if position is not None:
        done = select(SESSION.c.opened_at).where(SESSION.c.id == position.session).scalar_subquery()
        query = query.where(tuple_(SESSION.c.opened_at, SESSION.c.id) < tuple_(done, position.session))
    return db.execute(query.limit(count)).all()


def _finish(database: Database) -> None:
    pipeline.mend(database)
    with database.writing() as db:
        _forget(db, UNFINISHED)
        _put(db, DERIVED_BY, results.VERSION)


def _position(db: Connection) -> _Position | None:
    value = _setting(db, UNFINISHED)
    if value is None or value[0] != results.VERSION:
        return None
    version, session, done, unreadable = value
    if db.execute(select(SESSION.c.id).where(SESSION.c.id == session)).one_or_none() is None:
        return None  # deleted for ever meanwhile: begin again
    return _Position(version, session, done, tuple(unreadable))


def _setting(db: Connection, key: str) -> Any:
    return db.execute(select(SETTING.c.value).where(SETTING.c.key == key)).scalar_one_or_none()


def _put(db: Connection, key: str, value: Any) -> None:
    _forget(db, key)
    db.execute(insert(SETTING).values(key=key, value=value))


def _forget(db: Connection, key: str) -> None:
    db.execute(delete(SETTING).where(SETTING.c.key == key))
