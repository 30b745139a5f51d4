"""Rebuild all derived rows after an update: in small transactions, newest session first, and resumable."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import func, select, tuple_
from sqlmodel import Session

from scoring.contract.game import AnyGame
from storage.derived import results
from storage.derived.pipeline import Progress, ignore_progress
from storage.file.database import Database
from storage.file.write_batches import Pace
from storage.models import SESSION, SettingRow
from storage.sessions.saved_state import delete_setting, load_setting

DERIVED_BY: Final = "storage.derived.results"
"""The setting with the version of `results` that derived the rows of this file."""

UNFINISHED: Final = "storage.derived.results.unfinished"
"""The setting with the progress of an unfinished rebuild."""

_ROWS_PER_SESSION: Final = 40  # an estimate, for the size of transactions


@dataclass(frozen=True, slots=True)
class _Position:
    """The progress of a rebuild: the version, the oldest session done, and the number of sessions done."""

    version: int
    session: str
    done: int
    unreadable: tuple[str, ...] = ()


def is_due(database: Database) -> bool:
    """Whether another version of the app derived any of the rows."""
    with database.reading() as db:
        return bool(load_setting(db, DERIVED_BY) != results.VERSION)


def restart(database: Database) -> None:
    """Make the next `rebuild_outdated` start from the newest session."""
    with database.writing() as db:
        delete_setting(db, UNFINISHED)
        delete_setting(db, DERIVED_BY)


def rebuild_outdated(
    database: Database,
    games: Iterable[AnyGame],
    progress: Progress = ignore_progress,
    is_stopped: Callable[[], bool] = lambda: False,
) -> tuple[str, ...]:
    """Rebuild the derived rows of every session; returns the ids of unreadable sessions.

    Each transaction holds the write lock for about 40 ms and lets all other writers go first, so it can run in a thread
    during play. After a kill, or a stop through `is_stopped`, the next call resumes.
    """
    game_list, pace = tuple(games), Pace()
    with database.reading() as db:
        position = _load_position(db)
        left = _list_left(db, position)
        total = db.execute(select(func.count()).select_from(SESSION)).scalar_one()
    at = 0
    while not is_stopped():
        if at >= len(left):
            _finish(database)
            return position.unreadable if position else ()
        batch = left[at : at + max(1, pace.rows // _ROWS_PER_SESSION)]
        with pace.writing(database, len(batch) * _ROWS_PER_SESSION) as db:
            position = _rebuild(db, game_list, batch, position)
        at += len(batch)
        progress(position.done, total)
    return ()


def _rebuild(db: Session, games: tuple[AnyGame, ...], batch: Sequence[str], position: _Position | None) -> _Position:
    """Rebuild those of these sessions that have not been deleted meanwhile."""
    done, unreadable = (position.done, position.unreadable) if position else (0, ())
    stored = set(db.execute(select(SESSION.c.id).where(SESSION.c.id.in_(batch))).scalars())
    unreadable += results.rebuild(db, games, [session_id for session_id in batch if session_id in stored])
    after = _Position(results.VERSION, batch[-1], done + len(batch), unreadable)
    db.merge(SettingRow(key=UNFINISHED, value=[after.version, after.session, after.done, list(after.unreadable)]))
    return after


def _list_left(db: Session, position: _Position | None) -> Sequence[str]:
    """The ids of the sessions to rebuild, newest first.

    They are read once, because no index has this order: every query for them reads all sessions.
    """
    query = select(SESSION.c.id).order_by(SESSION.c.opened_at.desc(), SESSION.c.id.desc())
    if position is not None:
        done = select(SESSION.c.opened_at).where(SESSION.c.id == position.session).scalar_subquery()
        query = query.where(tuple_(SESSION.c.opened_at, SESSION.c.id) < tuple_(done, position.session))
    return db.execute(query).scalars().all()


def _finish(database: Database) -> None:
    with database.writing() as db:
        delete_setting(db, UNFINISHED)
        db.merge(SettingRow(key=DERIVED_BY, value=results.VERSION))


def _load_position(db: Session) -> _Position | None:
    value = load_setting(db, UNFINISHED)
    if value is None or value[0] != results.VERSION:
        return None
    version, session, done, unreadable = value
    if db.execute(select(SESSION.c.id).where(SESSION.c.id == session)).one_or_none() is None:
        return None  # it has been deleted: start again
    return _Position(version, session, done, tuple(unreadable))
