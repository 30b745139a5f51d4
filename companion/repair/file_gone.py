"""Shown when the database was moved, deleted or replaced under the running app: put it back, or save a copy."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import flet as ft

from companion.device.downloads import OutgoingFile
from companion.repair.problem import TEXT_WIDTH
from companion.ui.chips_and_buttons import primary, quiet
from companion.ui.panel import cloth, empty, note, page
from companion.ui.text import APP
from companion.window.hooks import use_house, use_look
from companion.window.messages import tell
from companion.window.view import use_view
from storage.errors import StorageError

COPY = "table-companion-rescued.sqlite"


@ft.component
def RescueScreen(problem: str, go_on: Callable[[], None]) -> ft.View:
    """What happened to the file, and how to keep its data; `go_on` returns to the table."""
    look, house, window = use_look(), use_house(), ft.context.page
    store = house.store

    def put_back() -> None:
        try:
            store.database.put_back()
        except StorageError as error:
            tell(str(error))
        else:
            tell("Everything is back in its place.")
            go_on()

    async def save() -> None:
        try:
            with TemporaryDirectory() as folder:
                copy = Path(folder) / COPY
                store.database.rescue_to(copy)
                content = copy.read_bytes()
        except (StorageError, OSError) as error:
            tell(str(error))
            return
        if words := await house.device.deliver_file(OutgoingFile(COPY, "application/vnd.sqlite3", content)):
            tell(words)

    save_copy = partial(window.run_task, save)
    if store.database.can_put_back():
        put = primary(look, "put_back", "Put the file back", put_back)
        buttons = [ft.Row([put]), quiet(look, "save_copy", "Save a copy", save_copy)]
    else:
        buttons = [ft.Row([primary(look, "save_copy", "Save a copy", save_copy)])]
    help_text = "To open a saved copy: Settings, “Import, export and backup”, choose the copy, then restore it."
    inside = [empty(look, ft.Icons.REPORT_OUTLINED, problem), *buttons, note(look, help_text)]
    return use_view([cloth(look, APP), page(inside, TEXT_WIDTH)])
