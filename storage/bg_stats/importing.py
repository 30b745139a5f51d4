"""Import BG Stats files, with a preview.

Objects are matched by id. A new player with the name of a known one is merged with them, which can be undone. Invalid
plays are skipped and reported; they do not stop the import of the others.

`storage/bg_format/` parses the file and interprets plays; `plan.py` compares it with what is stored, `writing.py`
writes the plan, and `report.py` summarises it.
"""

from collections.abc import Mapping
from typing import Final

from sqlalchemy import func, select
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from storage.bg_format.play_facts import JsonObject
from storage.bg_stats.plan import ImportPlan, make_plan, make_report
from storage.bg_stats.report import ImportReport
from storage.bg_stats.writing import (
    bin_sessions,
    find_next_position,
    list_plays_to_write,
    merge_players,
    write_objects,
    write_plan,
    write_plays,
)
from storage.errors import IncompleteImport, StorageError, TransferError
from storage.file.write_batches import Pace
from storage.history import import_log
from storage.history.import_log import App, FileImport
from storage.history.player_matching import ImportAction
from storage.models import IMPORTED_OBJECT, IMPORTED_PLAY, MERGE, PLAYER
from storage.store import Store

MAX_PLAYS_AT_ONCE: Final = 200
"""Plays imported in one transaction; larger imports are split into batches."""

_ROWS_PER_PLAY: Final = 10  # the play, its seats and its derived rows
_MAX_ATTEMPTS: Final = 5

_Fingerprint = tuple[int, ...]
_Merges = tuple[tuple[str, str], ...]


def preview_plays(store: Store, data: JsonObject, choices: Mapping[str, str] | None = None) -> ImportReport:
    """What `import_plays` would change; nothing is written.

    `choices` maps ids of players in the file to the id of the player they are merged with, or to `SEPARATE`. A player
    without a choice is merged with the known player of the same name, if there is exactly one on each side.
    """
    with store.database.reading() as db:
        return make_report(make_plan(db, store.games, data, choices or {}))


def import_plays(
    store: Store, data: JsonObject, choices: Mapping[str, str] | None = None, name: str = ""
) -> ImportReport:
    """Import a file; importing it again changes nothing. `name` is the file name shown later.

    Up to 200 plays are imported in one transaction: a StorageError means that nothing was imported. More are imported
    in batches, so that games can be recorded meanwhile; IncompleteImport then says how many plays were imported.
    """
    version = store.version()
    with store.database.reading() as db:
        fingerprint, plan = _compute_fingerprint(db), make_plan(db, store.games, data, choices or {})
    if len(list_plays_to_write(plan)) > MAX_PLAYS_AT_ONCE or len(plan.deleted) > MAX_PLAYS_AT_ONCE:
        return _import_in_batches(store, plan, fingerprint, data, choices or {}, name)
    with store.database.writing() as db:  # blocks all other writers, so plan again only if somebody wrote meanwhile
        if store.version() != version:
            plan = make_plan(db, store.games, data, choices or {})
        file_import, merges = _resume(db, plan, FileImport(store.now(), App.BG_STATS, name))
        write_plan(db, plan, data, file_import, merges)
    return make_report(plan)


def _import_in_batches(
    store: Store, plan: ImportPlan, fingerprint: _Fingerprint, data: JsonObject, choices: Mapping[str, str], name: str
) -> ImportReport:
    """Import players and games first, then the plays, then the merges. An interrupted import can be resumed."""
    pace, imported = Pace(), 0
    for attempt in range(_MAX_ATTEMPTS):
        with pace.writing(store.database, _ROWS_PER_PLAY) as db:
            if fingerprint == _compute_fingerprint(db) or attempt == _MAX_ATTEMPTS - 1:
                file_import, merges = _start(db, plan, data, FileImport(store.now(), App.BG_STATS, name))
                position = find_next_position(db)
                break
        with store.database.reading() as db:
            fingerprint, plan = _compute_fingerprint(db), make_plan(db, store.games, data, choices)
    try:
        for plays in pace.split(list_plays_to_write(plan), _ROWS_PER_PLAY):
            with pace.writing(store.database, len(plays) * _ROWS_PER_PLAY) as db:
                write_plays(db, plan, plays, file_import, position + imported)
            imported += len(plays)
        for session_ids in pace.split(plan.deleted, _ROWS_PER_PLAY):
            with pace.writing(store.database, len(session_ids) * _ROWS_PER_PLAY) as db:
                bin_sessions(db, session_ids, file_import.at)
        with pace.writing(store.database, _ROWS_PER_PLAY) as db:
            merge_players(db, plan, merges, file_import.at)
            import_log.clear_unfinished(db)
    except IntegrityError as error:
        cause = TransferError("Another window changed the same games.")
        raise IncompleteImport(cause, _count_plays(imported)) from error
    except StorageError as error:
        raise IncompleteImport(error, _count_plays(imported)) from error
    return make_report(plan)


def _start(db: Session, plan: ImportPlan, data: JsonObject, new_import: FileImport) -> tuple[FileImport, _Merges]:
    """Write everything but the plays, and note that the import is unfinished."""
    file_import, earlier_merges = _resume(db, plan, new_import)
    write_objects(db, plan, data, file_import.at)
    merges = [(player.id, player.merged_into) for player in plan.players if player.action is ImportAction.MERGED]
    first = plan.plays[0].report.session_id if plan.plays else ""
    import_log.mark_unfinished(db, file_import, first, [*(earlier_merges or ()), *merges])
    return file_import, earlier_merges or ()


def _count_plays(number: int) -> str:
    return "1 play" if number == 1 else f"{number} plays"


def _compute_fingerprint(db: Session) -> _Fingerprint:
    """Changes with every import, new player or merge, which make a plan outdated; not while a game is recorded."""
    tables = (IMPORTED_OBJECT, IMPORTED_PLAY, PLAYER, MERGE)
    return tuple(db.execute(select(func.count()).select_from(table)).scalar_one() for table in tables)


def _resume(db: Session, plan: ImportPlan, new_import: FileImport) -> tuple[FileImport, _Merges | None]:
    """The arrival and pending merges of an interrupted import of the same file, else the new arrival and None."""
    first = plan.plays[0].report.session_id if plan.plays else ""
    unfinished = import_log.find_unfinished(db, new_import, first)
    return (unfinished.file_import, unfinished.merges) if unfinished else (new_import, None)
