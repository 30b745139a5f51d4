"""Import and export: everything out as a file, and a file in, after a look at what it would change."""

from collections.abc import Callable, Coroutine, Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import flet as ft

from companion.files.downloads import OutgoingFile
from companion.parts.dock import message
from companion.parts.panel import cloth, note, page
from companion.parts.press import Act, press, quiet
from companion.parts.view import use_view
from companion.screens.exchange.import_file import WIDEST, gone_words, section, wide_primary
from companion.text import counted, on, within
from companion.theme import Look
from companion.window.hooks import use_house, use_look, use_window
from companion.window.messages import go
from storage.bg_stats import exporting
from storage.clock import utc_now
from storage.errors import StorageError
from storage.history.import_log import FileImport
from storage.store import Store
from storage.transfer import csv_export, session_export
from storage.upkeep import backups


@dataclass(frozen=True, slots=True)
class _Way:
    """One way out: its words, what is told below them, and how its file is made."""

    key: str
    words: str
    told: str
    icon: ft.IconData
    ending: str
    mime: str
    make: Callable[[Store], bytes]


def _backup(store: Store) -> bytes:
    with TemporaryDirectory() as folder:
        target = Path(folder) / "backup.sqlite"
        backups.backup(store, target)
        return target.read_bytes()


_WAYS: Final = (
    _Way(
        "backup",
        "A backup of everything",
        "One file to restore here or on another device: sessions, players, settings, remembered cards.",
        ft.Icons.INVENTORY_2_OUTLINED,
        "sqlite",
        "application/vnd.sqlite3",
        _backup,
    ),
    _Way(
        "sessions",
        "All sessions with every entry",
        "To take in on another device beside what is there (JSON Lines).",
        ft.Icons.FORMAT_LIST_NUMBERED_ROUNDED,
        "jsonl",
        "application/x-ndjson",
        lambda store: "".join(f"{line}\n" for line in session_export.export_sessions(store)).encode(),
    ),
    _Way(
        "bgstats",
        "All plays for BG Stats",
        "Players, points, winners, places and round by round sheets; what came from there as it came (JSON).",
        ft.Icons.SWAP_HORIZ_ROUNDED,
        "json",
        "application/json",
        lambda store: exporting.export_plays(store).content,
    ),
    _Way(
        "results",
        "Results as a table",
        "A row for every player and session (CSV).",
        ft.Icons.TABLE_ROWS_OUTLINED,
        "csv",
        "text/csv; charset=utf-8",
        lambda store: b"".join(csv_export.export_results(store)),
    ),
    _Way(
        "lines",
        "Every score line as a table",
        "A row for every round, player and rule (CSV).",
        ft.Icons.GRID_ON_ROUNDED,
        "csv",
        "text/csv; charset=utf-8",
        lambda store: b"".join(csv_export.export_lines(store)),
    ),
)


@ft.component
def ExchangeScreen() -> ft.View:
    """What can come in and what can go out."""
    house, window, look = use_house(), use_window(), use_look()
    busy, work = ft.use_state("")
    told, tell = ft.use_state(("", False))
    opened = ft.context.page

    async def choose() -> None:
        tell(("", False))
        work("in")
        try:
            file = await house.device.pick_file()
        except (StorageError, RuntimeError, TimeoutError) as error:
            tell((str(error), True))
        else:
            if file is not None:
                go(f"/exchange/{file.token}")
        finally:
            work("")

    async def give(way: _Way) -> None:
        tell(("", False))
        work(way.key)
        try:
            content = await house.device.run_in_background(way.make, house.store)
            file = OutgoingFile(f"table-companion-{way.key}-{utc_now():%Y-%m-%d}.{way.ending}", way.mime, content)
            tell((await house.device.deliver_file(file), False))
        except (StorageError, OSError, RuntimeError, TimeoutError) as error:
            tell((f"The file could not be made: {error}", True))
        finally:
            work("")

    def start(act: Callable[..., Coroutine[Any, Any, None]], *given: Any) -> None:
        if not busy:
            opened.run_task(act, *given)

    def take_back(at: datetime) -> None:
        try:
            tell((gone_words(house.store.undo_import(at)), False))
        except StorageError as error:
            tell((str(error), True))

    words, bad = told
    inside = [
        section(
            look,
            "Take a file in",
            note(look, "Sessions of this app, an export of BG Stats, remembered cards, or a backup."),
            note(look, "You see what it would change before anything is changed."),
            wide_primary(look, "exchange.choose", "Choose a file", partial(start, choose), busy=busy == "in"),
        ),
        ft.Container(message(look, words, bad=bad), visible=bool(words)),
        ft.Container(_lately(look, house.store.list_file_imports(), take_back), key="lately"),
        section(look, "Take everything out", *(_out(look, way, partial(start, give, way), busy) for way in _WAYS)),
    ]
    head = cloth(look, "Import and export", under="Your data is yours", back=lambda: go("/settings"))
    return use_view([head, page(inside, min(window.width, WIDEST))])


def _lately(
    look: Look, arrivals: Iterable[tuple[FileImport, int]], take_back: Callable[[datetime], None]
) -> ft.Control | None:
    """The files taken in last, each with a way back."""
    rows = [_arrived(look, arrival, number, partial(take_back, arrival.at)) for arrival, number in arrivals]
    return section(look, "Taken in lately", *rows) if rows else None


def _arrived(look: Look, arrival: FileImport, number: int, act: Act) -> ft.Control:
    words = ft.Column(
        [
            ft.Text(
                arrival.file or "A file", style=look.text(15, bold=True), max_lines=1, overflow=ft.TextOverflow.ELLIPSIS
            ),
            note(look, f"{counted(number, 'session')}, {within(on(arrival.at, utc_now()))}"),
        ],
        spacing=1,
        expand=True,
        tight=True,
    )
    name = f"exchange.back[{arrival.at.isoformat()}]"
    back = quiet(look, name, "Into the bin", act, icon=ft.Icons.UNDO_ROUNDED)
    return ft.Row([words, back], key=name, spacing=10, vertical_alignment=ft.CrossAxisAlignment.CENTER)


def _out(look: Look, way: _Way, act: Act, busy: str) -> ft.Control:
    picture: ft.Control = ft.Icon(way.icon, color=look.accent, size=26)
    if busy == way.key:
        picture = ft.ProgressRing(width=24, height=24, stroke_width=3, color=look.accent)
    words = ft.Column(
        [ft.Text(way.words, style=look.text(16, bold=True)), note(look, way.told)], spacing=1, expand=True, tight=True
    )
    row = ft.Row([picture, words], spacing=14, vertical_alignment=ft.CrossAxisAlignment.CENTER)
    return press(f"exchange.out.{way.key}", row, act, padding=10, border_radius=12)
