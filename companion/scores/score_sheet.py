"""The screen of the score sheet: every number is one tap from its explanation."""

from functools import partial
from typing import Final
from urllib.parse import unquote

import flet as ft

from companion.open_session.desk_hooks import use_table, use_table_look
from companion.open_session.table_session import TableSession
from companion.scores.score_grid import score_grid, sheet_facts
from companion.scores.score_lines import lines_sheet
from companion.setup.correction_preview import root_of
from companion.ui.chips_and_buttons import Act, choice_chip
from companion.ui.panel import card, cloth, flow, note, page
from companion.ui.theme import Look
from companion.window.hooks import use_house, use_memory, use_window
from companion.window.messages import go
from companion.window.view import use_view

_RUNNING: Final = "sheet.running"  # the setting that the sheet shows totals after each round


@ft.component
def SheetScreen() -> ft.View:
    session_id = unquote(ft.use_route_params()["session"])
    desk, root = use_table(session_id), root_of(session_id)
    window, look = use_window(), use_table_look(desk)
    opened, open_cell = use_memory(session_id, nothing_opened)

    house = use_house()
    running, put_running = ft.use_state(house is not None and bool(house.store.settings.get(_RUNNING, False)))

    def run_up(wanted: bool) -> None:
        put_running(wanted)
        if house is not None:
            house.store.settings.put(_RUNNING, wanted)

    ft.use_dialog(cell_sheet(look, desk, root, opened, lambda: open_cell(None)))
    width = min(window.width, 1000) - 50
    facts = sheet_facts(look, desk.shown, width)._replace(running=running)
    grid = score_grid(facts, lambda round_, seat: open_cell((round_, seat)))
    says = note(look, "Tap a number to see where it comes from, or to correct it.")
    noun = desk.game.box.round
    by_round = f"{noun.capitalize()} by {noun}"
    kinds = [
        choice_chip(look, "sheet.rounds", by_round, partial(run_up, False), chosen=not running),
        choice_chip(look, "sheet.running", "Running totals", partial(run_up, True), chosen=running),
    ]
    body = page([says, flow(kinds), card(grid, padding=8)], min(window.width, 1000))
    over = desk.shown.outcome is not None
    back = f"/result/{session_id}" if over else f"/table/{session_id}"
    return use_view([cloth(look, "Score sheet", under=desk.title, back=lambda: go(back)), body])


def cell_sheet(
    look: Look, desk: TableSession, root: str, cell: tuple[int, int] | None, close: Act
) -> ft.DialogControl | None:
    """The score lines of the cell (round, seat) that is open, with the ways to correct them; None without one."""
    return None if cell is None else lines_sheet(look, desk, root, cell[1], close, cell[0])


def nothing_opened() -> tuple[int, int] | None:
    """No cell (round, seat) is open."""
    return None
