"""Undo and redo, wherever a session is on the screen."""

from collections.abc import Callable

import flet as ft

from companion.flet_guard.redrawing import Keeping, anew
from companion.parts.press import Act, icon_button
from companion.session.desk import Desk, Verdict, problem
from companion.window.messages import tell


def step_buttons(
    desk: Desk, *, color: str | None = None, tap: Act | None = None, keep: Keeping = anew
) -> list[ft.Control]:
    """The two buttons, each saying what it would take back or bring back; what cannot be kept is told.

    With `tap`, whatever form is there when it comes, undo first takes back what is tapped but not recorded yet.
    """

    def button(name: str, icon: ft.IconData, says: str, act: Act, *, off: bool = False) -> ft.Control:
        return keep(name, (says, color), lambda: icon_button(name, icon, says, act, off=off, color=color))

    def step(name: str, icon: ft.IconData, told: str, take: Callable[[], Verdict | None]) -> ft.Control:
        says = f"{name.capitalize()}: {told}" if told else f"Nothing to {name}"
        return button(name, icon, says, lambda: tell(problem(take())), off=not told)

    undo = ft.Icons.UNDO_ROUNDED
    return [
        button("undo", undo, "Undo: the last tap", tap) if tap else step("undo", undo, desk.undoable, desk.undo),
        step("redo", ft.Icons.REDO_ROUNDED, desk.redoable, desk.redo),
    ]
