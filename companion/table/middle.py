"""The middle of the table: what lies between the players, and the cards in front of them."""

from collections.abc import Callable
from contextlib import suppress

import flet as ft

from companion.forms.board_view import board_view
from companion.open_session.table_session import TableSession
from companion.ui.panel import card
from companion.ui.theme import Look
from scoring.contract.board import Board, Shape
from scoring.contract.prompts import OnBoard, Prompt
from storage.errors import StorageError

Choose = Callable[[str], None]
"""Goes over to the main prompt of this kind."""


def middle_view(look: Look, desk: TableSession, choose: Choose | None) -> list[ft.Control]:
    """Zones of the middle, and cards in front of seats; a tap answers a prompt that asks for one, and `choose`s it."""
    zones = tuple(
        zone
        for zone in desk.shown.view.board.zones
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

    suits, table = {suit.key: suit for suit in desk.game.box.suits}, desk.shown.table
    tappable = {str(choice.value): choice.why_not for choice in question[1].tiles} if question else {}
    shown = card(board_view(look, Board(zones), suits, table, tappable=tappable, tap=tap, framed=False), padding=8)
    shown.key = "middle"
    return [shown]


def _board_question(desk: TableSession) -> tuple[Prompt, OnBoard] | None:
    """The first main prompt with a field on the board; never an instant one, which a look at a card would record."""
    prompts = (prompt for prompt in desk.mains if not prompt.instant)
    return next(((prompt, field) for prompt in prompts for field in prompt.fields if isinstance(field, OnBoard)), None)
