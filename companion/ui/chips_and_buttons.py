"""Everything that can be pressed; these builders give it its identifier, label and size.

Three looks: the primary button is filled and has a shadow, an answer to choose is paper with a thin edge, and a chosen
one is tinted with an edge in the game's colour.
"""

from collections.abc import Callable
from enum import StrEnum
from functools import cache
from typing import Any, Final

import flet as ft

from companion.ui.theme import TOUCH, Look

Act = Callable[[], Any]

CHIP: Final = 49  # width of a chip with only a number or an icon: seven fill a row on a phone
_LINE: Final = 1.2  # height of a line, in letters
_ROUND: Final = 28  # corners of a button; those of an answer are 12, so that the outline tells them apart
_RAISED: Final = ft.BoxShadow(blur_radius=4, color="#40000000", offset=ft.Offset(0, 2))  # shadow of the primary button
_LETTER: Final = 0.6  # width of a digit, in letters
_LINE_HEIGHT: Final = 1.3  # height of a line, in letters
_HIGHEST: Final = 19  # largest letters on a chip
_FRAME: Final = 12  # pixels around them
_EDGE: Final = 2  # pixels above and below them

_PRIMARY: Final = 56  # height of the primary button with at most two lines of ordinary text
# Characters of a primary button that fit in two lines on a small phone; a longer label is smaller
_LARGE_LABEL: Final = 32
_FADED: Final = 0.38  # opacity of a disabled icon, as in Material


class Tone(StrEnum):
    """A chip's relation to the answer."""

    OPEN = "open"
    CHOSEN = "chosen"
    LIKELY = "likely"  # the answer unless another is chosen
    SOLVED = "solved"  # follows from the sum
    BARRED = "barred"  # visible, struck out, says why
    INERT = "inert"  # keeps its place, but a tap does nothing now


def identified(name: str, content: ft.Control, **semantics: Any) -> ft.Semantics:
    """Give a control its identifier for tests and screen readers; a key alone never reaches the browser."""
    return ft.Semantics(identifier=name, key=name, content=content, **semantics)


def press(
    name: str,
    content: ft.Control | None,
    act: Act | None,
    *,
    label: str | None = None,
    button: bool | None = None,
    selected: bool | None = None,
    **container: Any,
) -> ft.Semantics:
    """A pressable card, row or chip; anything that is not a stock button. A screen reader hears what it is."""
    on_click = (lambda _: act()) if act else None
    face = ft.Container(content=content, on_click=on_click, ink=act is not None, **container)
    return identified(name, face, label=label, button=button, selected=selected)


def chip(
    look: Look,
    name: str,
    label: str,
    act: Act,
    *,
    tone: Tone = Tone.OPEN,
    says: str = "",
    mark: ft.Control | None = None,
    width: float | None = None,
    small: bool = False,
    expand: bool = False,
    snug: bool = False,
) -> ft.Control:
    """One value to tap; `says` is for screen readers, `mark` stands before the text, a `snug` chip has no padding."""
    ink, fill, edge = _colours(look, tone)
    size = 15 if small else 19
    style = _lettering(look, ink, size, tone)
    words = ft.Text(label, style=style, no_wrap=True, semantics_label=says or None)
    is_free = not (width or expand)  # as wide as its words, and at most as its row
    is_wrapped = look.is_large and is_free
    if look.is_large and width:
        width = max(width, look.box(size * _LETTER * max(len(label), 2)) + _FRAME)
    if is_free:
        words.no_wrap, words.expand, words.expand_loose = not is_wrapped, True, True
        words.overflow = ft.TextOverflow.CLIP if is_wrapped else ft.TextOverflow.ELLIPSIS
    if tone is Tone.SOLVED and mark is None:
        mark = ft.Text("=", style=look.figure(13, color=ink))  # not by colour alone
    inside: ft.Control = words
    if mark is not None or is_free:  # a row is as wide as its words, an aligned box as wide as it can be
        inside = _marked(mark, words if label else None)
    return identified(
        name,
        ft.Container(
            content=inside,
            alignment=None if is_free else ft.Alignment.CENTER,
            width=width,
            height=None if is_wrapped else _chip_height(look),
            padding=_grown(look, size) if is_wrapped else _NONE if snug else _ROOMY if is_free else _NARROW,
            bgcolor=fill,
            border=_edge(edge),
            border_radius=12,
            ink=look.has_keyboard,  # takes the focus; its ripple draws the screen a dozen times more
            on_click=lambda _: act(),
        ),
        selected=tone in (Tone.CHOSEN, Tone.LIKELY, Tone.SOLVED),
        expand=expand or None,
    )


def choice_chip(
    look: Look, name: str, label: str, act: Act, *, chosen: bool, says: str = "", mark: ft.Control | None = None
) -> ft.Control:
    """A small chip for one of several choices."""
    return chip(look, name, label, act, tone=Tone.CHOSEN if chosen else Tone.OPEN, says=says, mark=mark, small=True)


def _chip_height(look: Look) -> float:
    return max(float(TOUCH), look.box(_HIGHEST * _LINE_HEIGHT) + 2 * _EDGE)


def titled_height(look: Look) -> float:
    """The height of a titled chip with a badge; where the browser enlarges the text, it is higher."""
    return look.box(look.held(43)) + 13


def titled_chip(
    look: Look, name: str, title: str, figure: str, act: Act, *, tone: Tone = Tone.OPEN, mark: ft.Control | None = None
) -> ft.Control:
    """A number to tap with its title above it; it shares its row evenly with the others."""
    ink, fill, edge = _colours(look, tone)
    style, numbers = look.text(look.held(13), color=ink), look.figure(look.held(19), color=ink)
    style.height = numbers.height = _LINE
    words = ft.Text(title, style=style, max_lines=1, overflow=ft.TextOverflow.ELLIPSIS, expand=True, expand_loose=True)
    head = ft.Row([*([mark] if mark else []), words], spacing=5, alignment=ft.MainAxisAlignment.CENTER)
    return identified(
        name,
        ft.Container(
            ft.Column(
                [head, ft.Text(figure, style=numbers, no_wrap=True)],
                spacing=0,
                tight=True,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            ),
            alignment=ft.Alignment.CENTER,
            padding=_TITLED,
            bgcolor=fill,
            border=_edge(edge),
            border_radius=12,
            ink=look.has_keyboard,
            on_click=lambda _: act(),
        ),
        selected=tone is not Tone.OPEN,
        expand=True,
    )


def _marked(*parts: ft.Control | None) -> ft.Control:
    shown = [part for part in parts if part is not None]
    return ft.Row(shown, spacing=6, tight=True, alignment=ft.MainAxisAlignment.CENTER)


# A screen has dozens of chips: their common parts are shared objects, which Flet need not compare.
_NONE: Final = ft.Padding.all(0)
_NARROW: Final = ft.Padding.symmetric(horizontal=4)
_TITLED: Final = ft.Padding.symmetric(horizontal=4, vertical=6.5)
_ROOMY: Final = ft.Padding.symmetric(horizontal=14)


@cache
def _grown(look: Look, size: float) -> ft.Padding:
    """What makes a box as high as a chip around one line of large text; more lines make it higher."""
    return ft.Padding.symmetric(
        horizontal=12, vertical=max(4, (_chip_height(look) - look.box(size * _LINE_HEIGHT)) / 2)
    )


@cache
def _edge(colour: str) -> ft.Border:
    return ft.Border.all(1 if colour is ft.Colors.OUTLINE else 2, colour)


@cache
def _lettering(look: Look, ink: str, size: float, tone: Tone) -> ft.TextStyle:
    style = look.figure(size, color=ink)
    if tone is Tone.BARRED:
        style.decoration = ft.TextDecoration.LINE_THROUGH
    return style


def _colours(look: Look, tone: Tone) -> tuple[str, str, str]:
    """Ink, fill and edge."""
    match tone:
        case Tone.CHOSEN:
            return look.on_tint, look.tint, look.accent
        case Tone.LIKELY:
            return look.accent, ft.Colors.SURFACE_CONTAINER_LOWEST, look.accent
        case Tone.SOLVED:
            return look.good, ft.Colors.SURFACE_CONTAINER_LOWEST, look.good
        case Tone.BARRED | Tone.INERT:
            return ft.Colors.ON_SURFACE_VARIANT, ft.Colors.SURFACE_CONTAINER_LOW, ft.Colors.OUTLINE_VARIANT
        case Tone.OPEN:
            return ft.Colors.ON_SURFACE, ft.Colors.SURFACE_CONTAINER_LOWEST, ft.Colors.OUTLINE


def icon_button(
    name: str, icon: ft.IconData, says: str, act: Act, *, color: str | None = None, off: bool = False
) -> ft.Control:
    """A round icon button; `says` is its tooltip and its label for screen readers."""
    return identified(
        name,
        ft.MergeSemantics(
            ft.IconButton(
                icon, tooltip=says, icon_color=color, disabled=off, on_click=lambda _: act(), width=TOUCH, height=TOUCH
            )
        ),
    )


def still_icon_button(
    name: str, icon: ft.IconData, says: str, act: Act, *, color: str | None = None, off: bool = False
) -> ft.Control:
    """An icon button without ripple and tooltip, which would redraw the screen a dozen times during the answer."""
    ink = ft.Colors.with_opacity(_FADED, ft.Colors.ON_SURFACE) if off else color or ft.Colors.ON_SURFACE_VARIANT
    return identified(
        name,
        ft.Container(
            ft.Icon(icon, color=ink),
            width=TOUCH,
            height=TOUCH,
            alignment=ft.Alignment.CENTER,
            disabled=off,
            on_click=lambda _: act(),
        ),
        label=says,
        button=True,
    )


def switch(
    look: Look, name: str, label: str, on: bool, put: Callable[[bool], Any], flip: Act | None = None
) -> ft.Control:
    """A switch with its label; a tap on the label calls `flip`, or toggles the switch."""
    box = ft.Switch(
        value=on, active_track_color=look.fill, active_color="#ffffff", on_change=lambda e: put(bool(e.control.value))
    )
    if not label:
        return identified(name, box)
    words = ft.Container(
        ft.Text(label, style=look.text(15)),
        expand=True,
        padding=ft.Padding.symmetric(vertical=16),
        on_click=lambda _: flip() if flip else put(not on),
    )
    return identified(name, ft.MergeSemantics(ft.Row([box, words], spacing=8)))


def primary(
    look: Look,
    name: str,
    label: str,
    act: Act,
    *,
    ready: bool = True,
    icon: ft.IconData | None = None,
    hold: Act | None = None,
) -> ft.Control:
    """The wide primary button; if not ready, it says what is missing. With `hold` it must be held for a moment."""
    ink = "#ffffff" if ready else ft.Colors.ON_SURFACE_VARIANT
    return identified(
        name,
        ft.Container(
            content=_primary_words(look, label, ink, icon),
            height=None if look.is_large else _PRIMARY,
            padding=_grown(look, look.held(17)) if look.is_large else ft.Padding.symmetric(horizontal=16),
            bgcolor=look.fill if ready else ft.Colors.SURFACE_CONTAINER_HIGHEST,
            border_radius=_ROUND,
            shadow=_RAISED if ready else None,
            ink=True,
            on_click=lambda _: act(),
            on_long_press=(lambda _: hold()) if hold else None,
        ),
        button=True,
        expand=True,
    )


def _primary_words(look: Look, label: str, ink: str, icon: ft.IconData | None) -> ft.Control:
    words: list[ft.Control] = [
        ft.Text(
            label,
            style=look.text(look.held(17 if len(label) <= _LARGE_LABEL else 14), bold=True, color=ink),
            text_align=ft.TextAlign.CENTER,
            max_lines=None if look.is_large else 2,
            overflow=ft.TextOverflow.CLIP if look.is_large else ft.TextOverflow.ELLIPSIS,
            expand=True,
            expand_loose=icon is not None,  # beside a picture as wide as its words, and two lines where they are wider
        )
    ]
    if icon:
        words.insert(0, ft.Icon(icon, color=ink, size=22))
    return ft.Row(words, spacing=8, alignment=ft.MainAxisAlignment.CENTER)


def quiet(
    look: Look, name: str, label: str, act: Act, *, icon: ft.IconData | None = None, bad: bool = False
) -> ft.Control:
    """A second choice beside the primary button."""
    ink = look.bad if bad else look.accent
    text = ft.Text(label, style=look.text(15, bold=True, color=ink), no_wrap=not look.is_large)
    if look.is_large:
        text.expand = text.expand_loose = True
    words: list[ft.Control] = [text]
    if icon:
        words.insert(0, ft.Icon(icon, color=ink, size=20))
    return press(
        name,
        ft.Row(words, spacing=8, tight=True, alignment=ft.MainAxisAlignment.CENTER),
        act,
        button=True,
        height=None if look.is_large else TOUCH,
        padding=_grown(look, 15) if look.is_large else ft.Padding.symmetric(horizontal=16),
        border=ft.Border.all(1.2, ft.Colors.OUTLINE_VARIANT),
        border_radius=_ROUND,
    )
