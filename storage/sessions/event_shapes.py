"""Stored payloads of events: the field names are in `event_shape`, the entries have only the values.

The shape of `{"seat": 1, "bid": {"suit": "red", "tricks": 2}}` is `{"seat": null, "bid": {"suit": null, "tricks":
null}}`, and its values are `[1, "red", 2]`.
"""

import json
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from sqlalchemy import Connection, bindparam, insert, select

from scoring.codec import FormatError
from scoring.game import Payload
from storage.models import EVENT_SHAPE


def split_payload(payload: Payload) -> tuple[str, list[Any]]:
    """The shape of a payload as JSON, and its values in the order of their names there."""
    values: list[Any] = []
    shape = _take_values(payload, values)
    return json.dumps(shape, separators=(",", ":")), values


def join_payload(shape: str, values: object) -> Payload:
    """The payload that was split into these; FormatError if they do not fit together."""
    names, number, is_flat = _read_shape(shape)
    if not isinstance(values, list) or len(values) != number:
        raise FormatError(f"{values!r} stands where {number} values should.")
    return dict(zip(names, values, strict=True)) if is_flat else _fill(names, iter(values))


class ShapeKeys:
    """The keys of event shapes, each looked up once in a transaction; a new shape is added."""

    def __init__(self, db: Connection) -> None:
        self._db = db
        self._keys: dict[tuple[Any, ...], int] = {}

    def find_or_add(self, kind: str | None, format_: int | None, shape: str) -> int:
        """The key of a shape in the file."""
        if (kind, format_, shape) not in self._keys:
            row = {"kind": kind, "format": format_, "fields": shape}
            key: int | None = self._db.execute(_KEY, row).scalar()
            if key is None:
                (key,) = self._db.execute(insert(EVENT_SHAPE), row).inserted_primary_key or (0,)
            self._keys[kind, format_, shape] = key
        return self._keys[kind, format_, shape]


_KEY = select(EVENT_SHAPE.c.key).where(
    *(EVENT_SHAPE.c[name] == bindparam(name) for name in ("kind", "format", "fields"))
)


def _take_values(payload: Payload, values: list[Any]) -> Payload:
    """The payload with None for every value, which is appended to `values`."""
    shape: Payload = {}
    for name, value in payload.items():
        if isinstance(value, dict):
            shape[name] = _take_values(value, values)
        else:
            shape[name] = None
            values.append(value)
    return shape


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
