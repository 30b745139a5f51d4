"""The undo and redo buttons of a session."""

from typing import Final

import flet as ft

from companion.open_session.record_outcomes import problem
from companion.open_session.table_session import TableSession
from companion.ui.chips_and_buttons import Act, identified, still_icon_button
from companion.ui.panel import cut_text
from companion.ui.theme import Look
from companion.window.hooks import use_window
from companion.window.keys import REDO, UNDO, use_keys
from companion.window.messages import tell

_SHORT: Final = 800  # a lower window (pixels) has no line to spare


def step_buttons(
    desk: TableSession, *, color: str | None = None, undoes: str = "", take_back: Act | None = None
) -> list[ft.Control]:
    """Undo and redo, each labelled with what it would change.

    A phone shows undo where it can take something back, and never redo: it enters again what it took back.
    In a half-filled form `take_back` undoes what `undoes` says first, such as its last tap.
    As with the chips of a form, the entry's number is part of the keys: two windows that tap undo take back one entry.
    """

    def button(name: str, icon: ft.IconData, target: str, act: Act) -> ft.Control:
        says = f"{name.capitalize()}: {target}" if target else f"Nothing to {name}"
        shown = still_icon_button(name, icon, says, act, off=not target, color=color)
        return ft.Container(shown, key=f"{name}#{desk.number}" if target else name)

    undo, redo = _acts(desk, take_back if undoes else None)
    undoes = undoes or desk.undoable
    buttons: list[ft.Control] = []
    if undoes or desk.is_host:
        buttons.append(button("undo", ft.Icons.UNDO_ROUNDED, undoes, undo))
    if desk.redoable or desk.is_host:
        buttons.append(button("redo", ft.Icons.REDO_ROUNDED, desk.redoable, redo))
    return buttons


def use_step_keys(desk: TableSession, take_back: Act | None = None) -> None:
    """Let Ctrl+Z and Ctrl+Y of a keyboard do what the two buttons do."""
    undo, redo = _acts(desk, take_back)

    def press(key: str) -> bool:
        if key == UNDO and (take_back or desk.undoable):
            undo()
        elif key == REDO and desk.redoable and desk.is_host:
            redo()
        return key in (UNDO, REDO)

    use_keys(use_window().keys, press, after_others=True)


def _acts(desk: TableSession, take_back: Act | None) -> tuple[Act, Act]:
    """What undo and redo do: to the entry that was the last when they were drawn."""
    number = desk.number
    return take_back or (lambda: tell(problem(desk.undo(number)))), lambda: tell(problem(desk.redo(number)))


def has_summary_below(desk: TableSession) -> bool:
    """Whether the round just scored is told beside the two buttons: a low window has no line to spare above them."""
    is_low = (ft.context.page.height or _SHORT) < _SHORT
    return desk.shown.round_summary is not None and desk.main is not None and is_low


def step_text(look: Look, desk: TableSession, *, undoes: str = "", lines: int = 2) -> ft.Control:
    """What undo takes back, in a half-filled form what it `undoes` there, or after an undo what redo brings back.

    In a low window it is the round just scored.
    """
    summary = desk.shown.round_summary
    if summary is not None and not undoes and has_summary_below(desk):
        words = cut_text(summary.text, look.text(13, bold=True), lines if lines == 1 else 3)
        return identified("told", words, live_region=True)
    text = f"Undo: {desk.undoable}" if desk.undoable else ""
    if undoes:
        text = f"Undo: {undoes}"
    elif desk.redoable and desk.is_host:
        text = f"Undone: {desk.redoable}. Redo brings it back."
    words = cut_text(text, look.text(12, color=ft.Colors.ON_SURFACE_VARIANT), lines)
    return identified("step.text", words, exclude_semantics=not text)
