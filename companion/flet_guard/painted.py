"""Tells whether the browser has painted the present question, so that a tap meant for the last one is void.

Flet's tap events name a control, not what it showed. A mark of no height is as wide as the number of the question. The
browser reports its size at the end of the frame that paints it, and sends its events in order, so a tap that arrives
before that report was made on an earlier frame.
"""

from collections.abc import Callable
from time import monotonic
from typing import Any, Final

import flet as ft

_WIDTHS: Final = 200
"""Widths of the mark, in pixels. Fewer than a phone is wide, more than there are frames under way at a time."""

_LOST: Final = 1.0
"""Seconds after which a report that has not come is asked for again."""


class Painted:
    """The latest question that the browser of one window has painted; every question has a higher number than the last.

    The first question counts as painted: its controls are new, and nobody can tap what is not painted yet.
    """

    recorded = -1
    """The latest question that this window has answered itself."""

    def __init__(self, number: int, redraw: Callable[[int], None]) -> None:
        self._painted = self._drawn = number
        self._at = monotonic()
        self._marks = 0
        self._mark = self._made()
        self._redraw = redraw

    def is_at(self, number: int) -> bool:
        """Whether the browser shows exactly this question; where its report is overdue, another one is asked for."""
        if self._painted == number:
            return True
        if monotonic() - self._at > _LOST:
            self._at, self._marks = monotonic(), self._marks + 1
            self._mark = self._made()  # a browser reports every mark that is new to it
            self._redraw(self._marks)
        return False

    @property
    def is_overtaken(self) -> bool:
        """Whether somebody else has answered the question that the browser shows."""
        return self._painted < self._drawn and self.recorded < self._painted

    def is_past(self, number: int) -> bool:
        """Whether it shows this question or a later one."""
        return self._painted >= number

    def mark(self, number: int) -> ft.Control:
        """What reports that this question is painted; it needs a place 200 pixels wide that adds no gap."""
        if number != self._drawn:
            self._drawn, self._at = number, monotonic()
            self._mark = self._made()
        return self._mark

    def _made(self) -> ft.Control:
        return ft.Container(
            key=f"painted.{self._marks}",
            width=self._drawn % _WIDTHS,
            height=0,
            size_change_interval=0,
            on_size_change=self._report,
        )

    def _report(self, e: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        if round(e.width) == self._drawn % _WIDTHS:
            self._painted = self._drawn


def use_painted(number: int) -> Painted:
    """Follows what the browser of this window has painted of this component."""
    _, redraw = ft.use_state(0)
    kept: Any = ft.use_ref(None)
    if kept.current is None:
        kept.current = Painted(number, redraw)
    painted: Painted = kept.current
    return painted
