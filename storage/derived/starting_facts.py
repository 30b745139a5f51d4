"""What was settled before the first card: which variants a table chose, and who began, each round."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from scoring.codec import options_payload
from scoring.game import AnyGame, Opened, Table
from scoring.prompts import Pick
from scoring.replay import Replay

_BEGINS: Final = "leads"
_DEALS: Final = "dealer"


@dataclass(frozen=True, slots=True)
class Chosen:
    """An option that is not as printed: its field, and its value as JSON; of several words one each."""

    name: str
    value: str


def chosen(game: AnyGame, opened: Opened[Any]) -> tuple[Chosen, ...]:
    """How a table differs from the rules as printed; who sits or begins where is no variant."""
    usual = options_payload(game, game.options())
    seats = _seats(game, opened)
    return tuple(
        Chosen(name, each)
        for name, value in options_payload(game, opened.options).items()
        if name not in seats and value != usual[name]
        for each in _values(value)
    )


def first_seats(game: AnyGame, run: Replay[Any, Any]) -> dict[int, int]:
    """Who began each round: left of the dealer where there is one, else who led; 0 is the first of all.

    A game in which all act at once has nobody.
    """
    found: dict[int, int] = {}
    seen: set[int] = set()
    for state in (run.opening, *(step.state for step in run.steps)):
        if state.round in seen:
            continue
        seen.add(state.round)
        first = _first(game, state)
        if first is not None:
            found.setdefault(0, first) if state is run.opening else None
            found[state.round] = first
    return found


def _first(game: AnyGame, state: Any) -> int | None:
    signs = {marker.key: marker.seat for marker in game.board(state).markers}
    if _DEALS in signs:
        return int(state.table.left_of(signs[_DEALS]))
    return int(signs[_BEGINS]) if _BEGINS in signs else None


def _seats(game: AnyGame, opened: Opened[Any]) -> frozenset[str]:
    fields = (each.field for each in game.option_fields(Table(opened.names), opened.options))
    return frozenset(each.name for each in fields if isinstance(each, Pick) and each.seats)


def _values(value: Any) -> Iterator[str]:
    if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        yield from map(json.dumps, value)
    else:
        yield json.dumps(value, sort_keys=True, separators=(",", ":"))
