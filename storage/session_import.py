"""Sessions of a file taken in: each whole, or what is new of it, or nothing, after a look at what that changes."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Connection, delete, insert, select

from scoring.game import Opened
from scoring.journal import effective
from scoring.replay import replay
from storage import arrivals, imported, journals, players, results
from storage.arrivals import App, Arrival
from storage.entries import StoredEntry
from storage.errors import StorageError, TransferError
from storage.models import PLAYER, SEAT, SESSION
from storage.players import name_key
from storage.results import Status
from storage.session_file import SessionFile, read_session, sessions_of
from storage.store import Store

_TOGETHER: Final = 500  # sessions taken in by one transaction


class Import(StrEnum):
    """What taking a file in has changed."""

    NEW = "new"
    MORE = "more"
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Imported:
    """The session a file held, what that changed, and how many entries were added."""

    session_id: str
    change: Import
    added: int


@dataclass(frozen=True, slots=True)
class Taken:
    """What became of one session of a file of many: it begins at `line`; `error` says why it was left out."""

    line: int
    file: SessionFile | None = None
    done: Imported | None = None
    error: str = ""


def import_session(store: Store, file: SessionFile, name: str = "") -> Imported:
    """Take a session in: all of it, what is new of it, or nothing if it is here already.

    TransferError where the session here is another one from some entry on.
    """
    with store.database.writing() as db:
        return _take_in(db, file, Arrival(store.now(), App.OURS, name))


def import_sessions(
    store: Store,
    lines: Iterable[str],
    name: str = "",
    *,
    only_look: bool = False,
    tell: Callable[[int], None] | None = None,
) -> tuple[Taken, ...]:
    """Take in a file of many sessions; one that is damaged does not keep the others out.

    Up to 500 sessions come in together or, with a StorageError, not at all; with more, so many at a time. With
    `only_look` nothing is changed. `tell` is told how many are done.
    """
    taken: list[Taken] = []
    arrival = Arrival(store.now(), App.OURS, name)
    batch: list[tuple[int, SessionFile]] = []

    def done() -> None:
        taken.extend(_batch(store, batch, arrival, only_look=only_look))
        batch.clear()
        if tell:
            tell(len(taken))

    for begun, session in sessions_of(lines):
        try:
            batch.append((begun, read_session(session, store.games)))
        except TransferError as error:
            taken.append(Taken(begun, error=_named(begun, error)))
        if len(batch) == _TOGETHER:
            done()
    done()
    return tuple(sorted(taken, key=lambda each: each.line))


def _batch(store: Store, files: Iterable[tuple[int, SessionFile]], arrival: Arrival, *, only_look: bool) -> list[Taken]:
    taken: list[Taken] = []
    with store.database.reading() if only_look else store.database.writing() as db:
        for begun, file in files:
            try:
                done = _change(db, file)[0] if only_look else _by_itself(db, file, arrival)
                taken.append(Taken(begun, file, done))
            except StorageError as error:
                taken.append(Taken(begun, file, error=_named(begun, error)))
    return taken


def _by_itself(db: Connection, file: SessionFile, arrival: Arrival) -> Imported:
    """Take a session in so that nothing of it is left where it is refused; a full disk ends all of them."""
    before = db.begin_nested()
    try:
        done = _take_in(db, file, arrival)
    except StorageError:
        before.rollback()
        raise
    before.commit()
    return done


def _named(begun: int, error: StorageError) -> str:
    return str(error) if begun == 1 else f"The session that begins at line {begun}: {error}"


# What it would change -----------------------------------------------------------------------------------------------


def _change(db: Connection, file: SessionFile) -> tuple[Imported, tuple[StoredEntry, ...]]:
    """What taking a session in would change, and the entries that are here already; TransferError."""
    session_id, there = file.header.session, file.entries
    here = journals.stored_entries(db, session_id)
    same = min(len(here), len(there))
    if here[:same] != there[:same]:
        differing = next(number for number in range(same) if here[number] != there[number])
        raise TransferError(f"This session is here already, and differs from entry {differing} on; nothing was added.")
    if len(there) <= len(here):
        return Imported(session_id, Import.NOTHING, 0), here
    return Imported(session_id, Import.MORE if here else Import.NEW, len(there) - same), here


# Writing -----------------------------------------------------------------------------------------------------------


def _take_in(db: Connection, file: SessionFile, arrival: Arrival) -> Imported:
    done, here = _change(db, file)
    if done.change is Import.NOTHING:
        return done
    if done.change is Import.NEW:
        _make_room(db, done.session_id)
        _add_session(db, file)
        arrivals.note(db, [done.session_id], arrival)
    journals.insert_entries(db, done.session_id, file.entries[len(here) :])
    _seat(db, file, arrival.at)
    _derive(db, file)
    return done


def _make_room(db: Connection, session_id: str) -> None:
    """The result that another app had of this session goes: now there is all of it."""
    if imported.is_imported(db, session_id):
        results.erase(db, session_id)
        imported.forget(db, session_id)
        arrivals.forget(db, session_id)
        db.execute(delete(SEAT).where(SEAT.c.session_id == session_id))
        db.execute(delete(SESSION).where(SESSION.c.id == session_id))


def _add_session(db: Connection, file: SessionFile) -> None:
    header = file.header
    db.execute(
        insert(SESSION).values(
            id=header.session,
            game=header.game,
            opened_at=datetime.fromisoformat(header.opened_at),
            utc_offset=header.utc_offset,
            place=header.place,
            note=header.note,
            status=Status.OPEN.value,
            changed_at=file.entries[-1].at,
        )
    )


def _seat(db: Connection, file: SessionFile, at: datetime) -> None:
    """Everybody sits down; somebody new of a known name counts as that player, until that merge is taken back."""
    known: list[str] = []
    opened: Opened[Any] = effective(file.journal)[0].event
    for line, said in zip(file.header.players, opened.names, strict=True):
        if db.execute(select(PLAYER.c.id).where(PLAYER.c.id == line.uuid)).one_or_none():
            continue
        name = line.name if name_key(line.name) else said
        namesake = players.find(db, name)
        players.add(db, name, at, player_id=line.uuid)
        if namesake and namesake not in known:
            players.merge(db, line.uuid, namesake, at)
            known.append(namesake)
    ids = [line.uuid for line in file.header.players]
    players.seat_players(db, file.header.session, opened.names, ids, file.entries[-1].at)


def _derive(db: Connection, file: SessionFile) -> None:
    derived = results.derive(file.game, replay(file.game, file.journal))
    totals = [[seat, points] for seat, points in enumerate(file.header.totals or ())]
    results.close(db, file.header.session, file.game, derived, file.entries[-1].at, totals or None)
