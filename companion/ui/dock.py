"""The foot of a form: the message line and the primary button."""

from collections.abc import Sequence
from typing import Final

import flet as ft

from companion.ui.chips_and_buttons import Act, primary, quiet
from companion.ui.cited_rules import Cited
from companion.ui.panel import Fitted
from companion.ui.text import true_minus
from companion.ui.theme import TOUCH, Look
from scoring.contract.game import AnyGame
from scoring.contract.rulebook import Rule

_REFUSAL: Final = "refusal"
_MOST: Final = 0.5  # share of the window's height above the buttons; taller content scrolls


def message(look: Look, text: str, *, bad: bool, more: Sequence[ft.Control] = ()) -> ft.Control:
    """One sentence about the sum, a missing answer or a refusal; `more` is placed beside it."""
    icon = ft.Icons.ERROR_OUTLINE_ROUNDED if bad else ft.Icons.INFO_OUTLINE_ROUNDED
    ink = look.bad if bad else ft.Colors.ON_SURFACE_VARIANT
    inside: list[ft.Control] = [
        ft.Icon(icon, size=18, color=ink),
        ft.Text(
            true_minus(text),
            style=look.text(14, color=ink, bold=bad),
            expand=True,
            max_lines=None if look.is_large else 3,
            overflow=ft.TextOverflow.CLIP if look.is_large else ft.TextOverflow.ELLIPSIS,
        ),
        *more,
    ]
    return ft.Semantics(
        identifier="message",
        live_region=True,
        content=ft.Row(inside, spacing=8),
    )


def refusal(look: Look, game: AnyGame, rule: Rule, text: str, waive: Act | None = None) -> ft.Control:
    """Why the rules refuse an entry; a tap opens the rule, and `waive` records it all the same."""
    book = ft.Icon(ft.Icons.MENU_BOOK_OUTLINED, size=18, color=look.accent)
    more: list[ft.Control] = [ft.Container(book, height=TOUCH, alignment=ft.Alignment.CENTER)]
    if waive:
        more.append(quiet(look, "waive", "Record it anyway", waive))
    return Cited(look, game, rule, message(look, text, bad=True, more=more), key=_REFUSAL)


def dock(inside: Sequence[ft.Control]) -> ft.Control:
    """The raised band at the bottom; its last row, with the buttons, is always visible, the others may scroll."""
    *above, buttons = inside
    return band([scrolling(above), buttons] if above else [buttons])


def scrolling(above: Sequence[ft.Control], most: float = _MOST) -> ft.Control:
    """The part above the buttons, at most a share `most` of the window's height.

    A message at its end is shown above it: it never scrolls, and moves nothing that the thumb aims at.
    """
    last_message = above[-1] if above and _is_message(above[-1]) else None
    rest = list(above[:-1] if last_message else above)
    gap = ft.Padding.only(bottom=8 if last_message and rest else 0)
    return ft.Column(
        [
            ft.Container(last_message, padding=gap, key="said"),
            Fitted(ft.Column(rest, spacing=8, tight=True), most, is_typed_in=False, key="above"),
        ],
        spacing=0,
        tight=True,
    )


def _is_message(control: ft.Control) -> bool:
    return control.key == _REFUSAL or (isinstance(control, ft.Semantics) and control.identifier == "message")


def band(rows: list[ft.Control]) -> ft.Control:
    return ft.Container(
        ft.SafeArea(ft.Column(rows, spacing=8, tight=True), avoid_intrusions_top=False),
        padding=ft.Padding.only(left=14, right=14, top=10, bottom=10),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border=ft.Border(top=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)),
    )


def confirm(look: Look, name: str, label: str, missing: str, act: Act, hold: Act | None = None) -> ft.Control:
    """The primary button, labelled with what is missing until the form is complete."""
    return primary(look, name, missing or label, act, ready=not missing, hold=hold)
