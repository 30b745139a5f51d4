"""The app in a window: routes, theme, settings, and updates from other windows."""

import asyncio
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import Any, Final
from urllib.parse import unquote

import flet as ft

from companion.device.device import Device, Unopened
from companion.device.served_page import ServedPage
from companion.flet_guard.guard import Connection, special_cards
from companion.history.bin_actions import bin_strip
from companion.history.sample import leave_sample, sample_strip
from companion.home.home import HomeScreen
from companion.lazy_modules import load
from companion.open_session.desk_hooks import TablesContext
from companion.open_session.desks import Desks
from companion.phones.host_table import HostTableScreen
from companion.phones.phone_access import PhoneAccess, PhonesContext
from companion.phones.phone_requests import under_requests
from companion.repair.background_rebuild import BackgroundRebuild
from companion.repair.failed_game import FailedGame
from companion.repair.problem import NO_SUCH_PAGE, NotFoundScreen, ProblemScreen
from companion.ui.fonts import FONTS
from companion.window.hooks import use_changes, use_house, use_store_changes, use_window
from companion.window.messages import tell
from companion.window.open_window import open_window, use_theme
from companion.window.routes import parse_day, parse_year
from companion.window.state import STORED, House, HouseContext, LineContext, Memory, Window, WindowContext
from companion.window.view import Frame, FrameContext
from scoring.contract.errors import GameFailed
from scoring.games import GAMES, KEYS, UnknownGame, find_game
from storage.errors import FileGone, NeedsGame, StorageError
from storage.store import Store


def if_found(screen: Callable[[], Any], imported: Callable[[], Any] | None = None) -> Callable[[], Any]:
    """The screen of the session, player, game, day or year in the route, or a screen that says why it cannot be shown.

    `imported` is the screen of a session that was imported from another app and has no journal.
    """

    @ft.component
    def Found() -> Any:
        house, params = use_house(), {key: unquote(value) for key, value in ft.use_route_params().items()}
        use_changes(house.shared[Desks].watch, params.get("session", ""))
        try:
            if imported is not None and house.store.sessions.is_imported(params["session"]):
                return imported()
            if "session" in params:
                house.store.sessions.load_head(params["session"])  # a desk outlives a deleted session for a moment
                house.shared[Desks].desk(params["session"])
            if "player" in params:
                house.store.players.get_canonical(params["player"])
            if "game" in params:
                find_game(params["game"], house.store.games)
            if "day" in params:
                parse_day(params["day"])
            if "year" in params:
                parse_year(params["year"])
        except NeedsGame as error:
            return load("companion.history.unplayable").UnplayableScreen(params["session"], str(error))
        except (StorageError, UnknownGame, ValueError) as error:
            return NotFoundScreen(str(error))
        return screen()

    return Found


def fresh(screen: Callable[[], Any]) -> Callable[[], Any]:
    """A screen that is drawn again after another window or process wrote to the file."""

    @ft.component
    def Fresh() -> Any:
        use_store_changes()
        return screen()

    return Fresh


def closing_sample(screen: Callable[[], Any]) -> Callable[[], Any]:
    """A screen that stores something: it leaves the sample first."""

    @ft.component
    def Own() -> Any:
        house, window = use_house(), use_window()

        def leave() -> None:
            if house.is_sample:
                leave_sample(window)
                tell("The sample is closed; from here on it is your own.")

        ft.use_effect(leave, [house.is_sample])
        return NotFoundScreen("The sample is being closed.") if house.is_sample else screen()

    return Own


def outside_sample(screen: Callable[[], Any]) -> Callable[[], Any]:
    """A screen about the app itself: it uses the user's own data, and the sample stays open."""

    @ft.component
    def Own() -> Any:
        house, sample = use_house(), use_window().sample
        return HouseContext(sample.own if sample else house, screen)

    return Own


_modules_later: Final[list[str]] = []
"""Modules that start-up does not need: imported when a window needs them, or after start-up."""


def preload_modules() -> Iterator[None]:
    """Import the modules that start-up did not need, one per step, so that nobody waits for them later."""
    for module in (*(f"scoring.games.{key}" for key in KEYS), *_modules_later):
        load(module)
        yield
    tuple(GAMES)


def _lazy(place: str) -> Callable[[], Any]:
    """A screen whose module is imported when it is first drawn: "table.log.LogScreen"."""
    module, _, screen = f"companion.{place}".rpartition(".")
    _modules_later.append(module)
    return lambda: getattr(load(module), screen)()


ROUTES: Final = [
    ft.Route(index=True, component=fresh(HomeScreen)),
    ft.Route(path="history", component=fresh(_lazy("history.history.HistoryScreen"))),
    ft.Route(path="bin", component=fresh(_lazy("history.bin_screen.BinScreen"))),
    ft.Route(
        path="session/:session",
        component=fresh(if_found(_lazy("history.session.SessionScreen"), _lazy("history.imported.ImportedScreen"))),
    ),
    ft.Route(path="session/:session/log", component=if_found(_lazy("table.log.LogScreen"))),
    ft.Route(path="session/:session/log/:entry", component=if_found(_lazy("table.log.LogScreen"))),
    ft.Route(path="session/:session/log/:entry/:seat", component=if_found(_lazy("table.log.LogScreen"))),
    ft.Route(path="session/:session/setup", component=if_found(_lazy("setup.setup.SetupScreen"))),
    ft.Route(path="players", component=fresh(_lazy("players.players.PlayersScreen"))),
    ft.Route(path="player/:player", component=fresh(if_found(_lazy("players.player.PlayerScreen")))),
    ft.Route(path="games", component=fresh(_lazy("statistics.games.GamesScreen"))),
    ft.Route(path="games/:game", component=fresh(_lazy("statistics.games.GameScreen"))),
    ft.Route(path="evening/:day", component=fresh(if_found(_lazy("statistics.evening.EveningScreen")))),
    ft.Route(
        path="evening/:day/share",
        component=fresh(if_found(_lazy("statistics.share_retrospect.ShareEveningScreen"))),
    ),
    ft.Route(path="year/:year", component=fresh(if_found(_lazy("statistics.year.YearScreen")))),
    ft.Route(
        path="year/:year/share",
        component=fresh(if_found(_lazy("statistics.share_retrospect.ShareYearScreen"))),
    ),
    ft.Route(path="rules", component=_lazy("rules.rules.RulesShelfScreen")),
    ft.Route(path="rules/:game", component=if_found(_lazy("rules.rules.RulesScreen"))),
    ft.Route(path="settings", component=outside_sample(_lazy("home.settings.SettingsScreen"))),
    ft.Route(path="exchange", component=fresh(closing_sample(_lazy("exchange.exchange_screen.ExchangeScreen")))),
    ft.Route(path="exchange/:token", component=closing_sample(_lazy("exchange.import_screen.ImportScreen"))),
    ft.Route(path="new/:game", component=closing_sample(if_found(_lazy("setup.setup.NewGameScreen")))),
    ft.Route(path="rematch/:session", component=closing_sample(if_found(_lazy("setup.setup.RematchScreen")))),
    ft.Route(path="table/:session", component=if_found(HostTableScreen)),
    ft.Route(path="table/:session/sheet", component=if_found(_lazy("scores.score_sheet.SheetScreen"))),
    ft.Route(path="table/:session/log", component=if_found(_lazy("table.log.LogScreen"))),
    ft.Route(path="table/:session/log/:entry", component=if_found(_lazy("table.log.LogScreen"))),
    ft.Route(path="table/:session/log/:entry/:seat", component=if_found(_lazy("table.log.LogScreen"))),
    ft.Route(path="table/:session/setup", component=if_found(_lazy("setup.setup.SetupScreen"))),
    ft.Route(path="table/:session/rules", component=if_found(_lazy("rules.rules.TableRulesScreen"))),
    ft.Route(path="table/:session/phones", component=if_found(_lazy("phones.invite_screen.InviteScreen"))),
    ft.Route(path="result/:session", component=if_found(_lazy("scores.result.ResultScreen"))),
    ft.Route(path="result/:session/share", component=if_found(_lazy("sharing.share.ShareScreen"))),
    ft.Route(path="session/:session/share", component=if_found(_lazy("sharing.share.ShareScreen"))),
    NO_SUCH_PAGE,
]

_FRAME: Final = Frame(under_requests, (sample_strip, bin_strip))
"""The strips and requests on every screen."""

_SERVED_PAGE: Final = ServedPage()

_POLL_SECONDS: Final = 0.8
"""The interval of checks whether another process has written to the file."""


@ft.component
def App(house: House, phones: PhoneAccess | None, window: Window, line: Connection) -> Any:
    """All screens of a window, inside its contexts."""
    page = ft.context.page
    file_gone, set_file_gone = ft.use_state("")

    async def poll() -> None:
        current = ""  # the last state: setting it again would redraw the whole window
        while True:
            await asyncio.sleep(_POLL_SECONDS)
            try:
                house.shared[Desks].look()
                if window.visibility.is_visible:
                    (window.sample.house if window.sample else house).shared[Desks].beat()
                if current:
                    current = ""
                    set_file_gone(current)
            except FileGone as error:
                if not current:
                    current = str(error)
                    set_file_gone(current)
            except StorageError:
                continue  # try again next time

    def listen() -> None:
        page.on_keyboard_event = window.keys.press

    ft.use_effect(poll, [], cleanup=lambda: None)
    ft.use_effect(listen, [])
    use_theme(window)

    def routes() -> Any:
        if file_gone:
            return [load("companion.repair.file_gone").RescueScreen(file_gone, lambda: set_file_gone(""))]
        return ft.Router(ROUTES, manage_views=True)

    sample = window.sample
    shown = sample.house if sample else house
    contexts = (
        (PhonesContext, None if sample else phones),
        (TablesContext, shown.shared[Desks]),
        (HouseContext, shown),
        (FrameContext, _FRAME),
        (WindowContext, window),
        (LineContext, line),
    )
    return _provide(contexts, routes)


def _provide(contexts: Sequence[tuple[Any, Any]], draw: Callable[[], Any]) -> Any:
    (context, value), *others = contexts
    return context(value, (lambda: _provide(others, draw)) if others else draw)


@ft.component
def Broken(unopened: Unopened, device: Device, window: Window, line: Connection) -> Any:
    """The window of an app whose database cannot be opened."""
    use_theme(window)
    return WindowContext(window, lambda: LineContext(line, lambda: [ProblemScreen(unopened, device)]))


def main_for(
    opened: Store | Unopened,
    device: Device = _SERVED_PAGE,
    phones: PhoneAccess | None = None,
    desks: Desks | None = None,
) -> Callable[[ft.Page], None]:
    """The function that Flet calls with the page of every new window; `desks` are shared with the phones."""
    special_cards[GameFailed] = FailedGame
    house = None if isinstance(opened, Unopened) else _create_house(opened, device, desks)

    def main(page: ft.Page) -> None:
        if device.needs_fonts:
            page.fonts = FONTS
        if isinstance(opened, Unopened) or house is None:
            page.render_views(Broken, opened, device, *open_window(page))
            return
        settings = house.store.settings.load_all()
        stored = {key: settings[key] for key in STORED if key in settings}
        memory, is_inviting = Memory(house.store), phones is not None
        window, line = open_window(page, house.shared[Desks].look, memory=memory, can_invite=is_inviting, **stored)
        last_route = house.store.settings.get("here", "/")
        if page.route in ("/", "") and last_route != "/":
            page.route = last_route  # drawn at once; the address follows
            page.navigate(last_route)
        page.render_views(App, house, phones, window, line)

    return main


def _create_house(store: Store, device: Device, desks: Desks | None) -> House:
    """The state that all windows share. Purges the bin, and recomputes outdated results."""
    house = House(store, device, Memory(store, *([desks] if desks else [])))
    house.shared[BackgroundRebuild].start(in_thread=device.has_threads)
    with suppress(StorageError):  # the next start tries again
        store.bin.purge_old()
    return house
