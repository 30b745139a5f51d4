"""The back gesture of a phone and the back button of a browser: they close an open sheet first."""

from typing import Any, Final

import flet as ft

from companion.flet_guard.sheets import find_close
from companion.window.messages import announced, follow_trail, go

_SETUP: Final = ("/new/", "/rematch/")  # starts of the addresses of a new game's set-up
_PLAYED: Final = ("/table/", "/result/")  # and of those of a started session


def use_back() -> None:
    """Let this window's back gesture close the sheet on top; from a session it skips the set-up that started it.

    A browser goes back before it tells us, and there is no way to hold its history: so the address that was left is
    pushed again.
    """
    page = ft.context.page

    def listen() -> None:
        show: Any = page.on_route_change
        if show is None or getattr(show, "closes_sheets", False):  # no Router: the window has one screen
            return
        here = page.route
        follow_trail(page, here)

        def follow(e: ft.RouteChangeEvent) -> None:
            nonlocal here
            is_ours = announced.pop(page, "") == e.route
            close = find_close(page)
            if not is_ours and close is not None:
                close()
                target = announced.get(page, "")  # closing a sheet may lead elsewhere
                if not target:
                    go(here)
                if target != e.route:
                    return
            elif not is_ours and e.route.startswith(_SETUP) and here.startswith(_PLAYED):
                go("/")
                return
            here = e.route
            follow_trail(page, here)
            show(e)

        follow.closes_sheets = True  # type: ignore[attr-defined]
        page.on_route_change = follow

    ft.use_effect(listen, [])
