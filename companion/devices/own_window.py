"""A window of our own: the desktop client or a packaged app. Files are the system's."""

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, TypeVar

import flet as ft

from companion.files.downloads import HandedFile
from companion.files.uploads import INBOX, BroughtFile

P = ParamSpec("P")
T = TypeVar("T")


class OwnWindow:
    """A desktop window, or an app installed on a phone; `has_shell` says which of both was started by a command."""

    has_threads = True
    needs_fonts = True

    def __init__(self, *, has_shell: bool) -> None:
        self.has_shell = has_shell

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
        """Open the share sheet on a phone, the save dialog elsewhere."""
        if _is_phone():
            given = ft.ShareFile.from_bytes(file.content, mime_type=file.mime, name=file.name)
            await ft.Share().share_files([given])
            return ""
        kept = await ft.FilePicker().save_file(dialog_title="Save", file_name=file.name, src_bytes=file.content)
        return f"Saved: {kept}" if kept else ""

    async def pick_file(self) -> BroughtFile | None:
        """Read the file where it lies; a phone hands its content over instead."""
        chosen = await ft.FilePicker().pick_files(dialog_title="Take in", with_data=_is_phone())
        if not chosen:
            return None
        picked = chosen[0]
        if picked.bytes is not None:
            return await self.run_aside(INBOX.put, picked.name, picked.bytes)
        return INBOX.found(picked.name, Path(picked.path or ""))


def _is_phone() -> bool:
    page = ft.context.page
    return page.platform is not None and page.platform.is_mobile()
