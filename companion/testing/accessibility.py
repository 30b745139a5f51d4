"""Accessibility of a page: everything that can be pressed, its height, its name, and the contrast of its text."""

from collections.abc import Iterator
from typing import Any

import flet as ft
from flet.controls.base_control import BaseControl

from companion.testing.headless import Page
from companion.ui.fonts import SIGNS
from companion.ui.theme import DAY, NIGHT, contrast, mix

TOUCH = 48  # minimum height of anything that can be pressed, in logical pixels
_LINE = 1.15  # minimum height of a line of text by its size


def out_of_reach(page: Page) -> list[str]:
    """Faults of controls that can be pressed: no name, nothing to read out, too low.

    Not of a message's button, which Flet names and measures.
    """
    pressed = (control for control in page.walk() if is_pressed(control) and not isinstance(control, ft.SnackBarAction))
    return [fault for control in pressed for fault in _faults(page, control)]


def pressed_names(page: Page) -> list[str]:
    """The identifiers of everything that can be pressed, in order."""
    return [name_of(control) for control in page.walk() if is_pressed(control)]


def hard_to_read(page: Page, *, dark: bool) -> list[str]:
    """Texts and icons with too little contrast; empty: everything can be read."""
    names = {key.replace("_", ""): colour for key, colour in (NIGHT if dark else DAY).items()}
    faults = []
    for control in page.walk():
        if not isinstance(control, ft.Text | ft.Icon) or _is_faded(control):
            continue
        ink, least = _ink(control)
        if ink is None:
            continue
        grounds = _grounds(control.parent, names)
        apart = min(contrast(blend(_hex(ink, names), ground), ground) for ground in grounds)
        if apart < least:
            words = control.value if isinstance(control, ft.Text) else control.icon
            faults.append(
                f"{name_of(control)} {words!r}: {apart:.1f} instead of {least} ({ink} on {', '.join(grounds)})"
            )
    return faults


def blend(ink: str, ground: str) -> str:
    """The colour seen when "#aarrggbb" is painted on "#rrggbb"."""
    return ink if len(ink) == 7 else mix(ground, f"#{ink[3:]}", int(ink[1:3], 16) / 255)


def is_pressed(control: BaseControl) -> bool:
    """Whether it reacts to a tap."""
    if isinstance(control, ft.DialogControl | ft.View | ft.Page) or getattr(control, "disabled", False):
        return False
    return any(getattr(control, f"on_{event}", None) is not None for event in ("click", "tap", "long_press", "action"))


def name_of(control: BaseControl) -> str:
    """The identifier of the nearest control around this one."""
    holder = _holder(control)
    return (holder.identifier or "") if holder else ""


def is_selected(page: Page, name: str) -> bool:
    """Whether this chip is shown as the answer."""
    return bool(page.id(name).selected)


def is_struck(page: Page, name: str) -> bool:
    """Whether this chip is crossed out."""
    words = [control for control in page.walk(page.id(name)) if isinstance(control, ft.Text)]
    return any(text.style and text.style.decoration is ft.TextDecoration.LINE_THROUGH for text in words)


def least_height(control: Any) -> float:
    """The minimum height of a control, from its own height or its content; stock controls have Material's."""
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
            return float(style.size if style and style.size else 14) * float(style.height or _LINE if style else _LINE)
        case ft.Icon(size=size):
            return float(size or 24)
        case ft.Switch() | ft.TextField():
            return float(TOUCH)
        case ft.Semantics(content=content) | ft.MergeSemantics(content=content):
            return least_height(content)
        case _:
            return 0.0


def _ink(control: Any) -> tuple[str | None, float]:
    """The colour of a text or icon, and the contrast it needs."""
    if isinstance(control, ft.Icon):
        return control.color, 3.0
    style = control.style or ft.TextStyle()
    bold = style.weight in (ft.FontWeight.W_700, ft.FontWeight.BOLD)
    large = (style.size or 14) >= (18.6 if bold else 24) or style.font_family == SIGNS
    decoration = not (control.value or "").strip(" ·")
    return (None if decoration else style.color or ft.Colors.ON_SURFACE), 3.0 if large else 4.5


def _grounds(control: Any, names: dict[str, str]) -> list[str]:
    """The colours behind a control; several for a gradient."""
    if control is None or isinstance(control, ft.Page):
        return [names["surface"]]
    if isinstance(control, ft.Container) and control.gradient is not None:
        return [_hex(colour, names) for colour in control.gradient.colors]
    painted = getattr(control, "bgcolor", None)
    if painted is None:
        return _grounds(control.parent, names)
    colour = _hex(painted, names)
    return [colour] if len(colour) == 7 else [blend(colour, ground) for ground in _grounds(control.parent, names)]


def _hex(colour: Any, names: dict[str, str]) -> str:
    name: str = getattr(colour, "value", colour)
    return names.get(name, name)


def _is_faded(control: Any) -> bool:
    """Whether it is disabled, so that low contrast is fine."""
    while control is not None:
        if getattr(control, "disabled", False):
            return True
        control = control.parent
    return False


def _faults(page: Page, control: BaseControl) -> Iterator[str]:
    holder, name = _holder(control), name_of(control)
    if holder is None:
        yield f"{type(control).__name__} {page.texts(control)}: no identifier"
    elif holder.key != name:
        yield f"{name}: its key is {holder.key!r}"
    if not page.texts(holder or control):
        yield f"{name}: nothing to read out"
    if least_height(control) < TOUCH:
        yield f"{name}: {least_height(control):.0f} px high"


def _holder(control: Any) -> ft.Semantics | None:
    while control is not None and not (isinstance(control, ft.Semantics) and control.identifier):
        control = control.parent
    return control
