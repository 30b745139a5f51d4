"""A page in a browser, served by this process; files are uploaded and downloaded."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import ParamSpec, TypeVar

import flet as ft

from companion.device.device import Unopened
from companion.device.downloads import OUTBOX, OutgoingFile
from companion.device.uploads import INBOX, UPLOAD_PATH, IncomingFile, report_upload, wait_for_upload

P = ParamSpec("P")
T = TypeVar("T")


class ServedPage:
    """The browser of the computer that runs the server."""

    has_threads = True
    has_share_sheet = False
    needs_fonts = False
    has_own_files = False

    def describe_location(self, path: Path | None) -> str:
        """The path of the file."""
        return str(path)

    def describe_problem(self, unopened: Unopened) -> str:
        """The message of the error, which names the file."""
        return str(unopened.error)

    async def is_persistent(self) -> bool:
        """True: it is a file on the computer's disk."""
        return True

    async def run_in_background(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run the work in a thread."""
        return await asyncio.to_thread(work, *args, **kwargs)

    async def deliver_file(self, file: OutgoingFile) -> str:
        """Open the download address of the file, which works once."""
        tab = "_blank" if file.is_page else "_self"
        await ft.UrlLauncher().launch_url(OUTBOX.put(file), web_only_window_name=tab)
        return "" if file.is_page else f"{file.name} is in your downloads."

    async def send_file(self, file: OutgoingFile) -> str:
        """Deliver the file."""
        return await self.deliver_file(file)

    async def pick_file(self) -> IncomingFile | None:
        """Let the browser upload the file."""
        picker = ft.FilePicker()
        chosen = await picker.pick_files(dialog_title="Import")
        if not chosen:
            return None
        picked = chosen[0]
        file = INBOX.expect_upload(picked.name)
        picker.on_upload = partial(report_upload, file)
        await picker.upload([ft.FilePickerUploadFile(f"{UPLOAD_PATH}/{file.token}", id=picked.id, name=picked.name)])
        await wait_for_upload(file)
        return file
