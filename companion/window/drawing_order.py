"""The order in which windows are drawn after a change: first the one that was tapped, then the others one by one.

Drawing a window takes some milliseconds, and all windows of a process share one thread. A table may have ten.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final
from weakref import WeakKeyDictionary

import flet as ft

_TAPPED: Final = 8
_OTHER: Final = 4
"""Rounds of the event loop in which the tapped window is drawn and sent, and each of the others.

A redraw needs five: start the task, mark the component, draw it, take the message from its queue, send it.
"""

_locks: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, asyncio.Lock]] = WeakKeyDictionary()


def is_tapped(page: ft.Page) -> bool:
    """Whether the running handler belongs to this window."""
    try:
        return ft.context.page is page
    except RuntimeError:  # no window's handler, but a timer
        return False


@asynccontextmanager
async def turn() -> AsyncIterator[None]:
    """Wait until the tapped window and those that came before are drawn; taps go first in between."""
    await _pass_rounds(_TAPPED)
    lock = _locks.setdefault(asyncio.get_running_loop(), asyncio.Lock())
    async with lock:
        yield
        await _pass_rounds(_OTHER)


async def _pass_rounds(rounds: int) -> None:
    for _ in range(rounds):
        await asyncio.sleep(0)
