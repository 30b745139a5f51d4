"""Short messages at the foot of the window, and moving to another screen."""

from collections.abc import Callable
from typing import Final

import flet as ft

_TOLD: Final = 8000
"""Milliseconds for which something can be taken back with a tap."""


def tell(text: str, offer: str = "", act: Callable[[], None] | None = None) -> None:
    """Say something in passing, where no form has a line for it; nothing for an empty text.

    `offer` names what can still be done about it with a tap, `act`.
    """
    if not text:
        return
    if act is None:
        ft.context.page.show_dialog(ft.SnackBar(ft.Text(text)))
        return
    action = ft.SnackBarAction(offer, on_click=lambda _: act())
    ft.context.page.show_dialog(ft.SnackBar(ft.Text(text), action=action, duration=_TOLD, persist=False))


def go(path: str) -> None:
    """Show another screen of this window."""
    ft.context.page.navigate(path)
