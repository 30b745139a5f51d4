"""The players in a compact strip, for screens with a long form below."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from companion.flet_guard.redrawing import drawn_once
from companion.parts.marks import badge, number_text, sign_icon
from companion.parts.panel import flow
from companion.parts.press import Act, press
from companion.parts.seat_row import SeatFacts, tokens
from companion.theme import TOUCH, Look

_LETTERS: Final = 12
_NAME: Final = 104
"""The width for names longer than `_LETTERS`; unlimited they would push the total off the window."""


@drawn_once
@ft.component
def SeatStrip(
    look: Look, seats: tuple[SeatFacts, ...], open_lines: Callable[[str], None], key: str | None = None
) -> ft.Control:
    """All players in a row that wraps: name, markers, tokens and total; a tap opens the score lines."""
    return flow([_seat(look, facts, partial(open_lines, f"lines.{facts.seat}")) for facts in seats])


def _seat(look: Look, facts: SeatFacts, act: Act) -> ft.Control:
    name = ft.Text(
        facts.name,
        style=look.text(15, bold=True),
        max_lines=1,
        overflow=ft.TextOverflow.ELLIPSIS,
        width=look.size(_NAME) if len(facts.name) > _LETTERS else None,
        expand=True,
        expand_loose=True,  # narrower where signs and tokens need the room: the total always stays in sight
    )
    total = ft.Text(number_text(facts.total), style=look.figure(17), no_wrap=True)
    inside = [badge(look, facts.seat, 24), name, *(sign_icon(look, sign) for sign in facts.signs)]
    return press(
        f"total[{facts.seat}]",
        ft.Row([*inside, *tokens(look, facts), total], spacing=5, tight=True),
        act,
        height=TOUCH,
        padding=ft.Padding.symmetric(horizontal=8),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST if facts.turn else ft.Colors.SURFACE_CONTAINER_LOWEST,
        border=ft.Border.all(1.6 if facts.turn else 1, look.accent if facts.turn else ft.Colors.OUTLINE_VARIANT),
        border_radius=16,
    )
