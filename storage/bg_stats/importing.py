"""Import BG Stats files, with a preview.

Objects are matched by id. A new player with the name of a known one is merged with them, which can be undone. Invalid
plays are skipped and reported; they do not stop the import of the others.

`storage/play_file/` parses the file and interprets plays; `plan.py` compares it with what is stored, `writing.py`
writes the plan, and `report.py` summarises it.
"""

from collections.abc import Mapping
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from storage.bg_stats.import_plan import ImportPlan, make_plan, make_report
from storage.bg_stats.report import ImportReport
from storage.bg_stats.writing import find_next_position, finish_import, rebuild_results, write_objects, write_plays
from storage.derived.pipeline import move_sessions
from storage.errors import IncompleteImport, StorageError, TransferError
from storage.file.database import Database
from storage.file.write_batches import Pace, split
from storage.history import import_log
from storage.history.import_log import App, FileImport
from storage.models import IMPORTED_OBJECT, IMPORTED_PLAY, MERGE, PLAYER
from storage.play_file.play_facts import JsonObject
from storage.store import Store

MAX_PLAYS_AT_ONCE: Final = 200
"""Plays imported in one transaction; larger imports are split into batches."""

_ROWS_PER_PLAY: Final = 10  # the play, its seats and its derived rows

_NO_CHOICES: Final[Mapping[str, str]] = {}


def preview_plays(
    store: Store, data: JsonObject, choices: Mapping[str, str] = _NO_CHOICES, name: str = ""
) -> ImportReport:
    """What `import_plays` would change; nothing is written.

    `choices` maps ids of players in the file to the id of the player they are merged with, or to `SEPARATE`. A player
    without a choice is merged with the known player of the same name, if there is exactly one on each side.
    """
    with store.database.reading() as db:
        return make_report(_make_plan(db, store, data, choices, name))


def import_plays(
    store: Store, data: JsonObject, choices: Mapping[str, str] = _NO_CHOICES, name: str = ""
) -> ImportReport:
    """Import a file; importing it again changes nothing. `name` is the file name shown later.

    Up to 200 plays are imported in one transaction: a StorageError means that nothing was imported. More are imported
    in batches, so that games can be recorded meanwhile: players and games first, then the plays, then the merges.
    IncompleteImport then says how many plays were imported; importing the file again completes it.
    """
    with store.database.reading() as db:
        counts, plan = _count_rows(db), _make_plan(db, store, data, choices, name)
    with store.database.writing() as db:
        if _count_rows(db) != counts:
            plan = _make_plan(db, store, data, choices, name)
        write_objects(db, plan, data)
        position = find_next_position(db)
        if max(len(plan.plays_to_write), len(plan.outdated), len(plan.deleted)) <= MAX_PLAYS_AT_ONCE:
            write_plays(db, plan, plan.plays_to_write, position)
            rebuild_results(db, plan.outdated)
            move_sessions(db, plan.deleted, plan.file_import.at, plan.file_import.at)
            finish_import(db, plan)
            return make_report(plan)
        import_log.mark_unfinished(db, plan.file_import, plan.first_session_id)
    _write_batches(store.database, plan, position)
    return make_report(plan)


def _make_plan(db: Session, store: Store, data: JsonObject, choices: Mapping[str, str], name: str) -> ImportPlan:
    return make_plan(db, store.games, data, choices, FileImport(store.now(), App.BG_STATS, name))


def _count_rows(db: Session) -> tuple[int, ...]:
    """Changes with every import, new player or merge, which make a plan outdated; not while a game is recorded."""
    tables = (IMPORTED_OBJECT, IMPORTED_PLAY, PLAYER, MERGE)
    return tuple(db.execute(select(func.count()).select_from(table)).scalar_one() for table in tables)


def _write_batches(database: Database, plan: ImportPlan, position: int) -> None:
    pace, imported = Pace(), 0
    try:
        for plays in split(plan.plays_to_write, _ROWS_PER_PLAY):
            with pace.writing(database) as db:
                write_plays(db, plan, plays, position + imported)
            imported += len(plays)
        for session_ids in split(plan.outdated, _ROWS_PER_PLAY):
            with pace.writing(database) as db:
                rebuild_results(db, session_ids)
        for session_ids in split(plan.deleted, _ROWS_PER_PLAY):
            with pace.writing(database) as db:
                move_sessions(db, session_ids, plan.file_import.at, plan.file_import.at)
        with pace.writing(database) as db:
            finish_import(db, plan)
    except (IntegrityError, StorageError) as error:
        cause = error if isinstance(error, StorageError) else TransferError("Another window changed the same games.")
        raise IncompleteImport(cause, imported, "play") from error
