"""Whether there is more below what is in sight, for the line that says so above the buttons."""

from typing import Any, Final

import flet as ft

_LEAST: Final = 12
"""Pixels hidden below from which on the line is shown: less than a line of small text is high, so that none is missed.
Still less is only the edge of something."""

SCROLL_INTERVAL: Final = 300  # ms between two scroll events


class Extent:
    """How high the window onto something is, how high that is, and how far it is scrolled, in pixels."""

    def __init__(self) -> None:
        self.view = self.content = self.offset = 0.0
        self.is_cut = False

    def is_newly_cut(self) -> bool:
        """Whether it changed that something is hidden below."""
        is_cut = 0 < self.view <= self.content - self.offset - _LEAST
        was_cut, self.is_cut = self.is_cut, is_cut
        return is_cut != was_cut


class MoreBelow:
    """The handlers of one scrolling part, and whether something is hidden below it."""

    def __init__(self, extent: Extent, redraw: Any) -> None:
        self._extent, self._redraw = extent, redraw

    @property
    def extent(self) -> Extent:
        """What is known of its height and of how far it is scrolled."""
        return self._extent

    @property
    def is_cut(self) -> bool:
        """Whether something is hidden below."""
        return self._extent.is_cut

    def on_view(self, e: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        """The window onto it has another size."""
        self._extent.view = e.height
        self._update()

    def on_content(self, e: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        """It has another size."""
        self._extent.content = e.height
        self._update()

    def on_scroll(self, e: ft.OnScrollEvent) -> None:
        """It was scrolled."""
        self._extent.offset = e.pixels
        self._update()

    def _update(self) -> None:
        if self._extent.is_newly_cut():
            self._redraw(lambda n: n + 1)


def use_more_below(of: str) -> MoreBelow:
    """Follow one scrolling part; for another `of` it begins anew."""
    extent: Extent = ft.use_memo(Extent, [of])
    _, redraw = ft.use_state(0)
    return MoreBelow(extent, redraw)
