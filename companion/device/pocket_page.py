"""A browser that runs Python itself, in a single worker thread and without a server; files go through the browser."""

import asyncio
import importlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import flet as ft

from companion.device.device import Device, P, T, Unopened
from companion.device.downloads import OutgoingFile
from companion.device.uploads import INBOX, IncomingFile
from storage.errors import Damaged, NewerSchema, NotADatabase

_PAINT_SECONDS: Final = 0.05  # time to paint the last update before long work blocks Python

_NEWER: Final = (
    "A newer version of this app wrote the games in this browser; they were left as they are. Close all its windows"
    " and open it again where there is a network: then it brings itself up to date."
)
_DAMAGED: Final = (
    "The file with the games in this browser is damaged and was left as it is. Save it: a computer may mend it."
)


class Pocket(Device):
    """The app as a folder of static files, opened in a phone's browser."""

    has_threads = False
    has_own_files = True

    def __init__(self, *, has_share_sheet: bool = False) -> None:
        self.has_share_sheet = has_share_sheet

    def describe_location(self, path: Path | None) -> str:
        return "It is stored in this browser, for this address. Clearing the browser's data deletes it."

    def describe_problem(self, unopened: Unopened) -> str:
        match unopened.error:
            case NewerSchema():
                return _NEWER
            case Damaged() | NotADatabase():
                return _DAMAGED
            case error:
                return str(error).replace(str(unopened.path), "The file in this browser")

    async def is_persistent(self) -> bool:
        """Whether the browser has granted persistent storage, which `python.js` requests."""
        js: Any = importlib.import_module("js")
        return bool(await js.navigator.storage.persisted())

    async def run_in_background(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        await asyncio.sleep(_PAINT_SECONDS)
        return work(*args, **kwargs)

    async def deliver_file(self, file: OutgoingFile) -> str:
        if file.is_page:
            await ft.UrlLauncher().launch_url(_blob_address(file), web_only_window_name="_blank")
            return ""
        await ft.FilePicker().save_file(file_name=file.name, src_bytes=file.content)
        return f"{file.name} is in your downloads."

    async def send_file(self, file: OutgoingFile) -> str:
        """Open the share sheet; if it refuses the file, download it."""
        if not self.has_share_sheet:
            return await self.deliver_file(file)
        shared = ft.ShareFile.from_bytes(file.content, mime_type=file.mime, name=file.name)
        try:
            await ft.Share().share_files([shared], download_fallback_enabled=False)
        except RuntimeError:
            return await self.deliver_file(file)
        return ""

    async def pick_file(self) -> IncomingFile | None:
        chosen = await ft.FilePicker().pick_files(dialog_title="Import", with_data=True)
        if not chosen:
            return None
        return INBOX.add_content(chosen[0].name, chosen[0].bytes or b"")


def _blob_address(file: OutgoingFile) -> str:
    js: Any = importlib.import_module("js")
    to_js: Any = importlib.import_module("pyodide.ffi").to_js
    options = to_js({"type": file.mime}, dict_converter=js.Object.fromEntries)
    return str(js.URL.createObjectURL(js.Blob.new(to_js([file.content]), options)))
