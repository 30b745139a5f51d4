"""The sample: the button that opens it, and the strip on its screens with the button that leaves it."""

import asyncio
from functools import partial
from typing import Final

import flet as ft

from companion.device.paths import ASSETS
from companion.history.bin_actions import strip
from companion.setup.start_session import keep_colours
from companion.ui.chips_and_buttons import quiet
from companion.ui.panel import centred, empty
from companion.ui.theme import Look
from companion.window.hooks import use_look, use_window
from companion.window.messages import go, tell
from companion.window.state import House, Memory, Sampled, Window
from storage.errors import StorageError
from storage.statistics.limits import NO_LIMIT
from storage.transfer.sample_store import Sample

SAMPLE_FILE: Final = ASSETS / "sample" / "evenings.jsonl"
"""The evenings of the sample, as a session file."""


_GRACE: Final = 2.0
"""Seconds until the file is deleted: a part of the window may still be drawn from it."""


def open_sample(house: House, window: Window) -> None:
    """Show the sample in this window instead of the user's own sessions."""
    try:
        sample = Sample(house.store.games, SAMPLE_FILE)
    except (OSError, StorageError) as error:
        tell(f"The sample could not be opened: {error}")
        return
    store = sample.store
    keep_colours(store, store.players.list_recent())
    shown = House(store, house.device, Memory(store), is_sample=True)
    window.sample, window.limit = Sampled(house, shown, Memory(store), sample.close), NO_LIMIT
    go("/")


def leave_sample(window: Window) -> None:
    """Show the user's own sessions again, and delete the sample."""
    if window.sample is None:
        return
    close = window.sample.close
    window.sample, window.limit = None, NO_LIMIT

    async def close_soon() -> None:
        await asyncio.sleep(_GRACE)
        close()

    ft.context.page.run_task(close_soon)


def sample_offer(look: Look, house: House, window: Window) -> list[ft.Control]:
    """The button that opens the sample, until the user has a session of their own."""
    if house.is_sample or house.store.history.count():
        return []
    act = partial(open_sample, house, window)
    return [quiet(look, "sample", "Look at a sample", act, icon=ft.Icons.AUTO_AWESOME)]


def empty_page(look: Look, house: House, window: Window, picture: ft.IconData, text: str) -> ft.Control:
    """An empty state: a sentence that says what will appear here, and the button that opens the sample."""
    shown = [empty(look, picture, text), *sample_offer(look, house, window)]
    return centred(shown, 0)


def sample_strip() -> ft.Control:
    """The strip below the header of every screen of the sample; an empty control on the user's own."""
    look, window = use_look(), use_window()
    if window.sample is None:
        return ft.Container(key="sample.strip", height=0)

    def leave() -> None:
        leave_sample(window)
        go("/")

    words, button = "A sample: made-up games, counted nowhere.", quiet(look, "sample.leave", "Leave", leave)
    return strip(look, "sample.strip", ft.Icons.AUTO_AWESOME, words, button)
