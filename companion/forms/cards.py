"""Cards: one of a deck in a grid, the used ones struck out, or a tile tapped on the board."""

from collections.abc import Container
from dataclasses import replace
from itertools import groupby
from math import ceil
from typing import Final

import flet as ft

from companion.forms.binding import Binding
from companion.forms.board_view import board_view
from companion.forms.choices import tone
from companion.ui.chips_and_buttons import CHIP, Tone, chip
from companion.ui.marks import colour_of, suit_mark
from companion.ui.panel import GAP, flow, note
from companion.ui.theme import TOUCH
from companion.window.hooks import drawn_once, use_window
from scoring.contract.board import Board, Zone
from scoring.contract.cards import PlayingCard, count_left
from scoring.contract.prompts import Card, OnBoard

_SLIM: Final = 35  # width of a card's key in a wide window: 13 cards and the suit's mark fill one row
_ROW: Final = 7  # keys in a row on a phone
_FADED: Final = 0.75  # opacity of a wholly barred suit


@drawn_once
def CardGrid(field: Card, binding: Binding, key: str | None = None) -> ft.Control:
    """The deck suit by suit. Used and barred cards stay visible and say why; a wholly barred suit is one line."""
    wide = use_window().wide
    remaining = count_left(field.deck, field.gone)
    barred = dict(field.barred)

    def why_not(card: PlayingCard) -> str:
        if remaining[card.code] < 1:
            return f"{card.name} has already been played."
        return barred.get(card.code, "")

    blocks: list[ft.Control] = []
    for suit, group in groupby(field.deck, key=lambda card: card.suit):
        cards = list(group)
        reasons = {barred.get(card.code, "") for card in cards}
        if suit in binding.suits and len(cards) > 1 and len(reasons) == 1 and "" not in reasons:
            blocks.append(_barred_suit(binding, suit, reasons.pop()))
            continue
        width = _SLIM if wide else _even_width(len(cards) + (suit in binding.suits))
        keys = [_card(binding, card, why_not(card), remaining[card.code], width) for card in cards]
        if suit in binding.suits:
            mark = suit_mark(binding.look, binding.suits[suit], 24)
            keys.insert(0, ft.Container(mark, width=width, height=TOUCH, alignment=ft.Alignment.CENTER))
        blocks.append(flow(keys))
    return ft.Column(blocks, spacing=8, tight=True)


def on_board(field: OnBoard, binding: Binding) -> ft.Control:
    """The board itself; the tiles that may be tapped are framed."""
    tappable, board = {str(choice.value): choice.why_not for choice in field.tiles}, binding.board()

    def tap(tile: str) -> None:
        if tappable[tile]:
            binding.refuse(tappable[tile])
        else:
            binding.answer(tile)

    if not field.tiles:
        return note(binding.look, "There is nothing to choose from.")
    zones = (zone for zone in board.zones if _has(zone, tappable) or _is_beside(zone, board, tappable))
    return board_view(
        binding.look,
        Board(tuple(_strike(zone, field.struck) for zone in zones)),
        binding.suits,
        binding.table,
        path=binding.path,
        tappable=tappable,
        chosen=binding.entered,
        tap=tap,
    )


def _strike(zone: Zone, struck: tuple[str, ...]) -> Zone:
    return replace(zone, tiles=tuple(replace(tile, struck=tile.struck or tile.id in struck) for tile in zone.tiles))


def _has(zone: Zone, tiles: Container[str]) -> bool:
    return any(tile.id in tiles for tile in zone.tiles)


def _is_beside(zone: Zone, board: Board, tiles: Container[str]) -> bool:
    """Whether it is a stack of a player who has one of these tiles in another stack."""
    return zone.stacked and any(
        _has(other, tiles) for other in board.zones if other.stacked and other.seat == zone.seat
    )


def _even_width(keys: int) -> float:
    """The width at which this many keys fill their rows evenly."""
    rows = ceil(keys / _ROW)
    if rows < 2:
        return CHIP
    in_a_row = ceil(keys / rows)
    return (_ROW * CHIP + (_ROW - in_a_row) * GAP) // in_a_row


def _barred_suit(binding: Binding, suit: str, why_not: str) -> ft.Control:
    mark = ft.Container(suit_mark(binding.look, binding.suits[suit], 24), width=CHIP, alignment=ft.Alignment.CENTER)
    reason = ft.Text(why_not, style=binding.look.text(14, color=ft.Colors.ON_SURFACE_VARIANT), expand=True)
    row = ft.Container(ft.Row([mark, reason], spacing=GAP), opacity=_FADED)
    return ft.Semantics(identifier=f"{binding.path}.shut={suit}", content=row)


def _card(binding: Binding, card: PlayingCard, why_not: str, copies: int, width: float) -> ft.Control:
    state = tone(binding, card.code, why_not)
    act = (lambda: binding.refuse(why_not)) if state is Tone.BARRED else binding.toggle(card.code)
    words = card.short or card.name
    if card.copies > 1 and copies > 1:
        words = f"{words} ×{copies}"
    mark: ft.Control | None = None
    if card.suit in binding.suits and state is Tone.OPEN and width >= CHIP:
        ink = colour_of(binding.look, binding.suits[card.suit])
        mark = ft.Container(width=4, height=22, bgcolor=ink, border_radius=2)
    return chip(
        binding.look,
        f"{binding.path}={card.code}",
        words,
        act,
        tone=state,
        says=card.name,
        mark=mark,
        width=width if card.suit else None,
        small=True,
    )
