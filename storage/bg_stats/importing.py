"""A file of BG Stats taken in: what that would change, told first, then all of it or nothing.

Whoever and whatever has an id is known by it; a new player of a known name counts as that player, until that merge
is taken back. A play that cannot be understood is left out and named; the others do not wait for it.

`bg_file.py` reads the file, `bg_stats.py` knows what a play says; `bg_plan.py` holds it against what is here,
`bg_write.py` writes what was planned, `bg_report.py` has the words for both.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Final, TypeVar

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import IntegrityError

from storage.bg_format.play_facts import JsonObject
from storage.bg_stats.plan import Plan, planned, told
from storage.bg_stats.report import Fate, Report
from storage.bg_stats.writing import bin_deleted, coming, merge_people, next_position, write, write_plays, write_things
from storage.errors import PartlyTakenIn, StorageError, TransferError
from storage.file.write_batches import Pace
from storage.history import import_log
from storage.history.import_log import App, Arrival
from storage.models import IMPORTED_PART, IMPORTED_PLAY, MERGE, PLAYER
from storage.store import Store

TOGETHER: Final = 200
"""Plays that come in by one transaction; more are cut into pieces."""

_ROWS_A_PLAY: Final = 10  # the play, its seats, and what is derived of them
_ATTEMPTS: Final = 5

_Mark = tuple[int, ...]
T = TypeVar("T")


def look_through(store: Store, data: JsonObject, choices: Mapping[str, str] | None = None) -> Report:
    """What taking the file in would change; nothing is changed yet.

    `choices` says for players of the file whom they count as: the id of a player here, or `APART`.
    """
    with store.database.reading() as db:
        return told(planned(db, data, choices or {}))


def take_in(store: Store, data: JsonObject, choices: Mapping[str, str] | None = None, name: str = "") -> Report:
    """Take the file in; a second time adds nothing. `name` is the file's.

    Up to 200 plays come in together or, with a StorageError, not at all. More come in piece by piece, so that the table
    can write in between: then PartlyTakenIn says how many are here.
    """
    seen = store.version()
    with store.database.reading() as db:
        mark, plan = _mark(db), planned(db, data, choices or {})
    if len(coming(plan)) > TOGETHER or len(plan.deleted) > TOGETHER:
        return _take_in_pieces(store, plan, mark, data, choices or {}, name)
    with (
        store.database.writing() as db
    ):  # nobody else can write from here on, so it is not held for longer than need be
        if store.version() != seen:
            plan = planned(db, data, choices or {})
        arrival, left = _arrival(db, plan, Arrival(store.now(), App.BG_STATS, name))
        write(db, plan, data, arrival, left)
    return told(plan)


def _take_in_pieces(
    store: Store, plan: Plan, mark: _Mark, data: JsonObject, choices: Mapping[str, str], name: str
) -> Report:
    """Players and games first, then the plays, at last the merges; what was broken off knows what was left to do."""
    pace, number = Pace(), 0
    for attempt in range(_ATTEMPTS):
        with pace.writing(store.database, _ROWS_A_PLAY) as db:
            if mark == _mark(db) or attempt == _ATTEMPTS - 1:
                arrival, left = _begin(db, plan, data, Arrival(store.now(), App.BG_STATS, name))
                position = next_position(db)
                break
        with store.database.reading() as db:
            mark, plan = _mark(db), planned(db, data, choices)
    try:
        for plays in _pieces(coming(plan), pace):
            with pace.writing(store.database, len(plays) * _ROWS_A_PLAY) as db:
                write_plays(db, plan, plays, arrival, position + number)
            number += len(plays)
        for session_ids in _pieces(plan.deleted, pace):
            with pace.writing(store.database, len(session_ids) * _ROWS_A_PLAY) as db:
                bin_deleted(db, session_ids, arrival.at)
        with pace.writing(store.database, _ROWS_A_PLAY) as db:
            merge_people(db, plan, left, arrival.at)
            import_log.forget_unfinished(db)
    except IntegrityError as error:
        fault = TransferError("Another window changed the same plays meanwhile.")
        raise PartlyTakenIn(fault, _plays(number)) from error
    except StorageError as error:
        raise PartlyTakenIn(error, _plays(number)) from error
    return told(plan)


def _begin(db: Connection, plan: Plan, data: JsonObject, fresh: Arrival) -> tuple[Arrival, tuple[tuple[str, str], ...]]:
    """Write all but the plays, and note what is left to do; gives the arrival and merges of an earlier attempt."""
    arrival, left = _arrival(db, plan, fresh)
    write_things(db, plan, data, arrival.at)
    merges = [(person.id, person.into) for person in plan.people if person.fate is Fate.MERGED]
    first = plan.plays[0].taken.session_id if plan.plays else ""
    import_log.note_unfinished(db, arrival, first, [*(left or ()), *merges])
    return arrival, left or ()


def _pieces(rows: Sequence[T], pace: Pace) -> Iterator[list[T]]:
    """So much at a time as the pace allows just then."""
    at = 0
    while at < len(rows):
        number = max(1, pace.rows // _ROWS_A_PLAY)
        yield list(rows[at : at + number])
        at += number


def _plays(number: int) -> str:
    return "1 play" if number == 1 else f"{number} plays"


def _mark(db: Connection) -> _Mark:
    """Changes when another import, a new player or a merge makes a plan old; recording at a table does not."""
    tables = (IMPORTED_PART, IMPORTED_PLAY, PLAYER, MERGE)
    return tuple(db.execute(select(func.count()).select_from(table)).scalar_one() for table in tables)


def _arrival(db: Connection, plan: Plan, fresh: Arrival) -> tuple[Arrival, tuple[tuple[str, str], ...] | None]:
    """The arrival of a file, and the merges that an import of it left to do that was broken off; None if none was."""
    unfinished = import_log.unfinished(db, fresh, plan.plays[0].taken.session_id if plan.plays else "")
    return (unfinished.arrival, unfinished.merges) if unfinished else (fresh, None)
