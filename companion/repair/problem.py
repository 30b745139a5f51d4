"""Error screens: unreadable file, unknown address."""

from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Final
from zipfile import ZIP_DEFLATED, ZipFile

import flet as ft

from companion.device.device import Device, Unopened
from companion.device.downloads import OutgoingFile
from companion.ui.chips_and_buttons import identified, primary, quiet
from companion.ui.panel import cloth, empty, note, page
from companion.ui.text import APP
from companion.window.hooks import use_look
from companion.window.messages import go
from companion.window.view import use_view
from storage.errors import Damaged, NewerSchema, NotADatabase, StorageError
from storage.upkeep.set_aside import copy_as_it_is, set_aside

SAVED: Final = "table-companion-saved.sqlite"

_AFRESH: Final = (
    "Is it saved? Then you can begin with an empty file. The old one stays beside it, unchanged, under another name."
)

_SET_ASIDE: Final = "Close the app and open it again: it begins without games. The old file is kept."

TEXT_WIDTH: Final = 512
"""Pixels of the text and the buttons in a wide window."""


@ft.component
def ProblemScreen(unopened: Unopened, device: Device) -> ft.View:
    """The data cannot be opened: what is wrong, where, and what to do. Once the file is saved it can be set aside."""
    look, window = use_look(), ft.context.page
    said, say = ft.use_state("")
    is_saved, set_saved = ft.use_state(False)

    async def save() -> None:
        try:
            words = await device.deliver_file(_pack(unopened.path))
        except StorageError as error:
            say(device.describe_problem(replace(unopened, error=error)))
            return
        except (OSError, RuntimeError, TimeoutError) as error:
            say(f"The file could not be saved: {error}")
            return
        say(words)
        set_saved(True)

    def start_afresh() -> None:
        try:
            aside = set_aside(unopened.path)
        except StorageError as error:
            say(device.describe_problem(replace(unopened, error=error)))
        else:
            say(f"{_SET_ASIDE}\n{device.describe_location(aside)}")

    inside = [empty(look, ft.Icons.REPORT_OUTLINED, device.describe_problem(unopened))]
    if _is_ours(unopened, device):
        inside.append(ft.Row([primary(look, "save_file", "Save the file", lambda: window.run_task(save))]))
        if is_saved:
            inside += [note(look, _AFRESH), quiet(look, "start_afresh", "Start afresh", start_afresh)]
    if said:
        inside.append(identified("said", ft.Text(said, style=look.text(15))))
    return use_view([cloth(look, APP), page(inside, TEXT_WIDTH)])


def _is_ours(unopened: Unopened, device: Device) -> bool:
    """Whether the app wrote this file; a file that is no database may belong to another program."""
    match unopened.error:
        case Damaged() | NewerSchema():
            return unopened.path.is_file()
        case NotADatabase():
            return device.has_own_files and unopened.path.is_file()
        case _:
            return False


def _pack(path: Path) -> OutgoingFile:
    """The file, or a zip of it and its journal. Raises StorageError."""
    parts = copy_as_it_is(path)
    if len(parts) == 1:
        return OutgoingFile(SAVED, "application/vnd.sqlite3", parts[path.name])
    archive = BytesIO()
    with ZipFile(archive, "w", ZIP_DEFLATED) as packed:
        for name, content in parts.items():
            packed.writestr(name, content)
    return OutgoingFile(f"{SAVED}.zip", "application/zip", archive.getvalue())


@ft.component
def NotFoundScreen(why: str) -> ft.View:
    """Not found: why, and a button to Home."""
    look = use_look()
    way = ft.Row([primary(look, "home", "Home", lambda: go("/"))])
    return use_view([cloth(look, APP), page([empty(look, ft.Icons.EXPLORE_OFF_OUTLINED, why), way], TEXT_WIDTH)])


@ft.component
def NoSuchPage() -> ft.View:
    """An unknown address."""
    return NotFoundScreen("There is no such page.")


NO_SUCH_PAGE: Final = ft.Route(path=":address*", component=NoSuchPage)
"""The last route: any other address."""
