"""Labels for stored options: the question and the answer, as today's set-up form words them."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from scoring.contract.game import AnyGame, Table
from scoring.contract.prompts import (
    Count,
    Field,
    Flag,
    Pick,
    Subset,
)
from scoring.engine.codec import FormatError, options_from, options_payload

AS_PRINTED: Final = ""  # stands for the printed value of an option
_LONGEST: Final = 5  # items of a list that are written out in full


@lru_cache(maxsize=1000)
def label_option(game: AnyGame, name: str, value: str) -> tuple[str, str]:
    """The question and the answer for an option; `value` is JSON, or `AS_PRINTED`."""
    printed = options_payload(game, game.options())
    options = printed | dict(_context(game, name))
    if value == AS_PRINTED:
        field = _find_field(game, options, name)
        if field is None:
            return humanize(name), "As printed"
        number = str(printed[name]) if isinstance(field, Count) else ""
        return field.label, field.label_of(printed[name]) or number or "As printed"
    answer = json.loads(value)
    for chosen in (answer, [answer]):
        field = _find_field(game, options | {name: chosen}, name)
        if field is not None:
            return field.label, field.label_of(answer) or _format_value(answer)
    return humanize(name), _format_value(answer)


def humanize(key: str) -> str:
    """A stored key as text: "first_player" becomes "First player"."""
    return key.replace("_", " ").capitalize()


@cache
def _context(game: AnyGame, name: str) -> tuple[tuple[str, Any], ...]:
    """The other options that make the form ask for this one; empty if none are needed or none help."""
    printed = options_payload(game, game.options())
    for chosen in ({}, *_likely_contexts(game, printed)):
        if _find_field(game, printed | chosen, name) is not None:
            return tuple(chosen.items())
    return ()


def _likely_contexts(game: AnyGame, printed: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Option changes that may open further questions: every list filled, then each single answer."""
    form = _form_fields(game, printed, game.box.players[-1])
    yield {field.name: [choice.value for choice in field.choices] for field in form if isinstance(field, Subset)}
    for field in form:
        match field:
            case Pick(name=name, choices=choices):
                yield from ({name: choice.value} for choice in choices)
            case Flag(name=name):
                yield {name: not printed[name]}
            case Subset(name=name, choices=choices):
                yield from ({name: [choice.value]} for choice in choices)
            case _:  # only these have few answers
                pass


def _find_field(game: AnyGame, payload: Mapping[str, Any], name: str) -> Field | None:
    """The field for an option, with the most or else the fewest players; None if there is none."""
    for players in (game.box.players[-1], game.box.players[0]):
        for field in _form_fields(game, payload, players):
            if field.name == name:
                return field
    return None


def _form_fields(game: AnyGame, payload: Mapping[str, Any], players: int) -> tuple[Field, ...]:
    """The set-up form for these options; empty if they are unreadable."""
    try:
        options = options_from(game, dict(payload))
    except FormatError:
        return ()
    return tuple(option.field for option in game.option_fields(Table(tuple(f"{n}" for n in range(players))), options))


def _format_value(value: Any) -> str:
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, list):
        return _format_list(value)
    return humanize(value) if isinstance(value, str) else str(value)


def _format_list(values: Sequence[Any]) -> str:
    """A short text for a list: "1 to 14", "10, 8, 4", "15, 14, 12 … 2"."""
    if not values:
        return "None"
    if len(values) > 2 and _are_consecutive(values):
        return f"{values[0]} to {values[-1]}"
    if len(values) <= _LONGEST:
        return ", ".join(map(str, values))
    return f"{', '.join(map(str, values[:3]))} … {values[-1]}"


def _are_consecutive(values: Sequence[Any]) -> bool:
    return isinstance(values[0], int) and list(values) == list(range(values[0], values[0] + len(values)))
