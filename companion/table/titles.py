"""The title of the question at the table."""

from dataclasses import dataclass
from typing import Final

import flet as ft

from companion.table.sheets.meanings import meanings_button
from companion.ui.chips_and_buttons import Act
from companion.ui.marks import badge, colour_of, suit_mark
from companion.ui.panel import cut_text, stacked
from companion.ui.text import continued
from companion.ui.theme import Look
from scoring.contract.cards import Suit
from scoring.contract.scores import Seat

_ALL: Final = 9  # enough lines for any words in large text


@dataclass(frozen=True)
class Title:
    """What the title of a form says."""

    look: Look
    title: str
    help: str
    seat: Seat | None
    suit: Suit | None = None  # the title names it
    is_one_line: bool = False  # so is the help, even an empty one, and the cards below stay where they are
    is_low: bool = False  # it leaves the height to the keys below it
    meanings: str = ""  # the kind of a question whose choices are explained in a sheet


def title(facts: Title, open_meanings: Act) -> ft.Control:
    """The title of a form and its line of help."""
    look = facts.look
    lines = 1 if facts.is_one_line else None
    cut = ft.TextOverflow.ELLIPSIS if lines else ft.TextOverflow.CLIP
    style = look.figure(look.held(13) if facts.is_low else 18)
    words: list[ft.Control] = [ft.Text(facts.title, style=style, expand=True, max_lines=lines, overflow=cut)]
    if facts.seat is not None:
        words.insert(0, badge(look, facts.seat, 18 if facts.is_low and look.is_large else 26))
    heading: ft.Control = ft.Semantics(identifier="asked", content=ft.Row(words, spacing=8))
    if facts.meanings:
        heading.expand = True
        heading = ft.Row([heading, meanings_button(facts.meanings, open_meanings)], spacing=4)
    rows = [heading]
    if facts.help or lines:
        style = look.text(14, color=ft.Colors.ON_SURFACE_VARIANT)
        rows.append(ft.Text(facts.help, style=style, max_lines=lines, overflow=cut))
    return ft.Column(rows, spacing=2, tight=True, key="title")


def title_line(facts: Title) -> ft.Control:
    """The title of a form that is in the players' rows, as low as possible."""
    look = facts.look
    if facts.suit is not None:
        return _suit_heading(facts, facts.suit)
    words = [ft.TextSpan(facts.title, style=look.text(14, bold=True))]
    if facts.help:
        soft = look.text(14, color=ft.Colors.ON_SURFACE_VARIANT)
        words.append(ft.TextSpan(continued(facts.title, facts.help), style=soft))
    return ft.Semantics(
        identifier="asked", key="asked", content=ft.Text(spans=words, max_lines=_ALL if look.is_large else 2)
    )


def _suit_heading(facts: Title, suit: Suit) -> ft.Control:
    """The title of a form about one suit: several forms differ only in their suit."""
    look = facts.look
    ink, most = colour_of(look, suit), _ALL if look.is_large else 2
    heading = cut_text(facts.title, look.figure(20, color=ink), 2 if look.is_large else 1)
    words: list[ft.Control] = [heading]
    if facts.help:
        soft = look.text(14, color=ft.Colors.ON_SURFACE_VARIANT)
        words.append(cut_text(facts.help, soft, most))
    row = ft.Row([suit_mark(look, suit, 30), stacked(words)], spacing=12)
    framed = ft.Container(
        row,
        padding=ft.Padding.symmetric(horizontal=12, vertical=6),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOWEST,
        border=ft.Border.all(2, ink),
        border_radius=12,
    )
    return ft.Semantics(identifier="asked", key="asked", content=framed)
