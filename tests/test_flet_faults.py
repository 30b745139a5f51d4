"""What goes wrong in Flet by itself: a small program for each method that the app replaces or wraps.

A test that fails here says that Flet has mended the fault: then the replacement can go.
"""

import asyncio
import gc
from collections.abc import Callable
from typing import Any

import flet as ft
import pytest
from flet.messaging.protocol import Message, MessageAction
from flet_web.fastapi import FletApp

from companion.flet_guard import flet_internals
from companion.server.page_socket import _Visitor
from companion.testing.headless import Page, headless, mounted
from tests.companion.test_closed_windows import forgotten
from tests.test_guard import Clumsy, Fragile, Lamp, Room, raises_at_one, unfit_at_one

pytestmark = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")


@pytest.fixture(autouse=True)
def _flets_own(monkeypatch: pytest.MonkeyPatch) -> None:
    """Run the programs with Flet's own methods."""
    for entry in flet_internals.REPLACEMENTS:
        monkeypatch.setattr(entry.owner, entry.name, entry.own)


@pytest.mark.parametrize("draw", [raises_at_one, unfit_at_one])
@headless
async def test_a_component_that_fails_once_ends_all_updates_of_its_page(draw: Callable[[int], ft.Control]) -> None:
    """`Renderer.render` and `Component.update`: the task that draws the page ends, and taps do nothing from then on."""
    async with mounted(Fragile, draw) as page:
        with pytest.raises(AssertionError, match="the page is frozen"):
            await page.tap("Next")
        assert "taps 0" in page.texts()


@headless
async def test_below_a_memoized_component_contexts_are_lost() -> None:
    """`Renderer.render_component`: the new component has no contexts of those above its parent."""
    lamp = Lamp()
    async with mounted(Room, lamp) as page:
        await page.tap("Door")
        gc.collect()
        lamp.bright = True
        with pytest.raises(AssertionError, match="the page is frozen"):
            await page.settle()


@headless
async def test_a_handler_that_raises_replaces_the_page_by_an_error() -> None:
    """`Session.error`: the client shows the error text in place of the page."""
    async with mounted(Clumsy) as page:
        with pytest.raises(AssertionError, match="the page crashed"):
            await page.tap("Stumble")


@ft.component
def Styled(style: ft.TextStyle) -> ft.Control:
    return ft.Text("Ana", style=style)


@headless
async def test_a_page_writes_into_styles_that_all_pages_share() -> None:
    """`Session.apply_patch`: whatever a page reports is written, also into the objects below its control."""
    shared = ft.TextStyle(size=19)
    async with mounted(Styled, shared) as page:
        page.session.apply_patch(page.one(ft.Text)._i, {"style": {"size": 99}})
    assert shared.size == 99


@headless
async def test_a_thread_that_changes_the_state_of_a_closed_window_raises() -> None:
    """`guard.watch_connection`: Flet leaves the components of a page that was closed for good mounted."""
    setters: list[Callable[[int], None]] = []

    @ft.component
    def Working() -> ft.Control:
        done, put = ft.use_state(0)
        setters.append(put)
        return ft.Text(f"done {done}")

    page = await Page().run(lambda page: page.render(Working))
    await forgotten(page)
    with pytest.raises(RuntimeError, match="destroyed session"):
        setters[-1](1)


@pytest.mark.parametrize("kind", [FletApp, _Visitor])
@headless
async def test_a_message_to_a_page_that_has_just_left_raises(kind: type[FletApp]) -> None:
    """`FletApp.send_message`: between the end of its line and its session's disconnect a page has no queue."""
    page: Any = kind(loop=asyncio.get_running_loop(), executor=None, main=None, before_main=None)
    page._FletApp__send_queue = None
    message = Message(MessageAction.PATCH_CONTROL, {})
    if kind is _Visitor:
        page.send_message(message)
    else:
        with pytest.raises(AttributeError):
            page.send_message(message)
