"""Serves the app to browsers on this machine: loopback only, same origin only, nothing fetched from elsewhere."""

import asyncio
import json
import logging
import socket
import tempfile
from collections.abc import AsyncIterator, Callable, MutableMapping
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

import flet as ft
import flet_web.fastapi
import uvicorn
from flet_web import get_package_web_dir, patch_index_html, patch_manifest_json
from flet_web.fastapi import FletApp, app_manager
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import FileResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from companion.files.downloads import DOOR, OUTBOX
from companion.files.paths import ASSETS
from companion.files.uploads import INBOX, SLOT
from companion.flet_guard.web_sessions import is_registered
from companion.server.access import PAPER_POLICY, Door, is_own_origin, page_policy
from companion.server.timeouts import (
    GREETING_SECONDS,
    MOST_ASLEEP,
    NO_FAREWELL,
    ONE_LINE,
    PART_SECONDS,
    ImpatientHttp,
    forget_oldest_sleepers,
)
from companion.theme import FONTS, SIGNS

Main = Callable[[ft.Page], Any]
"""What draws a page for one visitor."""

Stop = Callable[[], None]
"""Ends the server soon; may be called from any thread."""

HOST: Final = "127.0.0.1"
PORT: Final = 8550
"""The port tried first; with a free choice the next twenty follow, then any."""

SESSION_SECONDS: Final = 4 * 3600
"""How long a phone may sleep and still find its half-filled form."""

_LARGEST_MESSAGE: Final = 4 * 1024**2
"""Bytes of the longest message a page may send; files come another way."""

_FAREWELL: Final = 1.0
"""Seconds a session gets to take note that its page has left."""

_KEEP_HOME: Final = """<script>
  // The client asks a CDN for a player of Rive animations, which the app has none of: let it wait instead.
  (() => {
    const src = Object.getOwnPropertyDescriptor(HTMLScriptElement.prototype, "src");
    Object.defineProperty(HTMLScriptElement.prototype, "src", {
      ...src,
      set(url) { if (!String(url).includes("/@rive-app/")) src.set.call(this, url); },
    });
  })();
</script>
"""

_HEAL: Final = """<script>
  // Once in hundreds of times the drawing engine breaks, and the page would stand still for good: load it anew, its
  // session goes on. One that breaks again at once would break for ever.
  (() => {
    const heal = (trouble) => {
      if (!(trouble instanceof WebAssembly.RuntimeError)) return;
      if (Date.now() - Number(sessionStorage.getItem("healed")) < 10000) return;
      sessionStorage.setItem("healed", Date.now());
      location.reload();
    };
    addEventListener("error", (event) => heal(event.error));
    addEventListener("unhandledrejection", (event) => heal(event.reason));
  })();
</script>
"""

_SPLASH: Final = """<style>
  #loading { background: #fbf6ea !important; }
  #loading img { width: 72px !important; }
  @media (prefers-color-scheme: dark) { #loading { background: #171412 !important; } }
</style>
"""


def application(main: Main, assets: Path = ASSETS) -> ASGIApp:
    """The whole site as an ASGI application: the page, its files and the socket it talks through."""
    web = Path(get_package_web_dir())
    site = _Site(web, assets)
    logging.getLogger(flet_web.fastapi.__name__).addFilter(ONE_LINE)
    logging.getLogger("asyncio").addFilter(NO_FAREWELL)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await app_manager.start()
        yield
        await app_manager.shutdown()
        INBOX.close()

    routes = [
        WebSocketRoute("/ws", _Line(main)),
        Route("/manifest.json", site.manifest),
        Route("/assets/FontManifest.json", site.font_manifest),
        Route("/assets/fonts/{path:path}", site.font),
        Route(f"{DOOR}/{{token}}/{{name}}", _handed, methods=["GET"]),
        Route(f"{SLOT}/{{token}}", _brought, methods=["PUT"]),
        Mount("/", site),
    ]
    return Door(Starlette(routes=routes, lifespan=lifespan))


def listen(port: int | None) -> socket.socket:
    """A bound socket on the loopback address: `port` itself, or from 8550 on the first that is free.

    Raises OSError when the port asked for is taken.
    """
    wanted = [*range(PORT, PORT + 21), 0] if port is None else [port]
    for number in wanted[:-1]:
        with suppress(OSError):
            return _bound(number)
    return _bound(wanted[-1])


def address(bound: socket.socket) -> str:
    """The address to type into a browser."""
    return f"http://{HOST}:{bound.getsockname()[1]}"


def serve(main: Main, bound: socket.socket, when_up: Callable[[Stop], None]) -> None:
    """Serve until Ctrl+C; `when_up` is called once the page can be opened, with a function that ends the server."""
    with suppress(KeyboardInterrupt):
        _Server(config_for(main), when_up).run(sockets=[bound])


def config_for(main: Main) -> uvicorn.Config:
    """How the site is served."""
    return uvicorn.Config(
        application(main),
        log_level="warning",
        access_log=False,
        http=ImpatientHttp,
        ws="websockets-sansio",
        ws_max_size=_LARGEST_MESSAGE,
        timeout_graceful_shutdown=2,  # an open page would hold the process back
    )


def _bound(port: int) -> socket.socket:
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


class _Line:
    """The socket between a page and its session, which ends well however the browser goes.

    Flet's own handler waits for ever on a page that left before it said who it was, or never says it, and loses the
    session of a page that was being written to when it left.
    """

    def __init__(self, main: Main) -> None:
        self._main = main

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        gone = asyncio.Event()

        async def received() -> Message:
            message = await receive()
            if message["type"] == "websocket.receive" and message.get("bytes") is None:
                message = {"type": "websocket.disconnect", "code": 1003}  # pages speak in bytes, never in text
            if message["type"] == "websocket.disconnect":
                gone.set()
            return message

        async def sent(message: Message) -> None:
            with suppress(OSError):
                await send(message)

        visitor = self._visitor()
        talk = asyncio.create_task(visitor.handle(WebSocket(scope, received, sent)))
        left = asyncio.create_task(gone.wait())
        await asyncio.wait({talk, left}, timeout=GREETING_SECONDS, return_when=asyncio.FIRST_COMPLETED)
        if is_registered(visitor):
            await asyncio.wait({talk, left}, return_when=asyncio.FIRST_COMPLETED)
        left.cancel()
        await asyncio.wait({talk}, timeout=_FAREWELL if is_registered(visitor) else 0)
        if talk.cancel():
            return
        await talk
        await forget_oldest_sleepers(MOST_ASLEEP)

    def _visitor(self) -> FletApp:
        return FletApp(
            loop=asyncio.get_running_loop(),
            executor=app_manager.executor,
            main=self._main,
            before_main=None,
            session_timeout_seconds=SESSION_SECONDS,
        )


async def _brought(request: Request) -> Response:
    """A file that a window of the app asked for, piece by piece; from this machine's own page only."""
    if "origin" in request.headers and not is_own_origin(request.scope):
        return Response(status_code=403)
    return Response(status_code=await INBOX.receive(request.path_params["token"], _parts(request)))


async def _parts(request: Request) -> AsyncIterator[bytes]:
    """What is uploaded, part by part; ConnectionError where it stops coming."""
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


async def _handed(request: Request) -> Response:
    """A file that a window of the app put into the outbox, once; asking for its head alone does not use it up."""
    if request.method == "HEAD":
        return Response(status_code=405)
    file = OUTBOX.take(request.path_params["token"])
    if file is None:
        return Response("This file was fetched already. Ask the app for it again.", 404, media_type="text/plain")
    kind = "inline" if file.shown else "attachment"
    headers = {
        "content-disposition": f"{kind}; filename*=UTF-8''{quote(file.name)}",
        "cache-control": "no-store",
        "content-security-policy": PAPER_POLICY,
    }
    return Response(file.content, media_type=file.mime, headers=headers)


class _Site(StaticFiles):
    """The client's files with our own in front, and its start page as the answer to every screen's address."""

    def __init__(self, web: Path, assets: Path) -> None:
        super().__init__(directory=assets)
        self.all_directories = [assets, web]
        self._web = web
        self._assets = assets
        self._index = _patched(web / "index.html", _dress_page)
        self._policy = page_policy(self._index)
        self._manifest = _patched(web / "manifest.json", _dress_manifest)
        self._fonts = _font_manifest(web)

    async def get_response(self, path: str, scope: MutableMapping[str, Any]) -> Response:
        """A file, or the start page where the address is a screen's."""
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
        """What a phone shows when the page is put on its home screen."""
        return Response(self._manifest, media_type="application/manifest+json")

    def font_manifest(self, _: Request) -> Response:
        """The families the client loads before its first frame."""
        return Response(self._fonts, media_type="application/json")

    def font(self, request: Request) -> Response:
        """A font of ours or the client's.

        For a sign that no family holds the client asks for one of Google's fonts by its path there; it gets our signs,
        which ends the matter: unanswered, it would ask again with every frame.
        """
        name = request.path_params["path"]
        for directory in (self._assets / "fonts", self._web / "assets" / "fonts"):
            with suppress(OSError):  # a name too long for any file
                file = (directory / name).resolve()
                if file.is_file() and file.is_relative_to(directory.resolve()):
                    return FileResponse(file)
        return FileResponse(self._assets / FONTS[SIGNS], media_type="font/ttf")


def _patched(original: Path, patch: Callable[[Path], None]) -> str:
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / original.name
        copy.write_bytes(original.read_bytes())
        patch(copy)
        return copy.read_text("utf-8")


def _dress_page(page: Path) -> None:
    patch_index_html(
        str(page),
        base_href="/",
        websocket_endpoint_path="/ws",
        app_name="Table Companion",
        app_description="The companion for card games at a real table.",
        no_cdn=True,
    )
    text = page.read_text("utf-8")
    text = text.replace("<html>", '<html lang="en">').replace("</head>", f"{_KEEP_HOME}{_HEAL}{_SPLASH}</head>")
    page.write_text(text, "utf-8")


def _dress_manifest(manifest: Path) -> None:
    patch_manifest_json(
        str(manifest),
        app_name="Table Companion",
        app_short_name="Companion",
        app_description="The companion for card games at a real table.",
        background_color="#fbf6ea",
        theme_color="#2c5a4b",
    )


def _font_manifest(web: Path) -> str:
    """Ours and the icons; the client's mathematical fonts, twenty files, have nothing to do here."""
    listed = json.loads((web / "assets" / "FontManifest.json").read_text("utf-8"))
    icons = [family for family in listed if "flutter_math" not in family["family"]]
    ours = [{"family": family, "fonts": [{"asset": file}]} for family, file in FONTS.items()]
    roboto = {"family": "Roboto", "fonts": [{"asset": "fonts/roboto.woff2"}]}
    return json.dumps([*icons, *ours, roboto])
