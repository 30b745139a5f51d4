"""About how high a question is on a phone, to know beforehand what has room beside it."""

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

_WIDTH: Final = 384
_LINE: Final = TOUCH + GAP
"""What chips have to lie in, and the height of a line of them."""

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


def height(field: Field) -> float:
    """About so many pixels, its label included."""
    match field:
        case Pick(choices=choices) | Subset(choices=choices) | Ranking(choices=choices):
            return _labelled(field.label) + _flow(choices, more=isinstance(field, Pick) and bool(field.by_chance))
        case Count():
            return _labelled(field.label) + _count(field)
        case Bid():
            return _bid(field)
        case Each():
            return _labelled(field.label) + _each(field)
        case Group(fields=inner):
            return _labelled(field.label) + sum(map(height, inner))
        case Repeat(field=inner, low=low):
            return _labelled(field.label) + max(1, low) * height(inner)
        case Groups(seats=seats):
            return 2 * _WORDS + _lines(len(seats) + 1, _A_PLAYER)
        case Known(numbers=numbers):
            return 2 * _LINE + sum(height(number) for number in numbers[:1])
        case Card():
            return _DECK * _LINE
        case OnBoard() | Text() | Flag() | Sealed():
            return 1.5 * _LINE


def in_turn(each: Each) -> bool:
    """Whether everybody is asked so much that one place has to do for all of them."""
    fields = [cell.field for cell in each.cells]
    bids = all(isinstance(field, Bid) for field in fields)
    picks = len(fields) >= _FEW and all(isinstance(field, Pick) and height(field) > 1.5 * _LINE for field in fields)
    return each.seats and bool(fields) and (bids or picks)


def _labelled(label: str) -> float:
    return _WORDS if label else 0


def _lines(keys: int, width: float) -> float:
    """The height of so many keys of one width."""
    return ceil(keys * (width + GAP) / _WIDTH) * _LINE


def _flow(choices: Iterable[Choice], *, more: bool) -> float:
    """The height of chips with words, and one more that lets chance decide."""
    widths = [_FRAME + _LETTER * len(each.label) + _PICTURE * bool(each.suit or each.icon) for each in choices]
    lines, used = 1, 0.0
    for width in [*widths, *([_DOUBLE + _PICTURE] if more else [])]:
        lines, used = (lines, used + width + GAP) if used + width <= _WIDTH else (lines + 1, width + GAP)
    return lines * _LINE


def _count(field: Count) -> float:
    values = (field.high - field.low) // field.step + 1
    return _lines(values, CHIP) if values <= _CHIPS else _WORDS + _PAD * _LINE


def _bid(field: Bid) -> float:
    values = field.high - field.low + 1
    return _lines(values, CHIP) + _WORDS + (0 if field.no_doubles else _lines(values - 1, _DOUBLE))


def _each(field: Each) -> float:
    """Numbers stand beside their names, what is asked in turn shares a place, anything else stands below its name."""
    fields = [cell.field for cell in field.cells]
    if in_turn(field):
        return _lines(len(fields), _A_PLAYER) + _WORDS + max(map(height, fields))
    return sum(_LINE if isinstance(each, Count) else _WORDS + height(each) for each in fields)
