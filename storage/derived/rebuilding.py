"""Rebuild all derived rows after an update: in small transactions, newest session first, and resumable."""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import func, select, update

from scoring.contract.game import AnyGame
from storage.derived import results
from storage.file.database import Database
from storage.file.write_batches import Pace, Step, Steps, split
from storage.models import DERIVATION, SESSION

_ROWS_PER_SESSION: Final = 40  # an estimate, for the size of transactions

_OUTDATED: Final = select(SESSION.c.id).where(SESSION.c.derived_by != DERIVATION)


def is_due(database: Database) -> bool:
    """Whether another version of the app derived any of the rows."""
    with database.reading() as db:
        return db.execute(_OUTDATED.limit(1)).first() is not None


def restart(database: Database) -> None:
    """Make the next `rebuild_in_steps` rebuild every session."""
    with database.writing() as db:
        db.execute(update(SESSION).values(derived_by=0))


def rebuild_in_steps(database: Database, games: Iterable[AnyGame]) -> Steps[tuple[str, ...]]:
    """Rebuild the derived rows of every outdated session; returns the ids of unreadable ones.

    Each step is a transaction that holds the write lock for about 40 ms and lets all other writers go first, so it can
    run in a thread during play. After a kill, or if it is not finished, the next call resumes.
    """
    game_list, pace, unreadable = tuple(games), Pace(), list[str]()
    while is_due(database):  # again if another process has written outdated rows meanwhile
        with database.reading() as db:
            left = db.execute(_OUTDATED.order_by(SESSION.c.opened_at.desc(), SESSION.c.id.desc())).scalars().all()
            total: int = db.execute(select(func.count()).select_from(SESSION)).scalar_one()
        done = total - len(left)
        for batch in split(left, _ROWS_PER_SESSION):
            with pace.writing(database) as db:
                stored = set(db.execute(select(SESSION.c.id).where(SESSION.c.id.in_(batch))).scalars())
                unreadable += results.rebuild(db, game_list, [one for one in batch if one in stored])
                db.execute(update(SESSION).where(SESSION.c.id.in_(batch)).values(derived_by=DERIVATION))
            done += len(batch)
            yield Step("Rebuilding results", done, total)
    return tuple(unreadable)
