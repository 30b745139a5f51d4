"""What a thumb and a screen reader reach on a page: all that can be pressed, how high it is, what it is called."""

from collections.abc import Iterator
from typing import Any

import flet as ft
from flet.controls.base_control import BaseControl

from tests.headless import Page

TOUCH = 48
"""The least height of anything that is pressed, in logical pixels."""

_LINE = 1.15
"""The height of a line of text by its size; the typefaces' own is no smaller."""


def out_of_reach(page: Page) -> list[str]:
    """What is wrong with the things that can be pressed: no name, no words to read out, too low; empty: nothing."""
    return [fault for control in page.walk() if _is_pressed(control) for fault in _faults(page, control)]


def pressed_names(page: Page) -> list[str]:
    """The identifiers of everything that can be pressed, in order."""
    return [_name(control) for control in page.walk() if _is_pressed(control)]


def is_selected(page: Page, name: str) -> bool:
    """Whether this chip is shown as the answer."""
    return bool(page.id(name).selected)


def is_struck(page: Page, name: str) -> bool:
    """Whether this chip is crossed out."""
    words = [control for control in page.walk(page.id(name)) if isinstance(control, ft.Text)]
    return any(text.style and text.style.decoration is ft.TextDecoration.LINE_THROUGH for text in words)


def least_height(control: Any) -> float:
    """How high a control is at least, by its own height or its content; stock controls are as Material makes them."""
    if getattr(control, "height", None):
        return float(control.height)
    match control:
        case ft.Container(content=content, padding=padding):
            space = padding if isinstance(padding, ft.Padding) else ft.Padding.all(padding or 0)
            return (least_height(content) if content else 0.0) + (space.top or 0) + (space.bottom or 0)
        case ft.Row(controls=inside):
            return max(map(least_height, inside), default=0.0)
        case ft.Column(controls=inside, spacing=gap):
            return sum(map(least_height, inside)) + (gap or 0) * max(len(inside) - 1, 0)
        case ft.Text(style=style):
            return float(style.size if style and style.size else 14) * _LINE
        case ft.Icon(size=size):
            return float(size or 24)
        case ft.Switch() | ft.TextField():
            return float(TOUCH)
        case ft.Semantics(content=content) | ft.MergeSemantics(content=content):
            return least_height(content)
    return 0.0


def _faults(page: Page, control: BaseControl) -> Iterator[str]:
    holder, name = _holder(control), _name(control)
    if holder is None:
        yield f"{type(control).__name__} {page.texts(control)}: no identifier"
    elif holder.key != name:
        yield f"{name}: its key is {holder.key!r}"
    if not page.texts(holder or control):
        yield f"{name}: nothing to read out"
    if least_height(control) < TOUCH:
        yield f"{name}: {least_height(control):.0f} px high"


def _holder(control: Any) -> ft.Semantics | None:
    """The semantics that name a control."""
    while control is not None and not (isinstance(control, ft.Semantics) and control.identifier):
        control = control.parent
    return control


def _name(control: BaseControl) -> str:
    holder = _holder(control)
    return (holder.identifier or "") if holder else ""


def _is_pressed(control: BaseControl) -> bool:
    if isinstance(control, ft.DialogControl | ft.View | ft.Page) or getattr(control, "disabled", False):
        return False
    return any(getattr(control, f"on_{event}", None) is not None for event in ("click", "tap", "long_press", "action"))
