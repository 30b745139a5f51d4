"""The file of a session: a header, then one line an entry, in the format it was entered in (JSON Lines).

A file holds one session or many, one after the other. Reading and writing need no database; `session_export.py` and
`session_import.py` have one.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal, NoReturn

from pydantic import AfterValidator, BaseModel, BeforeValidator, ConfigDict, Field, StringConstraints, ValidationError

from scoring.codec import FormatError, NewerFormat
from scoring.game import AnyGame, Opened
from scoring.games import GAMES, UnknownGame, find_game
from scoring.journal import Entry, Journal, effective
from scoring.replay import Replay, replay
from scoring.rulebook import RuleViolation
from storage.errors import TransferError
from storage.sessions.entry_rows import Action, StoredEntry, check_fit, from_stored

APP: Final = "table-companion"
FORMAT: Final = 1


MOST_ENTRIES: Final = 5_000
"""Entries a session of a file may have: one every three seconds for four hours."""

MOST_CHARACTERS: Final = 16 * 1024 * 1024
"""Length of all lines of a session; an ordinary evening has 12,000."""


def _at(text: Any) -> datetime:
    """The moment of a line, in UTC; ValueError for anything that is none."""
    if not isinstance(text, str):
        raise ValueError("a moment is a text")
    at = datetime.fromisoformat(text)
    if at.tzinfo is None or not 1970 <= at.year <= 9000:
        raise ValueError("a moment needs its zone and a year one can believe")
    return at.astimezone(UTC)


def _moment(text: str) -> str:
    """A moment as we write it; ValueError for anything else."""
    return written_moment(_at(text))


def written_moment(at: datetime) -> str:
    """A moment as it stands in a file."""
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
    at: Annotated[datetime, BeforeValidator(_at)]


class _Sign(BaseModel):
    """What tells whose file it is, read before anything else."""

    app: Any = None
    format: Any = None


@dataclass(frozen=True, slots=True)
class SessionFile:
    """A session file, read and checked: `entries` as they are kept, `journal` and `run` as the rules see them."""

    game: AnyGame
    header: Header
    entries: tuple[StoredEntry, ...]
    journal: Journal[Any]
    run: Replay[Any, Any]


def read_session(lines: Iterable[str], games: Iterable[AnyGame] = GAMES) -> SessionFile:
    """The session these lines hold; TransferError names the first line that is wrong."""
    first, *rest = list(lines) or [""]
    header = _header_of(first)
    if len(rest) > MOST_ENTRIES:
        _refuse(1, f"the session has more than {MOST_ENTRIES:,} entries; no evening has")
    if len(first) + sum(map(len, rest)) > MOST_CHARACTERS:
        _refuse(1, f"the session is longer than {MOST_CHARACTERS // 1024**2} MB; no evening is")
    game = _game(header, games)
    stored: list[StoredEntry] = []
    entries: list[Entry[Any]] = []
    for at, line in enumerate(rest, start=2):
        stored.append(_stored(at, line))
        entries.append(_entry(at, game, stored[-1], entries))
    if not entries:
        _refuse(2, "the session has no entries")
    run = _replayed(game, header, tuple(entries))
    return SessionFile(game, header, tuple(stored), tuple(entries), run)


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
            "at": written_moment(entry.at),
        }
        yield _line({key: value for key, value in said.items() if value is not None})


def sessions_of(lines: Iterable[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """The sessions of a file, each with the number of its first line.

    Of one that is too large to be read no more is kept than it takes to see that.
    """
    begun, session, length = 1, list[str](), 0
    for at, line in enumerate(lines, start=1):
        if session and _begins(line):
            yield begun, tuple(session)
            begun, session, length = at, [], 0
        if len(session) <= MOST_ENTRIES + 1 and length <= MOST_CHARACTERS:
            session.append(line)
            length += len(line)
    yield begun, tuple(session)


def _begins(line: str) -> bool:
    """Whether a line is the header of a session."""
    if f'"{APP}"' not in line:
        return False
    try:
        return bool(_Sign.model_validate_json(line).app == APP)
    except ValidationError:
        return False


def _header_of(line: str) -> Header:
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
    return StoredEntry(
        read.number, read.action, read.target, read.kind, read.format, read.payload, read.waived, read.at
    )


def _entry(at: int, game: AnyGame, stored: StoredEntry, before: list[Entry[Any]]) -> Entry[Any]:
    try:
        entry = from_stored(game, stored)
        check_fit(before, stored.number, entry)
    except NewerFormat:
        _refuse(at, "a newer version of the app wrote this entry; update the app")
    except FormatError as error:
        _refuse(at, str(error))
    return entry


def _replayed(game: AnyGame, header: Header, journal: Journal[Any]) -> Replay[Any, Any]:
    opened: Opened[Any] = effective(journal)[0].event
    if len(opened.names) != len(header.players):
        _refuse(1, f"{len(header.players)} players are named, but {len(opened.names)} are seated")
    if len({line.uuid for line in header.players}) != len(header.players):
        _refuse(1, "one player sits on two seats")
    try:
        return replay(game, journal)
    except RuleViolation as violation:
        _refuse(2, violation.message)


def _refuse(line: int, fault: str) -> NoReturn:
    raise TransferError(f"Line {line}: {fault.removesuffix('.')}.")


def _fault(error: ValidationError) -> str:
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    return f"{where}: {first['msg']}" if where else "this line is damaged"


def _line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
