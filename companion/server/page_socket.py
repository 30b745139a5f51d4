"""The web socket between a page and its session."""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

import flet as ft
from flet.messaging.protocol import Message as FletMessage
from flet_web.fastapi import FletApp, app_manager
from starlette.types import Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from companion.server.timeouts import GREETING_SECONDS, MOST_CLOSED_PAGES, delete_oldest_closed_pages

Main = Callable[[ft.Page], Any]  # builds the page for one visitor
# How long a closed page is kept, so that a phone that wakes up still has its half-filled form
SESSION_SECONDS: Final = 4 * 3600
_DISCONNECT_SECONDS: Final = 1.0  # time a session gets to handle the disconnect of its page


class _Visitor(FletApp):  # type: ignore[misc]  # flet_web has no types
    @property
    def is_registered(self) -> bool:
        return getattr(self, "_FletApp__session") is not None  # noqa: B009  # name mangling

    def send_message(self, message: FletMessage) -> None:
        """Drop messages to a page that has just left; Flet raises, which ends all updates of the session."""
        if getattr(self, "_FletApp__send_queue") is not None:  # noqa: B009  # name mangling
            super().send_message(message)


class PageSocket:
    """The web socket between a page and its session; it ends cleanly no matter how the browser disconnects.

    Flet's own handler waits for ever on a page that never registers, and loses the session of a page that
    disconnects during a write.
    """

    def __init__(self, main: Main) -> None:
        self._main = main

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        disconnected = asyncio.Event()

        async def receive_bytes() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive" and message.get("bytes") is None:
                message = {"type": "websocket.disconnect", "code": 1003}  # pages send bytes, never text
            if message["type"] == "websocket.disconnect":
                disconnected.set()
            return message

        async def send_if_open(message: Message) -> None:
            with suppress(OSError):
                await send(message)

        visitor = self._visitor()
        talk = asyncio.create_task(visitor.handle(WebSocket(scope, receive_bytes, send_if_open)))
        disconnect = asyncio.create_task(disconnected.wait())
        await asyncio.wait({talk, disconnect}, timeout=GREETING_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if visitor.is_registered:
            await asyncio.wait({talk, disconnect}, return_when=asyncio.FIRST_COMPLETED)
        disconnect.cancel()
        await asyncio.wait({talk}, timeout=_DISCONNECT_SECONDS if visitor.is_registered else 0)
        if talk.cancel():
            return
        await talk
        await delete_oldest_closed_pages(MOST_CLOSED_PAGES)

    def _visitor(self) -> _Visitor:
        return _Visitor(
            loop=asyncio.get_running_loop(),
            executor=app_manager.executor,
            main=self._main,
            before_main=None,
            session_timeout_seconds=SESSION_SECONDS,
        )
