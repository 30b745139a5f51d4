"""The card shown where the code of another package's game failed."""

import re
from typing import Final
from urllib.parse import unquote

import flet as ft

from companion.flet_guard.guard import apology_card
from companion.open_session.desk_hooks import use_tables
from companion.open_session.record_outcomes import problem
from companion.open_session.table_session import TableSession
from companion.ui.chips_and_buttons import Act, quiet
from companion.window.hooks import use_look
from companion.window.messages import go, tell

_SESSION: Final = re.compile(r"/(?:table|session|result)/([^/?#]+)")


@ft.component
def FailedGame(error: Exception, again: Act) -> ft.Control:
    """The card, with buttons for undo and the log if the screen is about a session."""
    look, desk = use_look(), _use_shown_desk()
    ways: list[ft.Control] = []
    if desk is not None and desk.undoable:
        number = desk.number

        def undo() -> None:
            tell(problem(desk.undo(number)))
            again()

        ways.append(quiet(look, "failed.undo", f"Undo: {desk.undoable}", undo, icon=ft.Icons.UNDO_ROUNDED))
    if desk is not None:
        log = f"/table/{desk.session_id}/log"
        ways.append(quiet(look, "failed.log", "Log", lambda: go(log), icon=ft.Icons.HISTORY_ROUNDED))
    return apology_card(again, f"{error} Everything recorded is safe.", ways)


def _use_shown_desk() -> TableSession | None:
    """The desk of the session in the route; None where there is none."""
    tables, match = use_tables(), _SESSION.match(ft.context.page.route)
    return tables.opened(unquote(match[1])) if match is not None and tables is not None else None
