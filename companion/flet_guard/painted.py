"""Track which question the browser has painted, so that a tap meant for an earlier one is ignored.

Flet's tap events name a control, but not what it showed. An invisible marker has a width that stands for the number of
the question. The browser reports its size at the end of the frame that paints it, and sends its events in order, so a
tap that arrives before that report was made on an earlier frame.
"""

from collections.abc import Callable
from time import monotonic
from typing import Any, Final

import flet as ft

_WIDTHS: Final = 200
"""The number of different marker widths in pixels: less than a phone's width, more than frames in flight."""

_TIMEOUT: Final = 1.0
"""Seconds after which a missing report is requested again."""


class Painted:
    """The latest question that the browser of a window has painted. The numbers of questions increase.

    The first question counts as painted: its controls are new, so they cannot be tapped before they are painted.
    """

    recorded = -1
    """The latest question that this window itself has answered."""

    def __init__(self, number: int, redraw: Callable[[int], None]) -> None:
        self._painted = self._drawn = number
        self._at = monotonic()
        self._marks = 0
        self._mark = self._make_mark()
        self._redraw = redraw

    def is_at(self, number: int) -> bool:
        """Whether the browser shows exactly this question; requests a new report if the last one is overdue."""
        if self._painted == number:
            return True
        if monotonic() - self._at > _TIMEOUT:
            self._at, self._marks = monotonic(), self._marks + 1
            self._mark = self._make_mark()  # a browser reports the size of every new marker
            self._redraw(self._marks)
        return False

    @property
    def is_overtaken(self) -> bool:
        """Whether another window has answered the question that the browser shows."""
        return self._painted < self._drawn and self.recorded < self._painted

    def is_past(self, number: int) -> bool:
        """Whether the browser shows this question or a later one."""
        return self._painted >= number

    def mark(self, number: int) -> ft.Control:
        """The marker of this question; place it where it has 200 pixels of width and causes no gap."""
        if number != self._drawn:
            self._drawn, self._at = number, monotonic()
            self._mark = self._make_mark()
        return self._mark

    def _make_mark(self) -> ft.Control:
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
    """Track what the browser of this window has painted of this component."""
    _, redraw = ft.use_state(0)
    ref: Any = ft.use_ref(None)
    if ref.current is None:
        ref.current = Painted(number, redraw)
    painted: Painted = ref.current
    return painted
