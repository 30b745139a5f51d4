"""One window of the app: its size, brightness and settings, and the hooks every screen uses."""

from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, TypeVar
from urllib.parse import unquote

import flet as ft

from companion.flet_guard.guard import Connection, is_open
from companion.history.background_rebuild import Renewing
from companion.history.history_state import Past
from companion.parts.binned import bin_strip
from companion.parts.people import seat_colours
from companion.session.desk import Desk, Desks
from companion.theme import COMPACT, HOUSE, WIDE, Look
from storage.errors import UnknownSession
from storage.store import Store

T = TypeVar("T")

_use_state: Callable[..., Any] = ft.use_state  # its own type knows no value that is replaced

_TOLD: Final = 8000
"""Milliseconds for which something can be taken back with a tap."""

_WIDTH_STEP: Final = 40
"""Widths are rounded down to this, so that dragging a window's edge does not redraw at every pixel."""


@ft.observable
@dataclass
class Window:
    """What may change while a window is open; screens that read it follow."""

    width: float = 412
    dark: bool = False
    theme: str = "system"  # system, light, dark
    scale: float = 1.0
    letters: bool = False
    awake: bool = True
    missed: tuple[str, int] = ("", 0)  # session and entry at which somebody else was first
    revision: int = 0  # grows when the store should be read again
    past: Past | None = None  # what was looked for in the history; kept while a session is looked at

    @property
    def wide(self) -> bool:
        return self.width >= WIDE

    @property
    def compact(self) -> bool:
        return self.width < COMPACT


@dataclass(frozen=True)
class House:
    """What all windows of a process share."""

    store: Store
    desks: Desks
    renewing: Renewing


HouseContext: Any = ft.create_context(None)
WindowContext: Any = ft.create_context(None)
LineContext: Any = ft.create_context(None)


def use_house() -> House:
    """The store and the open desks."""
    house: House = ft.use_context(HouseContext)
    return house


def use_window() -> Window:
    """This window; the component is drawn again when it changes."""
    window: Window = ft.use_context(WindowContext)
    return window


def past_of(house: House, window: Window) -> Past:
    """What this window looks for in the history, kept while it shows other screens."""
    if window.past is None:
        window.past = Past(house.store)
    return window.past


def use_look(colour: str = HOUSE) -> Look:
    """How to draw now, on a cloth of this colour."""
    window = use_window()
    return Look(window.dark, window.scale, colour, window.letters)


def use_table_look(desk: Desk) -> Look:
    """How to draw the table of a session: on its game's cloth, with the colours that its players chose."""
    store, names = use_house().store, desk.state.table.names

    def chosen() -> tuple[str, ...]:
        return seat_colours([seated.player for seated in store.head(desk.session_id).seats])

    seats = ft.use_memo(chosen, [desk.session_id, names])
    return replace(use_look(desk.game.colour), seats=seats)


def use_memory(of: str, first: Callable[[], T]) -> tuple[T, Callable[[T], None]]:
    """A value kept between drawings and the function that replaces it.

    It belongs to `of`, the session or game on the screen: the same screen of another one begins anew.
    """
    kept, put = _use_state(lambda: (of, first()))
    value: T = kept[1] if kept[0] == of else first()
    return value, lambda now: put((of, now))


def use_desk(session_id: str) -> Desk:
    """The desk of a session; the component is drawn again after every change, whoever made it."""
    desk = use_house().desks.desk(session_id)
    page = ft.context.page
    _, bump = ft.use_state(0)

    async def draw() -> None:
        bump(lambda n: n + 1)

    def wake() -> None:
        # a set_state from another window's handler would be sent to that window
        if is_open(page):
            copy_context().run(page.run_task, draw)  # the handler that woke us goes on in its own window

    ends: Any = ft.use_ref(None)

    def watch() -> None:
        ends.current = desk.watch(wake)

    ft.use_effect(watch, [session_id], cleanup=lambda: ends.current())
    return desk


def rounded(width: float | None) -> float:
    """A width in steps, the phone's for a page that does not know its own yet."""
    return 412 if not width else width if width < _WIDTH_STEP * 10.5 else width // _WIDTH_STEP * _WIDTH_STEP


def use_awake() -> None:
    """Keep the device's screen on while this screen is shown, where the reader wants it and the device can."""
    wanted = use_window().awake

    async def hold() -> None:
        if wanted:
            with suppress(RuntimeError):  # browsers refuse it without a permission, or without the means
                await ft.Wakelock().enable()  # type: ignore[no-untyped-call]  # Flet left it untyped

    async def release() -> None:
        with suppress(RuntimeError):
            await ft.Wakelock().disable()  # type: ignore[no-untyped-call]

    ft.use_effect(hold, [wanted], cleanup=release)


def use_view(controls: list[ft.Control], **more: Any) -> ft.View:
    """A screen; its key carries the line's epoch, so that it is painted again after a lost connection.

    Below its head it says when the session it shows lies in the bin.
    """
    line: Connection = ft.use_context(LineContext)
    path = f"{ft.use_view_path()}#{line.epoch}"
    head, *rest = controls
    return ft.View(
        route=path,
        controls=[head, _bin_strip(), *rest],
        padding=0,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        spacing=0,
        bgcolor=ft.Colors.SURFACE,
        **more,
    )


def _bin_strip() -> ft.Control:
    """What every screen of a session in the bin says; nothing on all others."""
    session_id, house = unquote(ft.use_route_params().get("session", "")), use_house()
    look = use_look() if house else None
    binned_at = _binned_at(house, session_id) if house and session_id else None
    if look is None or binned_at is None:
        return ft.Container(key="binned", height=0)
    return bin_strip(look, binned_at, lambda: restore(house, session_id))


def _binned_at(house: House, session_id: str) -> datetime | None:
    """When a session was put into the bin; asked of the file where it has no desk, being from another app."""
    desk = house.desks.opened(session_id)
    if desk is not None:
        return desk.binned_at
    with suppress(UnknownSession):
        return house.store.head(session_id).binned_at
    return None


def restore(house: House, session_id: str) -> None:
    """Take a session out of the bin, on every screen that shows it."""
    house.store.restore(session_id)
    house.desks.look()


def tell(text: str, offer: str = "", act: Callable[[], None] | None = None) -> None:
    """Say something in passing, where no form has a line for it; nothing for an empty text.

    `offer` names what can still be done about it with a tap, `act`.
    """
    if not text:
        return
    if act is None:
        ft.context.page.show_dialog(ft.SnackBar(ft.Text(text)))
        return
    action = ft.SnackBarAction(offer, on_click=lambda _: act())
    ft.context.page.show_dialog(ft.SnackBar(ft.Text(text), action=action, duration=_TOLD, persist=False))


def go(path: str) -> None:
    """Show another screen of this window."""
    ft.context.page.navigate(path)
