"""The hooks with which screens read their window, the store and the desk of a session."""

from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from dataclasses import replace
from typing import Any, Final, TypeVar

import flet as ft

from companion.flet_guard.guard import is_open
from companion.player_colours import seat_colours
from companion.session.desk import Desk
from companion.theme import HOUSE, Look
from companion.window.state import House, HouseContext, Window, WindowContext

T = TypeVar("T")

_use_state: Callable[..., Any] = ft.use_state  # its own type knows no value that is replaced

_WIDTH_STEP: Final = 40
"""Widths are rounded down to this, so that dragging a window's edge does not redraw at every pixel."""


def use_house() -> House:
    """The store and the open desks."""
    house: House = ft.use_context(HouseContext)
    return house


def use_window() -> Window:
    """This window; the component is drawn again when it changes."""
    window: Window = ft.use_context(WindowContext)
    return window


def use_look(colour: str = HOUSE) -> Look:
    """How to draw now, on a cloth of this colour."""
    window = use_window()
    return Look(window.dark, window.scale, colour, window.letters)


def use_table_look(desk: Desk) -> Look:
    """How to draw the table of a session: on its game's cloth, with the colours that its players chose."""
    store, names = use_house().store, desk.state.table.names

    def chosen() -> tuple[str, ...]:
        return seat_colours([seated.player for seated in store.load_head(desk.session_id).seats])

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
