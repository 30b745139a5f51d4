"""The frame of the board: a screen that is 1080 units high, whatever it has in pixels, and how wide words are on it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from math import inf
from typing import Any, Final

import flet as ft

from companion.sharing.picture_text import Hand
from companion.ui.fonts import FIGURES, TEXT
from companion.ui.theme import Look

HEIGHT: Final = 1080  # units from the top to the bottom of a 16:9 screen
_NARROWEST: Final = 1440  # minimum units from left to right: a screen taller than 4:3 is drawn smaller
SMALLEST: Final = 38  # smallest font size, in units: 1/28 of the height, readable from three metres
EDGE: Final = 2  # width of a thin border
_LINE: Final = 1.15  # line height
_AIR: Final = 1.02  # browsers lay letters a little wider than measured
_MEASURED: Final = 100  # font size in which text is measured once for all sizes


@dataclass(frozen=True, slots=True)
class Piece:
    """A control of a known width, in units."""

    width: float
    control: ft.Control


@dataclass(frozen=True, slots=True)
class Frame:
    """How the board is drawn: lengths in units, of which `look.scale` says how many pixels one has."""

    look: Look
    width: float
    height: float

    def px(self, units: float) -> float:
        """Units in pixels."""
        return round(units * self.look.scale, 1)

    def text(
        self, words: str, size: float = SMALLEST, *, bold: bool = False, color: str | None = None, **more: Any
    ) -> ft.Text:
        """One line of text, cut with an ellipsis where the room ends."""
        return self._written(words, self.look.text(size, bold=bold, color=color), more)

    def figure(self, words: str, size: float, *, color: str | None = None, **more: Any) -> ft.Text:
        """The same in the face of numbers and titles."""
        return self._written(words, self.look.figure(size, color=color), more)

    def text_piece(self, words: str, size: float = SMALLEST, *, bold: bool = False, **more: Any) -> Piece:
        return Piece(text_width(words, size, bold=bold), self.text(words, size, bold=bold, **more))

    def figure_piece(self, words: str, size: float, **more: Any) -> Piece:
        return Piece(figure_width(words, size), self.figure(words, size, **more))

    def row(self, pieces: Sequence[Piece], gap: float, **more: Any) -> ft.Row:
        controls = [piece.control for piece in pieces]
        return ft.Row(controls, spacing=self.px(gap), **more)

    def pill(
        self,
        pieces: Sequence[Piece],
        gap: float,
        side: float,
        height: float,
        *,
        room: float = inf,
        edge: bool = False,
        **more: Any,
    ) -> Piece:
        """A box with pieces side by side, at most `room` wide; `side` is the space at both ends."""
        width = min(room, sum(piece.width for piece in pieces) + gap * (len(pieces) - 1) + 2 * side)
        box = ft.Container(
            self.row(pieces, gap),
            width=self.px(width),
            height=self.px(height),
            padding=ft.Padding.symmetric(horizontal=self.px(side - edge * EDGE)),
            border=ft.Border.all(self.px(EDGE), ft.Colors.OUTLINE_VARIANT) if edge else None,
            **more,
        )
        return Piece(width, box)

    def _written(self, words: str, style: ft.TextStyle, more: dict[str, Any]) -> ft.Text:
        style.height = _LINE
        return ft.Text(words, style=style, **{"max_lines": 1, "overflow": ft.TextOverflow.ELLIPSIS, **more})


def frame_for(look: Look, width: float, height: float) -> Frame:
    """The frame on a window of so many pixels. The text size of the settings does not count: the distance does."""
    unit = min(height / HEIGHT, width / _NARROWEST)
    return Frame(replace(look, scale=unit, letters=False), width / unit, height / unit)


@lru_cache(maxsize=4096)
def text_width(words: str, size: float, *, bold: bool = False) -> float:
    """How wide a line of text is, in units."""
    return Hand(TEXT, _MEASURED, bold).width(words) * size / _MEASURED * _AIR


@lru_cache(maxsize=4096)
def figure_width(words: str, size: float) -> float:
    """How wide a number or title is, in units."""
    return Hand(FIGURES, _MEASURED, bold=True).width(words) * size / _MEASURED * _AIR


def line_height(size: float) -> float:
    """How high a line of text is, in units."""
    return size * _LINE


def break_lines(pieces: Sequence[Piece], room: float, gap: float) -> list[list[Piece]]:
    """The pieces in lines that are at most `room` wide; a piece wider than that has a line of its own."""
    lines: list[list[Piece]] = []
    used = room
    for piece in pieces:
        used += gap + piece.width
        if used > room or not lines:
            lines.append([])
            used = piece.width
        lines[-1].append(piece)
    return lines


def clamp(value: float, low: float, high: float) -> float:
    return max(low, min(value, high))
