"""What an option of the past was called: its question and its answer, as the set-up form says them today."""

import json
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from scoring.codec import FormatError, options_from, options_payload
from scoring.game import AnyGame, Table
from scoring.prompts import (
    Bid,
    Card,
    Choice,
    Count,
    Each,
    Field,
    Flag,
    Group,
    Groups,
    Known,
    OnBoard,
    Pick,
    Ranking,
    Repeat,
    Sealed,
    Subset,
    Text,
)

AS_PRINTED: Final = ""
"""Stands for the value the rules print."""

_LONGEST: Final = 5


@lru_cache(maxsize=1000)
def variant_words(game: AnyGame, name: str, value: str) -> tuple[str, str]:
    """The question and the answer for an option kept as JSON, or for what is printed."""
    usual = options_payload(game, game.options())
    around = usual | dict(_context(game, name))
    if value == AS_PRINTED:
        asked = _asked(game, around, name)
        words = _answer(asked, usual.get(name)) if asked else ""
        return (asked.label if asked else plain(name)), words or "As printed"
    answer = json.loads(value)
    for chosen in (answer, [answer]):
        asked = _asked(game, around | {name: chosen}, name)
        if asked is not None:
            return asked.label, _answer(asked, answer) or _value(answer)
    return plain(name), _value(answer)


def plain(key: str) -> str:
    """A stored word as people write it: "first_player" is "First player"."""
    return key.replace("_", " ").capitalize()


@cache
def _context(game: AnyGame, name: str) -> tuple[tuple[str, Any], ...]:
    """What else must be chosen for the form to ask for this option; empty where nothing must, or nothing helps."""
    usual = options_payload(game, game.options())
    for chosen in ({}, *_others(game, usual)):
        if _asked(game, usual | chosen, name) is not None:
            return tuple(chosen.items())
    return ()


def _others(game: AnyGame, usual: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """All the words of the lists together, then each other answer of each question alone."""
    form = _form(game, usual, game.players[-1])
    yield {each.name: [choice.value for choice in each.choices] for each in form if isinstance(each, Subset)}
    for asked in form:
        match asked:
            case Pick(name=name, choices=choices):
                yield from ({name: choice.value} for choice in choices)
            case Flag(name=name):
                yield {name: not usual[name]}
            case Subset(name=name, choices=choices):
                yield from ({name: [choice.value]} for choice in choices)
            case (
                Count()
                | Text()
                | Ranking()
                | Group()
                | Each()
                | Repeat()
                | Bid()
                | Groups()
                | Card()
                | OnBoard()
                | Known()
                | Sealed()
            ):
                pass


def _asked(game: AnyGame, payload: Mapping[str, Any], name: str) -> Field | None:
    """The question for an option, at the largest table or else the smallest."""
    for players in (game.players[-1], game.players[0]):
        for each in _form(game, payload, players):
            if each.name == name:
                return each
    return None


def _form(game: AnyGame, payload: Mapping[str, Any], players: int) -> tuple[Field, ...]:
    """The whole form for these options; empty where they cannot be read."""
    try:
        options = options_from(game, dict(payload))
    except FormatError:
        return ()
    return tuple(each.field for each in game.option_fields(Table(tuple(f"{n}" for n in range(players))), options))


def _answer(asked: Field, value: Any) -> str:
    match asked:
        case Pick(choices=choices) | Subset(choices=choices):
            return _label(choices, value)
        case Flag():
            return "Yes" if value else "No"
        case Count(low=low, words=words) if words and isinstance(value, int) and 0 <= value - low < len(words):
            return words[value - low]
        case _:
            return ""


def _label(choices: tuple[Choice, ...], value: Any) -> str:
    return next((choice.label for choice in choices if choice.value == value), "")


def _value(value: Any) -> str:
    """Anything else, short enough for a chart."""
    if isinstance(value, bool):
        return "Yes" if value else "No"
    if isinstance(value, list):
        return _row(value)
    return plain(value) if isinstance(value, str) else str(value)


def _row(values: Sequence[Any]) -> str:
    """A list in a few words: "1 to 14", "10, 8, 4", "15, 14, 12 … 2"."""
    if not values:
        return "None"
    if len(values) > 2 and _follow(values):
        return f"{values[0]} to {values[-1]}"
    if len(values) <= _LONGEST:
        return ", ".join(map(str, values))
    return f"{', '.join(map(str, values[:3]))} … {values[-1]}"


def _follow(values: Sequence[Any]) -> bool:
    return isinstance(values[0], int) and list(values) == list(range(values[0], values[0] + len(values)))
