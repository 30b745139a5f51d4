"""Long work in slices, so that a tap never waits for it."""

import asyncio
import time
from collections.abc import Callable, Iterable
from typing import Final, TypeVar

from storage.file.write_batches import Step, Steps

T = TypeVar("T")

_PAUSE: Final = 0.05  # least seconds between two slices of long work, in which the app handles taps
_BEHIND_A_SCREEN: Final = 0.008  # seconds of a slice that a screen waits for; the last step may take longer
_IN_BACKGROUND: Final = 0.03  # seconds of a slice in the background


async def collect(results: Iterable[T | None]) -> list[T]:
    """The results that are not None, collected in slices between which the page does other work."""
    collected: list[T] = []
    start = time.monotonic()
    for one in results:
        if one is not None:
            collected.append(one)
        if time.monotonic() - start > _BEHIND_A_SCREEN:
            await asyncio.sleep(0)
            start = time.monotonic()
    return collected


async def finish_in_slices(steps: Steps[T], show: Callable[[Step], object] | None = None) -> T:
    """`finish`, in the background without a thread. Each pause is at least as long as the slice before it."""
    start = time.monotonic()
    while True:
        try:
            step = next(steps)
        except StopIteration as finished:
            result: T = finished.value
            return result
        if show:
            show(step)
        took = time.monotonic() - start
        if took > _IN_BACKGROUND:
            await asyncio.sleep(max(_PAUSE, took))
            start = time.monotonic()
