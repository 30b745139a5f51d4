"""Parse and encode BG Stats files: one JSON object that holds lists of plays, players, games and places.

The plays of BoardGameGeek are read as such a file.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from typing import Any, Final

from storage.errors import TransferError
from storage.play_file.play_facts import JsonObject

MAX_BYTES: Final = 64 * 1024 * 1024
"""The largest file we read. Ten thousand plays take about a quarter of it."""

PLAYS, PLAYERS, PLACES, GAMES, TOMBSTONES = "plays", "players", "locations", "games", "deletedObjects"
LISTS: Final = (PLAYERS, PLACES, GAMES, "challenges", "tags", "groups", TOMBSTONES)
"""The names of all lists of a file except the plays."""

_XML: Final = "storage.play_file.bgg_xml"
"""Few files are XML, and no first screen needs what reads it."""

_ADVICE: Final = "Export it again in BG Stats (Settings, Export) and choose the file BGStatsExport.json."
_LONE_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_MAX_DEPTH: Final = 60


def parse_file(raw: bytes, name: str) -> JsonObject:
    """Parse a file; raises TransferError with one sentence, which calls it `name`, if it has no plays to import."""
    if len(raw) > MAX_BYTES:
        raise TransferError(f"{name} is larger than {MAX_BYTES // 1024**2} MB, too large to import.")
    if not raw.strip(b" \t\r\n\0\xef\xbb\xbf"):
        raise TransferError(f"{name} is empty.")
    text = _decode(raw, name)
    if text.lstrip().startswith("<") and "<plays" in text[:2000]:
        file: JsonObject = import_module(_XML).parse_bgg_xml(text, name)
        return file
    if text.lstrip().startswith("<"):
        raise TransferError(f"{name} is {_describe_markup(text)}, not a BG Stats export. {_ADVICE}")
    data = _parse_json(text, name)
    if not isinstance(data, dict) or not isinstance(data.get(PLAYS), list):
        raise TransferError(f"{name} is not a BG Stats export: it has no list of plays. {_ADVICE}")
    return data


def encode_file(file: Mapping[str, Any]) -> bytes:
    """Encode a file byte for byte as BG Stats does on a phone: no whitespace, no escaped letters."""
    return json.dumps(file, ensure_ascii=False, separators=(",", ":")).encode()


def encode_object(value: Any) -> str:
    """Encode a part of a file as the database stores it."""
    return json.dumps(value, separators=(",", ":"))


def iter_list(file: Mapping[str, Any], list_name: str) -> Iterator[Any]:
    """Iterate over a list of the file; empty if it is missing or not a list."""
    value = file.get(list_name)
    return iter(value) if isinstance(value, list) else iter(())


def _decode(raw: bytes, name: str) -> str:
    try:
        return raw.decode(json.detect_encoding(raw)).removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise TransferError(f"{name} is damaged at line {line}: it is not UTF-8 text. {_ADVICE}") from error


def _describe_markup(text: str) -> str:
    start = text.lstrip()[:2000].lower()
    return "a web page" if "<html" in start or "<!doctype html" in start else "XML"


def _parse_json(text: str, name: str) -> Any:
    try:
        data = json.loads(text, parse_constant=_refuse_constant, parse_float=_parse_finite)
        return _replace_surrogates(data, 0)
    except RecursionError as error:
        raise TransferError(f"{name} is nested too deeply to be a BG Stats export.") from error
    except json.JSONDecodeError as error:
        where = f"line {error.lineno}, column {error.colno}"
        raise TransferError(f"{name} is damaged at {where}; it may be an incomplete copy. {_ADVICE}") from error
    except ValueError as error:
        raise TransferError(f"{name} is damaged: {error}. {_ADVICE}") from error


def _refuse_constant(text: str) -> Any:
    raise ValueError(f"{text} is not a number")


def _parse_finite(text: str) -> float:
    value = float(text)
    if not math.isfinite(value):
        raise ValueError("a number is too large")
    return value


def _replace_surrogates(value: Any, depth: int) -> Any:
    """Replace lone surrogates, which cannot be encoded; apps that cut a text inside an emoji leave them behind."""
    if depth > _MAX_DEPTH:
        raise RecursionError
    match value:
        case str():
            return _LONE_SURROGATE.sub("\ufffd", value) if _LONE_SURROGATE.search(value) else value
        case dict():
            return {_replace_surrogates(key, depth): _replace_surrogates(v, depth + 1) for key, v in value.items()}
        case list():
            return [_replace_surrogates(item, depth + 1) for item in value]
        case _:
            return value
