"""Serves the app to browsers on this machine: loopback and same origin only, with no requests to other hosts."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Callable, MutableMapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import flet as ft
import flet_web.fastapi
import uvicorn
from flet_web import get_package_web_dir
from flet_web.fastapi import FletApp, app_manager
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from companion.files.downloads import DOWNLOAD_PATH, OUTBOX
from companion.files.paths import ASSETS
from companion.files.uploads import INBOX, UPLOAD_PATH
from companion.flet_guard.web_sessions import is_registered
from companion.server.access import PAPER_POLICY, Door, is_own_origin, page_policy
from companion.server.timeouts import (
    DROP_CLOSED_SESSIONS,
    DROP_TRACEBACKS,
    GREETING_SECONDS,
    MOST_CLOSED_PAGES,
    PART_SECONDS,
    ImpatientHttp,
    delete_oldest_closed_pages,
)
from companion.theme import FONTS, SIGNS
from companion.web_page import font_manifest, manifest, served_index

Main = Callable[[ft.Page], Any]
"""Builds the page for one visitor."""

Stop = Callable[[], None]
"""Ends the server soon; may be called from any thread."""

HOST: Final = "127.0.0.1"
PORT: Final = 8550
"""The port tried first; without `--port` the next twenty follow, then any free one."""

SESSION_SECONDS: Final = 4 * 3600
"""How long a closed page is kept, so that a phone that wakes up still has its half-filled form."""

_LARGEST_MESSAGE: Final = 4 * 1024**2
"""Bytes of the longest web socket message; files are uploaded by HTTP."""

_DISCONNECT_SECONDS: Final = 1.0
"""Seconds a session gets to handle the disconnect of its page."""


def application(main: Main, assets: Path = ASSETS) -> ASGIApp:
    """The site as an ASGI application: the page, its files and its web socket."""
    web = Path(get_package_web_dir())
    site = _Site(web, assets)
    logging.getLogger(flet_web.fastapi.__name__).addFilter(DROP_TRACEBACKS)
    logging.getLogger("asyncio").addFilter(DROP_CLOSED_SESSIONS)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await app_manager.start()
        yield
        await app_manager.shutdown()
        INBOX.close()

    routes = [
        WebSocketRoute("/ws", _PageSocket(main)),
        Route("/manifest.json", site.manifest),
        Route("/assets/FontManifest.json", site.font_manifest),
        Route("/assets/fonts/{path:path}", site.font),
        Route(f"{DOWNLOAD_PATH}/{{token}}/{{name}}", _download, methods=["GET"]),
        Route(f"{UPLOAD_PATH}/{{token}}", _upload, methods=["PUT"]),
        Mount("/", site),
    ]
    return Door(Starlette(routes=routes, lifespan=lifespan))


def listen(port: int | None) -> socket.socket:
    """A bound socket on the loopback address: at `port`, or at the first free port from 8550.

    Raises OSError if `port` is taken.
    """
    ports = [*range(PORT, PORT + 21), 0] if port is None else [port]
    for number in ports[:-1]:
        with suppress(OSError):
            return _bind(number)
    return _bind(ports[-1])


def address(bound: socket.socket) -> str:
    """The address to type into a browser."""
    return f"http://{HOST}:{bound.getsockname()[1]}"


def serve(main: Main, bound: socket.socket, when_up: Callable[[Stop], None]) -> None:
    """Serve until Ctrl+C; `when_up` is called once the page can be opened, with a function that ends the server."""
    with suppress(KeyboardInterrupt):
        _Server(config_for(main), when_up).run(sockets=[bound])


def config_for(main: Main) -> uvicorn.Config:
    """Uvicorn's settings."""
    return uvicorn.Config(
        application(main),
        log_level="warning",
        access_log=False,
        http=ImpatientHttp,
        ws="websockets-sansio",
        ws_max_size=_LARGEST_MESSAGE,
        timeout_graceful_shutdown=2,  # an open page would hold the process back
    )


def _bind(port: int) -> socket.socket:
    bound = socket.create_server((HOST, port))
    bound.set_inheritable(True)
    return bound


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, when_up: Callable[[Stop], None]) -> None:
        super().__init__(config)
        self._when_up = when_up

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._when_up(self.stop)

    def stop(self) -> None:
        """End at the next tick of the server's loop."""
        self.should_exit = True


class _PageSocket:
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
        if is_registered(visitor):
            await asyncio.wait({talk, disconnect}, return_when=asyncio.FIRST_COMPLETED)
        disconnect.cancel()
        await asyncio.wait({talk}, timeout=_DISCONNECT_SECONDS if is_registered(visitor) else 0)
        if talk.cancel():
            return
        await talk
        await delete_oldest_closed_pages(MOST_CLOSED_PAGES)

    def _visitor(self) -> FletApp:
        return FletApp(
            loop=asyncio.get_running_loop(),
            executor=app_manager.executor,
            main=self._main,
            before_main=None,
            session_timeout_seconds=SESSION_SECONDS,
        )


async def _upload(request: Request) -> Response:
    """Receive a file that a window expects; from our own page only."""
    if "origin" in request.headers and not is_own_origin(request.scope):
        return Response(status_code=403)
    return Response(status_code=await INBOX.receive(request.path_params["token"], _parts(request)))


async def _parts(request: Request) -> AsyncIterator[bytes]:
    """The uploaded data in parts. Raises ConnectionError if the upload stalls or breaks off."""
    parts = aiter(request.stream())
    try:
        while True:
            async with asyncio.timeout(PART_SECONDS):
                part = await anext(parts)
            yield part
    except StopAsyncIteration:
        return
    except (ClientDisconnect, TimeoutError) as error:
        raise ConnectionError("The upload stopped.") from error


async def _download(request: Request) -> Response:
    """Send a file from the outbox, once; a HEAD request does not use it up."""
    if request.method == "HEAD":
        return Response(status_code=405)
    file = OUTBOX.take(request.path_params["token"])
    if file is None:
        return Response("This file was fetched already. Ask the app for it again.", 404, media_type="text/plain")
    kind = "inline" if file.is_page else "attachment"
    headers = {
        "content-disposition": f"{kind}; filename*=UTF-8''{quote(file.name)}",
        "cache-control": "no-store",
        "content-security-policy": PAPER_POLICY,
    }
    return Response(file.content, media_type=file.mime, headers=headers)


class _Site(StaticFiles):
    """Our assets and the client's files; every screen's address answers with the start page."""

    def __init__(self, web: Path, assets: Path) -> None:
        super().__init__(directory=assets)
        self.all_directories = [assets, web]
        self._web = web
        self._assets = assets
        self._index = served_index(web)
        self._policy = page_policy(self._index)
        self._manifest = manifest(web)
        self._fonts = font_manifest(web)

    async def get_response(self, path: str, scope: MutableMapping[str, Any]) -> Response:
        """A file, or the start page if the address is a screen's."""
        if path in (".", "index.html"):
            return self._start_page()
        try:
            return await super().get_response(path, scope)
        except HTTPException as missing:
            if missing.status_code != 404 or Path(path).suffix:
                raise
            return self._start_page()

    def _start_page(self) -> Response:
        headers = {"cache-control": "no-cache", "content-security-policy": self._policy}
        return Response(self._index, media_type="text/html", headers=headers)

    def manifest(self, _: Request) -> Response:
        """The web app manifest, for a page added to a phone's home screen."""
        return Response(self._manifest, media_type="application/manifest+json")

    def font_manifest(self, _: Request) -> Response:
        """The font families the client loads before its first frame."""
        return Response(self._fonts, media_type="application/json")

    def font(self, request: Request) -> Response:
        """One of our fonts or the client's.

        For a character that no family contains the client requests a Google font. It gets our symbol font: without an
        answer it would request it again with every frame.
        """
        name = request.path_params["path"]
        for directory in (self._assets / "fonts", self._web / "assets" / "fonts"):
            with suppress(OSError):  # the name may be longer than any file name
                file = (directory / name).resolve()
                if file.is_file() and file.is_relative_to(directory.resolve()):
                    return FileResponse(file)
        return FileResponse(self._assets / FONTS[SIGNS], media_type="font/ttf")
