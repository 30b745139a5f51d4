"""How the app looks and behaves on this device, and where its data lies."""

from functools import partial
from typing import Any

import flet as ft

from companion.parts.navigation import with_navigation
from companion.parts.panel import card, flow, heading, label, note, page
from companion.parts.press import Tone, chip, identified
from companion.theme import Look
from companion.window import Window, use_house, use_look, use_window

_THEMES = (("system", "As the device"), ("light", "Light"), ("dark", "Dark"))
_SIZES = ((0.9, "Small"), (1.0, "Normal"), (1.15, "Large"), (1.3, "Very large"))
_SUITS = ((False, "Shape and colour"), (True, "With a letter"))


@ft.component
def SettingsScreen() -> ft.View:
    """Everything that can be set; it counts at once and for every window opened later."""
    house, window, look = use_house(), use_window(), use_look()

    def put(key: str, value: Any) -> None:
        house.store.put_setting(key, value)
        setattr(window, key, value)

    awake = ft.Switch(
        label="Keep the screen awake while a session is open",
        value=window.awake,
        on_change=lambda e: put("awake", bool(e.control.value)),
    )
    path = ft.Text(str(house.store.database.path), style=look.text(14), selectable=True)
    inside = [
        _section(
            look,
            "Look",
            *_choice(look, window, put, "theme", "Theme", _THEMES),
            *_choice(look, window, put, "scale", "Text size", _SIZES),
            *_choice(look, window, put, "letters", "Suits", _SUITS),
        ),
        _section(look, "At the table", identified("setting.awake", awake)),
        _section(
            look,
            "Data",
            label(look, "Everything is kept in one file on this device"),
            identified("setting.path", path),
            note(look, "A copy of it: companion backup FILE. A check of it: companion doctor."),
        ),
    ]
    body = page(inside, min(window.width, 760))
    return with_navigation(look, window, "/settings", "Settings", "This device", body)


def _section(look: Look, title: str, *rows: ft.Control) -> ft.Control:
    return card(ft.Column([heading(look, title), *rows], spacing=8, tight=True))


def _choice(
    look: Look, window: Window, put: Any, key: str, words: str, values: tuple[tuple[Any, str], ...]
) -> list[ft.Control]:
    held = getattr(window, key)
    chips = [
        chip(
            look,
            f"setting.{key}={value}",
            name,
            partial(put, key, value),
            small=True,
            tone=Tone.CHOSEN if held == value else Tone.OPEN,
        )
        for value, name in values
    ]
    return [label(look, words), flow(chips)]
