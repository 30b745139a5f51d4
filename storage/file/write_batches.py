"""Split long work into small transactions of adaptive size, with pauses in which others can write."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar

from sqlmodel import Session

from storage.file.database import Database

GOAL: Final = 0.04
"""Seconds that one transaction may hold the write lock; a slow disk may make it twice that before the pace adapts."""

_FIRST: Final = 300  # rows; about 30 ms on a slow device
_LEAST: Final = 300  # with fewer rows, half of the time goes into the transaction itself
_MOST: Final = 4000
_LONGEST_REST: Final = 0.25  # seconds


T = TypeVar("T")


class Pace:
    """Adapts the size of transactions to how long they hold the write lock. `rows` is the size of the next one."""

    def __init__(
        self, clock: Callable[[], float] = time.perf_counter, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self.rows = _FIRST
        self._clock, self._sleep = clock, sleep
        self._free_until = clock()  # until then the lock belongs to others

    @contextmanager
    def writing(self, database: Database, rows: int) -> Iterator[Session]:
        """A transaction for about this many rows. First waits as long as the previous one held the lock.

        The next size aims at `GOAL`: it grows at most twofold and shrinks at once.
        """
        self._sleep(max(0.0, min(self._free_until - self._clock(), _LONGEST_REST)))
        with database.writing_in_background() as db:
            start = self._clock()
            yield db
        end = self._clock()
        self._free_until = end + (end - start)
        fitting = rows * GOAL / max(end - start, 1e-6)
        self.rows = round(max(_LEAST, min(fitting, 2 * self.rows, _MOST)))

    def split(self, items: Sequence[T], rows_per_item: int) -> Iterator[Sequence[T]]:
        """Split items into batches of the size that each transaction should have by then."""
        start = 0
        while start < len(items):
            size = max(1, self.rows // rows_per_item)
            yield items[start : start + size]
            start += size
