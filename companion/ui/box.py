"""The one text box of the app."""

import asyncio
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Any, Final

import flet as ft

from companion.ui.chips_and_buttons import icon_button, identified
from companion.ui.theme import Look

_PATIENCE: Final = 0.5  # seconds to wait for the browser to confirm the focus


def text_box(
    look: Look,
    name: str,
    label: str,
    value: str,
    change: Callable[[str], Any],
    *,
    longest: int | None = None,
    submit: Callable[[], bool | None] | None = None,
    icon: ft.IconData | None = None,
    lines: bool = False,
    keeps_focus: bool = False,
    clear: bool = False,
    expand: bool = False,
    autofocus: bool = False,
    ref: ft.Ref[ft.TextField] | None = None,
) -> ft.Control:
    """A text field; `change` is called for every letter, `submit` for the Enter key. `lines` allows several lines.

    One that `keeps_focus` takes the Enter key as a letter: `change` is told the line break, and whoever goes on typing
    at once loses nothing.

    If `submit` returns True, the field gets the focus back for the next entry. With `clear` a button empties it.
    """
    box = ft.TextField(
        label=label,
        value=value,
        max_length=longest,
        counter="" if longest else None,
        multiline=lines or keeps_focus,
        min_lines=1 if keeps_focus else None,
        max_lines=2 if keeps_focus else None,  # with one, the Enter key would not be a letter
        prefix_icon=icon,
        suffix_icon=_clear_button(name, change, off=not value) if clear else None,
        text_style=look.text(16),
        label_style=look.text(15, color=ft.Colors.ON_SURFACE_VARIANT),
        border={ft.ControlState.FOCUSED: _frame(look.accent, 2), ft.ControlState.DEFAULT: _frame(ft.Colors.OUTLINE, 1)},
        on_change=lambda e: change(e.control.value or ""),
        on_submit=_on_submit(submit) if submit else None,
        autofocus=autofocus,
        ref=ref,
    )
    return identified(name, box, expand=expand or None)


def _on_submit(submit: Callable[[], bool | None]) -> Callable[[ft.Event[ft.TextField]], Coroutine[Any, Any, None]]:
    """Submits, and gives the focus back to the field if there is another entry."""

    async def enter(e: ft.Event[ft.TextField]) -> None:
        if submit():
            with suppress(RuntimeError, TimeoutError):  # the page may be closed
                async with asyncio.timeout(_PATIENCE):
                    await e.control.focus()  # type: ignore[no-untyped-call]  # Flet left it untyped

    return enter


def search_box(
    look: Look, name: str, label: str, query: str, search: Callable[[str], Any], *, expand: bool = False
) -> ft.Control:
    """A search field with a clear button."""
    icon = ft.Icons.SEARCH_ROUNDED
    return text_box(look, name, label, query, search, longest=100, icon=icon, clear=True, expand=expand)


def _clear_button(name: str, change: Callable[[str], Any], *, off: bool) -> ft.Control:
    """The clear button; only hidden while empty, so that the field is not rebuilt at the first letter."""
    button = icon_button(f"{name}.clear", ft.Icons.CLEAR_ROUNDED, "Clear", lambda: change(""), off=off)
    return ft.Container(button, opacity=0 if off else 1)


def _frame(colour: str, width: float) -> ft.OutlineInputBorder:
    return ft.OutlineInputBorder(side=ft.BorderSide(width, colour), border_radius=12)
