"""The variants a table chose, and the player who started each round."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from scoring.contract.game import AnyGame, Opened, Table
from scoring.contract.prompts import Pick, Text
from scoring.engine.codec import options_payload
from scoring.engine.regrouping import Regrouped
from scoring.engine.replay import Replay


@dataclass(frozen=True, slots=True)
class Variant:
    """An option that differs from the printed rules: its field, and its value as JSON. A list gives one per item."""

    name: str
    value: str


def find_variants(game: AnyGame, opened: Opened[Any]) -> tuple[Variant, ...]:
    """The options in force, which the set-up form asks for, that differ from the printed rules.

    Options that choose a seat, like the dealer, and words, like the name of a game, are no variants.
    """
    printed, chosen = options_payload(game, game.options()), options_payload(game, opened.options)
    fields = (option.field for option in game.option_fields(Table(opened.names), opened.options))
    return tuple(
        Variant(field.name, item)
        for field in fields
        if not (isinstance(field, Text) or (isinstance(field, Pick) and field.seats))
        and chosen[field.name] != printed[field.name]
        for item in _iter_values(chosen[field.name])
    )


def find_starters(game: AnyGame, run: Replay[Any, Any]) -> dict[int, int]:
    """The seat that started each round, if known, by round number; round 0 stands for the session.

    Nothing once the players have changed: turns can no longer be told from the distance of two seats.
    """
    if isinstance(run.state, Regrouped):
        return {}
    starters: dict[int, int] = {}
    for state in (run.opening, *(step.state for step in run.steps)):
        if state.round not in starters:
            starter = game.starter(state)
            if starter is not None:
                starters[state.round] = int(starter)
    first = run.opening.round
    return {0: starters[first], **starters} if first in starters else starters


def _iter_values(value: Any) -> Iterator[str]:
    if isinstance(value, list) and value and all(isinstance(item, str) for item in value):
        yield from map(json.dumps, value)
    else:
        yield json.dumps(value, sort_keys=True, separators=(",", ":"))
