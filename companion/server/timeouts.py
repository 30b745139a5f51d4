"""How long the server waits for visitors who say nothing, and how many closed pages it remembers."""

import asyncio
import gc
import itertools
import logging
from typing import Any, Final

from flet_web.fastapi import app_manager
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from companion.flet_guard.web_sessions import sessions_by_key

HEAD_SECONDS: Final = 10.0
"""A connection that has not sent the whole head of a request by then is closed."""

GREETING_SECONDS: Final = 10.0
"""A socket whose page has not said who it is by then is closed."""

PART_SECONDS: Final = 30.0
"""An upload that brings nothing for so long is given up."""

MOST_ASLEEP: Final = 32
"""Closed pages whose state is kept; a phone that wakes up later opens the page anew, its form is on the disk."""


class ImpatientHttp(HttpToolsProtocol):
    """Uvicorn's HTTP, which by itself waits for the rest of a request's head for ever."""

    _deadline: asyncio.TimerHandle | None = None
    _handed_over = False  # to the protocol of the web socket, which has its own deadlines

    def connection_made(self, transport: Any) -> None:
        """Start the clock: nothing was asked yet."""
        super().connection_made(transport)
        self._wait_for_head()

    def data_received(self, data: bytes) -> None:
        """Stop the clock with every request whose head is complete; a next one begun on the same line starts it."""
        before = self.cycle
        super().data_received(data)
        if self._handed_over:
            return
        if self.cycle is not before:
            self._stop_waiting()
        elif self._deadline is None and (self.cycle is None or self.cycle.response_complete):
            self._wait_for_head()

    def handle_websocket_upgrade(self) -> None:
        """Stop the clock for good: a page may be silent for as long as it likes."""
        self._stop_waiting()
        self._handed_over = True
        super().handle_websocket_upgrade()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody waits any more."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait_for_head(self) -> None:
        self._deadline = self.loop.call_later(HEAD_SECONDS, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None


async def forget_oldest_sleepers(most: int) -> None:
    """Delete the pages that were closed first, down to `most`; Flet keeps each for hours by its own account."""
    sessions = sessions_by_key().items()
    asleep = [(session.expires_at, key) for key, session in sessions if session.expires_at is not None]
    for _, key in sorted(asleep)[: max(0, len(asleep) - most)]:
        await app_manager.delete_session(key)
        if next(_forgotten) % _SWEEP_EVERY == 0:
            gc.collect()


_SWEEP_EVERY: Final = 16
"""Forgotten pages after which their memory is taken back; the collector by itself looks at old objects too seldom."""

_forgotten = itertools.count(1)


class _OneLine(logging.Filter):
    """Tells in one line that a page sent nonsense: a traceback of Flet's own code explains nothing."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Keep the record, without its traceback."""
        if str(record.msg).startswith("Receive loop error"):
            record.exc_info = None
        return True


class _NoFarewell(logging.Filter):
    """Drops the complaint of a task that waited for an answer of a page which was closed for good meanwhile."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Whether the record is about anything else."""
        error = record.exc_info[1] if record.exc_info else None
        return not (isinstance(error, RuntimeError) and str(error) == "Session closed")


ONE_LINE: Final = _OneLine()
NO_FAREWELL: Final = _NoFarewell()
