"""Replace the seats in events, options, forms and answers; they are found by the types of the event's fields.

`Event.movers` are not called where the order is kept: they are for the session's seats, not for the game's own.
"""

from collections.abc import Callable, Sequence
from dataclasses import is_dataclass, replace
from functools import cache
from itertools import pairwise, repeat
from types import UnionType
from typing import Any, Union, get_args, get_origin

from scoring.contract.game import Event
from scoring.contract.hints import find_element, list_hints
from scoring.contract.prompts import Answer, Draft, Prompt
from scoring.contract.scores import Seat

Moves = Sequence[int]
"""The new seat of each old one, by old seat. Seats beyond it stay."""

_Move = Callable[[Any, Moves], Any]


def move_seats(value: Any, moves: Moves, *, keep_order: bool = False) -> Any:
    """The same event or options with every seat in it replaced.

    Values that were sorted by seat are sorted again, unless `keep_order`.
    """
    kind: Any = type(value)
    move = _mover(kind, keep_order)
    return move(value, moves) if move else value


def move_draft(event: Any, draft: Draft, moves: Moves, *, keep_order: bool = False) -> dict[str, Answer]:
    """The answers of a form, with every seat in them replaced; `event` is the class of the event it makes."""
    move, answers = _mover(event, keep_order), dict(draft)
    return move(answers, moves) if move else answers


def move_prompt(event: Any, prompt: Prompt, moves: Moves) -> Prompt:
    """A form with every seat in its fields, in what is given and in its turn replaced."""
    hints = list_hints(event)

    def move(hint: Any, answer: Answer) -> Answer:
        return move_in_order(hint, answer, moves)

    return replace(
        prompt,
        fields=tuple(field.move_seats(hints.get(field.name), move) for field in prompt.fields),
        seat=None if prompt.seat is None else Seat(moves[prompt.seat]),
        given=tuple((name, move(hints.get(name), answer)) for name, answer in prompt.given),
    )


def is_by_seat(event: Any, name: str) -> bool:
    """Whether the answer of this field is a list of pairs of a seat and something."""
    pair = find_element(list_hints(event).get(name))
    return get_origin(pair) is tuple and get_args(pair)[:1] == (Seat,)


def move_in_order(hint: Any, value: Any, moves: Moves) -> Any:
    """A value or answer of this type with every seat in it replaced, in the same order."""
    move = _mover(hint, keep_order=True)
    return move(value, moves) if move else value


@cache
def _mover(hint: Any, keep_order: bool) -> _Move | None:
    """A function that replaces the seats in values of this type; None if they hold no seats.

    It takes values of events, and their JSON: lists for tuples, dicts for records. Anything else stays as it is.
    """
    if hint is Seat:
        return _move_seat
    origin, parts = get_origin(hint), get_args(hint)
    if origin is tuple:
        return _tuple_mover(parts, keep_order)
    if origin in (UnionType, Union):
        return _union_mover(parts, keep_order)
    return _record_mover(hint, keep_order) if isinstance(hint, type) and is_dataclass(hint) else None


def _move_seat(seat: Any, moves: Moves) -> Any:
    return Seat(moves[seat]) if type(seat) is int and 0 <= seat < len(moves) else seat


def _tuple_mover(parts: tuple[Any, ...], keep_order: bool) -> _Move | None:
    is_long = len(parts) == 2 and parts[1] is Ellipsis
    movers = [_mover(part, keep_order) for part in (parts[:1] if is_long else parts)]

    def move_items(values: Any, moves: Moves) -> Any:
        if not isinstance(values, tuple | list):
            return values
        pairs = zip(repeat(movers[0]) if is_long else movers, values, strict=False)
        moved = [move(value, moves) if move else value for move, value in pairs]
        if isinstance(values, list):
            return moved
        was_sorted = is_long and not keep_order and all(_first(one) <= _first(two) for one, two in pairwise(values))
        return tuple(sorted(moved, key=_first) if was_sorted else moved)

    return move_items if any(movers) else None


def _first(value: Any) -> Any:
    while isinstance(value, tuple):
        value = value[0] if value else -1
    return value if isinstance(value, int) else -1


def _union_mover(parts: tuple[Any, ...], keep_order: bool) -> _Move | None:
    movers = [(part, move) for part in parts if (move := _mover(part, keep_order))]

    def move_member(value: Any, moves: Moves) -> Any:
        for part, move in movers:
            kinds: tuple[Any, ...] = (int,) if part is Seat else (part, dict) if is_dataclass(part) else (tuple, list)
            if isinstance(value, kinds):
                return move(value, moves)
        return value

    return move_member if movers else None


def _record_mover(kind: Any, keep_order: bool) -> _Move | None:
    movers = {name: move for name, hint in list_hints(kind).items() if (move := _mover(hint, keep_order))}
    if not keep_order and issubclass(kind, Event):
        movers |= kind.movers

    def move_record(value: Any, moves: Moves) -> Any:
        if isinstance(value, dict):
            return value | {name: move(value[name], moves) for name, move in movers.items() if name in value}
        if not isinstance(value, kind):
            return value
        return replace(value, **{name: move(getattr(value, name), moves) for name, move in movers.items()})

    return move_record if movers else None
