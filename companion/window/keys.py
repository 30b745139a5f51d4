"""Keyboard keys, sent to the handlers of the components on the screen."""

from collections.abc import Callable
from typing import Any, Final

import flet as ft

from companion.flet_guard.sheets import count_sheets
from companion.window.watchers import use_subscription

KeyHandler = Callable[[str], bool]
"""Gets the name of a key: "7", "Enter", "Backspace", "Undo"; False if it has no use for it."""

_NUMPAD: Final = {
    "Add": "+",
    "Subtract": "-",
    "Decimal": ".",
    "Comma": ",",
    "Multiply": "*",
    "Divide": "/",
    "Equal": "=",
    "Paren Left": "(",
    "Paren Right": ")",
}
"""The characters of a number block, which Flutter gives by name."""

UNDO: Final = "Undo"
REDO: Final = "Redo"
"""What Ctrl+Z and Ctrl+Y, or Ctrl+Shift+Z, are passed on as; on a Mac with Command."""


class Keys:
    """Sends each key to the newest handler that uses it, if no sheet was opened since the handler was added."""

    def __init__(self) -> None:
        self._handlers: list[tuple[KeyHandler, int]] = []

    def add(self, handler: KeyHandler, page: ft.Page, *, after_others: bool) -> Callable[[], None]:
        """Send keys to a handler until the returned function is called; `after_others`: only unhandled ones."""
        entry = handler, count_sheets(page)
        self._handlers.insert(0 if after_others else len(self._handlers), entry)
        return lambda: self._handlers.remove(entry)

    def press(self, event: ft.KeyboardEvent) -> None:
        """Pass a key on, but no shortcut except undo and redo, and nothing that is typed into a sheet."""
        if key := _name(event):
            open_now = count_sheets(event.page)
            any(handler(key) for handler, sheets in reversed(self._handlers) if sheets == open_now)


def _name(event: ft.KeyboardEvent) -> str:
    """The name passed on to handlers; "" for a shortcut that is not ours."""
    key = event.key.removeprefix("Numpad ")
    if key != event.key:
        key = _NUMPAD.get(key, key)
    if event.alt:
        return ""
    if event.ctrl or event.meta:
        return {"Z": REDO if event.shift else UNDO, "Y": REDO}.get(key.upper(), "")
    return key


def use_keys(keys: Keys, handler: KeyHandler, *, after_others: bool = False) -> None:
    """Take the keys that are pressed while this component is on the screen, with the `handler` drawn last."""
    newest: Any = ft.use_ref(None)
    newest.current = handler
    page = ft.context.page

    def listen() -> Callable[[], None]:
        return keys.add(lambda key: bool(newest.current(key)), page, after_others=after_others)

    use_subscription(listen, [])
