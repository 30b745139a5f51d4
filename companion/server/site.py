"""The files of the page: the start page, our assets and Flet's client, compressed and kept by the browser."""

import asyncio
import gzip
import os
from collections.abc import MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from flet_web import get_package_web_dir
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route
from starlette.staticfiles import StaticFiles

from companion.device.machine_fonts import font_for_request
from companion.device.paths import ASSETS
from companion.server.page_access import page_policy
from companion.server.web_page import font_manifest, manifest, served_index
from companion.ui.fonts import FONTS, SIGNS

_COMPRESSED: Final = frozenset({".js", ".mjs", ".wasm", ".json", ".ttf", ".otf", ".html", ".svg", ".bin", ".frag", ""})
"""The endings of files that become smaller; pictures and WOFF2 fonts are compressed already."""

_LEVEL: Final = 5  # of compression: the first page waits for it, and a higher one makes the client 1 % smaller
_ASK_AGAIN: Final = "no-cache"  # browsers keep a file and revalidate it, so that an update is seen at once
_packed: Final[dict[tuple[str, int, int], bytes]] = {}  # compressed files by path, time and size; there are some twenty


class Site(StaticFiles):
    """Our assets and the client's files; screens answer with the start page. `head` is HTML before its scripts."""

    def __init__(self, head: str) -> None:
        web = Path(get_package_web_dir())
        super().__init__(directory=ASSETS)
        self.all_directories = [ASSETS, web]
        self._web = web
        index = served_index(web, head)
        headers = {"cache-control": "no-cache", "content-security-policy": page_policy(index)}
        self.start_page = Response(index, media_type="text/html", headers=headers)
        fonts = Response(font_manifest(), media_type="application/json")
        self.routes = [
            Route("/manifest.json", Response(manifest(web), media_type="application/manifest+json"), methods=["GET"]),
            Route("/assets/FontManifest.json", fonts, methods=["GET"]),
            Route("/assets/fonts/{path:path}", self._send_font, methods=["GET"]),
        ]
        """Made for this app in place of the client's own files."""

    async def get_response(self, path: str, scope: MutableMapping[str, Any]) -> Response:
        """A file, or the start page if the address is a screen's. Never raises, because not every caller handles it."""
        if path in (".", "index.html"):
            return self.start_page
        try:
            return await _compress(await super().get_response(path, scope), scope)
        except HTTPException as missing:
            if missing.status_code == 404 and not Path(path).suffix:
                return self.start_page
            return Response(missing.detail, missing.status_code, media_type="text/plain")

    async def _send_font(self, request: Request) -> Response:
        """One of our fonts or the client's.

        For a character that no family contains the client requests a Google font. It gets our emoji, a font of the
        machine with that script, or our symbol font: without an answer it would request it again with every frame.
        """
        name = request.path_params["path"]
        for directory in (ASSETS / "fonts", self._web / "assets" / "fonts"):
            with suppress(OSError):  # the name may be longer than any file name
                file = (directory / name).resolve()
                if file.is_file() and file.is_relative_to(directory.resolve()):
                    return await self._send(file, request)
        own = await asyncio.to_thread(font_for_request, name)
        return await self._send(own or ASSETS / FONTS[SIGNS], request)

    async def _send(self, file: Path, request: Request) -> Response:
        return await _compress(self.file_response(file, os.stat(file), request.scope), request.scope)


async def _compress(answer: Response, scope: MutableMapping[str, Any]) -> Response:
    """The answer with cache headers, and a file compressed once for all."""
    answer.headers["cache-control"] = _ASK_AGAIN
    accepted = Headers(scope=scope).get("accept-encoding", "")
    if not isinstance(answer, FileResponse) or scope["method"] != "GET" or "gzip" not in accepted:
        return answer
    path, stat = Path(answer.path), os.stat(answer.path)
    if path.suffix not in _COMPRESSED:
        return answer
    key = str(path), stat.st_mtime_ns, stat.st_size
    if key not in _packed:
        _packed[key] = await asyncio.to_thread(lambda: gzip.compress(path.read_bytes(), _LEVEL))
    kept = {name: answer.headers[name] for name in ("etag", "last-modified", "cache-control", "content-type")}
    headers = {**kept, "content-encoding": "gzip", "vary": "accept-encoding"}
    return Response(_packed[key], headers=headers)
