"""Long work on a page, in slices, so that a tap never waits for it."""

import asyncio
import time
from collections.abc import Iterable
from typing import Final, TypeVar

T = TypeVar("T")

_SLICE: Final = 0.008
"""Seconds of work between two looks at what else the page has to do."""


async def collect(results: Iterable[T | None]) -> list[T]:
    """Everything that is found, without the None of what came to nothing; other work of the page goes first."""
    collected: list[T] = []
    pause = time.monotonic() + _SLICE
    for one in results:
        if one is not None:
            collected.append(one)
        if time.monotonic() > pause:
            await asyncio.sleep(0)
            pause = time.monotonic() + _SLICE
    return collected
