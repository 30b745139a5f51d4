"""The undo and redo buttons of a session."""

from typing import NamedTuple

import flet as ft

from companion.desk.desk import Desk, problem
from companion.flet_guard.redrawing import Keeping, draw_always
from companion.ui.press import Act, still_icon_button
from companion.ui.theme import Look
from companion.window.hooks import use_window
from companion.window.keys import REDO, UNDO, use_keys
from companion.window.messages import tell


class StepFacts(NamedTuple):
    """What one of the two buttons shows."""

    name: str
    icon: ft.IconData
    says: str
    color: str | None
    is_off: bool = False


def step_buttons(
    desk: Desk, *, color: str | None = None, take_back: Act | None = None, keep: Keeping = draw_always
) -> list[ft.Control]:
    """Undo and redo, each labelled with what it would change.

    A phone shows undo where it can take something back, and never redo: it enters again what it took back.
    `take_back` is for a half-filled form: undo then first takes back its last tap.
    """
    undo, redo = ft.Icons.UNDO_ROUNDED, ft.Icons.REDO_ROUNDED
    facts = [_facts("undo", undo, desk.undoable, color), _facts("redo", redo, desk.redoable, color)]
    if take_back:
        facts[0] = StepFacts("undo", undo, "Undo: the last tap", color)
    steps = list(zip(facts, _acts(desk, take_back), strict=True))
    shown = steps if desk.may_correct else [(step, act) for step, act in steps if not step.is_off]
    return [keep(step.name, step, _button, act) for step, act in shown]


def use_step_keys(desk: Desk, take_back: Act | None = None) -> None:
    """Let Ctrl+Z and Ctrl+Y of a keyboard do what the two buttons do."""
    undo, redo = _acts(desk, take_back)

    def press(key: str) -> bool:
        if key == UNDO and (take_back or desk.undoable):
            undo()
        elif key == REDO and desk.redoable and desk.may_correct:
            redo()
        return key in (UNDO, REDO)

    use_keys(use_window().keys, press, after_others=True)


def _acts(desk: Desk, take_back: Act | None) -> tuple[Act, Act]:
    """What undo and redo do; an error is shown as a message."""
    return take_back or (lambda: tell(problem(desk.undo()))), lambda: tell(problem(desk.redo()))


class StepTextFacts(NamedTuple):
    """What the line beside the two buttons says."""

    look: Look
    text: str
    lines: int


def step_text(
    look: Look, desk: Desk, *, is_started: bool = False, lines: int = 2, keep: Keeping = draw_always
) -> ft.Control:
    """What undo would take back; after an undo, what it took back and how it comes back. It takes at most `lines`."""
    text = f"Undo: {desk.undoable}" if desk.undoable else ""
    if is_started:
        text = "Undo: the last tap"
    elif desk.redoable and desk.may_correct:
        text = f"Undone: {desk.redoable}. Redo brings it back."
    return keep("step.text", StepTextFacts(look, text, lines), _step_text)


def _step_text(facts: StepTextFacts) -> ft.Control:
    style = facts.look.text(12, color=ft.Colors.ON_SURFACE_VARIANT)
    words = ft.Text(facts.text, style=style, max_lines=facts.lines, overflow=ft.TextOverflow.ELLIPSIS)
    return ft.Semantics(identifier="step.text", exclude_semantics=not facts.text, content=words)


def _facts(name: str, icon: ft.IconData, target: str, color: str | None) -> StepFacts:
    """The facts of a button that would undo or redo `target`, or nothing if it is empty."""
    says = f"{name.capitalize()}: {target}" if target else f"Nothing to {name}"
    return StepFacts(name, icon, says, color, is_off=not target)


def _button(facts: StepFacts, act: Act) -> ft.Control:
    return still_icon_button(facts.name, facts.icon, facts.says, act, off=facts.is_off, color=facts.color)
