"""How high a field will be, to know before it is drawn what has room beside it.

Flet reports a size only after the frame, and a table that changed its layout then would move under the thumb. So the
height is estimated, in pixels at the normal text size; `tests/journeys/test_field_heights.py` compares the estimates
with the heights in a browser.
"""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import Final

from companion.forms.choices import FULL_ROW
from companion.forms.number_pad import pad_height, pad_of
from companion.forms.numbers import DOUBLE, MOST_CHIPS, numbers_of
from companion.forms.typed_words import MOST_SUGGESTIONS
from companion.ui.panel import GAP
from companion.ui.press import CHIP
from companion.ui.theme import TOUCH
from scoring.contract.prompts import (
    Bid,
    Card,
    Cell,
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
    Repeat,
    Sealed,
    Subset,
    Sum,
    Text,
)

PHONE: Final = 388
"""Width of the fields on a phone."""

_WORDS: Final = 20
_BADGE: Final = 26
_SWITCH: Final = 53
"""Heights of a line of text, of a player's badge, and of a switch."""

_LETTER: Final = 7.4
_PICTURE: Final = 28
_FRAME: Final = 31
"""Widths on a chip: a letter, a picture before the text, and what is around both."""

_NAME: Final = 90
_PLAYER: Final = 130
"""Widths of a chip with a player's name, and of one with an answer too."""

_SHORT: Final = 8
"""Most letters of a name that fits before a row of numbers."""

_MANY_PICKS: Final = 4
"""From this many players on, choices of more than one line are asked in one place, in turn."""

_BROAD: Final = 8
"""What broad letters may add to a chip; too many lines are a strip of players too early, too few hide the end."""

OWNERS_BESIDE: Final = 5
"""Most keys of players beside what is asked; more stand below it."""

_PLACED: Final = 66
_BOARD: Final = 200
"""Heights of a number with its place above it, and of a small board."""


def height(field: Field, width: float = PHONE) -> float:
    """The estimated height of a field with its label."""
    match field:
        case Pick():
            return _labelled(field.label, _chips(_pick_widths(field), width), 6)
        case Subset(choices=choices):
            return _labelled(field.label, _chips(map(_choice_width, choices), width), 6)
        case Count():
            return _labelled(field.label, _count(field, width), 6)
        case Sum():
            return pad_height(0, width)
        case Bid():
            return _bid(field, width)
        case Grid():
            return _each(field, width)
        case Group(fields=inner):
            return _labelled(field.label, _column([height(part, width) for part in inner], 8), 8)
        case Repeat(field=inner):
            return _column([_WORDS, _PLACED if isinstance(inner, Count) else height(inner, width)], 8)
        case Groups(seats=seats):
            draw = [_text_width(field.by_chance) + 2 * _PICTURE] if field.by_chance else []
            return _column([_WORDS, _chips([*[_NAME] * len(seats), *draw], width), _WORDS], 8)
        case Known():
            return _column([TOUCH, _chips(_suggestion_widths(field), width)], 8)
        case Flag():
            return _SWITCH
        case Text() | Sealed():
            return TOUCH
        case Card(deck=deck):
            suits = (list(cards) for _, cards in groupby(deck, key=lambda card: card.suit))
            return _column([_chips([CHIP] * (len(cards) + 1), width) for cards in suits], 8)
        case OnBoard():
            return _BOARD
        case _:
            raise TypeError(f"nobody knows how high a {type(field).__name__} is")


def heights(fields: Sequence[Field], width: float = PHONE) -> float:
    """The estimated height of all fields of a form; those that share a pad count once."""
    pad = pad_of(fields)
    shared = pad_height(len(pad), width) if pad else 0
    return shared + sum(height(field, width) for field in fields if field not in pad)


def count_blocks(fields: Sequence[Field]) -> int:
    """How many blocks a form has; the fields that share a pad are one."""
    pad = pad_of(fields)
    return len(fields) - len(pad) + bool(pad)


def uncover(field: Field) -> Field:
    """What a player's own phone shows of a field: a secret is not covered there."""
    return field.field if isinstance(field, Sealed) else field


def slim_height(field: Field, width: float = PHONE) -> float:
    """The estimated height of a field without its label, in a row beside the main question."""
    if isinstance(field, Subset):
        return _chips((_choice_width(choice) + _BROAD for choice in field.choices), width)
    if not isinstance(field, Pick):
        return TOUCH
    chips = len(field.choices) + bool(field.by_chance)
    return TOUCH if chips == FULL_ROW else _chips([CHIP] * chips, width)


def in_turn(grid: Grid) -> bool:
    """Whether the players answer in turn in one place, because their answers need too much room."""
    fields = [cell.field for cell in grid.cells]
    bids = all(isinstance(field, Bid) for field in fields)
    picks = len(fields) >= _MANY_PICKS and all(
        isinstance(field, Pick) and height(field) > _lines(1) for field in fields
    )
    return grid.seats and bool(fields) and (bids or picks)


def has_scroll_key(field: Field) -> bool:
    """Whether the table can scroll to the field by its path: a list of questions with at least one in it."""
    if not isinstance(field, Grid) or not field.cells or in_turn(field):
        return False
    return not all(isinstance(cell.field, Sum) for cell in field.cells)


def fits_one_line(cell: Cell) -> bool:
    """Whether the numbers of a cell fit beside its name."""
    return isinstance(cell.field, Count) and not cell.note and len(cell.label) <= _SHORT


def asks_owner(cell: Cell) -> bool:
    """Whether a cell asks whose something is, with a short name and a key for each player."""
    return isinstance(cell.field, Pick) and cell.field.seats and isinstance(cell.key, str) and not cell.note


def _column(heights: Sequence[float], spacing: float) -> float:
    return sum(heights) + spacing * (len(heights) - 1)


def _labelled(label: str, content: float, spacing: float) -> float:
    return _column([_WORDS, content], spacing) if label else content


def _lines(number: int) -> float:
    """The height of this many lines of chips."""
    return _column([TOUCH] * number, GAP)


def _chips(widths: Iterable[float], width: float) -> float:
    """The height of chips of these widths, in a row that wraps."""
    lines, used = 1, 0.0
    for chip in widths:
        lines, used = (lines, used + chip + GAP) if used + chip <= width else (lines + 1, chip + GAP)
    return _lines(lines)


def _pick_widths(field: Pick) -> list[float]:
    """The widths of the chips, and of the one that picks at random."""
    widths = [_choice_width(choice, has_badge=field.seats) for choice in field.choices]
    return [*widths, _text_width(field.by_chance) + _PICTURE] if field.by_chance else widths


def _choice_width(choice: Choice, *, has_badge: bool = False) -> float:
    return _text_width(choice.label) + _PICTURE * bool(has_badge or choice.suit or choice.icon)


def _text_width(text: str) -> float:
    return _FRAME + _LETTER * len(text)


def _count(field: Count, width: float) -> float:
    values = len(numbers_of(field))
    if values > MOST_CHIPS:
        return pad_height(0, width)
    return _chips([CHIP] * values, width)


def _bid(field: Bid, width: float) -> float:
    values = field.high - field.low + 1
    singles = _chips([CHIP] * values, width)
    if field.no_doubles:
        return _column([singles, _WORDS], 8)
    return _column([singles, _WORDS, _chips([DOUBLE] * (values - 1), width)], 8)


def _each(field: Grid, width: float) -> float:
    """A row for each cell, or one place for all of them."""
    if field.cells and all(isinstance(cell.field, Sum) for cell in field.cells):
        pad = pad_height(len(field.cells), width)
        return _labelled("" if field.seats else field.label, pad, GAP)
    if in_turn(field):
        highest = max(height(cell.field, width) for cell in field.cells)
        return _column([_chips([_PLAYER] * len(field.cells), width), _column([_WORDS, highest], 8)], 12)
    is_dense = all(fits_one_line(cell) or asks_owner(cell) for cell in field.cells)
    spacing = 6 if is_dense else 12
    rows = [_row_height(field, cell, width) for cell in field.cells]
    return _labelled(field.label, _column(rows, spacing), spacing) if rows else 0


def _row_height(field: Grid, cell: Cell, width: float) -> float:
    """The height of one question of a grid."""
    if fits_one_line(cell) or (asks_owner(cell) and _count_choices(cell) <= OWNERS_BESIDE):
        return TOUCH
    if isinstance(cell.field, Flag):
        return _SWITCH
    is_one_line = asks_owner(cell) or (field.seats and isinstance(cell.field, Count))
    return _column([_BADGE if field.seats else _WORDS, TOUCH if is_one_line else height(cell.field, width)], 4)


def _count_choices(cell: Cell) -> int:
    return len(cell.field.choices) if isinstance(cell.field, Pick) else 0


def _suggestion_widths(field: Known) -> list[float]:
    """The widths of the suggested names, or of their first letters."""
    if len(field.suggestions) > MOST_SUGGESTIONS:
        return [CHIP] * len({name[0].upper() for name in field.suggestions})
    return [_text_width(name) for name in field.suggestions]
