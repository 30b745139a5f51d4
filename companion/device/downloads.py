"""Outgoing files, and the outbox from which the server sends them."""

import secrets
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final
from urllib.parse import quote

# Ending and type of session files for a share sheet: browsers share text, but no JSON
SENT_AS: Final = ("txt", "text/plain")
DOWNLOAD_PATH: Final = "/download"  # below it the server sends files


@dataclass(frozen=True, slots=True)
class OutgoingFile:
    """A file to send to the user; `is_page` opens it in a browser tab instead of saving it."""

    name: str
    mime: str
    content: bytes
    is_page: bool = False


class Outbox:
    """Files waiting to be downloaded, each under an unguessable address that works once."""

    def __init__(self, room: int = 16) -> None:
        self._room = room
        self._waiting: OrderedDict[str, OutgoingFile] = OrderedDict()

    def put(self, file: OutgoingFile) -> str:
        """Add a file and return its address; drops the oldest file if there are more than `room`."""
        token = secrets.token_urlsafe(24)
        self._waiting[token] = file
        while len(self._waiting) > self._room:
            self._waiting.popitem(last=False)
        return f"{DOWNLOAD_PATH}/{token}/{quote(file.name, safe='')}"

    def take(self, token: str) -> OutgoingFile | None:
        """Remove and return a file; None if it was taken before or dropped."""
        return self._waiting.pop(token, None)


OUTBOX: Final = Outbox()  # of this process: all windows put files into it, and the server takes them


def file_name(words: str, ending: str) -> str:
    """A file name that every system accepts: letters, digits and hyphens."""
    plain = "".join(character if character.isalnum() else "-" for character in words)
    return f"{'-'.join(filter(None, plain.split('-')))[:80] or 'game'}.{ending}"
