"""Draws the board of any game as tiles: bids around a recruit, stacks, a line-up, a trick."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby
from typing import Final

import flet as ft

from companion.ui.chips_and_buttons import Act, press
from companion.ui.marks import badge, suit_mark
from companion.ui.panel import cut_text, flow
from companion.ui.theme import TOUCH, Look
from scoring.contract.board import Board, Shape, Tile, Zone
from scoring.contract.cards import Suit
from scoring.contract.game import Table

_TOKEN: Final = 32  # height of a token
_FACE: Final = 36  # height of the two lines on a card
SMALL_TOKEN: Final = 22  # height of a token beside several others
_LONG: Final = 14  # longer names are smaller in stacks side by side on a phone


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
    framed: bool = True,
) -> ft.Control:
    """All filled zones; a player's stacks are side by side with equal widths.

    `tappable` maps ids of tiles to the reason they are closed, empty for open ones; `framed` outlines the open ones.
    """
    open_ = tappable or {}

    def draw_tile(tile: Tile, slim: bool) -> ft.Control:
        edged = framed and tile.id in open_ and not open_[tile.id]
        face = tile_view(look, tile, suits, framed=edged, chosen=tile.id == chosen, slim=slim)
        return face if tap is None or tile.id not in open_ else _tappable(path, tile, face, partial(tap, tile.id))

    blocks: list[ft.Control] = []
    top = ft.CrossAxisAlignment.START
    for stacked, zones in _rows(board):
        slim = stacked and len(zones) > 1
        drawn = [_zone(look, zone, table, [draw_tile(tile, slim) for tile in zone.tiles], slim=slim) for zone in zones]
        side_by_side = ft.Row(drawn, spacing=6, vertical_alignment=top)
        flowing = ft.Row(drawn, wrap=True, spacing=8, run_spacing=8, vertical_alignment=top)
        blocks.append(side_by_side if slim else flowing)
    return ft.Column(blocks, spacing=10, tight=True)


def _tappable(path: str, tile: Tile, face: ft.Control, tap: Act) -> ft.Control:
    """A tile that takes taps; a token gets padding up to the size of a thumb."""
    padding = (TOUCH - _TOKEN) / 2 if tile.shape is Shape.TOKEN else 0
    return press(f"{path}={tile.id}", face, tap, padding=ft.Padding.symmetric(vertical=padding), border_radius=12)


def _rows(board: Board) -> Iterator[tuple[bool, Sequence[Zone]]]:
    """The zones by row: a player's stacks, empty ones included, or the filled zones between them."""
    for (stacked, _), zones in groupby(
        board.zones, key=lambda zone: (zone.stacked, zone.seat if zone.stacked else None)
    ):
        row = list(zones)
        filled = [zone for zone in row if zone.tiles]
        if filled:
            yield stacked, row if stacked else filled


def tile_view(
    look: Look, tile: Tile, suits: Mapping[str, Suit], *, framed: bool = False, chosen: bool = False, slim: bool = False
) -> ft.Control:
    """A card face up or down, or a token; `slim` fills the width of a stack at the height of a touch target."""
    if tile.shape is Shape.TOKEN:
        return token(look, tile.name)
    if not tile.up:
        return _back(look, tile)
    style = look.text(14 if not slim else 13 if len(tile.name) <= _LONG else 12, bold=True)
    if tile.struck:
        style.decoration = ft.TextDecoration.LINE_THROUGH
        style.color = look.bad
    top: list[ft.Control] = [suit_mark(look, suits[tile.suit], 16)] if tile.suit in suits else []
    cut = ft.TextOverflow.ELLIPSIS if slim else ft.TextOverflow.CLIP
    words = ft.Text(tile.name, style=style, no_wrap=True, overflow=cut)
    top.append(ft.Container(words, expand=True) if slim else words)
    under = "  ".join(f"{label} {number}" for label, number in tile.numbers) or tile.badge
    inside: list[ft.Control] = [ft.Row(top, spacing=4, tight=not slim)]
    if under:
        inside.append(ft.Text(under, style=look.text(11, color=ft.Colors.ON_SURFACE_VARIANT), no_wrap=True))
    edge = look.accent if chosen or framed else ft.Colors.OUTLINE_VARIANT
    return ft.Container(
        ft.Column(inside, spacing=0 if slim else 2, tight=True),
        padding=ft.Padding.symmetric(horizontal=5 if slim else 10, vertical=4 if slim else 8),
        height=max(TOUCH, look.box(_FACE)) if slim else max(TOUCH + 10, look.box(_FACE) + 12),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST if chosen else ft.Colors.SURFACE_CONTAINER_LOWEST,
        border=ft.Border.all(2.5 if chosen else 1.4, edge),
        border_radius=10,
    )


def _back(look: Look, tile: Tile) -> ft.Control:
    sign: ft.Control = ft.Icon(ft.Icons.HELP_OUTLINE_ROUNDED, size=18, color="#aaffffff")
    if tile.owner is not None:
        sign = badge(look, tile.owner, 24)
    face = ft.Container(
        sign, width=44, height=TOUCH + 10, bgcolor=look.cloth, border_radius=8, alignment=ft.Alignment.CENTER
    )
    return ft.Semantics(label=f"{tile.name}, face down", exclude_semantics=True, content=face)


def token(look: Look, words: str, suit: Suit | None = None, *, small: bool = False) -> ft.Control:
    """A round token with a number on it, perhaps on a suit: a bid lying in front of its player."""
    number = ft.Text(words, style=look.figure(12 if small else 16, color="#ffffff"), no_wrap=True)
    mark = [] if suit is None else [suit_mark(look, suit, 12 if small else 15, "#ffffff")]
    air = (3 if mark else 8) if small else (7 if mark else 10)
    return ft.Container(
        ft.Row([*mark, number], spacing=1 if small else 3, tight=True) if mark else number,
        padding=ft.Padding.symmetric(horizontal=air),
        height=look.box(SMALL_TOKEN) if small else max(_TOKEN, look.box(_TOKEN / 1.3)),
        bgcolor=look.fill,
        border_radius=16,
        alignment=ft.Alignment.CENTER,
    )


def _zone(look: Look, zone: Zone, table: Table, tiles: list[ft.Control], *, slim: bool = False) -> ft.Control:
    style = look.text(13, bold=True, color=ft.Colors.ON_SURFACE_VARIANT)
    lines = 1 if slim else 2  # the tiles of piles side by side begin at the same height
    title: list[ft.Control] = [cut_text(zone.title, style, lines, expand=True, expand_loose=True)]
    if zone.seat is not None:
        title.insert(0, badge(look, zone.seat, 20))
    if zone.count:
        title.append(ft.Text(zone.count, style=look.text(13, color=ft.Colors.ON_SURFACE_VARIANT)))
    stretch = ft.CrossAxisAlignment.STRETCH if slim else ft.CrossAxisAlignment.START
    pile = ft.Column(list(reversed(tiles)), spacing=3, tight=True, horizontal_alignment=stretch)
    laid = pile if zone.stacked else flow(tiles)
    head = ft.Row(title, spacing=6, tight=True)
    return ft.Column([head, laid], spacing=4, tight=True, horizontal_alignment=stretch, expand=slim or None)
