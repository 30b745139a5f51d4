"""A page without a browser that speaks Flet's protocol over a real socket, cheap enough for thousands."""

from contextlib import ExitStack, suppress
from typing import Any

import msgpack
from flet.messaging.protocol import MessageAction, decode_ext_from_msgpack
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

PHONE = {"width": 412, "height": 915, "platform": "linux", "web": True, "platform_brightness": "light"}
_FRAME = b"\0"
"""The first byte of a protocol frame; raw data has another one."""


class Visitor:
    """One page, opened at a route; receives messages; use it in a `with`."""

    def __init__(self, url: str, route: str = "/", session: str = "") -> None:
        socket = connect(url.replace("http", "ws", 1) + "/ws", origin=url, max_size=None)  # type: ignore[arg-type]
        self._stack = ExitStack()
        self._line: ClientConnection = self._stack.enter_context(socket)
        page = {**PHONE, "route": route}
        self.send(MessageAction.REGISTER_CLIENT, {"session_id": session, "page_name": "", "page": page})
        _, welcome = self.receive()
        self.session: str = welcome["session_id"]

    def send(self, action: MessageAction, body: Any) -> None:
        """Send a message to the server."""
        self._line.send(_FRAME + msgpack.packb([action.value, body]))

    def receive(self, seconds: float = 10.0) -> tuple[int, Any]:
        """The next message: its action and body. TimeoutError, ConnectionClosed."""
        frame = self._line.recv(seconds)
        action, body = msgpack.unpackb(frame[1:], ext_hook=decode_ext_from_msgpack, strict_map_key=False)
        return action, body

    def receive_until_quiet(self, seconds: float) -> None:
        """Receive all messages until none has come for so long."""
        with suppress(TimeoutError, ConnectionClosed):
            while True:
                self.receive(seconds)

    def close(self) -> None:
        """Leave, as a closed tab does."""
        self._stack.close()

    def __enter__(self) -> "Visitor":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
