"""Small signs: badges, suits, markers and pills."""

import re
from collections.abc import Sequence
from typing import Final

import flet as ft

from companion.ui.fonts import SIGNS
from companion.ui.text import true_minus
from companion.ui.theme import Look
from scoring.contract.board import Marker
from scoring.contract.cards import Suit
from scoring.contract.scores import ScoreLine, as_points

_SHAPES: Final = {
    "sun": ft.Icons.SUNNY,
    "drop": ft.Icons.WATER_DROP,
    "flame": ft.Icons.LOCAL_FIRE_DEPARTMENT,
    "leaf": ft.Icons.ECO,
}
_GLYPHS: Final = {"spade": "♠", "heart": "♥", "diamond": "♦", "club": "♣"}
_COLOURS: Final = {  # by day, by night
    "yellow": ("#997100", "#f0c54a"),
    "blue": ("#2463b4", "#82b4f2"),
    "red": ("#c0392b", "#f2877b"),
    "green": ("#2b7a45", "#77cf95"),
    "black": ("#2a211a", "#f2e9da"),
}

ICONS: Final = {
    "dealer": ft.Icons.STYLE,
    "leads": ft.Icons.PLAY_ARROW_ROUNDED,
    "shield": ft.Icons.SHIELD,
    "wizard": ft.Icons.AUTO_FIX_HIGH,
    "ally": ft.Icons.PEOPLE,
    "duel": ft.Icons.SPORTS_KABADDI,
    "note": ft.Icons.STICKY_NOTE_2_OUTLINED,
    "out": ft.Icons.DO_NOT_DISTURB_ON_OUTLINED,
    "no_trump": ft.Icons.CLOSE_ROUNDED,
    "four_colours": ft.Icons.PALETTE_OUTLINED,
    "round": ft.Icons.FLAG_ROUNDED,
    "cards": ft.Icons.STYLE_OUTLINED,
    "sum": ft.Icons.BALANCE,
    "trump": ft.Icons.STAR_ROUNDED,
    "chance": ft.Icons.CASINO_ROUNDED,
    "left": ft.Icons.ARROW_BACK_ROUNDED,
    "right": ft.Icons.ARROW_FORWARD_ROUNDED,
}
"""The icons for the keys that games use in facts, markers and choices."""


def colour_of(look: Look, suit: Suit) -> str:
    """The suit's colour, legible on the light or dark surface."""
    return _COLOURS.get(suit.colour, _COLOURS["black"])[look.dark]


def suit_mark(
    look: Look, suit: Suit, size: float = 20, color: str | None = None, *, is_named: bool = False
) -> ft.Control:
    """The suit's shape in its colour, with a letter if the setting asks for letters.

    With `is_named`, words beside it name the suit, so that a screen reader leaves the shape out.
    """
    ink, says = color or colour_of(look, suit), "" if is_named else suit.name
    if suit.shape in _SHAPES:
        shape: ft.Control = ft.Icon(_SHAPES[suit.shape], color=ink, size=size, semantics_label=says or None)
    else:
        style = ft.TextStyle(size=size, font_family=SIGNS, color=ink)
        shape = ft.Text(_GLYPHS.get(suit.shape, "?"), style=style, semantics_label=says)
    if not look.letters:
        return shape
    return ft.Row([shape, ft.Text(suit.name[0], style=look.text(13, bold=True, color=color))], spacing=2, tight=True)


_BADGE_SCALE: Final = 1.3  # text scale for which a badge has room


def badge(look: Look, seat: int, size: float = 34) -> ft.Control:
    """The initial of a seat's player on their colour, `size` pixels wide, and more where text is much larger."""
    sign = look.sign(seat)
    letter = size * (0.46 if len(sign) < 2 else 0.36)
    size = max(size, look.box(size / _BADGE_SCALE))
    return ft.Container(
        content=ft.Text(sign, style=look.figure(letter, color="#ffffff"), no_wrap=True),
        alignment=ft.Alignment.CENTER,
        width=size,
        height=size,
        bgcolor=look.seat(seat),
        border_radius=size / 2,
    )


def crown(look: Look, size: float = 22) -> ft.Control:
    style = ft.TextStyle(size=size, font_family=SIGNS, color=look.gold)
    return ft.Text("♛", style=style, semantics_label="wears the crown")


def markers(look: Look, signs: Sequence[Marker]) -> list[ft.Control]:
    """The markers of a seat: the crown, partners or opponents, one other with its label, or several as icons."""
    crowned = [crown(look) for sign in signs if sign.key == "crown"]
    people = [sign_icon(look, sign) for sign in signs if sign.others]
    others = [sign for sign in signs if sign.key != "crown" and not sign.others]
    if len(others) == 1 and not people:
        return [*crowned, pill(look, others[0].label, icon=ICONS.get(others[0].key))]
    return [*crowned, *people, *(_picture(sign) for sign in others)]


def _picture(sign: Marker) -> ft.Control:
    icon = ft.Icon(ICONS.get(sign.key, ft.Icons.CIRCLE), size=16, color=ft.Colors.ON_SURFACE_VARIANT)
    face = ft.Container(icon, padding=4, border_radius=14, bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST)
    return ft.Semantics(label=sign.label, exclude_semantics=True, content=face)


def pill(look: Look, label: str, *, icon: ft.IconData | None = None, fill: str | None = None) -> ft.Control:
    """A short fact in a rounded frame."""
    ink = ft.Colors.ON_SURFACE_VARIANT
    inside: list[ft.Control] = [ft.Text(label, style=look.text(12, bold=True, color=ink), no_wrap=True)]
    if icon:
        inside.insert(0, ft.Icon(icon, size=14, color=ink))
    return ft.Container(
        content=ft.Row(inside, spacing=4, tight=True),
        padding=ft.Padding.symmetric(horizontal=8, vertical=3),
        border_radius=20,
        bgcolor=fill or ft.Colors.SURFACE_CONTAINER,
    )


def points_text(points: float) -> str:
    """Points with their sign: "+30", "−10", "0"."""
    return f"{'+' if points > 0 else ''}{number_text(points)}"


def number_text(number: float) -> str:
    """A number with a typographic minus sign: "−10", "2.5"."""
    return f"{as_points(number)}".replace("-", "−")


def working_text(line: ScoreLine) -> str:
    """The arithmetic of a score line: "2 × 10 tricks = 20"; one term alone has no sum: "−10 for a trick too few"."""
    text = line.working
    if len(line.terms) == 1 and line.terms[0].times == 1 and line.terms[0].points == line.points:
        text = str(line.terms[0])
    return re.sub(r"(?<=\d) x ", " × ", true_minus(text.replace(" - ", " − ")))


def sign_icon(look: Look, sign: Marker) -> ft.Control:
    """A marker as an icon alone, where there is no room for its words; whom it names stands beside it as a badge."""
    if sign.key == "crown":
        return crown(look, 18)
    if sign.short:
        return ft.Semantics(label=sign.label, exclude_semantics=True, content=pill(look, sign.short))
    icon = ft.Icon(ICONS.get(sign.key, ft.Icons.CIRCLE), size=16, color=ft.Colors.ON_SURFACE_VARIANT)
    if not sign.others:
        icon.semantics_label = sign.label
        return icon
    row = ft.Row([icon, *(badge(look, seat, 20) for seat in sign.others)], spacing=2, tight=True)
    return ft.Semantics(label=sign.label, exclude_semantics=True, content=row)
