"""The button that moves a session to the bin, and the strip on screens of a session in the bin."""

from contextlib import suppress
from datetime import datetime, timedelta
from functools import partial
from typing import Final
from urllib.parse import unquote

import flet as ft

from companion.open_session.bin_moves import move_to_bin, restore
from companion.open_session.desks import Desks
from companion.ui.chips_and_buttons import Act, quiet
from companion.ui.theme import Look
from companion.window.hooks import use_house, use_look, use_window
from companion.window.state import House, Window
from storage.bin import BIN_DAYS
from storage.errors import UnknownSession

BACK: Final = "The game is back in the history."


def bin_button(
    look: Look, house: House, window: Window, name: str, session_id: str, after: Act = lambda: None
) -> ft.Control:
    """The button that moves a session to the bin and offers an undo; `after` is called then."""

    def bin_it() -> None:
        move_to_bin(house, window, session_id)
        after()

    return quiet(look, name, "Move it to the bin", bin_it, icon=ft.Icons.DELETE_OUTLINE_ROUNDED, bad=True)


def deletion_text(binned_at: datetime) -> str:
    """When a session in the bin is deleted: "deleted for ever on 20 Dec"."""
    last = (binned_at + timedelta(days=BIN_DAYS)).astimezone()
    return f"deleted for ever on {last.day} {last:%b}"


def bin_strip() -> ft.Control:
    """The strip on screens of a session in the bin; an empty control on all others."""
    session_id, house = unquote(ft.use_route_params().get("session", "")), use_house()
    look, window = use_look(), use_window()
    binned_at = _binned_at(house, session_id) if session_id else None
    if binned_at is None:
        return ft.Container(key="binned", height=0)
    words = f"In the bin: {deletion_text(binned_at)}."
    button = quiet(look, "bin.restore", "Restore", partial(restore, house, window, session_id))
    return strip(look, "binned", ft.Icons.DELETE_OUTLINE_ROUNDED, words, button, is_bad=True)


def _binned_at(house: House, session_id: str) -> datetime | None:
    """When a session was moved to the bin. Imported sessions have no desk, so the store is asked."""
    desk = house.shared[Desks].opened(session_id)
    if desk is not None:
        return desk.binned_at
    with suppress(UnknownSession):
        return house.store.sessions.load_head(session_id).binned_at
    return None


def strip(
    look: Look, name: str, icon: ft.IconData, words: str, button: ft.Control, *, is_bad: bool = False
) -> ft.Control:
    """A strip below the header of a screen, with a button; one that `is_bad` is read out when it appears."""
    inside: list[ft.Control] = [
        ft.Icon(icon, size=20, color=look.bad if is_bad else look.accent),
        ft.Text(words, style=look.text(14, bold=True, color=look.bad if is_bad else None), expand=True),
        button,
    ]
    row = ft.Row(inside, spacing=8)
    return ft.Container(
        ft.Semantics(identifier=name, live_region=is_bad, content=row),
        key=name,
        padding=ft.Padding.only(left=16, right=8, top=6, bottom=6),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
    )
