"""Stored payloads of events: the field names are in `event_shape`, the entries have only the values.

The shape of `{"seat": 1, "bid": {"suit": "red", "tricks": 2}}` is `{"seat": null, "bid": {"suit": null, "tricks":
null}}`, and its values are `[1, "red", 2]`.
"""

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select

from scoring.contract.game import Payload
from scoring.engine.codec import FormatError
from storage.models import EVENT_SHAPE

_Names = tuple[Any, ...]
"""The names of the fields of an object; a field that is an object itself is a pair of its name and its own names."""


def split_payload(payload: Payload) -> tuple[str, list[Any]]:
    """The shape of a payload as JSON, and its values in the order of their names there."""
    values: list[Any] = []
    names = _take_values(payload, values)
    return _format_shape(names), values


def join_payload(shape: str, values: object) -> Payload:
    """The payload that was split into these; FormatError if they do not fit together."""
    names, number, is_flat = _read_shape(shape)
    if not isinstance(values, list) or len(values) != number:
        raise FormatError(f"{values!r} stands where {number} values should.")
    return dict(zip(names, values, strict=True)) if is_flat else _fill(names, iter(values))


class ShapeKeys:
    """The keys of event shapes, each looked up once in a transaction; a new shape is added.

    With `load_all`, for many entries, all that are there are looked up at once.
    """

    def __init__(self, db: Connection, *, load_all: bool = False) -> None:
        self._db = db
        self._keys: dict[tuple[Any, ...], int] = {}
        if load_all:
            self._keys = {(kind, format_, shape): key for key, kind, format_, shape in db.execute(_ALL)}

    def find_or_add(self, kind: str | None, format_: int | None, shape: str) -> int:
        """The key of a shape in the file."""
        if (kind, format_, shape) not in self._keys:
            row = {"kind": kind, "format": format_, "fields": shape}
            key: int | None = self._db.execute(_KEY, row).scalar()
            if key is None:
                (key,) = self._db.execute(insert(EVENT_SHAPE), row).inserted_primary_key or (0,)
            self._keys[kind, format_, shape] = key
        return self._keys[kind, format_, shape]


_ALL = select(EVENT_SHAPE.c.key, EVENT_SHAPE.c.kind, EVENT_SHAPE.c.format, EVENT_SHAPE.c.fields)
_KEY = select(EVENT_SHAPE.c.key).where(
    *(EVENT_SHAPE.c[name] == bindparam(name) for name in ("kind", "format", "fields"))
)


def _take_values(payload: Payload, values: list[Any]) -> _Names:
    """The names of the payload, whose values are appended to `values`."""
    if dict not in map(type, payload.values()):  # as most are
        values += payload.values()
        return tuple(payload)
    names: list[Any] = []
    for name, value in payload.items():
        if isinstance(value, dict):
            names.append((name, _take_values(value, values)))
        else:
            names.append(name)
            values.append(value)
    return tuple(names)


@lru_cache(maxsize=1000)
def _format_shape(names: _Names) -> str:
    return json.dumps(_make_shape(names), separators=(",", ":"))


def _make_shape(names: _Names) -> Payload:
    pairs = ((name, None) if isinstance(name, str) else (name[0], _make_shape(name[1])) for name in names)
    return dict(pairs)


@lru_cache(maxsize=1000)
def _read_shape(shape: str) -> tuple[Payload, int, bool]:
    """A shape, the number of its values, and whether none of them is inside another object."""
    names = json.loads(shape)
    if not isinstance(names, dict):
        raise FormatError(f"{shape!r} stands where the names of fields should.")
    is_flat = not any(isinstance(name, dict) for name in names.values())
    return names, _count_values(names), is_flat


def _count_values(names: Payload) -> int:
    return sum(_count_values(inner) if isinstance(inner, dict) else 1 for inner in names.values())


def _fill(names: Payload, values: Iterator[Any]) -> Payload:
    return {name: _fill(inner, values) if isinstance(inner, dict) else next(values) for name, inner in names.items()}
