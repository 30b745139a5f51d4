"""The app in a window: routes, theme, and what keeps several windows in step."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final
from urllib.parse import unquote

import flet as ft

from companion.device import Device
from companion.devices.served_page import ServedPage
from companion.flet_guard.guard import Connection, watch_connection
from companion.history.background_rebuild import Renewing
from companion.history.history_state import HistoryState
from companion.lazy_modules import load
from companion.screens.exchange.exchange import ExchangeScreen
from companion.screens.exchange.import_file import ImportScreen
from companion.screens.help.problem import NotFoundScreen, ProblemScreen
from companion.screens.help.rescue import RescueScreen
from companion.screens.help.rules import RulesScreen, RulesShelfScreen, TableRulesScreen
from companion.screens.history.bin import BinScreen
from companion.screens.history.games import GameScreen, GamesScreen
from companion.screens.history.history import HistoryScreen
from companion.screens.history.imported import ImportedScreen
from companion.screens.history.session import SessionScreen
from companion.screens.home import HomeScreen
from companion.screens.player.player import PlayerScreen
from companion.screens.player.players import PlayersScreen
from companion.screens.settings import SettingsScreen
from companion.screens.setup.setup import NewGameScreen, SetupScreen
from companion.screens.table.log import LogScreen
from companion.screens.table.result import ResultScreen
from companion.screens.table.sheet import SheetScreen
from companion.screens.table.table import TableScreen
from companion.session.desk import Desks
from companion.text import APP
from companion.theme import FONTS, Look, theme
from companion.window.hooks import rounded, use_house
from companion.window.state import House, HouseContext, LineContext, Window, WindowContext
from scoring.games import UnknownGame, find_game
from storage.errors import FileGone, StorageError
from storage.store import Store


def where_known(screen: Callable[[], Any], imported: Callable[[], Any] | None = None) -> Callable[[], Any]:
    """The screen of a session, player or game, or for one that cannot be had the screen that says why.

    `imported` is the one for a session that came from another app and has no journal.
    """

    @ft.component
    def Known() -> Any:
        house, asked = use_house(), {key: unquote(value) for key, value in ft.use_route_params().items()}
        try:
            if imported is not None and house.store.imported(asked["session"]):
                return imported()
            if "session" in asked:
                house.desks.desk(asked["session"])
            if "player" in asked:
                house.store.canonical_player(asked["player"])
            if "game" in asked:
                find_game(asked["game"], house.store.games)
        except (StorageError, UnknownGame) as error:
            return NotFoundScreen(str(error))
        return screen()

    return Known


def _share_screen() -> Any:
    """What draws pictures and codes is loaded when it is opened, or once the page is served."""
    return load("companion.screens.history.share").ShareScreen()


ROUTES: Final = [
    ft.Route(index=True, component=HomeScreen),
    ft.Route(path="history", component=HistoryScreen),
    ft.Route(path="bin", component=BinScreen),
    ft.Route(path="session/:session", component=where_known(SessionScreen, ImportedScreen)),
    ft.Route(path="session/:session/log", component=where_known(LogScreen)),
    ft.Route(path="session/:session/setup", component=where_known(SetupScreen)),
    ft.Route(path="players", component=PlayersScreen),
    ft.Route(path="player/:player", component=where_known(PlayerScreen)),
    ft.Route(path="games", component=GamesScreen),
    ft.Route(path="games/:game", component=GameScreen),
    ft.Route(path="rules", component=RulesShelfScreen),
    ft.Route(path="rules/:game", component=where_known(RulesScreen)),
    ft.Route(path="settings", component=SettingsScreen),
    ft.Route(path="exchange", component=ExchangeScreen),
    ft.Route(path="exchange/:token", component=ImportScreen),
    ft.Route(path="new/:game", component=where_known(NewGameScreen)),
    ft.Route(path="table/:session", component=where_known(TableScreen)),
    ft.Route(path="table/:session/sheet", component=where_known(SheetScreen)),
    ft.Route(path="table/:session/log", component=where_known(LogScreen)),
    ft.Route(path="table/:session/setup", component=where_known(SetupScreen)),
    ft.Route(path="table/:session/rules", component=where_known(TableRulesScreen)),
    ft.Route(path="result/:session", component=where_known(ResultScreen)),
    ft.Route(path="result/:session/share", component=where_known(_share_screen)),
    ft.Route(path="session/:session/share", component=where_known(_share_screen)),
]

_SERVED_PAGE: Final = ServedPage()

_LOOK_EVERY: Final = 0.8
"""Seconds between two looks at the file for what other processes wrote."""

_SETTINGS: Final = ("theme", "scale", "letters", "awake")


@ft.component
def App(house: House, window: Window, line: Connection) -> Any:
    """Everything a window shows, below its contexts."""
    page = ft.context.page
    gone, set_gone = ft.use_state("")

    async def look_around() -> None:
        known = ""  # what was set last: setting it again would draw the whole window anew
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            try:
                house.desks.look()
                if known:
                    known = ""
                    set_gone(known)
            except FileGone as error:
                if not known:
                    known = str(error)
                    set_gone(known)
            except StorageError:
                continue  # looked at again the next time

    def dress() -> None:
        page.theme = theme(Look(False, window.scale))
        page.dark_theme = theme(Look(True, window.scale))
        page.theme_mode = ft.ThemeMode(window.theme)
        window.dark = is_dark(page, window.theme)

    ft.use_effect(look_around, [], cleanup=lambda: None)
    ft.use_effect(dress, [window.theme, window.scale])

    def routes() -> Any:
        if gone:
            return [RescueScreen(gone, lambda: set_gone(""))]
        return ft.Router(ROUTES, not_found=NotFoundScreen, manage_views=True)

    return HouseContext(house, lambda: WindowContext(window, lambda: LineContext(line, routes)))


@ft.component
def Broken(problem: str, window: Window, line: Connection) -> Any:
    """The app without its data."""
    return WindowContext(window, lambda: LineContext(line, lambda: [ProblemScreen(problem)]))


def is_dark(page: ft.Page, chosen: str) -> bool:
    """Whether this window is drawn dark: as chosen, else as the device says."""
    if chosen == "system":
        return page.platform_brightness is ft.Brightness.DARK
    return chosen == "dark"


def main_for(store: Store | None, problem: str = "", device: Device = _SERVED_PAGE) -> Callable[[ft.Page], None]:
    """What Flet calls for every new window of the app."""
    house = House(store, Desks(store), Renewing(store), device) if store is not None else None
    if house is not None:
        house.renewing.start(in_thread=device.has_threads)
    if store is not None:
        with suppress(StorageError):  # the bin is emptied another time
            store.purge_old()

    def main(page: ft.Page) -> None:
        page.title = APP
        if device.needs_fonts:
            page.fonts = FONTS
        window = Window(width=rounded(page.width))
        if house is not None:
            window.past = HistoryState(house.store)
            kept = house.store.settings()
            for key in _SETTINGS:
                setattr(window, key, kept.get(key, getattr(window, key)))
        window.dark = is_dark(page, window.theme)

        def fit(_: Any = None) -> None:
            window.width = rounded(page.width)

        def back() -> None:
            if house is not None:
                house.desks.look()
            window.revision += 1

        def brightness() -> None:
            window.dark = is_dark(page, window.theme)

        page.on_resize = fit
        line = watch_connection(page, back, brightness)
        if house is None:
            page.render_views(Broken, problem, window, line)
            return
        here = house.store.setting("here", "/")
        page.render_views(App, house, window, line)
        if page.route in ("/", "") and here != "/":
            page.navigate(here)

    return main
