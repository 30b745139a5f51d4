"""Whether there is more below what is in sight, for the line that says so above the buttons."""

from collections.abc import Callable
from typing import Final

import flet as ft

from companion.window.hooks import use_redraw

# Pixels hidden below from which the line is shown: less than a line of small text, so that none is missed
_LEAST: Final = 12
SCROLL_INTERVAL: Final = 300  # ms between two scroll events


class MoreBelow:
    """A scrolling part: the heights of its window and content and its scroll offset, in pixels, and their handlers."""

    def __init__(self) -> None:
        self.view = self.content = self.offset = 0.0
        self.is_cut = False  # whether something is hidden below
        self.redraw: Callable[[], None] = lambda: None

    def on_view(self, e: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        margin = e.control.margin  # Flet measures it with the window
        self.view = e.height - (margin.top + margin.bottom if isinstance(margin, ft.Margin) else 0)
        self._update()

    def on_content(self, e: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        self.content = e.height
        self._update()

    def on_scroll(self, e: ft.OnScrollEvent) -> None:
        self.offset = e.pixels
        self._update()

    def _update(self) -> None:
        is_cut = 0 < self.view <= self.content - self.offset - _LEAST
        if is_cut != self.is_cut:
            self.is_cut = is_cut
            self.redraw()


def use_more_below(of: str) -> MoreBelow:
    """Follow one scrolling part; for another `of` it begins anew."""
    part: MoreBelow = ft.use_memo(MoreBelow, [of])
    part.redraw = use_redraw()
    return part
