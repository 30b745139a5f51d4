"""Serves the app to browsers on this machine: loopback and same origin only, with no requests to other hosts."""

import asyncio
import logging
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Final
from urllib.parse import quote

import flet_web.fastapi
import uvicorn
from flet_web.fastapi import app_manager
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.types import ASGIApp

from companion.device.downloads import DOWNLOAD_PATH, OUTBOX
from companion.device.uploads import INBOX, UPLOAD_PATH
from companion.server.lost_page import lost_line
from companion.server.page_access import PAPER_POLICY, Door, is_own_origin
from companion.server.page_socket import Main, PageSocket
from companion.server.site import Site
from companion.server.timeouts import PART_SECONDS, ImpatientHttp, drop_traceback, is_no_closed_session

Stop = Callable[[], None]  # stops the server soon; may be called from any thread

HOST: Final = "127.0.0.1"
PORT: Final = 8550  # tried first; without `--port` the next twenty follow, then any free one
_LARGEST_MESSAGE: Final = 4 * 1024**2  # bytes of a web socket message; files are uploaded by HTTP


def application(main: Main) -> ASGIApp:
    """The site as an ASGI application: the page, its files and its web socket."""
    site = Site(lost_line())
    logging.getLogger(flet_web.fastapi.__name__).addFilter(drop_traceback)
    logging.getLogger("asyncio").addFilter(is_no_closed_session)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await app_manager.start()
        yield
        await app_manager.shutdown()
        INBOX.close()

    routes = [
        WebSocketRoute("/ws", PageSocket(main)),
        *site.routes,
        Route(f"{DOWNLOAD_PATH}/{{token}}/{{name}}", _download, methods=["GET"]),
        Route(f"{UPLOAD_PATH}/{{token}}", _upload, methods=["PUT"]),
        Mount("/", site),
    ]
    return Door(Starlette(routes=routes, lifespan=lifespan))


def listen(port: int | None) -> socket.socket:
    """A bound loopback socket at `port` (raises OSError if taken), or at the first free port from 8550."""
    return bind_free(HOST, PORT) if port is None else socket.create_server((HOST, port))


def bind_free(host: str, first: int) -> socket.socket:
    """A bound socket at this port, at the first free one of the next twenty, or at any free one. Raises OSError."""
    for port in range(first, first + 21):
        with suppress(OSError):
            return socket.create_server((host, port))
    return socket.create_server((host, 0))


def address(bound: socket.socket) -> str:
    """The address to type into a browser."""
    return f"http://{HOST}:{bound.getsockname()[1]}"


def serve(main: Main, bound: socket.socket, when_up: Callable[[Stop], None]) -> None:
    """Serve until Ctrl+C; `when_up` is called once the page can be opened, with a function that ends the server."""
    with suppress(KeyboardInterrupt):
        _Server(config_for(main), when_up).run(sockets=[bound])


def config_for(main: Main) -> uvicorn.Config:
    return uvicorn.Config(
        application(main),
        log_level="warning",
        access_log=False,
        http=ImpatientHttp,
        ws="websockets-sansio",
        ws_max_size=_LARGEST_MESSAGE,
        timeout_graceful_shutdown=2,  # an open page would hold the process back
    )


class _Server(uvicorn.Server):
    def __init__(self, config: uvicorn.Config, when_up: Callable[[Stop], None]) -> None:
        super().__init__(config)
        self._when_up = when_up

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._when_up(self.stop)

    def stop(self) -> None:
        self.should_exit = True


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
        return Response("This file was already downloaded. Request it in the app again.", 404, media_type="text/plain")
    kind = "inline" if file.is_page else "attachment"
    headers = {
        "content-disposition": f"{kind}; filename*=UTF-8''{quote(file.name)}",
        "cache-control": "no-store",
        "content-security-policy": PAPER_POLICY,
    }
    return Response(file.content, media_type=file.mime, headers=headers)
