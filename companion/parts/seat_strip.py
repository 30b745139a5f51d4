"""The players in as little room as can be, where a long question has to fit below them."""

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.parts.board_view import token
from companion.parts.marks import ICONS, badge, crown, number_text
from companion.parts.panel import flow
from companion.parts.press import Act, press
from companion.parts.seat_row import SeatFacts
from companion.theme import TOUCH, Look
from companion.window import drawn_once
from scoring.board import Marker, Shape


@drawn_once
@ft.component
def SeatStrip(
    look: Look, seats: tuple[SeatFacts, ...], open_lines: Callable[[str], None], key: str | None = None
) -> ft.Control:
    """Everybody side by side: who, the signs as pictures, the tokens, the total; a tap tells where points come from."""
    return flow([_seat(look, facts, partial(open_lines, f"lines.{facts.seat}")) for facts in seats])


def _seat(look: Look, facts: SeatFacts, act: Act) -> ft.Control:
    name = ft.Text(facts.name, style=look.text(15, bold=True), no_wrap=True)
    total = ft.Text(number_text(facts.total), style=look.figure(17), no_wrap=True)
    inside = [badge(look, facts.seat, 24), name, *(_sign(look, sign) for sign in facts.signs)]
    return press(
        f"total[{facts.seat}]",
        ft.Row([*inside, *_tokens(look, facts), total], spacing=5, tight=True),
        act,
        height=TOUCH,
        padding=ft.Padding.symmetric(horizontal=8),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST if facts.turn else ft.Colors.SURFACE_CONTAINER_LOWEST,
        border=ft.Border.all(1.6 if facts.turn else 1, look.accent if facts.turn else ft.Colors.OUTLINE_VARIANT),
        border_radius=16,
    )


def _sign(look: Look, sign: Marker) -> ft.Control:
    if sign.key == "crown":
        return crown(look, 18)
    icon = ICONS.get(sign.key, ft.Icons.CIRCLE)
    return ft.Icon(icon, size=16, color=ft.Colors.ON_SURFACE_VARIANT, semantics_label=sign.label)


def _tokens(look: Look, facts: SeatFacts) -> list[ft.Control]:
    suits = {suit.key: suit for suit in facts.suits}
    shown = [token(look, zone.count) for zone in facts.zones if zone.count]
    for zone in facts.zones:
        tiles = (tile for tile in zone.tiles if tile.shape is Shape.TOKEN and not zone.count)
        shown += [token(look, tile.name, suits.get(tile.suit)) for tile in tiles]
    return shown
