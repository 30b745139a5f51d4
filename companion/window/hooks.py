"""Hooks for screens: window, store, desk, look and state."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from contextvars import copy_context
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

import flet as ft

from companion.flet_guard.guard import Connection, is_open
from companion.ui.theme import HOUSE, Look
from companion.window.messages import tell
from companion.window.state import House, HouseContext, LineContext, Window, WindowContext
from companion.window.watchers import use_subscription
from storage.errors import StorageError

T = TypeVar("T")
C = TypeVar("C", bound=Callable[..., Any])

_use_state: Callable[..., Any] = ft.use_state  # Flet's own type does not allow to replace the value

_LOOK_EVERY: Final = 0.8  # seconds
_AFTER_THE_TAP: Final = 0.01  # seconds until other windows redraw: all share a thread, and the tapped one comes first


def drawn_once(function: C) -> C:
    """A component that is drawn again only when its arguments differ."""
    memoized: C = ft.memo(ft.component(function))  # type: ignore[no-untyped-call]  # Flet left it untyped
    return memoized


def find_live(page: ft.Page, control: ft.Control | None) -> ft.Control | None:
    """The control of the page that a drawn one became: Flet may keep the one of the drawing before in its place."""
    live = page.get_control(control._i) if control is not None else None
    return live if isinstance(live, ft.Control) else None


async def scroll(page: ft.Page, column: ft.Control, **where: Any) -> None:
    """Scroll a drawn column; nothing happens where its screen was left."""
    live = find_live(page, column)
    if isinstance(live, ft.Column):
        with suppress(TimeoutError):  # it was left meanwhile
            await live.scroll_to(**where)


def use_house() -> House:
    house: House = ft.use_context(HouseContext)
    return house


def use_window() -> Window:
    """This window; the component is redrawn when it changes."""
    window: Window = ft.use_context(WindowContext)
    return window


def use_look(colour: str = HOUSE) -> Look:
    """The current look, on a cloth of this colour."""
    window = use_window()
    return Look(window.dark, window.scale, colour, window.letters, enlarged=window.enlarged, has_keyboard=window.wide)


def use_memory(of: str, first: Callable[[], T]) -> tuple[T, Callable[[T], None]]:
    """The state of a session or game `of`, and its setter; for another `of` it starts at `first()` again."""
    state, put = _use_state(lambda: (of, first()))
    value: T = state[1] if state[0] == of else first()
    return value, lambda new: put((of, new))


def use_redraw() -> Callable[[], None]:
    _, bump = ft.use_state(0)
    return lambda: bump(lambda n: n + 1)


def use_store_changes() -> None:
    """Redraw the screen after another window or process wrote to the file."""
    page, store, redraw = ft.context.page, use_house().store, use_redraw()
    drawn: Any = ft.use_ref(None)
    drawn.current = store.version()

    async def poll() -> None:
        while True:
            await asyncio.sleep(_LOOK_EVERY)
            with suppress(StorageError):  # tried again the next time
                if store.version() != drawn.current and is_open(page):
                    redraw()

    ft.use_effect(poll, [store], cleanup=lambda: None)


def use_changes(
    watch: Callable[[Callable[[], None]], Callable[[], None]], of: str, *, by_others_only: bool = False
) -> None:
    """Redraw the component after every change of what `watch` follows; `of` names it.

    The window whose tap made the change is drawn at once, the others afterwards. With `by_others_only` it is not drawn,
    because it drew the change already.
    """
    page, redraw = ft.context.page, use_redraw()
    is_queued: Any = ft.use_ref(False)

    async def redraw_now() -> None:
        redraw()

    async def redraw_later() -> None:
        await asyncio.sleep(_AFTER_THE_TAP)
        is_queued.current = False
        redraw()

    def wake() -> None:
        if not is_open(page):
            return
        if _is_tapped(page):
            if not by_others_only:
                page.run_task(redraw_now)
        elif not is_queued.current:
            is_queued.current = True
            # called by a handler of another window, whose context would send the redraw to that window
            copy_context().run(page.run_task, redraw_later)

    use_subscription(lambda: watch(wake), [of])


def _is_tapped(page: ft.Page) -> bool:
    try:
        return ft.context.page is page
    except RuntimeError:  # no window's handler, but a timer
        return False


_TITLE: Final = 58  # height in pixels of the title in a table's header
GOES_DARK: Final = "This browser lets the screen go dark. The device's own settings can keep it on."


def use_awake() -> None:
    """Keep the display on while this screen is shown, if the settings and the device allow it.

    A browser forgets it whenever its page is hidden, and with every reload: so it is asked again. One that cannot do it
    is told once in this window; phones read it when they join, where no message lies over the buttons of the table.
    """
    window, page = use_window(), ft.context.page
    line: Connection = ft.use_context(LineContext)
    is_on = window.awake
    stop: Any = ft.use_ref(None)

    async def ask() -> None:
        is_able = not is_plain(page.url or "")
        try:
            await ft.Wakelock().enable()  # type: ignore[no-untyped-call]  # Flet left it untyped
        except RuntimeError:  # some browsers do not permit or support it
            is_able = False
        if not (is_able or window.is_told_dark or window.is_phone):
            window.is_told_dark = True
            tell(GOES_DARK, above=below_title(window))

    async def ask_again() -> None:
        with suppress(RuntimeError):  # Flet's service thinks that it still holds what the browser let go
            await ft.Wakelock().disable()  # type: ignore[no-untyped-call]
        await ask()

    async def acquire() -> None:
        if is_on:
            stop.current = window.visibility.watch(lambda: page.run_task(ask_again))
            await ask()

    async def release() -> None:
        if stop.current is not None:
            stop.current()
        with suppress(RuntimeError):
            await ft.Wakelock().disable()  # type: ignore[no-untyped-call]

    ft.use_effect(acquire, [is_on, line.epoch], cleanup=release)


def below_title(window: Window) -> float:
    """Pixels below the title of a table: a message that leaves them free covers no facts, and no keys of an answer."""
    return (ft.context.page.height or 800) - _TITLE * window.scale


def is_plain(url: str) -> bool:
    """Whether a page came without https from another machine: browsers keep no screen on for it."""
    address = urlsplit(url)
    host = address.hostname or ""
    return address.scheme == "http" and host not in ("localhost", "::1") and not host.startswith("127.")
