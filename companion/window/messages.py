"""Show messages at the bottom of the window, and navigate to another screen."""

from collections.abc import Callable, MutableMapping
from typing import Final
from weakref import WeakKeyDictionary

import flet as ft

ABOVE_DOCK: Final = 100
"""Pixels that a message leaves free on a screen with a primary button at its bottom."""

_ACTION_MILLISECONDS: Final = 8000  # how long a message with a button is shown


def tell(text: str, offer: str = "", act: Callable[[], None] | None = None, *, above: float = 0) -> None:
    """Show a message; nothing for an empty text. `offer` is the label of a button that calls `act`, such as "Undo".

    `above` are pixels at the bottom of the window that it leaves free, with the keys and buttons of the screen.
    """
    if not text:
        return
    bar = ft.SnackBar(ft.Text(text))
    if above:
        bar.behavior = ft.SnackBarBehavior.FLOATING
        bar.margin = ft.Margin.only(left=12, right=12, bottom=above)
    if act is not None:
        bar.action = ft.SnackBarAction(offer, on_click=lambda _: act())
        bar.duration, bar.persist = _ACTION_MILLISECONDS, False
    ft.context.page.show_dialog(bar)


announced: Final[MutableMapping[ft.Page, str]] = WeakKeyDictionary()
"""The address to which the app itself navigates a window; any other new one comes from the back button."""


def go(path: str) -> None:
    page = ft.context.page
    announced[page] = path
    page.navigate(path)


trails: Final[MutableMapping[ft.Page, list[str]]] = WeakKeyDictionary()
"""The addresses that led to the current screen of a window, each once, the current one last."""


def follow_trail(page: ft.Page, path: str) -> None:
    """Add the address a window shows now; drop those after it or below it."""
    trail = trails.setdefault(page, [])
    if path in trail:
        del trail[trail.index(path) :]
    trail[:] = [*(other for other in trail if not other.startswith(f"{path}/")), path]


def go_back(otherwise: str) -> None:
    """Navigate this window to where its screen was opened; `otherwise` if that is not known, as after a reload."""
    trail = trails.get(ft.context.page, [])
    if len(trail) > 1:
        go(trail[-2])
    else:
        trail.clear()
        go(otherwise)
