"""How files leave the app: through its own server in a browser, by share sheet or save dialog elsewhere."""

import secrets
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

import flet as ft

DOOR: Final = "/handed"
"""Below this address the server hands files over."""


@dataclass(frozen=True, slots=True)
class HandedFile:
    """A file on its way out; `shown` in a browser means a page to look at, otherwise it is kept by the device."""

    name: str
    mime: str
    content: bytes
    shown: bool = False


class Outbox:
    """Files that wait to be fetched, each under an address that cannot be guessed and works once."""

    def __init__(self, room: int = 16) -> None:
        self._room = room
        self._waiting: OrderedDict[str, HandedFile] = OrderedDict()

    def put(self, file: HandedFile) -> str:
        """The address a file can be fetched from; the oldest that nobody came for makes room."""
        token = secrets.token_urlsafe(24)
        self._waiting[token] = file
        while len(self._waiting) > self._room:
            self._waiting.popitem(last=False)
        return f"{DOOR}/{token}/{quote(file.name, safe='')}"

    def take(self, token: str) -> HandedFile | None:
        """The file behind an address, once; None where there is none any more."""
        return self._waiting.pop(token, None)


OUTBOX: Final = Outbox()
"""The one outbox of the process: every window puts into it, the server takes from it."""


async def hand_over(page: ft.Page, file: HandedFile) -> str:
    """Give a file to whoever sits before the page; what is to be told afterwards, empty where the device tells it."""
    if page.web:
        where = "_blank" if file.shown else "_self"
        await ft.UrlLauncher().launch_url(OUTBOX.put(file), web_only_window_name=where)
        return "" if file.shown else f"{file.name} is in your downloads."
    if page.platform is not None and page.platform.is_mobile():
        given = ft.ShareFile.from_bytes(file.content, mime_type=file.mime, name=file.name)
        await ft.Share().share_files([given])
        return ""
    kept = await ft.FilePicker().save_file(dialog_title="Save", file_name=file.name, src_bytes=file.content)
    return f"Saved: {kept}" if kept else ""


def file_name(words: str, ending: str) -> str:
    """A name for a file that every system takes: letters, digits and hyphens."""
    plain = "".join(each if each.isalnum() else "-" for each in words)
    return f"{'-'.join(filter(None, plain.split('-')))[:80]}.{ending}"
