"""Journal entries at rest: what a row of the database and a line of a session file have in common."""

from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Any, NamedTuple

from scoring.codec import FormatError, Stored, decode, encode
from scoring.game import AnyGame, Opened, Payload
from scoring.journal import Amend, Entry, Journal, Record, Redo, Remove, Undo


class Action(StrEnum):
    """What an entry does; stored."""

    RECORD = "record"
    AMEND = "amend"
    REMOVE = "remove"
    UNDO = "undo"
    REDO = "redo"


class StoredEntry(NamedTuple):
    """An entry as it is kept, in the format it was entered in."""

    number: int
    action: str
    target: int | None
    kind: str | None
    format: int | None
    payload: Payload | None
    waived: tuple[str, ...]
    at: datetime


def to_stored(game: AnyGame, number: int, entry: Entry[Any], at: datetime) -> StoredEntry:
    """The entry in the game's present format."""
    match entry:
        case Record(event, before, waived):
            return _with_event(game, number, Action.RECORD, before, event, waived, at)
        case Amend(target, event, waived):
            return _with_event(game, number, Action.AMEND, target, event, waived, at)
        case Remove(target):
            return StoredEntry(number, Action.REMOVE, target, None, None, None, (), at)
        case Undo(target):
            return StoredEntry(number, Action.UNDO, target, None, None, None, (), at)
        case Redo(target):
            return StoredEntry(number, Action.REDO, target, None, None, None, (), at)


def from_stored(game: AnyGame, stored: StoredEntry) -> Entry[Any]:
    """The entry it stands for; FormatError where this version cannot read it."""
    match stored.action, stored.target:
        case Action.RECORD, before:
            return Record(_event(game, stored), before, stored.waived)
        case Action.AMEND, int(target):
            return Amend(target, _event(game, stored), stored.waived)
        case Action.REMOVE, int(target):
            return Remove(target)
        case Action.UNDO, int(target):
            return Undo(target)
        case Action.REDO, int(target):
            return Redo(target)
        case _:
            raise FormatError(f"An entry that says {stored.action!r} of {stored.target!r} means nothing to this app.")


def journal_of(game: AnyGame, stored: Iterable[StoredEntry]) -> Journal[Any]:
    """All entries of a session, checked to fit together; FormatError names the one that does not."""
    journal: list[Entry[Any]] = []
    for each in stored:
        try:
            entry = from_stored(game, each)
            check_fit(journal, each.number, entry)
        except FormatError as error:
            raise type(error)(f"Entry {each.number}: {error}") from error
        journal.append(entry)
    if not journal:
        raise FormatError("There are no entries.")
    return tuple(journal)


def check_fit(journal: list[Entry[Any]], number: int, entry: Entry[Any]) -> None:
    """Raise FormatError if no journal could go on like this; what the rules say is another matter."""
    if number != len(journal):
        raise FormatError(f"it should be entry {len(journal)}.")
    match entry:
        case Record(event, before):
            holds = isinstance(event, Opened) == (number == 0) and (before is None or _recorded(journal, before))
        case Amend(target, event):
            holds = target < number and isinstance(event, Opened) == (target == 0)
        case Remove(target) | Undo(target) | Redo(target):
            holds = 0 < target < number
    if not holds:
        raise FormatError("it does not fit to the entries before it.")


def _recorded(journal: list[Entry[Any]], number: int) -> bool:
    return 0 < number < len(journal) and isinstance(journal[number], Record)


def _with_event(
    game: AnyGame, number: int, action: Action, target: int | None, event: Any, waived: tuple[str, ...], at: datetime
) -> StoredEntry:
    stored = encode(game, event)
    return StoredEntry(number, action, target, stored.kind, stored.format, stored.payload, waived, at)


def _event(game: AnyGame, stored: StoredEntry) -> Any:
    if stored.kind is None or stored.format is None or stored.payload is None:
        raise FormatError("the event is missing.")
    return decode(game, Stored(stored.kind, stored.format, stored.payload))
