"""A page in a browser, served by this process: files pass through the server."""

import asyncio
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import ParamSpec, TypeVar

import flet as ft

from companion.files.downloads import OUTBOX, HandedFile
from companion.files.uploads import INBOX, SLOT, BroughtFile, report_upload, wait_for

P = ParamSpec("P")
T = TypeVar("T")


class ServedPage:
    """The server on a computer, seen in its browser."""

    has_threads = True
    has_shell = True
    needs_fonts = False

    def place_of(self, path: Path | None) -> str:
        """The path of the file."""
        return str(path)

    async def is_kept(self) -> bool:
        """Files of a disk are."""
        return True

    async def run_aside(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run it in a thread."""
        return await asyncio.to_thread(work, *args, **kwargs)

    async def hand_over(self, file: HandedFile) -> str:
        """Open an address of the server at which the file can be fetched once."""
        where = "_blank" if file.shown else "_self"
        await ft.UrlLauncher().launch_url(OUTBOX.put(file), web_only_window_name=where)
        return "" if file.shown else f"{file.name} is in your downloads."

    async def pick_file(self) -> BroughtFile | None:
        """Have the browser upload the file to the server."""
        picker = ft.FilePicker()
        chosen = await picker.pick_files(dialog_title="Take in")
        if not chosen:
            return None
        picked = chosen[0]
        file = INBOX.expect(picked.name)
        picker.on_upload = partial(report_upload, file)
        await picker.upload([ft.FilePickerUploadFile(f"{SLOT}/{file.token}", id=picked.id, name=picked.name)])
        await wait_for(file)
        return file
