"""The web socket of a phone: allowed messages, rate limit, and time limit for unread messages."""

import asyncio
from contextlib import suppress
from time import monotonic
from typing import Any, Final

import msgpack  # type: ignore[import-untyped]  # it has no types
from flet.messaging.protocol import MessageAction
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from websockets.exceptions import WebSocketException

from companion.phones.door.phone_page import DOOR_CLOSED, SENT_AWAY
from companion.phones.invitation import Invitation, Phone

LARGEST_MESSAGE: Final = 64 * 1024  # bytes
_RATE: Final = 60.0  # messages a second
_BURST: Final = 240.0  # messages that may come at once
_UNREAD_SECONDS: Final = 20.0  # after this long without reading a phone loses its socket; it reconnects by itself

_GONE: Final = {"type": "websocket.disconnect", "code": 1008}

_HEAD: Final = b"\x00\x92"  # start of each of Flet's messages: no data channel, and a list of two
# The message in which a page identifies itself, and the answer with its session
REGISTER: Final = MessageAction.REGISTER_CLIENT.value


class PhoneSocket:
    """Connects a phone to `pages`, Flet's socket, as long as it behaves like one of our pages."""

    def __init__(self, pages: ASGIApp, invitation: Invitation) -> None:
        self._pages = pages
        self._invitation = invitation

    async def talk(self, phone: Phone, scope: Scope, receive: Receive, send: Send) -> None:
        """Relay messages until the phone leaves, is removed, or breaks the rules."""
        closed, allowance = asyncio.Event(), _Allowance()

        async def receive_checked() -> Message:
            incoming = asyncio.ensure_future(receive())
            ending = asyncio.ensure_future(closed.wait())
            await asyncio.wait({incoming, ending}, return_when=asyncio.FIRST_COMPLETED)
            ending.cancel()
            if closed.is_set():  # also where messages came before that
                incoming.cancel()
                code = DOOR_CLOSED if self._invitation.is_closed else SENT_AWAY
                with suppress(OSError, WebSocketException):  # it is gone already, or going
                    await send({"type": "websocket.close", "code": code})
                return dict(_GONE)
            message = incoming.result()
            if message["type"] != "websocket.receive":
                return message
            checked = _check(message.get("bytes"), phone) if allowance.take() else None
            if checked is None or (checked[2] == REGISTER and not allowance.register()):
                return dict(_GONE)
            return {"type": "websocket.receive", "bytes": checked}

        async def send_in_time(message: Message) -> None:
            if closed.is_set():
                return
            _remember_page(message, phone)
            try:
                async with asyncio.timeout(_UNREAD_SECONDS):
                    await send(message)
            except TimeoutError:
                closed.set()

        disconnect = self._invitation.connect(phone, closed.set)
        try:
            await self._pages(scope, receive_checked, send_in_time)
        except OSError:
            return  # it is gone already
        finally:
            disconnect()


class _Allowance:
    """A token bucket of messages, and one registration."""

    def __init__(self) -> None:
        self._left, self._at = _BURST, monotonic()
        self._is_registered = False

    def register(self) -> bool:
        was_registered, self._is_registered = self._is_registered, True
        return not was_registered

    def take(self) -> bool:
        now = monotonic()
        self._left = min(_BURST, self._left + (now - self._at) * _RATE) - 1
        self._at = now
        return self._left >= 0


def _check(data: bytes | None, phone: Phone) -> bytes | None:
    """A message for Flet; None if it is not allowed. A page may resume only a session that this phone had."""
    if data is None or len(data) > LARGEST_MESSAGE or not data.startswith(_HEAD) or len(data) < 4:
        return None
    if data[2] != REGISTER:
        return data if data[2] < 0x80 else None
    try:
        action, body = msgpack.unpackb(data[1:], ext_hook=msgpack.ExtType)
    except (ValueError, msgpack.UnpackException):
        return None
    if not isinstance(body, dict) or not isinstance(body.get("session_id"), str | None):
        return None
    if body.get("session_id") not in phone.pages:
        body["session_id"] = ""
    packed: bytes = msgpack.packb([action, body])
    return b"\x00" + packed


def _remember_page(message: Message, phone: Phone) -> None:
    """Store the session id from Flet's answer to the registration."""
    data: Any = message.get("bytes")
    if message["type"] != "websocket.send" or not data or data[:3] != _HEAD + bytes([REGISTER]):
        return
    _, body = msgpack.unpackb(data[1:], ext_hook=msgpack.ExtType)
    phone.pages.add(body["session_id"])
