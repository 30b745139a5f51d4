"""Open a window of the app, on the host's device or on a phone, and follow its page: size, brightness, connection."""

from collections.abc import Callable
from typing import Any, Final

import flet as ft

from companion.flet_guard.guard import Connection, watch_connection
from companion.ui.fonts import TEXT
from companion.ui.text import APP
from companion.ui.theme import Look, theme
from companion.window.state import Window
from companion.window.visibility import Visibility

_WIDTH_STEP: Final = 40  # widths are rounded down to multiples of this, so that resizing does not redraw at every pixel
_SIDEWAYS: Final = 560  # minimum width of a phone held sideways
_LOW: Final = 480  # its maximum height

_LETTER: Final = 100  # line height of the measured letter in pixels, unless the browser enlarges it
_STEP: Final = 20  # text sizes are measured in twentieths


def open_window(page: ft.Page, refresh: Callable[[], object] = lambda: None, **state: Any) -> tuple[Window, Connection]:
    """The window of a new page, with this `state`, and its connection; `refresh` is called on every reconnect."""
    page.title = APP
    window = Window(visibility=Visibility(page), **state)

    def update_size(_: Any = None) -> None:
        window.width, window.low = rounded(page.width), _is_low(page)

    def update_brightness() -> None:
        window.dark = is_dark(page, window.theme)

    def reconnect() -> None:
        refresh()
        window.visibility.reconnect()
        window.revision += 1

    update_size()
    update_brightness()
    page.on_resize = update_size
    page.overlay.append(_measure_text(window))
    return window, watch_connection(page, reconnect, update_brightness)


def use_theme(window: Window) -> None:
    page = ft.context.page

    def apply() -> None:
        page.theme = theme(Look(False, window.scale))
        page.dark_theme = theme(Look(True, window.scale))
        page.theme_mode = ft.ThemeMode(window.theme)
        window.dark = is_dark(page, window.theme)

    ft.use_effect(apply, [window.theme, window.scale])


def rounded(width: float | None) -> float:
    """A width rounded down in steps; a phone's width if the page does not know its own yet."""
    return 412 if not width else width if width < _WIDTH_STEP * 10.5 else width // _WIDTH_STEP * _WIDTH_STEP


def is_dark(page: ft.Page, chosen: str) -> bool:
    """Whether a window is drawn dark: as chosen, else as the device says."""
    if chosen == "system":
        return page.platform_brightness is ft.Brightness.DARK
    return chosen == "dark"


def _is_low(page: ft.Page) -> bool:
    """Whether a window is as wide and as low as that of a phone held sideways."""
    return (page.width or 0) >= _SIDEWAYS and 0 < (page.height or 0) <= _LOW


def _measure_text(window: Window) -> ft.Control:
    """An invisible letter that keeps `window.enlarged` up to date, the browser's own text size.

    People who see badly set it to 150 or 200 %. Flutter enlarges the text with it, but not the boxes that have a width
    or a height, and Flet does not report it.
    """

    def update(e: ft.LayoutSizeChangeEvent[ft.LayoutControl]) -> None:
        enlarged = round(e.height / _LETTER * _STEP) / _STEP
        if enlarged != window.enlarged:
            window.enlarged = enlarged

    style = ft.TextStyle(size=_LETTER, height=1.0, font_family=TEXT)
    letter = ft.Container(ft.Text(" ", style=style, max_lines=1), on_size_change=update)
    unread = ft.Semantics(exclude_semantics=True, content=letter)
    return ft.Container(unread, left=0, top=0, opacity=0, ignore_interactions=True)
