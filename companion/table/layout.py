"""How the table is laid out: by the window, the number of players and what is asked. What is long scrolls."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from companion.forms.number_pad import pad_of
from companion.forms.numbers import is_typed
from companion.forms.player_rows import grids_in_rows, has_pad
from companion.ui.theme import Look
from companion.window.state import Window
from scoring.contract.prompts import Bid, Card, Count, Field, Grid, Groups, Known, OnBoard, Pick, Prompt, Sealed, Subset

_LONG: Final = 3  # a form with this many blocks is above the players, so that its end is in sight
_MANY: Final = 9  # a question with more choices is very long
_LINE: Final = 3  # choices that a line of its own counts as
_BID: Final = 5  # choices that a bid counts as
_DIGITS: Final = 12  # choices that the digits of a number count as
_NARROW: Final = 400  # a narrower window is small, and so is one with large text
HIGH: Final = 800  # a lower window is small
_HIGH_WIDE: Final = 720  # the same for a wide window
_TALL: Final = 1200  # a window this high is tall
_LINE_ABOVE: Final = 720  # a small window this high has room for a line of places above a pad


class Room(StrEnum):
    SMALL = "small"
    PHONE = "phone"
    LOW = "low"  # a phone held sideways: the players have a side of their own
    WIDE = "wide"
    TALL = "tall"  # a tablet upright


class Players(StrEnum):
    ROWS = "rows"  # a row for each
    STRIP = "strip"  # side by side, in as many lines as they need
    PLACES = "places"  # in one or two lines of fixed places, so that the pad below them does not move
    IN_PAD = "in pad"  # by the pad alone, which names every one of them with their number


_SHORT_QUESTION: Final[Mapping[Room, int]] = {Room.SMALL: 4, Room.PHONE: 6, Room.LOW: 6, Room.WIDE: 8, Room.TALL: 8}
_LONG_QUESTION: Final[Mapping[Room, int]] = {Room.SMALL: 3, Room.PHONE: 5, Room.LOW: 6, Room.WIDE: 7, Room.TALL: 8}
_VERY_LONG_QUESTION: Final[Mapping[Room, int]] = {Room.SMALL: 2, Room.PHONE: 3, Room.LOW: 6, Room.WIDE: 4, Room.TALL: 8}
_PAD: Final[Mapping[Room, int]] = {Room.SMALL: 0, Room.PHONE: 3, Room.LOW: 6, Room.WIDE: 2, Room.TALL: 7}
"""The most players that have a row each: above one block of chips, above bids and forms of two blocks, above many
choices or many lines, above a pad."""

_PLACES: Final[Mapping[Room, int]] = {Room.SMALL: 0, Room.PHONE: 8, Room.LOW: 0, Room.WIDE: 8, Room.TALL: 16}
"""The most players that have a place above a pad."""

PLACES_IN_A_LINE: Final[Mapping[bool, int]] = {False: 4, True: 8}
"""The most places in a line, by whether the window is wide; as many as numbers in a line of the pad."""


def room_of(window: Window, look: Look, height: float | None) -> Room:
    """The room of a window `height` pixels high; None if the page does not know yet."""
    if window.low:
        return Room.LOW
    is_high = (height or HIGH) >= (_HIGH_WIDE if window.wide else HIGH)
    if not is_high or window.width < _NARROW or look.is_large:
        return Room.SMALL
    if (height or 0) >= _TALL:
        return Room.TALL
    return Room.WIDE if window.wide else Room.PHONE


def has_line_above(look: Look, height: float | None) -> bool:
    """Whether a line of players has room above a pad even in a small window `height` pixels high."""
    return not look.is_large and (height or 0) >= _LINE_ABOVE


def arrange(main: Prompt, players: int, room: Room, *, has_line: bool) -> Players:
    """How so many players are shown beside the prompt `main`; `has_line`: see `has_line_above`."""
    if room is Room.LOW:
        return Players.ROWS if players <= _SHORT_QUESTION[room] or grids_in_rows(main) else Players.STRIP
    if is_first(main, room) and room is not Room.WIDE and not has_pad(main) and not main.instant:
        return Players.STRIP
    if grids_in_rows(main) or _scrolls(main):
        return Players.ROWS
    if not has_pad(main):
        return Players.ROWS if players <= _most_rows(main)[room] else Players.STRIP
    if players <= _PAD[room]:
        return Players.ROWS
    places = PLACES_IN_A_LINE[False] if room is Room.SMALL and has_line else _PLACES[room]
    return Players.PLACES if players <= places else Players.IN_PAD


def is_first(main: Prompt, room: Room) -> bool:
    """Whether the question stands above the players."""
    is_long = _count_blocks(main) >= _LONG or (room is Room.SMALL and not has_pad(main) and _is_very_long(main))
    return is_long and not grids_in_rows(main)


def is_tight_pad(main: Prompt | None, window: Window, look: Look) -> bool:
    """Whether numbers are typed where no line can be spared: on a phone held sideways, or in large text."""
    return main is not None and has_pad(main) and (window.low or look.is_large)


def _scrolls(main: Prompt) -> bool:
    is_above = _count_blocks(main) >= _LONG and not main.instant
    return is_above or any(isinstance(field, Card | OnBoard) for field in main.fields)


def _most_rows(main: Prompt) -> Mapping[Room, int]:
    if _is_very_long(main):
        return _VERY_LONG_QUESTION
    long_fields = Bid | Sealed | Grid | Groups | Known
    is_long = len(main.fields) > 1 or any(isinstance(field, long_fields) for field in main.fields)
    return _LONG_QUESTION if is_long else _SHORT_QUESTION


def _is_very_long(main: Prompt) -> bool:
    return sum(map(_count_parts, main.fields)) > _MANY


def _count_parts(field: Field) -> int:
    match field:
        case Pick(choices=choices) | Subset(choices=choices):
            return len(choices)
        case Card(deck=deck):
            return len(deck)
        case Count() if is_typed(field):
            return _DIGITS
        case Groups(seats=seats):  # the names to tap, and the groups below them
            return 2 * len(seats)
        case Bid():
            return _BID
        case Grid(cells=cells):
            has_bids = any(isinstance(cell.field, Bid) for cell in cells)  # in one place, in turn
            return _LINE * len(cells) + _BID * has_bids
        case _:
            return 0


def _count_blocks(main: Prompt) -> int:
    """The blocks of a form; fields that share a pad are one."""
    pad = pad_of(main.fields)
    return len(main.fields) - len(pad) + bool(pad)
