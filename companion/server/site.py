"""The files of the page: the start page, our assets and Flet's client."""

from collections.abc import MutableMapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from flet_web import get_package_web_dir
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, Response
from starlette.routing import Route
from starlette.staticfiles import StaticFiles

from companion.files.paths import ASSETS
from companion.server.access import page_policy
from companion.theme import FONTS, SIGNS
from companion.web_page import font_manifest, manifest, served_index


class Site(StaticFiles):
    """Our assets and the client's files; every screen's address answers with the start page."""

    def __init__(self, assets: Path = ASSETS) -> None:
        web = Path(get_package_web_dir())
        super().__init__(directory=assets)
        self.all_directories = [assets, web]
        self._web = web
        self._assets = assets
        self._index = served_index(web)
        self._policy = page_policy(self._index)
        self._manifest = manifest(web)
        self._fonts = font_manifest(web)

    @property
    def routes(self) -> list[Route]:
        """What is made for this app in place of the client's own files."""
        return [
            Route("/manifest.json", self.manifest),
            Route("/assets/FontManifest.json", self.font_manifest),
            Route("/assets/fonts/{path:path}", self.font),
        ]

    async def get_response(self, path: str, scope: MutableMapping[str, Any]) -> Response:
        """A file, or the start page if the address is a screen's."""
        if path in (".", "index.html"):
            return self.start_page()
        try:
            return await super().get_response(path, scope)
        except HTTPException as missing:
            if missing.status_code != 404 or Path(path).suffix:
                raise
            return self.start_page()

    def start_page(self) -> Response:
        """The page that starts the app."""
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
