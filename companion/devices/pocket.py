"""A browser that runs Python itself, in one thread of a worker, without a server: files are handed to the browser."""

import asyncio
import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, ParamSpec, TypeVar

import flet as ft

from companion.files.downloads import HandedFile
from companion.files.uploads import INBOX, BroughtFile

P = ParamSpec("P")
T = TypeVar("T")

_PAINTING: Final = 0.05
"""Seconds in which the page paints what it was sent, before long work keeps Python busy."""


class Pocket:
    """The companion as a folder of files, opened in a phone's browser."""

    has_threads = False
    has_shell = False
    needs_fonts = False

    def place_of(self, path: Path | None) -> str:
        """Nobody could open it by a path."""
        return "It lies in this browser, for this address. Clearing the browser's data deletes it."

    async def is_kept(self) -> bool:
        """Whether the browser has agreed to keep it; `python.js` asks for that."""
        js: Any = importlib.import_module("js")
        return bool(await js.navigator.storage.persisted())

    async def run_aside(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run it here, once the page has painted: there is no other thread."""
        await asyncio.sleep(_PAINTING)
        return work(*args, **kwargs)

    async def hand_over(self, file: HandedFile) -> str:
        """Open a page to look at in a tab of its own, save anything else as a download."""
        if file.shown:
            await ft.UrlLauncher().launch_url(_blob_address(file), web_only_window_name="_blank")
            return ""
        await ft.FilePicker().save_file(file_name=file.name, src_bytes=file.content)
        return f"{file.name} is in your downloads."

    async def pick_file(self) -> BroughtFile | None:
        """Take the content from the browser."""
        chosen = await ft.FilePicker().pick_files(dialog_title="Take in", with_data=True)
        if not chosen:
            return None
        return INBOX.put(chosen[0].name, chosen[0].bytes or b"")


def _blob_address(file: HandedFile) -> str:
    """An address within this browser at which a file can be looked at until the app is closed."""
    js: Any = importlib.import_module("js")
    to_js: Any = importlib.import_module("pyodide.ffi").to_js
    options = to_js({"type": file.mime}, dict_converter=js.Object.fromEntries)
    return str(js.URL.createObjectURL(js.Blob.new(to_js([file.content]), options)))
