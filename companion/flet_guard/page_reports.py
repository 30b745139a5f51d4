"""What a page may change of its controls: the properties that Flet's client reports and the app reads.

By itself Flet writes whatever a page sends into the control and into the objects below it, and chips of all pages share
styles, edges and paddings. Only plain values get through here: they replace a value of the page's own control.

A control that is new in the app, such as a Dropdown, needs its line in `_REPORTED`; a test says so.
"""

from collections.abc import Callable
from enum import Enum
from typing import Any, Final

import flet as ft
from flet.messaging.session import Session

_flet_apply_patch: Callable[[Session, int, dict[str, Any]], None] = Session.apply_patch

_LONGEST: Final = 100_000  # pixels of a page's width or height, and places in a row of destinations


def _is_flag(value: object) -> bool:
    return isinstance(value, bool)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_length(value: object) -> bool:
    return type(value) in (int, float) and 0 <= value <= _LONGEST  # type: ignore[operator]  # a number


def _is_place(value: object) -> bool:
    return type(value) is int and 0 <= value <= _LONGEST


def _is_closing(value: object) -> bool:
    return value is False


def _is_one_of(values: type[Enum]) -> Callable[[object], bool]:
    names = {member.value for member in values}
    return lambda value: isinstance(value, str) and value in names


_REPORTED: Final[dict[str, dict[str, Callable[[object], bool]]]] = {
    "Page": {
        "route": _is_text,
        "width": _is_length,
        "height": _is_length,
        "platform": _is_one_of(ft.PagePlatform),
        "platform_brightness": _is_one_of(ft.Brightness),
        **dict.fromkeys(("pwa", "web", "debug", "wasm", "test", "multi_view", "pyodide"), _is_flag),
    },
    "TextField": {"value": _is_text},
    "Switch": {"value": _is_flag},
    "NavigationBar": {"selected_index": _is_place},
    "NavigationRail": {"selected_index": _is_place},
    "AlertDialog": {"open": _is_closing},
    "BottomSheet": {"open": _is_closing},
    "SnackBar": {"open": _is_closing},
}
"""By Flet's name for the type of control, its properties and what their values may be."""


def apply_patch(session: Session, control_id: int, patch: dict[str, Any]) -> None:
    """Apply the allowed changes that a page reports about one of its controls, and ignore all others."""
    control = session.index.get(control_id)
    allowed = _REPORTED.get(control._c, {}) if control is not None else {}
    reported = {name: value for name, value in patch.items() if name in allowed and allowed[name](value)}
    if reported:
        _flet_apply_patch(session, control_id, reported)
