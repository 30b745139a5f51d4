"""The keys of a keyboard, for what on the screen has use for them."""

from collections.abc import Callable

import flet as ft

from companion.flet_guard.sheets import count_sheets

Taker = Callable[[str], None]
"""Gets the name of a key: "7", "Enter", "Backspace"."""


class Keys:
    """Who takes the keys that are pressed in a window: whoever asked last, unless a sheet was opened above it since."""

    def __init__(self) -> None:
        self._takers: list[tuple[Taker, int]] = []

    def give_to(self, taker: Taker, page: ft.Page) -> Callable[[], None]:
        """Send keys there until the function that is returned is called."""
        entry = taker, count_sheets(page)
        self._takers.append(entry)
        return lambda: self._takers.remove(entry)

    def press(self, event: ft.KeyboardEvent) -> None:
        """Pass a key on, but no shortcut, and nothing that is typed into a sheet."""
        if event.ctrl or event.alt or event.meta or not self._takers:
            return
        taker, sheets = self._takers[-1]
        if sheets == count_sheets(event.page):
            taker(event.key.removeprefix("Numpad "))
