"""Undo and redo, wherever a session is on the screen."""

from collections.abc import Callable

import flet as ft

from companion.desk import Desk, Verdict, problem
from companion.parts.press import Act, icon_button
from companion.window import tell


def step_buttons(desk: Desk, *, color: str | None = None, tap: Act | None = None) -> list[ft.Control]:
    """The two buttons, each saying what it would take back or bring back; what cannot be kept is told.

    With `tap` undo first takes back what is tapped but not recorded yet.
    """

    def button(name: str, icon: ft.IconData, told: str, act: Callable[[], Verdict | None]) -> ft.Control:
        says = f"{name.capitalize()}: {told}" if told else f"Nothing to {name}"
        return icon_button(name, icon, says, lambda: tell(problem(act())), off=not told, color=color)

    return [
        button("undo", ft.Icons.UNDO_ROUNDED, desk.undoable, desk.undo)
        if tap is None
        else icon_button("undo", ft.Icons.UNDO_ROUNDED, "Undo: the last tap", tap, color=color),
        button("redo", ft.Icons.REDO_ROUNDED, desk.redoable, desk.redo),
    ]
