"""Import and export: choose a file to import, undo a recent import, export everything as a file."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import flet as ft

from companion.device.downloads import SENT_AS, OutgoingFile
from companion.exchange.backup_reminder import note_backup
from companion.exchange.import_screen import WIDEST, binned_text, wide_primary
from companion.ui.chips_and_buttons import Act, press, quiet
from companion.ui.dock import message
from companion.ui.panel import cloth, cut_text, note, page, section, stacked
from companion.ui.text import counted, on, within
from companion.ui.theme import Look
from companion.window.hooks import use_house, use_look, use_window
from companion.window.messages import go, go_back, tell
from companion.window.state import House
from companion.window.view import use_view
from storage.bg_stats import exporting
from storage.clock import utc_now
from storage.errors import StorageError
from storage.history.import_log import FileImport
from storage.store import Store
from storage.transfer import results_csv, session_export
from storage.upkeep import backups

BACKUP: Final = "backup"


@dataclass(frozen=True, slots=True)
class _Export:
    """One kind of export: its texts, and how its file is made."""

    key: str
    title: str
    note: str
    icon: ft.IconData
    extension: str
    mime: str
    make: Callable[[Store, list[str]], bytes]  # with a list for a sentence about each session that is left out
    is_sent: bool = False  # through the share sheet


def _backup(store: Store, _: list[str]) -> bytes:
    with TemporaryDirectory() as folder:
        target = Path(folder) / "backup.sqlite"
        backups.backup(store, target)
        return target.read_bytes()


def _sessions(store: Store, left_out: list[str]) -> bytes:
    return "".join(f"{line}\n" for line in session_export.export_sessions(store, left_out)).encode()


_SEND: Final = _Export(
    "send",
    "Send to another device",
    "All games with everything entered. The other device imports the file and adds the games it does not have.",
    ft.Icons.IOS_SHARE_ROUNDED,
    *SENT_AS,
    _sessions,
    is_sent=True,
)

_EXPORTS: Final = (
    _Export(
        BACKUP,
        "A backup of everything",
        "One file to restore here or on another device: games, players, settings, remembered cards.",
        ft.Icons.INVENTORY_2_OUTLINED,
        "sqlite",
        "application/vnd.sqlite3",
        _backup,
    ),
    _Export(
        "sessions",
        "All games with everything entered",
        "To add to the games on another device (JSON Lines).",
        ft.Icons.FORMAT_LIST_NUMBERED_ROUNDED,
        "jsonl",
        "application/x-ndjson",
        _sessions,
    ),
    _Export(
        "bgstats",
        "All games for BG Stats",
        "Players, points, winners, places and score sheets; games imported from there stay as they were. Open games and"
        " those that do not count are left out (JSON).",
        ft.Icons.SWAP_HORIZ_ROUNDED,
        "json",
        "application/json",
        lambda store, _: exporting.export_plays(store).content,
    ),
    _Export(
        "results",
        "Results as a table",
        "A row for every player and game (CSV).",
        ft.Icons.TABLE_ROWS_OUTLINED,
        "csv",
        "text/csv; charset=utf-8",
        lambda store, _: b"".join(results_csv.export_results(store)),
    ),
    _Export(
        "lines",
        "Every score line as a table",
        "A row for every round, player and rule (CSV).",
        ft.Icons.GRID_ON_ROUNDED,
        "csv",
        "text/csv; charset=utf-8",
        lambda store, left_out: b"".join(results_csv.export_lines(store, left_out=left_out)),
    ),
)


@dataclass(frozen=True, slots=True)
class _Status:
    """`busy` is "import", the key of an export, or empty; `message` is about the last action."""

    busy: str = ""
    message: str = ""
    is_error: bool = False


@ft.component
def ExchangeScreen() -> ft.View:
    """Import a file, undo a recent import, export everything."""
    house, window, look = use_house(), use_window(), use_look()
    status, set_status = ft.use_state(_Status())
    opened = ft.context.page

    async def work(busy: str, act: Callable[[], Coroutine[Any, Any, None]], failed: str) -> None:
        after = _Status()
        set_status(_Status(busy))
        try:
            await act()
        except (StorageError, OSError, RuntimeError, TimeoutError) as error:
            after = _Status(message=f"{failed}{error}", is_error=True)
        finally:
            set_status(after)

    def start(busy: str, act: Callable[[], Coroutine[Any, Any, None]], failed: str = "") -> None:
        if not status.busy:
            opened.run_task(work, busy, act, failed)

    def start_export(export: _Export) -> None:
        start(export.key, partial(_export, house, export), "The file could not be created: ")

    def undo(at: datetime) -> None:
        try:
            set_status(_Status(message=binned_text(house.store.imports.undo(at))))
        except StorageError as error:
            set_status(_Status(message=str(error), is_error=True))

    exports = (_SEND, *_EXPORTS) if house.device.has_share_sheet else _EXPORTS
    choose = partial(start, "import", partial(_choose_file, house))
    latest = house.store.imports.list_latest()
    recent = [_import_row(look, file, number, partial(undo, file.at)) for file, number in latest]
    inside = [
        section(
            look,
            "Import a file",
            note(look, "Games of this app, of BG Stats or BoardGameGeek (XML), remembered cards, or a backup."),
            note(look, "You see a preview before anything changes."),
            wide_primary(look, "exchange.choose", "Choose a file", choose, busy=status.busy == "import"),
        ),
        ft.Container(message(look, status.message, bad=status.is_error), visible=bool(status.message)),
        ft.Container(section(look, "Recent imports", *recent) if recent else None, key="recent"),
        section(
            look,
            "Export everything",
            *(_export_row(look, export, partial(start_export, export), status.busy) for export in exports),
        ),
    ]
    head = cloth(look, "Import and export", under="Your data is yours", back=partial(go_back, "/settings"))
    return use_view([head, page(inside, min(window.width, WIDEST))])


async def _choose_file(house: House) -> None:
    file = await house.device.pick_file()
    if file is not None:
        go(f"/exchange/{file.token}")


async def _export(house: House, export: _Export) -> None:
    left_out: list[str] = []
    content = await house.device.run_in_background(export.make, house.store, left_out)
    name = f"table-companion-{export.key}-{utc_now():%Y-%m-%d}.{export.extension}"
    give = house.device.send_file if export.is_sent else house.device.deliver_file
    words = [await give(OutgoingFile(name, export.mime, content)), *(f"Left out: {text}" for text in left_out)]
    tell(" ".join(filter(None, words)))  # a line on the page would move the list
    if export.key == BACKUP:
        note_backup(house)


def _import_row(look: Look, file: FileImport, number: int, undo: Act) -> ft.Control:
    title = cut_text(file.file or "A file", look.text(15, bold=True))
    under = note(look, f"{counted(number, 'game')}, {within(on(file.at, utc_now()))}")
    name = f"exchange.back[{file.at.isoformat()}]"
    button = quiet(look, name, "Move to the bin", undo, icon=ft.Icons.UNDO_ROUNDED)
    words = stacked([title, under], 1)
    return ft.Row([words, button], key=name, spacing=10)


def _export_row(look: Look, export: _Export, act: Act, busy: str) -> ft.Control:
    picture: ft.Control = ft.Icon(export.icon, color=look.accent, size=26)
    if busy == export.key:
        picture = ft.ProgressRing(width=24, height=24, stroke_width=3, color=look.accent)
    title = ft.Text(export.title, style=look.text(16, bold=True))
    words = stacked([title, note(look, export.note)], 1)
    row = ft.Row([picture, words], spacing=14)
    return press(f"exchange.out.{export.key}", row, act, padding=10, border_radius=12)
