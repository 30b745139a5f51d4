"""Cards: one of a deck in a grid with the used ones greyed, or a tile tapped where it lies."""

from collections.abc import Container
from itertools import groupby
from math import ceil
from typing import Final

import flet as ft

from companion.fields.asked import Asked
from companion.fields.choices import tone
from companion.flet_guard.redrawing import drawn_once
from companion.parts.board_view import board_view
from companion.parts.marks import colour_of, suit_mark
from companion.parts.panel import GAP, flow, note
from companion.parts.press import CHIP, Tone, chip
from companion.theme import TOUCH
from companion.window.hooks import use_window
from scoring.board import Board, Zone
from scoring.cards import PlayingCard, count_left
from scoring.prompts import Card, OnBoard

_SLIM: Final = 35
"""Width of a card's key on a wide screen: a whole suit of thirteen and its sign fill one row."""
_ROW: Final = 7
"""Keys of a row on a phone."""
_FADED: Final = 0.75
"""How visible a suit is that is closed as a whole."""


@drawn_once
@ft.component
def CardGrid(field: Card, asked: Asked, key: str | None = None) -> ft.Control:
    """The deck suit by suit; a card that is gone or barred stays visible and says why, a barred suit in one line."""
    wide = use_window().wide
    remaining = count_left(field.deck, field.gone)
    barred = dict(field.barred)

    def why_not(each: PlayingCard) -> str:
        if remaining[each.code] < 1:
            return f"{each.name} has been played already."
        return barred.get(each.code, "")

    blocks: list[ft.Control] = []
    for suit, whole in groupby(field.deck, key=lambda each: each.suit):
        cards = list(whole)
        shut = {barred.get(each.code, "") for each in cards}
        if suit in asked.suits and len(cards) > 1 and len(shut) == 1 and "" not in shut:
            blocks.append(_shut_suit(asked, suit, shut.pop()))
            continue
        width = _SLIM if wide else _even_width(len(cards) + (suit in asked.suits))
        keys = [_card(asked, each, why_not(each), remaining[each.code], width) for each in cards]
        if suit in asked.suits:
            mark = suit_mark(asked.look, asked.suits[suit], 24)
            keys.insert(0, ft.Container(mark, width=width, height=TOUCH, alignment=ft.Alignment.CENTER))
        blocks.append(flow(keys))
    return ft.Column(blocks, spacing=8, tight=True)


def on_board(field: OnBoard, asked: Asked) -> ft.Control:
    """The table itself; what may be tapped is framed."""
    open_, board = {str(choice.value): choice.why_not for choice in field.tiles}, asked.board()

    def tap(tile: str) -> None:
        if open_[tile]:
            asked.refuse(open_[tile])
        else:
            asked.answer(tile)

    if not field.tiles:
        return note(asked.look, "Nothing lies there that could be chosen.")
    return board_view(
        asked.look,
        Board(tuple(zone for zone in board.zones if _has(zone, open_) or _beside(zone, board, open_))),
        asked.suits,
        asked.table,
        path=asked.path,
        tappable=open_,
        chosen=asked.entered,
        tap=tap,
    )


def _has(zone: Zone, tiles: Container[str]) -> bool:
    """Whether something in the zone may be tapped."""
    return any(tile.id in tiles for tile in zone.tiles)


def _beside(zone: Zone, board: Board, tiles: Container[str]) -> bool:
    """Whether it is a stack of a player in whose other stacks something may be tapped."""
    return zone.stacked and any(
        _has(other, tiles) for other in board.zones if other.stacked and other.seat == zone.seat
    )


def _even_width(keys: int) -> float:
    """The width at which so many keys fill their rows on a phone evenly."""
    rows = ceil(keys / _ROW)
    if rows < 2:
        return CHIP
    in_a_row = ceil(keys / rows)
    return (_ROW * CHIP + (_ROW - in_a_row) * GAP) // in_a_row


def _shut_suit(asked: Asked, suit: str, why_not: str) -> ft.Control:
    """A suit of which no card may be named: its sign and the reason."""
    mark = ft.Container(suit_mark(asked.look, asked.suits[suit], 24), width=CHIP, alignment=ft.Alignment.CENTER)
    told = ft.Text(why_not, style=asked.look.text(14, color=ft.Colors.ON_SURFACE_VARIANT), expand=True)
    row = ft.Container(ft.Row([mark, told], spacing=GAP), opacity=_FADED)
    return ft.Semantics(identifier=f"{asked.path}.shut={suit}", content=row)


def _card(asked: Asked, each: PlayingCard, why_not: str, copies: int, width: float) -> ft.Control:
    state = tone(asked, each.code, why_not)
    act = (lambda: asked.refuse(why_not)) if state is Tone.BARRED else asked.toggle(each.code)
    words = each.short or each.name
    if each.copies > 1 and copies > 1:
        words = f"{words} ×{copies}"
    mark: ft.Control | None = None
    if each.suit in asked.suits and state is Tone.OPEN and width >= CHIP:
        ink = colour_of(asked.look, asked.suits[each.suit])
        mark = ft.Container(width=4, height=22, bgcolor=ink, border_radius=2)
    return chip(
        asked.look,
        f"{asked.path}={each.code}",
        words,
        act,
        tone=state,
        says=each.name,
        mark=mark,
        width=width if each.suit else None,
        small=True,
    )
