"""Sessions out and in as JSON Lines: a header, then one line an entry, in the format it was entered in.

A file holds one session or many, one after the other. `read_session` and `write_session` need no database; what
exports and imports does.
"""

import json
import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from itertools import count
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NoReturn

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, StringConstraints, ValidationError
from sqlalchemy import Connection, delete, insert, select

from scoring.codec import FormatError, NewerFormat
from scoring.game import AGREEMENTS, AnyGame, Opened
from scoring.games import GAMES, UnknownGame, find_game
from scoring.journal import Amend, Entry, Journal, Record, effective
from scoring.replay import replay
from scoring.rulebook import RuleViolation
from storage import imported, journals, players, results
from storage.entries import Action, StoredEntry, check_fit, from_stored
from storage.errors import StorageError, TransferError, Unreadable
from storage.listing import head_of
from storage.models import ENTRY, PLAYER, SEAT, SESSION
from storage.results import Status
from storage.store import Store

APP: Final = "table-companion"
FORMAT: Final = 1
LARGEST: Final = 64 * 1024 * 1024
"""Bytes of the largest file that is read."""

_TOGETHER: Final = 500  # sessions taken in by one transaction


def _moment(text: str) -> str:
    """A moment as we write it; ValueError for anything else."""
    at = datetime.fromisoformat(text)
    if at.tzinfo is None or not 1970 <= at.year <= 9000:
        raise ValueError("a moment needs its zone and a year one can believe")
    return _told(at)


def _told(at: datetime) -> str:
    return at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


Moment = Annotated[str, AfterValidator(_moment)]
Uuid = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")]
Number = Annotated[int, Field(ge=0, lt=2**31)]


class _Line(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class PlayerLine(_Line):
    """A player of the header, seat by seat."""

    uuid: Uuid
    name: Annotated[str, StringConstraints(min_length=1, max_length=200)]


class Header(_Line):
    """The first line: which game, when and where, and who played. `totals` are those at closing."""

    app: Literal["table-companion"] = APP
    format: Literal[1] = FORMAT
    game: str
    session: Uuid
    opened_at: Moment
    utc_offset: Annotated[int, Field(ge=-1440, le=1440)]
    players: tuple[PlayerLine, ...]
    place: str = ""
    note: str = ""
    totals: tuple[int, ...] | None = None


class _EntryLine(_Line):
    number: Number
    action: str
    target: Number | None = None
    kind: str | None = None
    format: Number | None = None
    payload: dict[str, Any] | None = None
    waived: tuple[str, ...] = ()
    at: Moment


class _Sign(BaseModel):
    """What tells whose file it is, read before anything else."""

    app: Any = None
    format: Any = None


@dataclass(frozen=True, slots=True)
class SessionFile:
    """A session file, read and checked: `entries` as they are kept, `journal` as the rules see it."""

    game: AnyGame
    header: Header
    entries: tuple[StoredEntry, ...]
    journal: Journal[Any]


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


def read_session(lines: Iterable[str], games: Iterable[AnyGame] = GAMES) -> SessionFile:
    """The session these lines hold; TransferError names the first line that is wrong."""
    first, *rest = list(lines) or [""]
    header = _header(first)
    game = _game(header, games)
    stored: list[StoredEntry] = []
    entries: list[Entry[Any]] = []
    for at, line in enumerate(rest, start=2):
        stored.append(_stored(at, line))
        entries.append(_entry(at, game, stored[-1], entries))
    if not entries:
        _refuse(2, "the session has no entries")
    _check_opening(game, header, tuple(entries))
    return SessionFile(game, header, tuple(stored), tuple(entries))


def write_session(header: Header, entries: Iterable[StoredEntry]) -> Iterator[str]:
    """The lines of a session file; reading and writing them again gives the same."""
    yield _line(header.model_dump(mode="json", exclude_none=True))
    for entry in entries:
        said = {
            "number": entry.number,
            "action": str(entry.action),
            "target": entry.target,
            "kind": entry.kind,
            "format": entry.format,
            "payload": entry.payload,
            "waived": list(entry.waived) or None,
            "at": _told(entry.at),
        }
        yield _line({key: value for key, value in said.items() if value is not None})


def read_lines(path: Path) -> tuple[str, ...]:
    """The lines of a file; TransferError if it is too large, cannot be read or is not text."""
    try:
        with path.open("rb") as file:
            raw = file.read(LARGEST + 1)
    except OSError as error:
        raise TransferError(f"{path} cannot be read: {error.strerror or error}.") from error
    return lines_of(raw, str(path))


def lines_of(raw: bytes, name: str) -> tuple[str, ...]:
    """The bytes of a file, cut into lines; `name` is what messages call it."""
    if len(raw) > LARGEST:
        raise TransferError(f"{name} is larger than {LARGEST // 1024**2} MB; no session is.")
    lines = raw.removeprefix(b"\xef\xbb\xbf").removesuffix(b"\n").split(b"\n")
    return tuple(_text(at, line) for at, line in enumerate(lines, start=1))


def stream_lines(path: Path, name: str) -> Iterator[str]:
    """The lines of a file of any length, one by one; TransferError where one cannot be read."""
    try:
        with path.open("rb") as file:
            for at in count(1):
                line = file.readline(LARGEST + 1)
                if not line:
                    return
                if len(line) > LARGEST:
                    raise TransferError(f"{name} has a line longer than {LARGEST // 1024**2} MB; no entry is.")
                yield _text(at, line.removeprefix(b"\xef\xbb\xbf").removesuffix(b"\n"))
    except OSError as error:
        raise TransferError(f"{name} cannot be read: {error.strerror or error}.") from error


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write a file whole or not at all; TransferError where that is not possible."""
    write_file(path, (f"{line}\n".encode() for line in lines))


def write_file(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file whole or not at all; TransferError where that is not possible."""
    partial = path.with_name(f"{path.name}.partial")
    try:
        with partial.open("wb") as file:
            file.writelines(parts)
        os.replace(partial, path)
    except OSError as error:
        partial.unlink(missing_ok=True)
        raise TransferError(f"{path} cannot be written: {error.strerror or error}.") from error


def export_session(store: Store, session_id: str) -> tuple[str, ...]:
    """A session as the lines of a file, up to what may not be seen yet; UnknownSession."""
    with store.database.reading() as db:
        head = head_of(db, session_id)
        if imported.is_imported(db, session_id):
            raise TransferError("This session came from another app; it leaves in a file of BG Stats.")
        header = Header(
            game=head.game,
            session=session_id,
            opened_at=_told(head.opened_at),
            utc_offset=head.utc_offset,
            players=_players(db, session_id),
            place=head.place,
            note=head.note,
            totals=head.closed_totals,
        )
        entries = journals.stored_entries(db, session_id)
        if head.status is not Status.FINISHED:
            with suppress(Unreadable):  # a game this app does not know keeps its secrets to itself
                game = journals.game_of(db, session_id, store.games)
                entries = entries[: _before_secrets(game, journals.journal(game, entries))]
        return tuple(write_session(header, entries))


def _before_secrets(game: AnyGame, journal: Journal[Any]) -> int:
    """How many entries come before the first that may not be seen yet: a file can be read by anybody."""
    state = replay(game, journal).state
    own = (
        number
        for number, entry in enumerate(journal)
        if isinstance(entry, Record | Amend) and not isinstance(entry.event, (Opened, *AGREEMENTS))
        if game.veil(state, entry.event)
    )
    return next(own, len(journal))


def own_sessions(store: Store) -> tuple[str, ...]:
    """The ids of all sessions that have a journal and do not lie in the bin, the oldest first."""
    journaled = select(ENTRY.c.session_id).where(ENTRY.c.number == 0)
    query = select(SESSION.c.id).where(SESSION.c.binned_at.is_(None), SESSION.c.id.in_(journaled))
    with store.database.reading() as db:
        return tuple(db.execute(query.order_by(SESSION.c.opened_at, SESSION.c.id)).scalars())


def export_sessions(store: Store) -> Iterator[str]:
    """Every session that has a journal, one after the other, as the lines of one file."""
    for session_id in own_sessions(store):
        yield from export_session(store, session_id)


def import_session(store: Store, file: SessionFile) -> Imported:
    """Take a session in: all of it, what is new of it, or nothing if it is here already.

    TransferError where the session here is another one from some entry on.
    """
    with store.database.writing() as db:
        return _take_in(db, store, file)


def sessions_of(lines: Iterable[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The sessions of a file, each with the number of its first line."""
    begun, session = 1, list[str]()
    for at, line in enumerate(lines, start=1):
        if session and _begins(line):
            yield begun, tuple(session)
            begun, session = at, []
        session.append(line)
    yield begun, tuple(session)


def import_sessions(
    store: Store, lines: Iterable[str], *, only_look: bool = False, tell: Callable[[int], None] | None = None
) -> tuple[Taken, ...]:
    """Take in a file of many sessions; one that is damaged does not keep the others out.

    Up to 500 sessions come in together or, with a StorageError, not at all; with more, so many at a time. With
    `only_look` nothing is changed. `tell` is told how many are done.
    """
    taken: list[Taken] = []
    batch: list[tuple[int, SessionFile]] = []

    def done() -> None:
        taken.extend(_batch(store, batch, only_look=only_look))
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


def _batch(store: Store, files: Iterable[tuple[int, SessionFile]], *, only_look: bool) -> list[Taken]:
    taken: list[Taken] = []
    with store.database.reading() if only_look else store.database.writing() as db:
        for begun, file in files:
            try:
                done = _change(db, file)[0] if only_look else _by_itself(db, store, file)
                taken.append(Taken(begun, file, done))
            except StorageError as error:
                taken.append(Taken(begun, file, error=_named(begun, error)))
    return taken


def _by_itself(db: Connection, store: Store, file: SessionFile) -> Imported:
    """Take a session in so that nothing of it is left where it is refused; a full disk ends all of them."""
    before = db.begin_nested()
    try:
        done = _take_in(db, store, file)
    except StorageError:
        before.rollback()
        raise
    before.commit()
    return done


def _named(begun: int, error: StorageError) -> str:
    return str(error) if begun == 1 else f"The session that begins at line {begun}: {error}"


def _begins(line: str) -> bool:
    """Whether a line is the header of a session."""
    if f'"{APP}"' not in line:
        return False
    try:
        return bool(_Sign.model_validate_json(line).app == APP)
    except ValidationError:
        return False


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


def _take_in(db: Connection, store: Store, file: SessionFile) -> Imported:
    done, here = _change(db, file)
    if done.change is Import.NOTHING:
        return done
    if done.change is Import.NEW:
        _make_room(db, done.session_id)
        _add_session(db, file)
    journals.insert_entries(db, done.session_id, file.entries[len(here) :])
    _seat(db, store, file)
    _derive(db, file)
    return done


def _make_room(db: Connection, session_id: str) -> None:
    """The result that another app had of this session goes: now there is all of it."""
    if imported.is_imported(db, session_id):
        results.erase(db, session_id)
        imported.forget(db, session_id)
        db.execute(delete(SEAT).where(SEAT.c.session_id == session_id))
        db.execute(delete(SESSION).where(SESSION.c.id == session_id))


def _header(line: str) -> Header:
    try:
        sign = _Sign.model_validate_json(line)
    except ValidationError:
        _refuse(1, "this is not a session file of Table Companion")
    if sign.app != APP:
        _refuse(1, "this is not a session file of Table Companion")
    if type(sign.format) is int and sign.format > FORMAT:
        _refuse(1, f"a newer version of the app wrote this file (format {sign.format}); update the app")
    try:
        return Header.model_validate_json(line)
    except ValidationError as error:
        _refuse(1, _fault(error))


def _game(header: Header, games: Iterable[AnyGame]) -> AnyGame:
    try:
        return find_game(header.game, games)
    except UnknownGame:
        _refuse(1, f"this app does not know the game {header.game!r}; update the app")


def _stored(at: int, line: str) -> StoredEntry:
    try:
        read = _EntryLine.model_validate_json(line)
    except ValidationError as error:
        _refuse(at, _fault(error))
    if read.action not in tuple(Action):
        _refuse(at, f"no entry can {read.action!r}")
    moment = datetime.fromisoformat(read.at)
    return StoredEntry(read.number, read.action, read.target, read.kind, read.format, read.payload, read.waived, moment)


def _entry(at: int, game: AnyGame, stored: StoredEntry, before: list[Entry[Any]]) -> Entry[Any]:
    try:
        entry = from_stored(game, stored)
        check_fit(before, stored.number, entry)
    except NewerFormat:
        _refuse(at, "a newer version of the app wrote this entry; update the app")
    except FormatError as error:
        _refuse(at, str(error))
    return entry


def _check_opening(game: AnyGame, header: Header, journal: Journal[Any]) -> None:
    opened: Opened[Any] = effective(journal)[0].event
    if len(opened.names) != len(header.players):
        _refuse(1, f"{len(header.players)} players are named, but {len(opened.names)} are seated")
    if len({line.uuid for line in header.players}) != len(header.players):
        _refuse(1, "one player sits on two seats")
    try:
        replay(game, journal)
    except RuleViolation as violation:
        _refuse(2, violation.message)


def _refuse(line: int, fault: str) -> NoReturn:
    raise TransferError(f"Line {line}: {fault.removesuffix('.')}.")


def _fault(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    return f"{where}: {first['msg']}" if where else "this line is damaged"


def _text(at: int, line: bytes) -> str:
    try:
        return line.removesuffix(b"\r").decode()
    except UnicodeDecodeError:
        _refuse(at, "this line is damaged")


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _players(db: Connection, session_id: str) -> tuple[PlayerLine, ...]:
    query = select(PLAYER.c.id, PLAYER.c.name).join(SEAT, SEAT.c.player_id == PLAYER.c.id)
    rows = db.execute(query.where(SEAT.c.session_id == session_id).order_by(SEAT.c.seat))
    return tuple(PlayerLine(uuid=row.id, name=row.name) for row in rows)


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


def _seat(db: Connection, store: Store, file: SessionFile) -> None:
    """Everybody sits down; somebody new of a known name counts as that player, until that merge is taken back."""
    at = store.now()
    known: list[str] = []
    for line in file.header.players:
        if db.execute(select(PLAYER.c.id).where(PLAYER.c.id == line.uuid)).one_or_none():
            continue
        namesake = players.find(db, line.name)
        players.add(db, line.name, at, player_id=line.uuid)
        if namesake and namesake not in known:
            players.merge(db, line.uuid, namesake, at)
            known.append(namesake)
    opened: Opened[Any] = effective(file.journal)[0].event
    ids = [line.uuid for line in file.header.players]
    players.seat_players(db, file.header.session, opened.names, ids, file.entries[-1].at)


def _derive(db: Connection, file: SessionFile) -> None:
    derived = results.derive(file.game, replay(file.game, file.journal))
    totals = [[seat, points] for seat, points in enumerate(file.header.totals or ())]
    results.close(db, file.header.session, file.game, derived, file.entries[-1].at, totals or None)
