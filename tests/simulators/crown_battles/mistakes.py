"""Mistakes: another answer in place of one that was entered."""

from dataclasses import fields, replace
from enum import Enum
from random import Random
from typing import Any, get_type_hints

from scoring.contract.scores import Seat


def mistaken(event: Any, players: int, rng: Random) -> Any:
    """The event with one of its answers changed; None where it has none."""
    types = get_type_hints(type(event))
    names = [field.name for field in fields(event)]
    rng.shuffle(names)
    for name in names:
        value = getattr(event, name)
        wrong = _other(value, types[name], players, rng)
        if wrong != value:
            return replace(event, **{name: wrong})
    return None


def _other(value: Any, kind: Any, players: int, rng: Random) -> Any:
    """Another value of the same kind, or the same value if there is none."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, Enum):
        return rng.choice(tuple(type(value)))
    if isinstance(value, int):
        if "Seat" in str(kind):
            return Seat(rng.randrange(players))
        return value + rng.choice((-5, -1, 1, 5))
    if isinstance(value, tuple) and value:
        return _other_row(value, rng)
    return value


def _other_row(value: tuple[Any, ...], rng: Random) -> tuple[Any, ...]:
    """Pairs with the value at another seat, a bid raised by one, or seats in another order."""
    if all(isinstance(pair, tuple) and len(pair) == 2 and not isinstance(pair[0], tuple) for pair in value):
        values = [pair[1] for pair in value]
        rng.shuffle(values)
        return tuple((pair[0], other) for pair, other in zip(value, values, strict=True))
    if all(isinstance(number, int) for number in value):
        return tuple(number + 1 for number in value)
    return tuple(reversed(value))
