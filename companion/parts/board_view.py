"""The table as tiles: bids round a recruit, stacks, a line-up, a trick; one renderer for every game."""

from collections.abc import Callable, Mapping

import flet as ft

from companion.parts.marks import badge, suit_mark
from companion.parts.panel import flow
from companion.parts.press import identified
from companion.theme import TOUCH, Look
from scoring.board import Board, Shape, Tile, Zone
from scoring.cards import Suit
from scoring.game import Table


def board_view(
    look: Look,
    board: Board,
    suits: Mapping[str, Suit],
    table: Table,
    *,
    path: str = "board",
    tappable: Mapping[str, str] | None = None,
    chosen: str | None = None,
    tap: Callable[[str], None] | None = None,
) -> ft.Control:
    """Every zone that holds something. `tappable` maps the ids that may be tapped to why they may not."""
    open_ = tappable or {}

    def one(tile: Tile) -> ft.Control:
        face = tile_view(look, tile, suits, framed=tile.id in open_ and not open_[tile.id], chosen=tile.id == chosen)
        if tap is None or tile.id not in open_:
            return face
        return identified(
            f"{path}={tile.id}", ft.Container(face, ink=True, border_radius=12, on_click=lambda _: tap(tile.id))
        )

    zones = [_zone(look, zone, table, [one(tile) for tile in zone.tiles]) for zone in board.zones if zone.tiles]
    return ft.Row(zones, wrap=True, spacing=8, run_spacing=8, vertical_alignment=ft.CrossAxisAlignment.START)


def tile_view(
    look: Look, tile: Tile, suits: Mapping[str, Suit], *, framed: bool = False, chosen: bool = False
) -> ft.Control:
    """A card face up or down, or a token."""
    if tile.shape is Shape.TOKEN:
        return token(look, tile.name)
    if not tile.up:
        return _back(look, tile)
    style = look.text(14, bold=True)
    if tile.struck:
        style.decoration = ft.TextDecoration.LINE_THROUGH
        style.color = look.bad
    top: list[ft.Control] = [suit_mark(look, suits[tile.suit], 16)] if tile.suit in suits else []
    top.append(ft.Text(tile.name, style=style, no_wrap=True))
    under = "  ".join(f"{label} {number}" for label, number in tile.numbers) or tile.badge
    inside: list[ft.Control] = [ft.Row(top, spacing=4, tight=True)]
    if under:
        inside.append(ft.Text(under, style=look.text(11, color=ft.Colors.ON_SURFACE_VARIANT), no_wrap=True))
    edge = look.accent if chosen or framed else ft.Colors.OUTLINE_VARIANT
    return ft.Container(
        ft.Column(inside, spacing=2, tight=True),
        padding=ft.Padding.symmetric(horizontal=10, vertical=8),
        height=TOUCH + 10,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST if chosen else ft.Colors.SURFACE_CONTAINER_LOWEST,
        border=ft.Border.all(2.5 if chosen else 1.4, edge),
        border_radius=10,
    )


def _back(look: Look, tile: Tile) -> ft.Control:
    """A card face down, with the badge of whoever laid it there."""
    sign: ft.Control = ft.Icon(ft.Icons.HELP_OUTLINE_ROUNDED, size=18, color="#aaffffff")
    if tile.owner is not None:
        sign = badge(look, tile.owner, 24)
    face = ft.Container(
        sign, width=44, height=TOUCH + 10, bgcolor=look.cloth, border_radius=8, alignment=ft.Alignment.CENTER
    )
    return ft.Semantics(label=f"{tile.name}, face down", exclude_semantics=True, content=face)


def token(look: Look, words: str) -> ft.Control:
    """A round token with a number on it: a bid lying in front of its player."""
    return ft.Container(
        ft.Text(words, style=look.figure(16, color=look.on_accent), no_wrap=True),
        padding=ft.Padding.symmetric(horizontal=10),
        height=32,
        bgcolor=look.accent,
        border_radius=16,
        alignment=ft.Alignment.CENTER,
    )


def _zone(look: Look, zone: Zone, table: Table, tiles: list[ft.Control]) -> ft.Control:
    title: list[ft.Control] = [ft.Text(zone.title, style=look.text(13, bold=True, color=ft.Colors.ON_SURFACE_VARIANT))]
    if zone.seat is not None:
        title.insert(0, badge(look, zone.seat, 20))
    if zone.count:
        title.append(ft.Text(zone.count, style=look.text(13, color=ft.Colors.ON_SURFACE_VARIANT)))
    laid = ft.Column(list(reversed(tiles)), spacing=4, tight=True) if zone.stacked else flow(tiles)
    return ft.Column([ft.Row(title, spacing=6, tight=True), laid], spacing=6, tight=True)
