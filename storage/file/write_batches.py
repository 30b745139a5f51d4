"""Split long work into small transactions, with pauses in which others can write."""

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, TypeVar

from sqlmodel import Session

from storage.file.database import Database

ROWS: Final = 200
"""Rows written in one transaction: it holds the write lock for about 30 ms, on a slow device for up to 100 ms."""

_LONGEST_REST: Final = 0.25  # seconds

T = TypeVar("T")


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
