"""About how high a question is, to know beforehand what has room beside it."""

from collections.abc import Iterable
from math import ceil
from typing import Final

from companion.parts.panel import GAP
from companion.parts.press import CHIP
from companion.theme import TOUCH
from scoring.prompts import (
    Bid,
    Card,
    Choice,
    Count,
    Field,
    Flag,
    Grid,
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

PHONE: Final = 384
"""The width that chips have there to lie in."""

_LINE: Final = TOUCH + GAP
"""Height of a line of chips."""

_WORDS: Final = 26
"""Height of a line of words with its air."""

_LETTER: Final = 8.2
_PICTURE: Final = 28
_FRAME: Final = 31
"""Width of a letter on a chip, of a picture before them, and of what is around both."""

_DOUBLE: Final = 58
_CHIPS: Final = 24
_A_PLAYER: Final = 130
_DECK: Final = 8
_PAD: Final = 2
_FEW: Final = 4
"""So many players need too much room with two lines of chips each."""


def height(field: Field, width: float = PHONE) -> float:
    """About so many pixels, its label included."""
    match field:
        case Pick(choices=choices) | Subset(choices=choices) | Ranking(choices=choices):
            more = isinstance(field, Pick) and bool(field.by_chance)
            return _labelled(field.label) + _flow(choices, width, more=more)
        case Count():
            return _labelled(field.label) + _count(field, width)
        case Bid():
            return _bid(field, width)
        case Grid():
            return _labelled(field.label) + _each(field, width)
        case Group(fields=inner):
            return _labelled(field.label) + sum(height(each, width) for each in inner)
        case Repeat(field=inner, low=low):
            return _labelled(field.label) + max(1, low) * height(inner, width)
        case Groups(seats=seats):
            return 2 * _WORDS + _lines(len(seats) + 1, _A_PLAYER, width)
        case Known(numbers=numbers):
            return 2 * _LINE + sum(height(number, width) for number in numbers[:1])
        case Card():
            return _DECK * _LINE
        case OnBoard() | Text() | Flag() | Sealed():
            return 1.5 * _LINE


def in_turn(each: Grid) -> bool:
    """Whether everybody is asked so much that one place has to do for all of them."""
    fields = [cell.field for cell in each.cells]
    bids = all(isinstance(field, Bid) for field in fields)
    picks = len(fields) >= _FEW and all(isinstance(field, Pick) and height(field) > 1.5 * _LINE for field in fields)
    return each.seats and bool(fields) and (bids or picks)


def _labelled(label: str) -> float:
    return _WORDS if label else 0


def _lines(keys: int, each: float, width: float) -> float:
    """The height of so many keys of one width."""
    return ceil(keys * (each + GAP) / width) * _LINE


def _flow(choices: Iterable[Choice], width: float, *, more: bool) -> float:
    """The height of chips with words, and one more that lets chance decide."""
    widths = [_FRAME + _LETTER * len(each.label) + _PICTURE * bool(each.suit or each.icon) for each in choices]
    lines, used = 1, 0.0
    for each in [*widths, *([_DOUBLE + _PICTURE] if more else [])]:
        lines, used = (lines, used + each + GAP) if used + each <= width else (lines + 1, each + GAP)
    return lines * _LINE


def _count(field: Count, width: float) -> float:
    values = (field.high - field.low) // field.step + 1
    return _lines(values, CHIP, width) if values <= _CHIPS else _WORDS + _PAD * _LINE


def _bid(field: Bid, width: float) -> float:
    values = field.high - field.low + 1
    return _lines(values, CHIP, width) + _WORDS + (0 if field.no_doubles else _lines(values - 1, _DOUBLE, width))


def _each(field: Grid, width: float) -> float:
    """Numbers stand beside their names, what is asked in turn shares a place, anything else stands below its name."""
    fields = [cell.field for cell in field.cells]
    if in_turn(field):
        return _lines(len(fields), _A_PLAYER, width) + _WORDS + max(height(each, width) for each in fields)
    return sum(_LINE if isinstance(each, Count) else _WORDS + height(each, width) for each in fields)
