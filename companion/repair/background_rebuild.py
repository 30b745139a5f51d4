"""Rebuild statistics after an update, in the background, with progress."""

import asyncio
import logging
import threading

from companion.window.long_work import finish_in_slices
from storage.errors import StorageError
from storage.file.write_batches import Steps, finish
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
        self.running = True
        steps = self._rebuild()
        if self._store.database.path is None:  # a database in memory has one connection, which threads cannot share
            finish(steps)
        elif in_thread:
            threading.Thread(target=finish, args=(steps,), name="rebuild", daemon=True).start()
        else:
            self._task = asyncio.get_running_loop().create_task(finish_in_slices(steps))

    def _rebuild(self) -> Steps[None]:
        try:
            for step in self._store.rebuild_in_steps():
                self.done, self.total = step.done, step.total
                yield step
        except StorageError as error:  # the next start resumes
            log.warning("statistics were not rebuilt: %s", error)
        finally:
            self.running = False
