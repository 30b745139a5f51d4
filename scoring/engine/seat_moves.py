"""Players who sat in another order than entered: every entry follows its players to their right seats."""

from collections.abc import Callable, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import cache
from itertools import pairwise
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

from scoring.contract.scores import Seat

Moves = Sequence[int]
"""The new seat of each old one, by old seat. Seats beyond it stay."""

_Move = Callable[[Any, Moves], Any]


def move_seats(value: Any, moves: Moves, *, keep_order: bool = False) -> Any:
    """The same event or options with every seat in it replaced, found by the types of its fields.

    Values that were sorted by seat are sorted again, unless `keep_order`.
    """
    kind: Any = type(value)
    move = _mover(kind, keep_order)
    return move(value, moves) if move else value


@cache
def _mover(hint: Any, keep_order: bool) -> _Move | None:
    """A function that replaces the seats in values of this type; None if they hold no seats."""
    if hint is Seat:
        return _move_seat
    origin, parts = get_origin(hint), get_args(hint)
    if origin is tuple:
        return _tuple_mover(parts, keep_order)
    if origin in (UnionType, Union):
        return _union_mover(parts, keep_order)
    return _record_mover(hint, keep_order) if isinstance(hint, type) and is_dataclass(hint) else None


def _move_seat(seat: int, moves: Moves) -> Seat:
    return Seat(moves[seat] if 0 <= seat < len(moves) else seat)


def _tuple_mover(parts: tuple[Any, ...], keep_order: bool) -> _Move | None:
    if len(parts) == 2 and parts[1] is Ellipsis:
        inner = _mover(parts[0], keep_order)
        if inner is None:
            return None
        if keep_order:
            return lambda values, moves: tuple(inner(value, moves) for value in values)
        return lambda values, moves: _move_all(values, moves, inner)
    movers = [_mover(part, keep_order) for part in parts]
    if not any(movers):
        return None
    return lambda values, moves: tuple(
        move(value, moves) if move else value for move, value in zip(movers, values, strict=True)
    )


def _move_all(values: tuple[Any, ...], moves: Moves, move: _Move) -> tuple[Any, ...]:
    """Move the seats in each value; values that were sorted by seat are sorted again."""
    after = [move(value, moves) for value in values]
    in_order = all(_first(one) <= _first(two) for one, two in pairwise(values))
    return tuple(sorted(after, key=_first) if in_order else after)


def _first(value: Any) -> Any:
    while isinstance(value, tuple):
        value = value[0] if value else -1
    return value if isinstance(value, int) else -1


def _union_mover(parts: tuple[Any, ...], keep_order: bool) -> _Move | None:
    movers = [(part, move) for part in parts if (move := _mover(part, keep_order))]
    if not movers:
        return None

    def move_member(value: Any, moves: Moves) -> Any:
        for part, move in movers:
            if part is Seat and isinstance(value, int):
                return move(value, moves)
            if (get_origin(part) or part) is type(value):
                return move(value, moves)
        return value

    return move_member


def _record_mover(kind: type[Any], keep_order: bool) -> _Move | None:
    hints = get_type_hints(kind)
    movers = {field.name: move for field in fields(kind) if (move := _mover(hints[field.name], keep_order))}
    if not movers:
        return None
    return lambda value, moves: replace(
        value, **{name: move(getattr(value, name), moves) for name, move in movers.items()}
    )
