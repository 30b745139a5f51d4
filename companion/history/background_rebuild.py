"""Derives statistics anew after an update, in a thread beside the table, and says how far it is."""

import logging
import threading

from storage.errors import StorageError
from storage.store import Store

log = logging.getLogger("companion")


class Renewing:
    """The renewal of one store: `done` of `total` sessions, while `running`."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._stopped = threading.Event()
        self.done = self.total = 0
        self.running = False

    def start(self) -> None:
        """Begin, or go on where it was stopped, if there is anything to do; returns at once."""
        if not self._store.is_outdated():
            return
        if self._store.database.path is None:  # in memory there is one connection, which no thread may share
            self._store.renew(self._progress)
            return
        self.running = True
        threading.Thread(target=self._run, name="renewing", daemon=True).start()

    def stop(self) -> None:
        """Leave the rest to the next start."""
        self._stopped.set()

    def _run(self) -> None:
        try:
            self._store.renew(self._progress, self._stopped.is_set)
        except StorageError as error:  # the next start goes on
            log.warning("statistics were not renewed: %s", error)
        finally:
            self.running = False

    def _progress(self, done: int, total: int) -> None:
        self.done, self.total = done, total
