"""What a phone at the table shows: one table, through a short list of screens of its own. It never sees the house."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final
from urllib.parse import unquote

import flet as ft

from companion.flet_guard.guard import Connection
from companion.open_session.desk import Desk
from companion.open_session.desk_hooks import TablesContext
from companion.phones.board.board import BoardScreen
from companion.phones.invitation import Invitation, Phone, Use
from companion.phones.join import JoinScreen
from companion.phones.phone_context import Guest, GuestContext, use_guest
from companion.phones.phone_table import PhoneTable
from companion.repair.problem import NO_SUCH_PAGE
from companion.rules.rules import TableRulesScreen
from companion.scores.result import ResultScreen
from companion.scores.score_sheet import SheetScreen
from companion.table.log import LogScreen
from companion.table.table import TableScreen
from companion.ui.panel import cloth, empty
from companion.window.hooks import below_title, use_changes, use_look
from companion.window.messages import go, tell
from companion.window.open_window import open_window, use_theme
from companion.window.state import LineContext, Window, WindowContext
from companion.window.view import use_view
from companion.window.watchers import use_subscription
from storage.errors import StorageError


@ft.component
def Entrance() -> ft.View:
    """Leads a phone to the table it was let in at, from its first address or from another table's."""
    guest = use_guest()
    ft.use_effect(lambda: go(f"/table/{guest.table.session_id}"), [])
    return ft.View(route="/")


def at_own_table(screen: Callable[[], Any]) -> Callable[[], Any]:
    """The screen of the table this phone was let in at; no other session is there for it."""

    @ft.component
    def Own() -> Any:
        guest = use_guest()
        is_own = unquote(ft.use_route_params()["session"]) == guest.table.session_id
        return screen() if is_own else Entrance()

    return Own


@ft.component
def BinnedScreen(title: str) -> ft.View:
    """The table of a session in the bin: it goes on once the host restores it."""
    look, words = use_look(), "The host moved this game to the bin. If it is restored, it goes on here."
    return use_view([cloth(look, title), empty(look, ft.Icons.DELETE_OUTLINE_ROUNDED, words)])


_BEAT_SECONDS: Final = 5  # interval in which a phone that was let in and is in view keeps the turn clock running

ROUTES: Final = [
    ft.Route(index=True, component=Entrance),
    ft.Route(path="table/:session", component=at_own_table(TableScreen)),
    ft.Route(path="table/:session/sheet", component=at_own_table(SheetScreen)),
    ft.Route(path="table/:session/log", component=at_own_table(LogScreen)),
    ft.Route(path="table/:session/rules", component=at_own_table(TableRulesScreen)),
    ft.Route(path="result/:session", component=at_own_table(ResultScreen)),
    NO_SUCH_PAGE,
]

BOARD_ROUTES: Final = [
    ft.Route(index=True, component=BoardScreen),
    ft.Route(path="table/:session", component=at_own_table(BoardScreen)),
    NO_SUCH_PAGE,
]


@ft.component
def GuestApp(invitation: Invitation, phone: Phone, window: Window, line: Connection) -> Any:
    """Everything a phone shows, below its contexts."""
    place = phone.place
    use_changes(invitation.watch, phone.fingerprint)
    table = invitation.desk
    desk = ft.use_memo(
        lambda: PhoneTable(table, invitation, place.seat if place else None, phone.fingerprint),
        [place, table.session_id],
    )
    desk.give_away = lambda: invitation.ask_again(phone)
    use_subscription(lambda: desk.close, [place, table.session_id])
    first: Any = ft.use_ref(table.session_id)

    def come_along() -> None:
        """The host went to another table: so does this phone, and says whether its player is there."""
        if table.session_id != first.current:
            first.current = table.session_id
            tell(_describe_move(table, phone), above=below_title(window))

    ft.use_effect(come_along, [table.session_id])

    use_theme(window)

    async def beat() -> None:
        while True:
            await asyncio.sleep(_BEAT_SECONDS)
            if phone.place is not None and window.visibility.is_visible:
                with suppress(StorageError):  # the next one tries again
                    invitation.desk.beat_clock()

    ft.use_effect(beat, [], cleanup=lambda: None)
    guest = Guest(invitation, phone, desk)

    def routes() -> Any:
        if table.binned_at is not None:
            return [BinnedScreen(table.title)]
        if phone.place is None:
            return [JoinScreen()]
        return ft.Router(BOARD_ROUTES if phone.place.use is Use.BOARD else ROUTES, manage_views=True)

    return GuestContext(
        guest, lambda: TablesContext(guest, lambda: WindowContext(window, lambda: LineContext(line, routes)))
    )


def _describe_move(table: Desk, phone: Phone) -> str:
    """The message at the next table; none on the board, or while the phone waits."""
    if phone.place is None or phone.place.use is Use.BOARD:
        return ""
    if phone.place.seat is None:
        return f"{table.title} is played now: you are watching."
    name = table.state.table.names[phone.place.seat]
    return f"{table.title} is played now: you are {name}, seat {phone.place.seat + 1}."


def guest_main(invitation: Invitation, phone: Phone, page: ft.Page) -> None:
    page.render_views(GuestApp, invitation, phone, *open_window(page, is_phone=True))
