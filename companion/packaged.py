"""Opens the app inside a built one, on a phone or as a program of its own: no server, no browser, no command line."""

import flet as ft

from companion.app import main_for
from companion.devices.own_window import OwnWindow
from companion.files.paths import ASSETS, database_path
from companion.flet_guard import flet_internals, guard
from storage.store import StorageError, Store


def run() -> None:
    """Open the app with its own data and stay until it is closed."""
    store, problem = open_store(None)
    flet_internals.install()
    ft.run(main_for(store, problem, OwnWindow(has_shell=False)), host="127.0.0.1", assets_dir=str(ASSETS), no_cdn=True)


def open_store(database: str | None) -> tuple[Store | None, str]:
    """The store at the place chosen, or the sentence that says why there is none; its log lies beside it."""
    path = database_path(database)
    guard.keep_log(path.with_suffix(".log"))
    try:
        return Store(path, renew=False), ""  # `main_for` has it done while people play
    except StorageError as error:
        return None, str(error)
