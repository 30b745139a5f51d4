"""Shown when the database was moved, deleted or replaced under the running app: put it back, or save a copy."""

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

import flet as ft

from companion.files.downloads import HandedFile
from companion.parts.panel import cloth, empty, note
from companion.parts.press import primary, quiet
from companion.parts.view import use_view
from companion.text import APP
from companion.window.hooks import use_house, use_look
from companion.window.messages import tell
from storage.errors import StorageError

COPY = "table-companion-rescued.sqlite"


@ft.component
def RescueScreen(problem: str, go_on: Callable[[], None]) -> ft.View:
    """What happened to the file, and the ways to keep what it held; `go_on` returns to the table."""
    look, house, page = use_look(), use_house(), ft.context.page
    store = house.store

    def put_back() -> None:
        try:
            store.put_back()
        except StorageError as error:
            tell(str(error))
        else:
            tell("Everything is back in its place.")
            go_on()

    async def save() -> None:
        try:
            with TemporaryDirectory() as folder:
                copy = Path(folder) / COPY
                store.rescue_to(copy)
                content = copy.read_bytes()
        except (StorageError, OSError) as error:
            tell(str(error))
            return
        if words := await house.device.hand_over(HandedFile(COPY, "application/vnd.sqlite3", content)):
            tell(words)

    def save_copy() -> None:
        page.run_task(save)

    if store.can_put_back():
        put = primary(look, "put_back", "Put it back", put_back)
        buttons = [ft.Row([put]), quiet(look, "save_copy", "Save a copy", save_copy)]
    else:
        buttons = [ft.Row([primary(look, "save_copy", "Save a copy", save_copy)])]
    help_text = "A saved copy opens with Settings, Import, export and backup, Restore, or with --database."
    body = ft.Column([*buttons, note(look, help_text)], spacing=12, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)
    return use_view(
        [
            cloth(look, APP),
            empty(look, ft.Icons.REPORT_OUTLINED, problem),
            ft.Container(body, padding=24, width=480),
        ]
    )
