"""Keeps a page alive: what fails shows a card with a way back, and a page repaints after its connection was lost.

Flet 1.0.5 ends a page's updates for good, without a word, when a component raises while it draws itself anew; it lets
remembered components lose their contexts; it raises where a thread brings something for a window that was closed for
good; and a browser that reconnects is busy for half a minute, its first page then dead. `install` mends the first three
for all pages, `watch_connection` the last.
"""

import inspect
import itertools
import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from logging.handlers import RotatingFileHandler
from pathlib import Path
from typing import Any, Final

import flet as ft
from flet.components.component import Component, Renderer
from flet.components.hooks.use_effect import EffectHook
from flet.messaging.session import Session

from companion.flet_guard import diffing

log = logging.getLogger("companion")

APOLOGY: Final = "This part of the screen could not be drawn."
COMFORT: Final = "Everything recorded is safe. What went wrong has been written to the log."
FAILED_TAP: Final = "That did not work. Everything recorded is safe; what went wrong has been written to the log."

_LOG_SIZE: Final = 1_000_000
"""Bytes after which the log begins anew; the old one is kept beside it once."""

_numbers = itertools.count(1)
_epochs = itertools.count(time.time_ns() // 1000)  # a server that was started anew has others than the one before
_render: Callable[..., Any] = Renderer.render
_component: Callable[..., Component] = Renderer.render_component
_update: Callable[[Component], None] = Component.update
_schedule: Callable[[Component], None] = Component._schedule_update
_effect: Callable[..., None] = Component._schedule_effect
_error: Callable[[Session, str], None] = Session.error


def is_open(page: ft.Page) -> bool:
    """Whether somebody still looks at this window."""
    return not _is_gone(page) and page.session.connection is not None


def install() -> None:
    """Guard every page of this process; once is enough, twice does no harm."""
    diffing.install()
    for kind, name, guarded in (
        (Renderer, "render", _guarded_render),
        (Renderer, "render_component", _guarded_component),
        (Component, "update", _guarded_update),
        (Component, "_schedule_update", _guarded_schedule),
        (Component, "_schedule_effect", _guarded_effect),
        (Session, "error", _guarded_error),
    ):
        setattr(kind, name, guarded)  # Flet offers no hook for it


def keep_log(path: Path) -> None:
    """Write what goes wrong beside the data; the file comes into being with the first trouble."""
    handler = RotatingFileHandler(path, maxBytes=_LOG_SIZE, backupCount=1, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
    handler.setLevel(logging.WARNING)
    handler.handleError = lambda record: None  # type: ignore[method-assign]  # a folder that cannot be written
    log.addHandler(handler)


@ft.observable
@dataclass
class Connection:
    """The line between a page and its browser; components that read it follow it."""

    epoch: int = field(default_factory=lambda: next(_epochs))
    """Another one after every loss. Every screen has it in its key: `ft.View(route=f"{path}#{epoch}")`."""

    returns: int = 0
    """How often the browser came back."""


def watch_connection(
    page: ft.Page, on_back: Callable[[], None], on_brightness: Callable[[], None] = lambda: None
) -> Connection:
    """Have the browser build the screens of `page` anew whenever a lost connection is back.

    A browser that comes back gets the whole page and compares it with the one it has, which takes it half a minute on
    a screen full of chips; and what it finds equal it paints no more. A screen with another key it does not compare,
    so the keys change while nobody is there. `on_back` is called on every return, a reload included: what was sent
    meanwhile is lost, so read again. `on_brightness` is called when the device turns light or dark.
    """
    line = Connection()

    def gone(_: Any) -> None:
        line.epoch = next(_epochs)
        for view in _screens(page.views):
            path = view.route.rpartition("#")[0] or view.route
            object.__setattr__(view, "route", f"{path}#{line.epoch}")  # as the next drawing will have it

    def back(_: Any) -> None:
        on_back()
        line.returns += 1  # draws again what changed meanwhile

    page.on_disconnect = gone
    page.on_connect = back
    page.on_close = lambda _: _end_effects(page)
    page.on_platform_brightness_change = lambda _: on_brightness()
    return line


def _end_effects(page: ft.Page) -> None:
    """Stop what the components of a page do beside drawing, and let go of what they watch.

    Flet does so when a component leaves the screen, not when its page is closed for good, which then stays in memory.
    """
    components = [control for control in page.session.index.values() if isinstance(control, Component)]
    for hook in [hook for component in components for hook in component._state.hooks]:
        if isinstance(hook, EffectHook):
            hook.cancel()  # type: ignore[no-untyped-call]  # Flet left it untyped
            if hook.cleanup is not None and not inspect.iscoroutinefunction(hook.cleanup):
                hook.cleanup()


def _screens(drawn: Any) -> Iterator[ft.View]:
    """The screens among what a page shows, out of the components that drew them."""
    if isinstance(drawn, ft.View):
        yield drawn
    elif isinstance(drawn, Component):
        yield from _screens(drawn._b)
    elif isinstance(drawn, list):
        for each in drawn:
            yield from _screens(each)


def _guarded_render(self: Renderer, drawn: Callable[..., Any], *args: Any, **kwargs: Any) -> Any:
    try:
        return _render(self, drawn, *args, **kwargs)
    except Exception:
        log.exception("%s could not be drawn", drawn.__qualname__)
        component = self._root_component
        body = _trouble(component)
        return _screen(body) if _draws_screens(drawn, component) else body


def _guarded_component(self: Renderer, *args: Any, **kwargs: Any) -> Component:
    """What stands in a remembered part forgets who drew that, and all contexts with it: so let it carry them along."""
    made = _component(self, *args, **kwargs)
    if self._render_stack:
        made._contexts = self._render_stack[-1]._contexts | made._contexts
    return made


def _guarded_update(self: Component) -> None:
    """What a component draws may also prove unfit on its way to the browser; the card then takes its place."""
    try:
        _update(self)
    except Exception:
        log.exception("%s could not be shown", self.fn.__qualname__)
        body = _trouble(self)
        shown = _screen(body) if _draws_screens(self.fn, self) else body
        session: Any = ft.context.page.session
        session.patch_control(prev_control={"_b": self._b}, control={"_b": shown}, parent=self, path=[], frozen=True)
        self._b = shown


def _guarded_schedule(self: Component) -> None:
    """What a thread brings for a window that was closed for good comes too late, and is no trouble."""
    if not _is_gone(ft.context.page):
        _schedule(self)


def _guarded_effect(self: Component, *args: Any, **kwargs: Any) -> None:
    if not _is_gone(ft.context.page):
        _effect(self, *args, **kwargs)


def _is_gone(page: ft.Page) -> bool:
    """Whether the server has let go of a window."""
    try:
        _ = page.session
    except RuntimeError:
        return True
    return False


def _guarded_error(self: Session, message: str) -> None:
    """A tap that fails is told in passing; only a page that has not come to be is given up."""
    if not self.components_mode:
        _error(self, message)
        return
    log.error("a page reported: %s", message)
    self.page.show_dialog(ft.SnackBar(ft.Text(FAILED_TAP)))


def _draws_screens(drawn: Callable[..., Any], component: Component | None) -> bool:
    before = component._b if component is not None else None
    return isinstance(before, ft.View) or "View" in str(getattr(drawn, "__annotations__", {}).get("return", ""))


def _screen(body: ft.Control) -> ft.View:
    return ft.View(
        route=f"/trouble/{next(_numbers)}",
        appbar=ft.AppBar(title="Table Companion"),
        controls=[ft.SafeArea(body)],
    )


def _trouble(component: Any) -> ft.Control:
    def again() -> None:
        if component is not None:
            component._schedule_update()

    return ft.Card(
        ft.Container(
            padding=16,
            content=ft.Column(
                tight=True,
                controls=[
                    ft.Text(APOLOGY, theme_style=ft.TextThemeStyle.TITLE_MEDIUM),
                    ft.Text(COMFORT),
                    ft.Row(
                        wrap=True,
                        controls=[
                            ft.FilledButton("Back to the start", on_click=lambda: ft.context.page.navigate("/")),
                            ft.TextButton("Try again", on_click=again),
                        ],
                    ),
                ],
            ),
        )
    )
