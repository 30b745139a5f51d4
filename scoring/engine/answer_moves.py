"""Seats in answers and forms, replaced by other seats: they are found by the types of the event that a form makes."""

from collections.abc import Callable
from dataclasses import is_dataclass, replace
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin

from scoring.contract.hints import find_element, list_hints
from scoring.contract.prompts import UNSET, Answer, Draft, Prompt
from scoring.contract.scores import Seat
from scoring.engine.seat_moves import Moves

_Move = Callable[[Answer, Moves], Answer]


def move_draft(event: Any, draft: Draft, moves: Moves) -> dict[str, Answer]:
    """The answers of a form, with every seat in them replaced; `event` is the class of the event it makes."""
    hints = list_hints(event)
    return {name: move_answer(hints.get(name), answer, moves) for name, answer in draft.items()}


def move_prompt(event: Any, prompt: Prompt, moves: Moves) -> Prompt:
    """A form with every seat in its fields, in what is given and in its turn replaced."""
    hints = list_hints(event)

    def move(hint: Any, answer: Answer) -> Answer:
        return move_answer(hint, answer, moves)

    return replace(
        prompt,
        fields=tuple(field.move_seats(hints.get(field.name), move) for field in prompt.fields),
        seat=None if prompt.seat is None else Seat(moves[prompt.seat]),
        given=tuple((name, move_answer(hints.get(name), answer, moves)) for name, answer in prompt.given),
    )


def move_answer(hint: Any, answer: Answer, moves: Moves) -> Answer:
    """An answer for a field of this type, with every seat in it replaced."""
    move = _mover(hint)
    return answer if move is None or answer is UNSET else move(answer, moves)


def is_by_seat(event: Any, name: str) -> bool:
    """Whether the answer of this field is a list of pairs of a seat and something."""
    pair = find_element(list_hints(event).get(name))
    return get_origin(pair) is tuple and get_args(pair)[:1] == (Seat,)


@cache
def _mover(hint: Any) -> _Move | None:
    """A function that replaces the seats in JSON values of this type; None if they hold no seats."""
    if hint is Seat:
        return _move_seat
    origin, parts = get_origin(hint), get_args(hint)
    if origin is tuple:
        return _list_mover(parts)
    if origin in (UnionType, Union):
        return _union_mover(parts)
    if isinstance(hint, type) and is_dataclass(hint):
        movers = {name: move for name, part in list_hints(hint).items() if (move := _mover(part))}
        return (lambda value, moves: _move_record(value, movers, moves)) if movers else None
    return None


def _move_seat(seat: Answer, moves: Moves) -> Answer:
    return moves[seat] if type(seat) is int and 0 <= seat < len(moves) else seat


def _list_mover(parts: tuple[Any, ...]) -> _Move | None:
    if len(parts) == 2 and parts[1] is Ellipsis:
        inner = _mover(parts[0])
        return (lambda values, moves: _move_list(values, [inner] * len(values), moves)) if inner else None
    movers = [_mover(part) for part in parts]
    return (lambda values, moves: _move_list(values, movers, moves)) if any(movers) else None


def _move_list(values: Answer, movers: "list[_Move | None]", moves: Moves) -> Answer:
    if not isinstance(values, list | tuple):
        return values
    pairs = zip(values, movers, strict=False)
    return [value if move is None or value is UNSET else move(value, moves) for value, move in pairs]


def _union_mover(parts: tuple[Any, ...]) -> _Move | None:
    movers = [(part, move) for part in parts if (move := _mover(part))]

    def move_member(value: Answer, moves: Moves) -> Answer:
        for part, move in movers:
            if isinstance(value, int if part is Seat else dict if is_dataclass(part) else list | tuple):
                return move(value, moves)
        return value

    return move_member if movers else None


def _move_record(value: Answer, movers: dict[str, _Move], moves: Moves) -> Answer:
    if not isinstance(value, dict):
        return value
    return {name: movers[name](part, moves) if name in movers else part for name, part in value.items()}
