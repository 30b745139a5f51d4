"""Our own window: the desktop client or a packaged app. It uses the system's file dialogs."""

from pathlib import Path

import flet as ft

from companion.device.device import Device
from companion.device.downloads import OutgoingFile
from companion.device.uploads import INBOX, IncomingFile


class OwnWindow(Device):
    """A desktop window started by a command, or a packaged app."""

    needs_fonts = True

    @property
    def has_own_files(self) -> bool:
        """True on a phone, where an app has a folder of its own."""
        return _is_phone()

    async def deliver_file(self, file: OutgoingFile) -> str:
        """Open the share sheet on a phone, the save dialog elsewhere."""
        if _is_phone():
            shared = ft.ShareFile.from_bytes(file.content, mime_type=file.mime, name=file.name)
            await ft.Share().share_files([shared])
            return ""
        path = await ft.FilePicker().save_file(dialog_title="Save", file_name=file.name, src_bytes=file.content)
        return f"Saved: {path}" if path else ""

    async def pick_file(self) -> IncomingFile | None:
        """Read the file in place; on a phone, the app gets its content instead."""
        chosen = await ft.FilePicker().pick_files(dialog_title="Import", with_data=_is_phone())
        if not chosen:
            return None
        picked = chosen[0]
        if picked.bytes is not None:
            return await self.run_in_background(INBOX.add_content, picked.name, picked.bytes)
        return INBOX.add_local(picked.name, Path(picked.path or ""))


def _is_phone() -> bool:
    page = ft.context.page
    return page.platform is not None and page.platform.is_mobile()
