"""What is shown where something cannot be: a file that does not open, a page that is not there."""

import flet as ft

from companion.parts.panel import cloth, empty
from companion.parts.press import primary
from companion.parts.view import use_view
from companion.text import APP
from companion.theme import Look
from companion.window.hooks import use_look
from companion.window.messages import go


@ft.component
def ProblemScreen(problem: str) -> ft.View:
    """The data cannot be opened: what is wrong, where, and what to do."""
    look = use_look()
    return use_view([cloth(look, APP), empty(look, ft.Icons.REPORT_OUTLINED, problem)])


@ft.component
def NotFoundScreen(why: str) -> ft.View:
    """Something that is not there, or not any more, and the way home."""
    return use_view(_way_home(use_look(), why))


@ft.component
def NoSuchPage() -> ft.Control:
    """An address that leads nowhere. The router puts it into a view of its own."""
    parts = _way_home(use_look(), "There is no such page.")
    return ft.Column(parts, spacing=0, expand=True, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


def _way_home(look: Look, why: str) -> list[ft.Control]:
    way = ft.Container(ft.Row([primary(look, "home", "Home", lambda: go("/"))]), padding=24, width=420)
    return [cloth(look, APP), empty(look, ft.Icons.EXPLORE_OFF_OUTLINED, why), way]
