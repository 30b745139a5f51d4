"""Time limits for silent connections, and the limit of closed pages kept in memory."""

import asyncio
import gc
import itertools
import logging
from typing import Any, Final, cast

from flet.messaging.session import Session
from flet_web.fastapi import app_manager
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_SECONDS: Final = 10.0  # a connection without a complete request head by then is closed
FORM_SECONDS: Final = 10.0  # a typed code whose form is incomplete by then is dropped
GREETING_SECONDS: Final = 10.0  # a web socket whose page has not registered by then is closed
PART_SECONDS: Final = 30.0  # an upload without new data for this long is dropped
MOST_CLOSED_PAGES: Final = 32  # kept in memory; a phone that wakes up later gets a new page, its draft is in the store


class ImpatientHttp(HttpToolsProtocol):
    """Uvicorn's HTTP protocol with a deadline for the request head; by itself it waits for ever."""

    _deadline: asyncio.TimerHandle | None = None
    _handed_over = False  # to the web socket protocol, which has its own deadlines

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._start_clock()

    def data_received(self, data: bytes) -> None:
        """Stop the clock when a request head is complete; start it for the next request on the same connection."""
        before = self.cycle
        super().data_received(data)
        if self._handed_over:
            return
        if self.cycle is not before:
            self._stop_clock()
        elif self._deadline is None and (self.cycle is None or self.cycle.response_complete):
            self._start_clock()

    def handle_websocket_upgrade(self) -> None:
        """Stop the clock for good: a web socket may stay silent."""
        self._stop_clock()
        self._handed_over = True
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_clock()
        super().connection_lost(exc)

    def _start_clock(self) -> None:
        self._deadline = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _stop_clock(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


def sessions_by_key() -> dict[str, Session]:
    """All sessions in memory, those of closed pages included, by the key `app_manager.delete_session` takes."""
    return cast(dict[str, Session], getattr(app_manager, "_FletAppManager__sessions"))  # noqa: B009  # name mangling


async def delete_oldest_closed_pages(most: int) -> None:
    """Delete the pages closed longest ago until `most` are left; by itself Flet keeps each for hours."""
    sessions = sessions_by_key().items()
    closed = [(session.expires_at, key) for key, session in sessions if session.expires_at is not None]
    for _, key in sorted(closed)[: max(0, len(closed) - most)]:
        await app_manager.delete_session(key)
        if next(_deletions) % _COLLECT_EVERY == 0:
            gc.collect()


# Deleted pages after which the garbage collector runs; by itself it visits old objects too seldom
_COLLECT_EVERY: Final = 16

_deletions = itertools.count(1)


def drop_traceback(record: logging.LogRecord) -> bool:
    """A log filter: an unreadable message of a page takes one line, for a traceback through Flet explains nothing."""
    if str(record.msg).startswith("Receive loop error"):
        record.exc_info = None
    return True


def is_no_closed_session(record: logging.LogRecord) -> bool:
    """A log filter: drops the error of a task that waited for a page which was closed for good meanwhile."""
    error = record.exc_info[1] if record.exc_info else None
    return not (isinstance(error, RuntimeError) and str(error) == "Session closed")
