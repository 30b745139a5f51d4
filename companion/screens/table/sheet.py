"""The score sheet: rounds and seats, every number one tap from its explanation."""

from urllib.parse import unquote

import flet as ft

from companion.parts.lines import lines_sheet
from companion.parts.panel import card, cloth, note, page
from companion.parts.score_grid import score_grid, sheet_facts
from companion.parts.view import use_view
from companion.window.hooks import use_desk, use_memory, use_table_look, use_window
from companion.window.messages import go
from scoring import agreements


@ft.component
def SheetScreen() -> ft.View:
    """The whole sheet of one session."""
    session_id = unquote(ft.use_route_params()["session"])
    desk = use_desk(session_id)
    window, look = use_window(), use_table_look(desk)
    opened, open_cell = use_memory(session_id, nothing_opened)

    def close() -> None:
        open_cell(None)

    dialog = None
    if opened is not None:
        round_, seat = opened
        dialog = lines_sheet(look, desk.game, desk.state, seat, close, round_)
    ft.use_dialog(dialog)
    width = min(window.width, 1000) - 50
    facts = sheet_facts(look, desk.game, desk.state, width)
    grid = score_grid(facts, lambda round_, seat: open_cell((round_, seat)))
    body = page(
        [note(look, "Tap a number to see where it comes from."), card(grid, padding=8)], min(window.width, 1000)
    )
    over = agreements.outcome(desk.game, desk.state) is not None
    back = f"/result/{session_id}" if over else f"/table/{session_id}"
    return use_view([cloth(look, "Score sheet", under=desk.title, back=lambda: go(back)), body])


def nothing_opened() -> tuple[int, int] | None:
    """No cell (round, seat) is open."""
    return None
