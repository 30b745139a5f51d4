"""What was settled before the first card: which variants a table chose, and who began, each round."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scoring.codec import options_payload
from scoring.game import AnyGame, Opened, Table
from scoring.prompts import Pick
from scoring.replay import Replay


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
    """Who began each round, as far as known; 0 is the session: whoever began its first round."""
    starters: dict[int, int] = {}
    for state in (run.opening, *(step.state for step in run.steps)):
        if state.round not in starters:
            starter = game.starter(state)
            if starter is not None:
                starters[state.round] = int(starter)
    first = run.opening.round
    return {0: starters[first], **starters} if first in starters else starters


def _seats(game: AnyGame, opened: Opened[Any]) -> frozenset[str]:
    fields = (each.field for each in game.option_fields(Table(opened.names), opened.options))
    return frozenset(each.name for each in fields if isinstance(each, Pick) and each.seats)


def _values(value: Any) -> Iterator[str]:
    if isinstance(value, list) and value and all(isinstance(each, str) for each in value):
        yield from map(json.dumps, value)
    else:
        yield json.dumps(value, sort_keys=True, separators=(",", ":"))
