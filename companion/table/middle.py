"""The middle of the table: what lies between the players, and the cards in front of them."""

from collections.abc import Callable
from contextlib import suppress
from typing import NamedTuple

import flet as ft

from companion.desk.desk import Desk
from companion.flet_guard.redrawing import Keeping
from companion.forms.board_view import board_view
from companion.ui.panel import card
from companion.ui.theme import Look
from scoring.contract.board import Board, Shape, Zone
from scoring.contract.cards import Suit
from scoring.contract.game import Table
from scoring.contract.prompts import Choice, OnBoard, Prompt
from storage.errors import StorageError

Choose = Callable[[str], None]
"""Goes over to the main prompt of this kind."""


class MiddleFacts(NamedTuple):
    """What the middle shows."""

    look: Look
    zones: tuple[Zone, ...]
    suits: tuple[Suit, ...]
    table: Table
    tiles: tuple[Choice, ...] | None  # what may be tapped; None if no prompt asks for a tile


def middle_view(look: Look, desk: Desk, choose: Choose | None, keep: Keeping) -> list[ft.Control]:
    """Zones of the middle, and the cards in front of seats; empty if nothing lies there.

    If a prompt asks for something on the board, a tap answers it and goes over to it by `choose`.
    """
    zones = tuple(
        zone
        for zone in desk.board.zones
        if zone.seat is None or zone.stacked or any(tile.shape is Shape.CARD for tile in zone.tiles)
    )
    if not any(zone.tiles for zone in zones):
        return []
    question = _board_question(desk) if choose else None

    def tap(tile: str) -> None:
        if question is None or choose is None:
            return
        prompt, field = question
        with suppress(StorageError):  # then the form is kept in memory only
            desk.put_in_draft(prompt.kind, field.name, tile)
        choose(prompt.kind)

    tiles = question[1].tiles if question else None
    return [keep("middle", MiddleFacts(look, zones, desk.game.box.suits, desk.state.table, tiles), _middle, tap)]


def _middle(facts: MiddleFacts, tap: Callable[[str], None]) -> ft.Control:
    look, zones, suits, table, tiles = facts
    by_key = {suit.key: suit for suit in suits}
    if tiles is None:
        return card(board_view(look, Board(zones), by_key, table), padding=8)
    tappable = {str(choice.value): choice.why_not for choice in tiles}
    board = board_view(look, Board(zones), by_key, table, tappable=tappable, tap=tap, framed=False)
    return card(board, padding=8)


def _board_question(desk: Desk) -> tuple[Prompt, OnBoard] | None:
    """The first main prompt that asks for something on the board, and that field.

    Instant prompts are left out: a tap meant to look at a card must not record anything.
    """
    prompts = (prompt for prompt in desk.mains if not prompt.instant)
    return next(((prompt, field) for prompt in prompts for field in prompt.fields if isinstance(field, OnBoard)), None)
