"""Open the packaged app, on a phone or as a desktop program: without server, browser or command line."""

import flet as ft

from companion.app import main_for
from companion.device.device import Unopened
from companion.device.native_window import OwnWindow
from companion.device.paths import ASSETS, database_path
from companion.flet_guard import flet_internals, guard
from storage.errors import StorageError
from storage.store import Store


def run() -> None:
    """Open the app with its own database and wait until it is closed."""
    store = open_store(None)
    flet_internals.install()
    ft.run(main_for(store, OwnWindow()), host="127.0.0.1", assets_dir=str(ASSETS), no_cdn=True)


def open_store(database: str | None) -> Store | Unopened:
    """Open the store at this path or the default one, with a log beside it."""
    path = database_path(database)
    guard.keep_log(path.with_suffix(".log"))
    try:
        return Store(path, rebuild=False)  # `main_for` rebuilds it in the background
    except StorageError as error:
        return Unopened(path, error)
