"""Encode and decode journal entries, for rows of the database and lines of session files."""

import hashlib
import json
from collections.abc import Iterable
from datetime import datetime
from enum import StrEnum
from typing import Any, Final, NamedTuple

from scoring.contract.game import AnyGame, Opened, Payload
from scoring.engine.codec import FormatError, Stored, decode, encode
from scoring.engine.journal import Amend, Entry, Journal, Record, Redo, Remove, Undo
from storage.clock import format_utc


class Action(StrEnum):
    """The type of an entry; stored."""

    RECORD = "record"
    AMEND = "amend"
    REMOVE = "remove"
    UNDO = "undo"
    REDO = "redo"


_WITHOUT_EVENT: Final[dict[Action, type[Remove | Undo | Redo]]] = {
    Action.REMOVE: Remove,
    Action.UNDO: Undo,
    Action.REDO: Redo,
}


class StoredEntry(NamedTuple):
    """An encoded entry, in the format it was recorded in."""

    number: int
    action: str
    target: int | None
    kind: str | None
    format: int | None
    payload: Payload | None
    waived: tuple[str, ...]
    at: datetime


def make_fingerprint(entry: StoredEntry) -> str:
    """A short text by which an entry is known again, on every device."""
    text = json.dumps(entry._replace(at=format_utc(entry.at)), sort_keys=True)  # type: ignore[arg-type]
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def to_stored(game: AnyGame, number: int, entry: Entry[Any], at: datetime) -> StoredEntry:
    """Encode an entry in the game's current format."""
    match entry:
        case Record(event, before, waived):
            return _with_event(game, number, Action.RECORD, before, event, waived, at)
        case Amend(target, event, waived):
            return _with_event(game, number, Action.AMEND, target, event, waived, at)
        case Remove(target) | Undo(target) | Redo(target):
            action = next(action for action, kind in _WITHOUT_EVENT.items() if isinstance(entry, kind))
            return StoredEntry(number, action, target, None, None, None, (), at)


def from_stored(game: AnyGame, stored: StoredEntry) -> Entry[Any]:
    """Decode an entry; raises FormatError if this version cannot read it."""
    match stored.action, stored.target:
        case Action.RECORD, before:
            return Record(_event(game, stored), before, stored.waived)
        case Action.AMEND, int(target):
            return Amend(target, _event(game, stored), stored.waived)
        case (Action.REMOVE | Action.UNDO | Action.REDO) as action, int(target):
            return _WITHOUT_EVENT[Action(action)](target)
        case _:
            raise FormatError(
                f"An entry with action {stored.action!r} and target {stored.target!r} is unknown to this app."
            )


def build_journal(game: AnyGame, stored: Iterable[StoredEntry]) -> Journal[Any]:
    """Decode all entries of a session and check that they fit together; raises FormatError with the entry's number."""
    journal: list[Entry[Any]] = []
    for row in stored:
        try:
            entry = from_stored(game, row)
            check_fit(journal, row.number, entry)
        except FormatError as error:
            raise type(error)(f"Entry {row.number}: {error}") from error
        journal.append(entry)
    if not journal:
        raise FormatError("There are no entries.")
    return tuple(journal)


def check_fit(journal: list[Entry[Any]], number: int, entry: Entry[Any]) -> None:
    """Raise FormatError unless the entry can follow the journal; does not check any rules of the game."""
    if number != len(journal):
        raise FormatError(f"it should be entry {len(journal)}.")
    match entry:
        case Record(event, before):
            fits = isinstance(event, Opened) == (number == 0) and (before is None or _is_record(journal, before))
        case Amend(target, event):
            fits = target < number and isinstance(event, Opened) == (target == 0)
        case Remove(target) | Undo(target) | Redo(target):
            fits = 0 < target < number
    if not fits:
        raise FormatError("it does not fit the entries before it.")


def _is_record(journal: list[Entry[Any]], number: int) -> bool:
    return 0 < number < len(journal) and isinstance(journal[number], Record)


def _with_event(
    game: AnyGame, number: int, action: Action, target: int | None, event: Any, waived: tuple[str, ...], at: datetime
) -> StoredEntry:
    stored = encode(game, event)
    return StoredEntry(number, action, target, stored.kind, stored.format, stored.payload, waived, at)


def _event(game: AnyGame, stored: StoredEntry) -> Any:
    if stored.kind is None or stored.format is None or not isinstance(stored.payload, dict):
        raise FormatError("the event is missing.")
    return decode(game, Stored(stored.kind, stored.format, stored.payload))
