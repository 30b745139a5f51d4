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


class TimeSlice:
    """Time slices. Each starts with the first call after the one before, so there is at least one step in it."""

    def __init__(self, seconds: float = _IN_BACKGROUND) -> None:
        self._seconds = seconds
        self._end: float | None = None

    def is_over(self) -> bool:
        """Whether the time of this slice is up; the next call begins another one."""
        if self._end is None:
            self._end = time.monotonic() + self._seconds
            return False
        if time.monotonic() <= self._end:
            return False
        self._end = None
        return True


async def collect(results: Iterable[T | None]) -> list[T]:
    """The results that are not None, collected in slices between which the page does other work."""
    collected: list[T] = []
    time_slice = TimeSlice(_BEHIND_A_SCREEN)
    for one in results:
        if one is not None:
            collected.append(one)
        if time_slice.is_over():
            await asyncio.sleep(0)
    return collected


async def finish_in_slices(steps: Steps[T], show: Callable[[Step], object] | None = None) -> T:
    """`finish`, in the background without a thread. Each pause is at least as long as the slice before it."""
    while True:
        start, time_slice = time.monotonic(), TimeSlice()
        while not time_slice.is_over():
            try:
                step = next(steps)
            except StopIteration as finished:
                result: T = finished.value
                return result
            if show:
                show(step)
        await asyncio.sleep(max(_PAUSE, time.monotonic() - start))
