"""Long work in small transactions: how much fits into one, and how long to leave the file to others in between."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from sqlalchemy import Connection

from storage.file.database import Database

GOAL: Final = 0.03
"""Seconds that one transaction may hold the write lock; a slow disk may make it twice that before the pace adapts."""

_FIRST: Final = 200  # rows; on a slow device some 20 ms
_LEAST: Final = 100  # fewer would be lost beside what any transaction costs
_MOST: Final = 4000
_LONGEST_REST: Final = 0.25  # seconds


class Pace:
    """Adapts the size of the next transaction to how long the last one held the lock.

    `rows` is how many rows the next one may write.
    """

    def __init__(
        self, clock: Callable[[], float] = time.perf_counter, sleep: Callable[[float], None] = time.sleep
    ) -> None:
        self.rows = _FIRST
        self._clock, self._sleep = clock, sleep
        self._free_until = clock()  # until then the lock belongs to others

    @contextmanager
    def writing(self, database: Database, rows: int) -> Iterator[Connection]:
        """One transaction that writes about so many rows; waits first, as long as the one before it held the lock."""
        self._sleep(max(0.0, min(self._free_until - self._clock(), _LONGEST_REST)))
        with database.writing_in_background() as db:
            begun = self._clock()
            yield db
        done = self._clock()
        self._free_until = done + (done - begun)
        self._adapt(rows, done - begun)

    def _adapt(self, rows: int, seconds: float) -> None:
        """Aim at `GOAL`; grow slowly, shrink at once."""
        fitting = rows * GOAL / max(seconds, 1e-6)
        self.rows = round(max(_LEAST, min(fitting, 2 * self.rows, _MOST)))
