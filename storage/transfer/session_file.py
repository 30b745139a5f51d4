"""The session file format (JSON Lines): per session a header line, then one line per entry in its original format.

A file holds one session or several in sequence. Nothing here needs a database; for that see `session_export.py` and
`session_import.py`.
"""

import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Annotated, Any, Final, Literal, NoReturn, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    StringConstraints,
    ValidationError,
    model_validator,
)

from scoring.contract.errors import GameFailed
from scoring.contract.game import AnyGame
from scoring.contract.names import quote, tidy
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import HALF, Points, are_points
from scoring.engine.codec import FormatError, NewerFormat
from scoring.engine.journal import Entry, Journal, list_names
from scoring.engine.replay import Replay, replay
from scoring.games import GAMES, UnknownGame, find_game
from storage.clock import format_utc
from storage.errors import MissingGame, TransferError
from storage.sessions.entry_rows import Action, StoredEntry, check_fit, from_stored
from storage.valid_values import FIRST_YEAR, LAST_YEAR, MOST_OFFSET, check_card, check_name, check_note, is_time

APP: Final = "table-companion"
FORMAT: Final = 1

MAX_ENTRIES: Final = 5_000
"""Entries a session may have: one every three seconds for four hours."""

MAX_CHARACTERS: Final = 16 * 1024 * 1024
"""Characters in all lines of a session. A typical session has 12,000."""


def _parse_utc(value: Any) -> datetime:
    """Parse an ISO 8601 time with a time zone, unless it is one of a row; raises ValueError for anything else."""
    if not isinstance(value, str | datetime):
        raise ValueError("a time must be a string")
    at = datetime.fromisoformat(value) if isinstance(value, str) else value
    if at.tzinfo is None or not is_time(at):
        raise ValueError(f"a time needs a time zone and a year from {FIRST_YEAR} to {LAST_YEAR}")
    return at.astimezone(UTC)


_ACTIONS: Final = frozenset(Action)

_Moment = Annotated[datetime, BeforeValidator(_parse_utc), PlainSerializer(format_utc)]
Uuid = Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$")]


_Name = Annotated[str, AfterValidator(check_name)]
_Int32 = Annotated[int, Field(ge=0, lt=2**31)]


class Line(BaseModel):
    """A part of a file, strict to the type; unknown keys are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


_EditTime = Annotated[str, AfterValidator(lambda text: format_utc(_parse_utc(text)))]  # edits are compared as texts
_Edit = tuple[_EditTime, Annotated[str, StringConstraints(pattern=r"^[0-9a-f]{8}$")]]


class PlayerLine(Line):
    """One player of the header; players are listed by seat. `edits`: see `storage/sessions/later_edit_wins.py`."""

    uuid: Uuid
    name: Annotated[_Name, StringConstraints(min_length=1)]
    colour: _Name | None = None
    symbol: _Name | None = None
    archived_at: _Moment | None = None
    edits: dict[Literal["name", "look", "archived"], _Edit] | None = None

    def to_columns(self) -> dict[str, Any]:
        """The columns of a player that people may change."""
        return {
            "name": self.name,
            "colour": self.colour or "",
            "symbol": self.symbol or "",
            "archived_at": self.archived_at,
            "edits": {part: list(edit) for part, edit in (self.edits or {}).items()},
        }


def _check_points(points: Points) -> Points:
    if not are_points(points, HALF):
        raise ValueError("points are whole or end in .5")
    return points


class Header(Line):
    """The first line of a session. `totals` are the final points by seat; `utc_offset` is in minutes east of UTC."""

    app: Literal["table-companion"] = APP
    format: Literal[1] = FORMAT
    game: str
    session: Uuid
    opened_at: _Moment
    utc_offset: Annotated[int, Field(ge=-MOST_OFFSET, le=MOST_OFFSET)]
    players: tuple[PlayerLine, ...]
    place: _Name = ""
    note: Annotated[str, AfterValidator(check_note)] = ""
    totals: tuple[Annotated[Points, AfterValidator(_check_points)], ...] | None = None
    binned_at: _Moment | None = None
    edits: dict[Literal["place", "note", "bin"], _Edit] | None = None

    def to_columns(self) -> dict[str, Any]:
        """The columns of a session that people may change."""
        return {
            "place": self.place,
            "note": self.note,
            "binned_at": self.binned_at,
            "edits": {part: list(edit) for part, edit in (self.edits or {}).items()},
        }


class MergeLine(Line):
    """A merge of two players. Once it is undone it stays so; whoever merges them again makes a new one."""

    id: Uuid
    player: Uuid
    into: Uuid
    merged_at: _Moment
    undone: bool = False


class DeletedLine(Line):
    """A deleted session: fingerprints of its entries, when it went into the bin, and when and where it last moved."""

    session: Uuid
    entries: tuple[str, ...]
    binned_at: _Moment
    bin: _Edit


class CardLine(Line):
    """A remembered card: its name and its (label, number) pairs."""

    name: Annotated[str, AfterValidator(tidy)]
    numbers: tuple[tuple[str, int], ...]

    @model_validator(mode="after")
    def _check(self) -> Self:
        check_card(self.name, self.numbers)
        return self


class KnownCardLine(CardLine):
    """A remembered card of a game, and when its numbers were last typed."""

    game: str
    shelf: str
    changed_at: _Moment


class Collection(Line):
    """The first line of a file with everything a device has: what belongs to no single session."""

    app: Literal["table-companion"] = APP
    format: Literal[1] = FORMAT
    collection: Literal[True] = True
    device: str
    written_at: _Moment
    players: tuple[PlayerLine, ...] = ()
    merges: tuple[MergeLine, ...] = ()
    deleted: tuple[DeletedLine, ...] = ()
    cards: tuple[KnownCardLine, ...] = ()

    @model_validator(mode="after")
    def _check(self) -> Self:
        ids = {player.uuid for player in self.players}
        if len(ids) != len(self.players):
            raise ValueError("a player is listed twice")
        if not all({merge.player, merge.into} <= ids for merge in self.merges):
            raise ValueError("a merge names a player who is not listed")
        return self


class _EntryLine(Line):
    number: _Int32
    action: str
    target: _Int32 | None = None
    kind: str | None = None
    format: _Int32 | None = None
    payload: dict[str, Any] | None = None
    waived: tuple[str, ...] = ()
    at: _Moment


class _Signature(BaseModel):
    """The keys that identify a session file, checked before everything else."""

    app: Any = None
    format: Any = None


@dataclass(frozen=True, slots=True)
class SessionFile:
    """A valid session: `entries` as they are stored, `journal` decoded, `run` replayed by the rules.

    `title` is that of the game it counts as.
    """

    game: AnyGame
    header: Header
    entries: tuple[StoredEntry, ...]
    journal: Journal[Any]
    run: Replay[Any, Any]
    title: str


def parse_session(lines: Iterable[str], games: Iterable[AnyGame] = GAMES) -> SessionFile:
    """Parse the lines of one session; raises TransferError that names the first invalid line."""
    first, *rest = list(lines) or [""]
    header = parse_header(first)
    if len(rest) > MAX_ENTRIES:
        _refuse(1, f"the session has more than {MAX_ENTRIES:,} entries, too many to import")
    if len(first) + sum(map(len, rest)) > MAX_CHARACTERS:
        _refuse(1, f"the session is longer than {MAX_CHARACTERS // 1024**2} MB, too long to import")
    game = _find_game(header, games)
    stored: list[StoredEntry] = []
    entries: list[Entry[Any]] = []
    for number, line in enumerate(rest, start=2):
        stored.append(_parse_entry(number, line))
        entries.append(_decode_entry(number, game, stored[-1], entries))
    if not entries:
        _refuse(2, "the session has no entries")
    run, title = _replay(game, header, tuple(entries))
    return SessionFile(game, header, tuple(stored), tuple(entries), run, title)


def parse_collection(lines: tuple[str, ...]) -> Collection | None:
    """The first line of a whole collection; None if these lines are a session. Raises TransferError."""
    if len(lines) != 1 or '"collection":true' not in lines[0].replace(" ", ""):
        return None
    try:
        return Collection.model_validate_json(lines[0])
    except ValidationError as error:
        _refuse(1, describe(error))


def encode_collection(collection: Collection) -> str:
    """Encode it as a line."""
    return _encode_line(collection.model_dump(mode="json", exclude_none=True))


def encode_session(header: Header, entries: Iterable[StoredEntry]) -> Iterator[str]:
    """Encode a session as lines; parsing and encoding them again gives the same lines."""
    yield _encode_line(header.model_dump(mode="json", exclude_none=True))
    for entry in entries:
        values = entry._asdict() | {"waived": entry.waived or None, "at": format_utc(entry.at)}
        yield _encode_line({key: value for key, value in values.items() if value is not None})


def split_sessions(lines: Iterable[str]) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Split a file into sessions; yields the number of the first line and the lines of each.

    A session that is too large is cut just beyond the limit, so that `parse_session` refuses it without more memory.
    """
    first, session, length = 1, list[str](), 0
    for number, line in enumerate(lines, start=1):
        if session and _is_header(line):
            yield first, tuple(session)
            first, session, length = number, [], 0
        if len(session) <= MAX_ENTRIES + 1 and length <= MAX_CHARACTERS:
            session.append(line)
            length += len(line)
    yield first, tuple(session)


def _is_header(line: str) -> bool:
    if f'"{APP}"' not in line:
        return False
    try:
        return bool(_Signature.model_validate_json(line).app == APP)
    except ValidationError:
        return False


def parse_header(line: str) -> Header:
    """The first line of a session; raises TransferError."""
    try:
        signature = _Signature.model_validate_json(line)
    except ValidationError:
        _refuse(1, "this is not a Table Companion session file")
    if signature.app != APP:
        _refuse(1, "this is not a Table Companion session file")
    if type(signature.format) is int and signature.format > FORMAT:
        _refuse(1, f"a newer version of the app wrote this file (format {signature.format}); update the app")
    try:
        return Header.model_validate_json(line)
    except ValidationError as error:
        _refuse(1, describe(error))


def _find_game(header: Header, games: Iterable[AnyGame]) -> AnyGame:
    try:
        return find_game(header.game, games)
    except UnknownGame as error:
        raise MissingGame(error.advise()) from error


def _parse_entry(number: int, line: str) -> StoredEntry:
    try:
        parsed = _EntryLine.model_validate_json(line)
    except ValidationError as error:
        _refuse(number, describe(error))
    if parsed.action not in _ACTIONS:
        _refuse(number, f"{quote(parsed.action)} is not a kind of entry")
    return StoredEntry(**dict(parsed))


def _decode_entry(number: int, game: AnyGame, stored: StoredEntry, earlier: list[Entry[Any]]) -> Entry[Any]:
    try:
        entry = from_stored(game, stored)
        check_fit(earlier, stored.number, entry)
    except NewerFormat:
        _refuse(number, "a newer version of the app wrote this entry; update the app")
    except (FormatError, GameFailed) as error:
        _refuse(number, str(error))
    return entry


def _replay(game: AnyGame, header: Header, journal: Journal[Any]) -> tuple[Replay[Any, Any], str]:
    """The replay, and the title of the game it counts as."""
    names = list_names(journal)
    if len(names) != len(header.players):
        _refuse(1, f"the file lists {len(header.players)} players, but {len(names)} have a seat")
    if len({line.uuid for line in header.players}) != len(header.players):
        _refuse(1, "one player has two seats")
    try:
        run = replay(game, journal)
        return run, game.title_of(run.opened.options)
    except RuleViolation as violation:
        _refuse(2, violation.message)
    except GameFailed as error:
        _refuse(2, str(error))


def _refuse(line: int, reason: str) -> NoReturn:
    raise TransferError(f"Line {line}: {reason.removesuffix('.')}.")


def describe(error: ValidationError) -> str:
    """Where a line is wrong and why, as a part of a sentence."""
    first = error.errors()[0]
    where = ".".join(map(str, first["loc"]))
    return f"{where}: {first['msg'].removeprefix('Value error, ')}" if where else "this line is damaged"


def _encode_line(value: dict[str, Any]) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
