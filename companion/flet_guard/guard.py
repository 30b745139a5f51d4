"""Keep pages alive: show a card in place of a component that fails, and repaint a page that reconnects.

`companion/flet_guard/flet_internals.py` lists the methods of Flet that are replaced here, with reasons, and installs
them. `watch_connection` is for browsers that reconnect, which Flet by itself keeps busy for half a minute with an
unresponsive screen.
"""

import inspect
import itertools
import logging
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any, Final

import flet as ft
from flet.components.component import Component, Renderer
from flet.components.hooks.use_effect import EffectHook
from flet.messaging.session import Session

log = logging.getLogger("companion")

APOLOGY: Final = "This part of the screen could not be drawn."
COMFORT: Final = "Everything recorded is safe. The error has been written to the log."
FAILED_TAP: Final = "That did not work. Everything recorded is safe; the error has been written to the log."

_LOG_SIZE: Final = 1_000_000  # bytes after which the log is rotated; one old file is kept

_card_numbers = itertools.count(1)
_epochs = itertools.count(time.time_ns() // 1000)  # a restarted server must not reuse those of the one before
_flet_render: Callable[..., Any] = Renderer.render
_flet_render_component: Callable[..., Component] = Renderer.render_component
_flet_update: Callable[[Component], None] = Component.update
_flet_report_error: Callable[[Session, str], None] = Session.error


def is_open(page: ft.Page) -> bool:
    """Whether a browser or window is still connected."""
    try:
        return page.session.connection is not None
    except RuntimeError:  # it was closed for good
        return False


def keep_log(path: Path) -> None:
    """Log warnings and errors to a file, which is created with the first of them."""
    handler = RotatingFileHandler(path, maxBytes=_LOG_SIZE, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    handler.setLevel(logging.WARNING)
    handler.handleError = lambda record: None  # type: ignore[method-assign]  # the folder may be read-only
    log.addHandler(handler)


@ft.observable
@dataclass
class Connection:
    """The state of the connection between a page and its browser; components that read it are redrawn with it."""

    epoch: int = field(default_factory=lambda: next(_epochs))
    """Changes with every disconnect. It is part of every screen's key: `ft.View(route=f"{path}#{epoch}")`."""


def watch_connection(
    page: ft.Page, on_back: Callable[[], None], on_brightness: Callable[[], None] = lambda: None
) -> Connection:
    """Have the browser rebuild the screens of `page` after every reconnect.

    A browser that reconnects receives the whole page and compares it with the one it has. On a screen full of chips
    that takes half a minute, and what compares equal is never painted again. It does not compare a screen whose key
    differs, so the keys change while the browser is away.

    `on_back` is called on every reconnect, reloads included: patches sent meanwhile are lost, so redraw what changed.
    `on_brightness` is called when the device switches between light and dark.
    """
    line = Connection()

    def change_keys(_: Any) -> None:
        line.epoch = next(_epochs)
        for view in _screens(page.views):
            path = view.route.rpartition("#")[0] or view.route
            object.__setattr__(view, "route", f"{path}#{line.epoch}")  # the key that the next redraw gives it

    page.on_disconnect = change_keys
    page.on_connect = lambda _: on_back()
    page.on_close = lambda _: _unmount_all(page)
    page.on_platform_brightness_change = lambda _: on_brightness()
    return line


def _unmount_all(page: ft.Page) -> None:
    """End all components of a page that is closed for good: cancel and clean up their effects.

    Flet does so when a component leaves the screen, but not here. The page would stay in memory, and a thread that
    changes the state of a component would raise, because its session is gone.
    """
    components = [control for control in page.session.index.values() if isinstance(control, Component)]
    for component in components:
        component._state.mounted = False
    for hook in [hook for component in components for hook in component._state.hooks]:
        if isinstance(hook, EffectHook):
            hook.cancel()  # type: ignore[no-untyped-call]  # Flet left it untyped
            if hook.cleanup is not None and not inspect.iscoroutinefunction(hook.cleanup):
                hook.cleanup()


def _screens(drawn: Any) -> Iterator[ft.View]:
    """The views of a page, also inside the components that drew them."""
    if isinstance(drawn, ft.View):
        yield drawn
    elif isinstance(drawn, Component):
        yield from _screens(drawn._b)
    elif isinstance(drawn, list):
        for part in drawn:
            yield from _screens(part)


def render(self: Renderer, drawn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    """Draw a card in place of a component that raises."""
    try:
        return _flet_render(self, drawn, *args, **kwargs)
    except Exception as error:
        log.exception("%s could not be drawn", drawn.__qualname__)
        component = self._root_component
        body = _draw_card(self, component, error)
        return _card_screen(body) if _draws_screens(drawn, component) else body


def render_component(self: Renderer, *args: Any, **kwargs: Any) -> Component:
    """Copy the contexts of the parent: below a memoized component Flet loses the parent, and its contexts with it."""
    component = _flet_render_component(self, *args, **kwargs)
    if self._render_stack:
        component._contexts = self._render_stack[-1]._contexts | component._contexts
    return component


def update(self: Component) -> None:
    """Show a card in place of controls that fail only when they are sent to the browser."""
    try:
        _flet_update(self)
    except Exception:
        log.exception("%s could not be shown", self.fn.__qualname__)
        body = apology_card(self._schedule_update)
        shown = _card_screen(body) if _draws_screens(self.fn, self) else body
        session: Any = ft.context.page.session
        session.patch_control(prev_control={"_b": self._b}, control={"_b": shown}, parent=self, path=[], frozen=True)
        self._b = shown


def report_error(self: Session, message: str) -> None:
    """Report a failed handler in a snack bar; only a page that failed to start is given up."""
    if not self.components_mode:
        _flet_report_error(self, message)
        return
    log.error("a page reported: %s", message)
    self.page.show_dialog(ft.SnackBar(ft.Text(FAILED_TAP)))


def _draws_screens(drawn: Callable[..., Any], component: Component | None) -> bool:
    before = component._b if component is not None else None
    return isinstance(before, ft.View) or "View" in str(getattr(drawn, "__annotations__", {}).get("return", ""))


def _card_screen(body: ft.Control) -> ft.View:
    return ft.View(
        route=f"/trouble/{next(_card_numbers)}",
        appbar=ft.AppBar(title="Table Companion"),
        controls=[ft.SafeArea(body)],
    )


_CARD_WIDTH: Final = 560

Card = Callable[[Exception, Callable[[], None]], ft.Control]
"""Draws the card for an exception, with an act that draws the failed part again."""

# Exceptions with a card that says and offers more than an apology
special_cards: Final[dict[type[Exception], Card]] = {}


def _draw_card(renderer: Renderer, component: Any, error: Exception) -> ft.Control:
    """The card in place of a component that raised; a special one may be a component itself."""
    again = component._schedule_update if component is not None else lambda: None
    card = special_cards.get(type(error))
    if card is None:
        return apology_card(again)
    try:
        shown: ft.Control = _flet_render(renderer, card, error, again)
    except Exception:
        log.exception("the card for %r could not be drawn", error)
        return apology_card(again)
    return shown


def apology_card(again: Callable[[], None], why: str = COMFORT, ways: Sequence[ft.Control] = ()) -> ft.Control:
    """The card in place of a part that could not be drawn; `ways` are more buttons."""
    return ft.Card(
        ft.Container(
            padding=16,
            content=ft.Column(
                width=min(_CARD_WIDTH, (ft.context.page.width or _CARD_WIDTH) - 64),  # a row would not wrap its text
                tight=True,
                controls=[
                    ft.Text(APOLOGY, theme_style=ft.TextThemeStyle.TITLE_MEDIUM),
                    ft.Text(why),
                    ft.Row(
                        wrap=True,
                        controls=[
                            *ways,
                            ft.FilledButton("Back to the start", on_click=lambda: ft.context.page.navigate("/")),
                            ft.TextButton("Try again", on_click=again),
                        ],
                    ),
                ],
            ),
        )
    )
