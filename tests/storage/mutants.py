"""Damage files from a seed: wrong types, missing and duplicated parts, changed bytes."""

import copy
import json
import random
from collections.abc import Iterator
from typing import Any, Final

Spot = tuple[Any, Any]
"""A container, and the key or index of a value in it."""

VALUES: Final[tuple[Any, ...]] = (
    *(None, True, False, 0, 1, -1, 2, 7, 2**31 - 1, 2**31, 2**63, -(2**63) - 1, 10**30, 0.5, -0.0, 1e300, 1.0),
    *("", " ", "0", "1", "Ana", "3+6", "-", "1e5", "NaN", "\0", "=1+1", "é", "ß", "\U0001f0cf", "x" * 300, "\u202e"),
    *("2026-01-02 20:00:00", "2026-01-02T20:00:00+14:00", "0001-01-01", "9999-12-31 23:59:59", "2026-02-30"),
    *("00000000-0000-4000-8000-000000000065", "00000000-0000-4000-8000-000000000385", "table-companion"),
    *([], {}, [[]], [None], [1, 2], {"id": 1}, {"uuid": None}, [{"playerRefId": 1}], {"a": {"b": [{}]}}),
)

STRANGE_BYTES: Final = (
    *(b"\xff", b"\0", b"\n", b"\r\n", b"[" * 3000, b"9" * 400, b'"', b"\\ud800", b"\xef\xbb\xbf", b"{}"),
)


def spots(value: Any) -> Iterator[Spot]:
    """The path of every value inside a JSON value."""
    inside = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inside:
        yield value, key
        yield from spots(part)


def mutate(value: Any, chance: random.Random, times: int) -> Any:
    """A copy of a JSON value with some of its places damaged."""
    root = [copy.deepcopy(value)]
    for _ in range(times):
        places = list(spots(root))
        holder, key = chance.choice(places)
        value, new = holder[key], copy.deepcopy(chance.choice(VALUES))
        match chance.randrange(7), holder:
            case ((0 | 1 | 2), _):
                holder[key] = new
            case 3, _:
                del holder[key]
            case 4, list():
                holder.insert(chance.randrange(len(holder) + 1), copy.deepcopy(value))
            case 4, _:
                holder[f"{key}2"] = copy.deepcopy(value)
            case 5, _:  # a copy of another value
                other, there = chance.choice(places)
                holder[key] = copy.deepcopy(other[there])
            case _, list():
                holder.append(new)
            case _:  # an unknown key, or a known one in the wrong place
                names = (*holder, "id", "uuid", "name", "playerRefId", "new", "", "plays", "deletedObjects")
                holder[chance.choice(names)] = new
        if not root:
            root = [None]
    return root[0]


def damage(raw: bytes, chance: random.Random, times: int) -> bytes:
    """Bytes with some changed, missing, duplicated or invalid, or truncated."""
    data = bytearray(raw)
    for _ in range(times):
        at = chance.randrange(len(data) + 1)
        match chance.randrange(6):
            case 0:
                data[at : at + 1] = bytes([chance.randrange(256)])
            case 1:
                del data[at : at + chance.randrange(1, 40)]
            case 2:
                data[at:at] = data[at : at + chance.randrange(1, 200)]
            case 3:
                data[at:at] = chance.choice(STRANGE_BYTES)
            case 4:
                del data[at:]
            case 5:
                other = chance.randrange(len(data) + 1)
                data[at : at + 30], data[other : other + 30] = data[other : other + 30], data[at : at + 30]
    return bytes(data)


def damaged_lines(lines: tuple[str, ...], chance: random.Random, times: int) -> list[str]:
    """JSON lines with some damaged, missing, duplicated or moved."""
    damaged = list(lines)
    for _ in range(times):
        at = chance.randrange(len(damaged)) if damaged else 0
        match chance.randrange(6):
            case 0 | 1 | 2 if damaged:
                try:
                    damaged[at] = json.dumps(mutate(json.loads(damaged[at]), chance, 1), ensure_ascii=False)
                except (ValueError, RecursionError):
                    damaged[at] = "{"
            case 3 if damaged:
                del damaged[at]
            case 4 if damaged:
                damaged.insert(chance.randrange(len(damaged) + 1), damaged[at])
            case _ if damaged:
                other = chance.randrange(len(damaged))
                damaged[at], damaged[other] = damaged[other], damaged[at]
    return damaged
