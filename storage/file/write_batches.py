"""Split long work into steps, and what it writes into small transactions, between which others can write."""

import time
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager
from typing import Final, NamedTuple, TypeVar

from sqlmodel import Session

from storage.file.database import Database

ROWS: Final = 200
"""Rows written in one transaction: it holds the write lock for about 30 ms, on a slow device for up to 100 ms."""

_LONGEST_REST: Final = 0.25  # seconds

T = TypeVar("T")


class Step(NamedTuple):
    """How far long work is: the sessions done of the total of its current stage, such as "Rebuilding results"."""

    stage: str
    done: int
    total: int


Steps = Generator[Step, None, T]
"""Long work that may be put off after each step, and its result."""


def finish(steps: Steps[T], show: Callable[[Step], object] | None = None) -> T:
    """Do all steps of some work at once, and return its result; `show` is called after each step."""
    while True:
        try:
            step = next(steps)
        except StopIteration as end:
            result: T = end.value
            return result
        if show:
            show(step)


class Pace:
    """Writes the transactions of long work. Between two of them, others have the lock for as long as it was held."""

    def __init__(self) -> None:
        self._free_until = 0.0

    @contextmanager
    def writing(self, database: Database) -> Iterator[Session]:
        """A transaction for about `ROWS` rows; first waits as long as the previous one held the lock."""
        time.sleep(max(0.0, min(self._free_until - time.monotonic(), _LONGEST_REST)))
        with database.writing_in_background() as db:
            start = time.monotonic()
            yield db
        self._free_until = 2 * time.monotonic() - start


def split(items: Sequence[T], rows_per_item: int) -> Iterator[Sequence[T]]:
    """Split items into batches of about `ROWS` rows."""
    size = max(1, ROWS // rows_per_item)
    return (items[start : start + size] for start in range(0, len(items), size))
