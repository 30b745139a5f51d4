"""Rebuild statistics after an update, in the background, with progress."""

import asyncio
import logging
import threading
from collections.abc import Callable, Generator

from companion.window.long_work import TimeSlice, finish_in_slices
from storage.errors import StorageError
from storage.store import Store

log = logging.getLogger("companion")


class BackgroundRebuild:
    """The rebuild of one store. While it is `running`, `done` of `total` sessions are rebuilt."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.done = self.total = 0
        self.running = False
        self._task: asyncio.Task[None] | None = None

    def start(self, *, in_thread: bool = True) -> None:
        """Start or resume the rebuild if the store is outdated; returns at once.

        Without a thread it runs in slices on the running event loop.
        """
        if not self._store.is_outdated():
            return
        if self._store.database.path is None:  # a database in memory has one connection, which threads cannot share
            self._store.rebuild_outdated(self._progress)
            return
        self.running = True
        if in_thread:
            steps = self._rebuild(lambda: False)
            threading.Thread(target=list, args=(steps,), name="rebuild", daemon=True).start()  # does all of them
        else:
            steps = self._rebuild(TimeSlice().is_over)
            self._task = asyncio.get_running_loop().create_task(finish_in_slices(steps))

    def _rebuild(self, is_paused: Callable[[], bool]) -> Generator[None, None, None]:
        """The work in steps; a step ends when `is_paused`."""
        try:
            while self._store.is_outdated():
                self._store.rebuild_outdated(self._progress, is_paused)
                yield
        except StorageError as error:  # the next start resumes
            log.warning("statistics were not rebuilt: %s", error)
        finally:
            self.running = False

    def _progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total
