"""The players in a compact strip, for screens with a long form below."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from math import ceil
from typing import Final

import flet as ft

from companion.forms.board_view import SMALL_TOKEN
from companion.table.rows.seat_row import SeatFacts, change_text, tokens
from companion.ui.chips_and_buttons import Act, press, titled_height
from companion.ui.marks import badge, number_text, sign_icon
from companion.ui.panel import GAP, cut_text, flow
from companion.ui.theme import TOUCH, Look
from companion.window.hooks import drawn_once

_LETTERS: Final = 12  # a longer name is cut, so that the total stays in the window
_NAME: Final = 104  # width of a cut name
_HIGH: Final = 30  # height of a total
_PLACE: Final = 150  # minimum width of a player with a line for tokens: four small ones side by side
_PLACE_LARGE: Final = 110  # minimum width of a name and a total
_PLACE_AIR: Final = 12  # pixels above, between and below the two lines of a place


@drawn_once
def SeatStrip(
    look: Look,
    seats: tuple[SeatFacts, ...],
    open_lines: Callable[[str], None],
    room: float | None = None,
    most: int = 0,
    key: str | None = None,
) -> ft.Control:
    """All players side by side: name, markers, tokens and total; a tap opens the score lines.

    While tokens are placed, `room` is the width in pixels: every player then has a place of a fixed size with a line
    for tokens, so that what is below the strip does not move. Where `most` share a row, their places are fixed as well,
    with the total below the name. With neither, the players are in a row that wraps.
    """
    acts = {facts.seat: partial(open_lines, f"lines.{facts.seat}") for facts in seats}
    if room is None and not most:
        return flow([_seat(look, facts, acts[facts.seat]) for facts in seats])
    draw_place = _titled_place if most else _place
    most = most or max(1, int(((room or 0) + GAP) // (max(_PLACE, look.box(_PLACE_LARGE)) + GAP)))
    columns = ceil(len(seats) / ceil(len(seats) / most))
    rows: list[ft.Control] = []
    for first in range(0, len(seats), columns):
        line = seats[first : first + columns]
        places: list[ft.Control] = [ft.Container(draw_place(look, facts, acts[facts.seat]), expand=1) for facts in line]
        places += [ft.Container(expand=1) for _ in range(columns - len(line))]
        rows.append(ft.Row(places, spacing=GAP))
    return ft.Column(rows, spacing=GAP, tight=True)


def _seat(look: Look, facts: SeatFacts, act: Act) -> ft.Control:
    name = cut_text(
        facts.name,
        look.text(15, bold=True),
        width=look.box(_NAME) if len(facts.name) > _LETTERS else None,
        expand=True,
        expand_loose=True,  # narrower where signs and tokens need the room: the total always stays in sight
    )
    inside = [badge(look, facts.seat, 24), name, *(sign_icon(look, sign) for sign in facts.signs)]
    row = ft.Row([*inside, *tokens(look, facts), _total(look, facts)], spacing=5, tight=True)
    return _framed(look, facts, row, act, max(TOUCH, look.box(_HIGH)))


def _place(look: Look, facts: SeatFacts, act: Act) -> ft.Control:
    """A place of a fixed size, with a line for tokens even before there are any."""
    name = cut_text(facts.name, look.text(15, bold=True), expand=True)
    is_beside = [not (sign.others or look.is_large) for sign in facts.signs]  # else the name has no room on its line
    signs = [sign_icon(look, sign) for sign, beside in zip(facts.signs, is_beside, strict=True) if beside]
    line, below = look.box(24), look.box(SMALL_TOKEN)
    total = _total(look, replace(facts, is_summarized=False))  # its change has room below
    head = ft.Row([badge(look, facts.seat, 24), name, *signs, total], spacing=5, height=line)
    others = [sign_icon(look, sign) for sign, beside in zip(facts.signs, is_beside, strict=True) if not beside]
    lower = [*others, *tokens(look, facts, small=True)]
    if facts.is_summarized and not facts.is_preview and facts.change is not None:
        lower.append(change_text(look, facts.change, is_preview=False))
    end = ft.MainAxisAlignment.END if facts.is_summarized else ft.MainAxisAlignment.START
    bids = ft.Row(lower, spacing=2, height=below, scroll=ft.ScrollMode.HIDDEN, alignment=end)
    column = ft.Column([head, bids], spacing=2, alignment=ft.MainAxisAlignment.CENTER)
    return _framed(look, facts, column, act, line + below + _PLACE_AIR)


def _titled_place(look: Look, facts: SeatFacts, act: Act) -> ft.Control:
    """A place of a fixed size, with the total below the name."""
    name = cut_text(facts.name, look.text(look.held(13), bold=True), expand=True, expand_loose=True)
    signs = [sign_icon(look, sign) for sign in facts.signs]
    head = ft.Row([badge(look, facts.seat, 20), name, *signs], spacing=5, alignment=ft.MainAxisAlignment.CENTER)
    column = ft.Column(
        [head, _total(look, facts, is_cut=True)],
        spacing=0,
        alignment=ft.MainAxisAlignment.CENTER,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    return _framed(look, facts, column, act, titled_height(look))


def _total(look: Look, facts: SeatFacts, *, is_cut: bool = False) -> ft.Control:
    """The total and its change, which is cut where both have no room."""
    total = ft.Text(number_text(facts.total), style=look.figure(17), no_wrap=True)
    if not (facts.is_preview or facts.is_summarized) or facts.change is None:
        return total
    change = change_text(look, facts.change, is_preview=facts.is_preview)
    change.expand = change.expand_loose = is_cut
    return ft.Row([total, change], spacing=2 if is_cut else 5, tight=True)


def _framed(look: Look, facts: SeatFacts, content: ft.Control, act: Act, height: float) -> ft.Control:
    return press(
        f"total[{facts.seat}]",
        content,
        act,
        height=height,
        padding=ft.Padding.symmetric(horizontal=6),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST if facts.turn else ft.Colors.SURFACE_CONTAINER_LOWEST,
        border=ft.Border.all(1.6 if facts.turn else 1, look.accent if facts.turn else ft.Colors.OUTLINE_VARIANT),
        border_radius=16,
    )
