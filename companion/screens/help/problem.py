"""What is shown where something cannot be: a file that does not open, a page that is not there."""

import flet as ft

from companion.parts.panel import cloth, empty
from companion.parts.press import primary
from companion.parts.view import use_view
from companion.text import APP
from companion.window.hooks import use_look
from companion.window.messages import go


@ft.component
def ProblemScreen(problem: str) -> ft.View:
    """The data cannot be opened: what is wrong, where, and what to do."""
    look = use_look()
    return use_view([cloth(look, APP), empty(look, ft.Icons.REPORT_OUTLINED, problem)])


@ft.component
def NotFoundScreen(why: str = "There is no such page.") -> ft.View:
    """An address that leads nowhere, and the way home."""
    look = use_look()
    way = ft.Container(ft.Row([primary(look, "home", "Home", lambda: go("/"))]), padding=24, width=420)
    return use_view(
        [
            cloth(look, APP),
            empty(look, ft.Icons.EXPLORE_OFF_OUTLINED, why),
            way,
        ]
    )
