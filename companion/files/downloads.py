"""Files on their way out, and the outbox from which the server hands them over."""

import secrets
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

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


def file_name(words: str, ending: str) -> str:
    """A name for a file that every system takes: letters, digits and hyphens."""
    plain = "".join(each if each.isalnum() else "-" for each in words)
    return f"{'-'.join(filter(None, plain.split('-')))[:80]}.{ending}"
