"""Open the app in a window or in the browser, or print its address."""

import asyncio
import gc
import importlib
import os
import sys
import threading
import webbrowser
from collections.abc import Callable, Coroutine
from enum import StrEnum
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import flet as ft
from flet.utils import is_linux, is_linux_server
from flet.version import flet_version

from companion.app import main_for, preload_modules
from companion.browser_window import NoWindow, find_browser, show_window
from companion.cli.command_line import AppOptions
from companion.cli.console import FAILED, OK
from companion.device.device import Unopened
from companion.device.native_window import OwnWindow
from companion.device.paths import ASSETS, window_profile
from companion.device.served_page import ServedPage
from companion.flet_guard import flet_internals
from companion.lazy_modules import collect_rarely
from companion.open_session.desks import Desks
from companion.packaged import open_store
from companion.phones.door.certificate import BadCertificate, Certificate, read_certificate
from companion.phones.door.phone_server import PhoneServer, open_door
from companion.server import serving
from companion.server.page_socket import Main
from storage.errors import CannotOpen
from storage.store import Store

_on_linux: Callable[[], bool] = is_linux
_without_display: Callable[[], bool] = is_linux_server

Opening = Callable[[], Coroutine[Any, Any, None]]
"""Opens the door for phones in the server's event loop."""


class View(StrEnum):
    WINDOW = "window"  # Flet's desktop client
    BROWSER_WINDOW = "browser_window"  # a browser without an address bar
    FETCHED_WINDOW = "fetched_window"  # Flet's desktop client, downloaded first
    PAGE = "page"  # a page in the browser


def open_app(options: AppOptions) -> int:
    """Open the app, wait until it is closed, and return the exit code.

    By default it opens in a window if there is a display and Flet's client is installed, else in the browser; without a
    display it only prints the address. `web` forces the browser. `window` forces a window: of Flet's client, else of an
    installed browser; the client is downloaded only if there is neither. `phones` is the address at which phones are
    invited to the session played last, "" for the likeliest one; it forces the browser, as do `certificate` and `key`,
    the files with which phones are served by https. If the database cannot be opened, the reason is printed, and shown
    in the app if there is a display.
    """
    try:
        pair = read_certificate(options.certificate, options.key)
        opened = open_store(options.database)
    except (BadCertificate, CannotOpen) as error:  # CannotOpen: this is no path
        print(error, file=sys.stderr)
        return FAILED
    flet_internals.install()
    if isinstance(opened, Unopened):
        print(opened.error, file=sys.stderr)
        if not has_display():
            return FAILED
    try:
        code = _run(opened, options, pair)
    finally:
        if isinstance(opened, Store):
            opened.close()
    return code if isinstance(opened, Store) else FAILED


def _run(opened: Store | Unopened, options: AppOptions, pair: Certificate | None) -> int:
    """Show the app until it is closed; returns the exit code."""
    phones, browser = options.phones, find_browser() if options.window else None
    view = choose_view(
        web=options.web or phones is not None or pair is not None,
        window=options.window,
        port=options.port,
        display=has_display(),
        client=has_client(),
        browser=browser is not None,
    )
    desks = Desks(opened) if isinstance(opened, Store) else None
    is_served = view in (View.PAGE, View.BROWSER_WINDOW)
    door = PhoneServer(desks, phones or "", pair) if is_served and desks is not None else None
    device = OwnWindow() if view in (View.WINDOW, View.FETCHED_WINDOW) else ServedPage()
    main = main_for(opened, device, door, desks)
    opening = partial(open_door, door, is_asked=phones is not None) if door is not None else None
    gc.freeze()  # the collector need not search what was made at start-up, which would delay taps
    collect_rarely()
    return _show(view, main, options, browser, opening)


def choose_view(*, web: bool, window: bool, port: int | None, display: bool, client: bool, browser: bool) -> View:
    """Choose how to show the app by the options and by what this machine has; a port implies the page.

    `client`: Flet's desktop client is installed. `browser`: a browser that can open a page as a window is installed.
    """
    if web or not display:
        return View.PAGE
    if window and not client:
        return View.BROWSER_WINDOW if browser else View.FETCHED_WINDOW
    if window:
        return View.WINDOW
    return View.WINDOW if client and port is None else View.PAGE


def has_display() -> bool:
    """Whether this machine has a screen of its own."""
    return not _without_display() or bool(os.environ.get("WAYLAND_DISPLAY"))


def has_client() -> bool:
    """Whether Flet's desktop client is installed, so that a window opens without a download."""
    if not _has_window_package():
        return False
    viewer = os.environ.get("FLET_VIEW_PATH")
    return _client_folder().is_dir() or bool(viewer and Path(viewer).is_dir())


def _show(view: View, main: Main, options: AppOptions, browser: str | None, opening: Opening | None) -> int:
    match view:
        case View.WINDOW:
            return _open_window(main)
        case View.BROWSER_WINDOW:
            return _open_page(main, options.port, opening, browser)
        case View.FETCHED_WINDOW:
            return _fetch_client() or _open_window(main)
        case View.PAGE:
            if options.window:
                print("There is no display here, so no window can open. The page is served instead.")
            return _open_page(main, options.port, opening)


def _open_window(main: Main) -> int:
    ft.run(main, host=serving.HOST, view=ft.AppView.FLET_APP, assets_dir=str(ASSETS), no_cdn=True)
    return OK


def _open_page(main: Main, port: int | None, opening: Opening | None = None, browser: str | None = None) -> int:
    """Serve the page and open it: in a window of `browser`, which ends the server when closed, or in the browser.

    `opening` opens the door for phones once the page can be opened.
    """
    tasks: set[asyncio.Task[None]] = set()
    try:
        bound = serving.listen(port)
    except (OSError, OverflowError):
        print(f"Port {port} cannot be used here. Without --port, the app finds a free one.", file=sys.stderr)
        return FAILED
    url = serving.address(bound)
    profile = window_profile(bound.getsockname()[1])

    def announce(stop: serving.Stop) -> None:
        threading.Thread(target=lambda: list(preload_modules()), daemon=True).start()
        print(f"Table Companion is open at {url}\nPress Ctrl+C to close it.", flush=True)
        if opening is not None:
            tasks.add(asyncio.get_running_loop().create_task(opening()))
        if browser is not None:
            threading.Thread(target=_show_in_window, args=[browser, url, profile, stop], daemon=True).start()
        elif has_display():
            threading.Thread(target=webbrowser.open, args=[url], daemon=True).start()

    serving.serve(main, bound, announce)
    return OK


def _show_in_window(browser: str, url: str, profile: Path, stop: serving.Stop) -> None:
    try:
        show_window(browser, url, profile)
    except NoWindow as error:
        print(f"No window could be opened: {error} The page is open in the browser instead.", file=sys.stderr)
        webbrowser.open(url)
    else:
        stop()


def _fetch_client() -> int:
    """Download Flet's desktop client, with a progress bar."""
    if not _has_window_package():
        print(f"A window needs one more package: pip install flet-desktop=={flet_version}", file=sys.stderr)
        return FAILED
    desktop: Any = importlib.import_module("flet_desktop")
    try:
        desktop.ensure_client_cached()
    except Exception as error:  # whatever went wrong, the browser still works
        print(f"The window could not be downloaded ({error}). Use `companion --web`.", file=sys.stderr)
        return FAILED
    return OK


def _has_window_package() -> bool:
    if find_spec("flet_desktop") is None:
        return False
    version: str = importlib.import_module("flet_desktop.version").version
    return version == flet_version  # with any other version, Flet would install the right one without asking


def _client_folder() -> Path:
    flavour = os.environ.get("FLET_DESKTOP_FLAVOR") or ("light" if _on_linux() else "full")
    return Path.home() / ".flet" / "client" / f"flet-desktop-{flavour}-{flet_version}"
