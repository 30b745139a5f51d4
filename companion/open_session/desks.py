"""The open desks of a process: all windows of a session share one."""

from contextlib import suppress
from typing import Final

from companion.open_session.desk import Desk
from companion.window.watchers import Watchable
from storage.errors import NeedsGame, UnknownSession
from storage.store import Store

MOST_IDLE: Final = 40  # sessions kept open without a window: browsing the history must not fill the memory


class Desks(Watchable):
    """Its watchers are called after an open session was deleted for ever."""

    def __init__(self, store: Store) -> None:
        super().__init__()
        self.store = store
        self._open: dict[str, Desk] = {}
        self._seen = store.version()

    def desk(self, session_id: str) -> Desk:
        """The desk of a session, opened on the first call."""
        desk = self._open.pop(session_id, None) or Desk(self.store, session_id)
        self._open[session_id] = desk  # keeps the order of use
        idle = [key for key, other in self._open.items() if key != session_id and not other.is_watched]
        for key in idle[:-MOST_IDLE]:
            del self._open[key]
        return desk

    def opened(self, session_id: str) -> Desk | None:
        return self._open.get(session_id)

    def look(self) -> bool:
        """Refresh the desks if another process wrote to the file; True if it did. Raises StorageError.

        A session that was deleted for ever loses its desk.
        """
        version = self.store.version()
        if version == self._seen:
            return False
        before = len(self._open)
        for session_id, desk in tuple(self._open.items()):
            try:
                desk.refresh()
            except NeedsGame:
                continue
            except UnknownSession:
                desk.silence()  # a screen of it may be drawn before the one around it that says so
                self._open.pop(session_id, None)
        self._seen = version
        if len(self._open) < before:
            self.wake()
        return True

    def beat(self) -> None:
        """Somebody has the app in view: turn clocks go on. Raises StorageError."""
        for desk in tuple(self._open.values()):
            with suppress(UnknownSession):
                desk.beat_clock()
