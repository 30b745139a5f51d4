"""The title of the question at the table."""

from typing import Final

import flet as ft

from companion.ui.marks import badge, colour_of, suit_mark
from companion.ui.panel import cut_text, stacked
from companion.ui.text import continued
from companion.ui.theme import Look
from scoring.contract.cards import Suit
from scoring.contract.scores import Seat

_ALL: Final = 9  # enough lines for any words in large text
_TITLE: Final = 30  # letters of a title that a phone shows in one line
_HELP: Final = 48  # letters of a line of help


def title(
    look: Look,
    text: str,
    help_text: str,
    seat: Seat | None,
    *,
    is_steady: bool = False,
    is_low: bool = False,
    meanings: ft.Control | None = None,
) -> ft.Control:
    """The title of a form with the button for the `meanings` of its choices, and its line of help.

    If it `is_steady`, it and the help have a line each, even an empty help, and the cards below stay where they are; a
    long name gets a second line. One that `is_low` leaves the height to the keys below it.
    """
    cut = ft.TextOverflow.ELLIPSIS if is_steady else ft.TextOverflow.CLIP
    style = look.figure(look.held(13) if is_low else 18)
    lines = 1 + (len(text) > _TITLE) if is_steady else None
    words: list[ft.Control] = [ft.Text(text, style=style, expand=True, max_lines=lines, overflow=cut)]
    if seat is not None:
        words.insert(0, badge(look, seat, 18 if is_low and look.is_large else 26))
    heading: ft.Control = ft.Semantics(identifier="asked", content=ft.Row(words, spacing=8))
    if meanings is not None:
        heading.expand = True
        heading = ft.Row([heading, meanings], spacing=4)
    rows = [heading]
    if help_text or is_steady:
        style = look.text(14, color=ft.Colors.ON_SURFACE_VARIANT)
        lines = 1 + (len(help_text) > _HELP) if is_steady else None
        rows.append(ft.Text(help_text, style=style, max_lines=lines, overflow=cut))
    return ft.Column(rows, spacing=2, tight=True, key="title")


def title_line(look: Look, text: str, help_text: str, suit: Suit | None) -> ft.Control:
    """The title of a form that is in the players' rows, as low as possible; it may be about one suit."""
    if suit is not None:
        return _suit_heading(look, text, help_text, suit)
    words = [ft.TextSpan(text, style=look.text(14, bold=True))]
    if help_text:
        soft = look.text(14, color=ft.Colors.ON_SURFACE_VARIANT)
        words.append(ft.TextSpan(continued(text, help_text), style=soft))
    return ft.Semantics(
        identifier="asked", key="asked", content=ft.Text(spans=words, max_lines=_ALL if look.is_large else 2)
    )


def _suit_heading(look: Look, text: str, help_text: str, suit: Suit) -> ft.Control:
    """The title of a form about one suit: several forms differ only in their suit."""
    ink, most = colour_of(look, suit), _ALL if look.is_large else 2
    heading = cut_text(text, look.figure(20, color=ink), 2 if look.is_large else 1)
    words: list[ft.Control] = [heading]
    if help_text:
        soft = look.text(14, color=ft.Colors.ON_SURFACE_VARIANT)
        words.append(cut_text(help_text, soft, most))
    row = ft.Row([suit_mark(look, suit, 30), stacked(words)], spacing=12)
    framed = ft.Container(
        row,
        padding=ft.Padding.symmetric(horizontal=12, vertical=6),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOWEST,
        border=ft.Border.all(2, ink),
        border_radius=12,
    )
    return ft.Semantics(identifier="asked", key="asked", content=framed)
