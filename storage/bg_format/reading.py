"""A file of BG Stats, read: one JSON object with its lists, or a sentence that says why it is none."""

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from storage.bg_format.play_facts import Thing
from storage.errors import TransferError

LARGEST: Final = 64 * 1024 * 1024
"""Bytes of the largest file that is read; ten thousand plays take a quarter of it."""

PLAYS, PLAYERS, PLACES, GAMES, TOMBSTONES = "plays", "players", "locations", "games", "deletedObjects"
LISTS: Final = (PLAYERS, PLACES, GAMES, "challenges", "tags", "groups", TOMBSTONES)
"""The lists of a file besides its plays."""

REFERENCES: Final[Mapping[str, str]] = {
    "playerRefId": PLAYERS,
    "meRefId": PLAYERS,
    "gameRefId": GAMES,
    "locationRefId": PLACES,
    "tagRefId": "tags",
    "groupRefId": "groups",
}
"""Which list a reference points into."""

_ENDING: Final = "Export it in BG Stats again (Settings, Export), and choose the file BGStatsExport.json."
_HALF_CHARACTER: Final = re.compile("[\ud800-\udfff]")
_DEEPEST: Final = 60


def read(raw: bytes, name: str) -> Thing:
    """The object a file holds; TransferError says in one sentence why it holds none."""
    if len(raw) > LARGEST:
        raise TransferError(f"{name} is larger than {LARGEST // 1024**2} MB; no list of plays is.")
    if not raw.strip(b" \t\r\n\0\xef\xbb\xbf"):
        raise TransferError(f"{name} is empty.")
    text = _text(raw, name)
    if text.lstrip().startswith("<"):
        raise TransferError(f"{name} is {_marked_up(text)}, not an export of BG Stats. {_ENDING}")
    data = _parsed(text, name)
    if not isinstance(data, dict) or not isinstance(data.get(PLAYS), list):
        raise TransferError(f"{name} is not an export of BG Stats: it has no list of plays. {_ENDING}")
    return data


def written(file: Mapping[str, Any]) -> bytes:
    """A file as BG Stats writes it on a phone: no blanks, letters as they are."""
    return json.dumps(file, ensure_ascii=False, separators=(",", ":")).encode()


def kept(thing: Any) -> str:
    """A part of a file as the database keeps it."""
    return json.dumps(thing, separators=(",", ":"))


def referred(thing: Any, refs: Mapping[str, Mapping[int, int]]) -> Any:
    """The same thing with its references renumbered; one that leads nowhere stays."""
    match thing:
        case dict():
            return {key: _reference(key, value, refs) for key, value in thing.items()}
        case list():
            return [referred(each, refs) for each in thing]
        case _:
            return thing


def _reference(key: str, value: Any, refs: Mapping[str, Mapping[int, int]]) -> Any:
    if key in REFERENCES and isinstance(value, int) and not isinstance(value, bool):
        return refs[REFERENCES[key]].get(value, value)
    return referred(value, refs)


def _text(raw: bytes, name: str) -> str:
    try:
        return raw.decode(json.detect_encoding(raw)).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise TransferError(f"{name} is damaged at line {line}: it is not text in UTF-8. {_ENDING}") from error


def _marked_up(text: str) -> str:
    start = text.lstrip()[:2000].lower()
    if "<plays" in start or "boardgamegeek" in start:
        return "a list of plays of BoardGameGeek (XML)"
    return "a page of the web" if "<html" in start or "<!doctype html" in start else "XML"


def _parsed(text: str, name: str) -> Any:
    try:
        data = json.loads(text, parse_constant=_no_number, parse_float=_finite)
        return _whole(data, 0)
    except RecursionError as error:
        raise TransferError(f"{name} is nested too deeply to be an export of BG Stats.") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise TransferError(f"{name} is damaged at {where}; it may not have been copied whole. {_ENDING}") from error
    except ValueError as error:
        raise TransferError(f"{name} is damaged: {error}. {_ENDING}") from error


def _no_number(text: str) -> Any:
    raise ValueError(f"{text} is not a number")


def _finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("a number is too large")
    return value


def _whole(value: Any, depth: int) -> Any:
    """The value without half characters, which no file can hold; they come from texts cut in the middle."""
    if depth > _DEEPEST:
        raise RecursionError
    match value:
        case str():
            return _HALF_CHARACTER.sub("\ufffd", value) if _HALF_CHARACTER.search(value) else value
        case dict():
            return {_whole(key, depth): _whole(each, depth + 1) for key, each in value.items()}
        case list():
            return [_whole(each, depth + 1) for each in value]
        case _:
            return value


def listed(file: Mapping[str, Any], sort: str) -> Iterator[Any]:
    """What a list of the file holds; nothing where it has none of this name."""
    value = file.get(sort)
    return iter(value) if isinstance(value, list) else iter(())
