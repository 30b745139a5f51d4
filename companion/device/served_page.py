"""A page in a browser, served by this process; files are uploaded and downloaded."""

from functools import partial

import flet as ft

from companion.device.device import Device
from companion.device.downloads import OUTBOX, OutgoingFile
from companion.device.uploads import INBOX, UPLOAD_PATH, IncomingFile, report_upload, wait_for_upload


class ServedPage(Device):
    """The browser of the computer that runs the server."""

    async def deliver_file(self, file: OutgoingFile) -> str:
        tab = "_blank" if file.is_page else "_self"
        await ft.UrlLauncher().launch_url(OUTBOX.put(file), web_only_window_name=tab)
        return "" if file.is_page else f"{file.name} is in your downloads."

    async def pick_file(self) -> IncomingFile | None:
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
