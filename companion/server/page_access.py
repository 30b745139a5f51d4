"""Who may talk to the server, and the security headers of its answers."""

import base64
import hashlib
import re
from typing import Final
from urllib.parse import urlsplit

from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

_LOCAL_NAMES: Final = {"127.0.0.1", "localhost", "::1"}

_SCRIPT: Final = re.compile(r"<script>(.*?)</script>", re.DOTALL)

# For a page that is only read and printed: no scripts, no requests, no framing
_PRINT: Final = "'sha256-Ul1RMxNBbPGH9E+ofhdT7m0RVSwiCXU33cMrTtNPpo8='"  # of `print()`, what the button does
PAPER_POLICY: Final = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; frame-ancestors 'none';"
    f" script-src 'unsafe-hashes' {_PRINT}"
)

_HEADERS: Final = (
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-embedder-policy", b"require-corp"),  # without these two the renderer gets no second thread
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
)

_ELSEWHERE: Final = Response("This table can be opened on its own machine only.", 403, media_type="text/plain")


def page_policy(index: str) -> str:
    """The content security policy of the start page: its own scripts by hash, files and socket of this site only.

    Flutter compiles WebAssembly, starts threads from blobs and writes styles into the page. Without https the display
    is kept on by a silent film, a data address in the script that plays it.
    """
    digests = (hashlib.sha256(script.encode()).digest() for script in _SCRIPT.findall(index))
    hashes = " ".join(f"'sha256-{base64.b64encode(digest).decode()}'" for digest in digests)
    return "; ".join(
        (
            "default-src 'self'",
            f"script-src 'self' 'wasm-unsafe-eval' {hashes}",
            "style-src 'self' 'unsafe-inline'",
            "img-src 'self' data: blob:",
            "font-src 'self' data:",
            "media-src data:",
            "connect-src 'self' data: blob:",
            "worker-src 'self' blob:",
            "object-src 'none'",
            "base-uri 'self'",
            "form-action 'none'",
            "frame-ancestors 'none'",
        )
    )


class Door:
    """ASGI middleware that refuses requests from other machines and other sites."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self._app(scope, receive, send)
        if not _is_local(scope) or "\0" in scope["path"]:
            return await refuse(scope, receive, send, _ELSEWHERE)
        if scope["type"] == "websocket":
            if not is_own_origin(scope):
                return await refuse(scope, receive, send, _ELSEWHERE)
            return await self._app(scope, receive, send)
        return await self._app(scope, receive, with_headers(send))


def is_own_origin(scope: Scope) -> bool:
    """Whether the request's Origin is this server."""
    origins, hosts = headers_of(scope, b"origin"), headers_of(scope, b"host")
    return len(origins) == len(hosts) == 1 and _netloc(origins[0].lower()) == hosts[0].lower()


def _is_local(scope: Scope) -> bool:
    hosts = headers_of(scope, b"host")
    return len(hosts) == 1 and _hostname(hosts[0]) in _LOCAL_NAMES


def headers_of(scope: Scope, name: bytes) -> list[str]:
    """The values of a header; `name` in small letters."""
    return [value.decode("latin-1") for key, value in scope["headers"] if key == name]


def _hostname(host: str) -> str | None:
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _netloc(origin: str) -> str | None:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return None


async def refuse(scope: Scope, receive: Receive, send: Send, answer: Response) -> None:
    """Answer a request with this, and close a web socket."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 4403})
    else:
        await answer(scope, receive, with_headers(send))


def with_headers(send: Send) -> Send:
    """A `send` that adds the security headers to every answer."""

    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            present = {name for name, _ in message["headers"]}
            message["headers"] = [*message["headers"], *(pair for pair in _HEADERS if pair[0] not in present)]
        await send(message)

    return send_with_headers
