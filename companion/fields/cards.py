"""Cards: one of a deck in a grid with the used ones greyed, or a tile tapped where it lies."""

from itertools import groupby
from typing import Final

import flet as ft

from companion.fields.asked import Asked
from companion.fields.choices import tone
from companion.parts.board_view import board_view
from companion.parts.marks import colour_of, suit_mark
from companion.parts.panel import flow, note
from companion.parts.press import CHIP, Tone, chip
from companion.theme import TOUCH
from companion.window import drawn_once, use_window
from scoring.cards import PlayingCard, left
from scoring.prompts import Card, OnBoard

_SLIM: Final = 35
"""Width of a card's key on a wide screen: a whole suit of thirteen and its sign fill one row."""


@drawn_once
@ft.component
def CardGrid(field: Card, asked: Asked, key: str | None = None) -> ft.Control:
    """The deck suit by suit; a card that is gone or barred stays visible and says why."""
    width = _SLIM if use_window().wide else CHIP
    remaining = left(field.deck, field.gone)
    barred = dict(field.barred)

    def why_not(each: PlayingCard) -> str:
        if remaining[each.code] < 1:
            return f"{each.name} has been played already."
        return barred.get(each.code, "")

    blocks: list[ft.Control] = []
    for suit, cards in groupby(field.deck, key=lambda each: each.suit):
        keys = [_card(asked, each, why_not(each), remaining[each.code], width) for each in cards]
        if suit in asked.suits:
            mark = suit_mark(asked.look, asked.suits[suit], 24)
            keys.insert(0, ft.Container(mark, width=width, height=TOUCH, alignment=ft.Alignment.CENTER))
        blocks.append(flow(keys))
    return ft.Column(blocks, spacing=8, tight=True)


def on_board(field: OnBoard, asked: Asked) -> ft.Control:
    """The table itself; what may be tapped is framed."""
    open_ = {str(choice.value): choice.why_not for choice in field.tiles}

    def tap(tile: str) -> None:
        if open_[tile]:
            asked.refuse(open_[tile])
        else:
            asked.answer(tile)

    if not field.tiles:
        return note(asked.look, "Nothing lies there that could be chosen.")
    return board_view(
        asked.look,
        asked.board,
        asked.suits,
        asked.table,
        path=asked.path,
        tappable=open_,
        chosen=asked.entered,
        tap=tap,
    )


def _card(asked: Asked, each: PlayingCard, why_not: str, copies: int, width: float) -> ft.Control:
    state = tone(asked, each.code, why_not)
    act = (lambda: asked.refuse(why_not)) if state is Tone.BARRED else asked.toggle(each.code)
    words = each.short or each.name
    if each.copies > 1 and copies > 1:
        words = f"{words} ×{copies}"
    mark: ft.Control | None = None
    if each.suit in asked.suits and state is Tone.OPEN and width == CHIP:
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
