"""Files on their way in, and the inbox that keeps them where the app can read them."""

import asyncio
import secrets
import shutil
import tempfile
from collections import OrderedDict
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import flet as ft

from storage.errors import TransferError

SLOT: Final = "/brought"
"""Below this address the server takes files in."""

LARGEST: Final = 1024**3
"""Bytes of the largest file that is taken."""

_PATIENCE: Final = 600.0  # seconds an upload may take


@dataclass(slots=True)
class BroughtFile:
    """A file that lies where the app can read it; `own` are copies of ours, which go when they are done with."""

    token: str
    name: str
    path: Path
    own: bool = True
    fault: str = ""
    here: asyncio.Event = field(default_factory=asyncio.Event)


class Inbox:
    """Files that were brought, each under a token that cannot be guessed; the oldest makes room for new ones."""

    def __init__(self, room: int = 8) -> None:
        self._room = room
        self._held: OrderedDict[str, BroughtFile] = OrderedDict()
        self._folder: Path | None = None

    def expect(self, name: str) -> BroughtFile:
        """A place for a file that is going to be uploaded."""
        token = secrets.token_urlsafe(24)
        return self._keep(BroughtFile(token, name, self._place() / token))

    def found(self, name: str, path: Path) -> BroughtFile:
        """A file that lies on this device already, where it stays."""
        file = self._keep(BroughtFile(secrets.token_urlsafe(24), name, path, own=False))
        file.here.set()
        return file

    def put(self, name: str, content: bytes) -> BroughtFile:
        """A file whose content is known already. TransferError where there is no room for it."""
        file = self.expect(name)
        try:
            file.path.write_bytes(content)
        except OSError as error:
            self.drop(file.token)
            raise TransferError(f"There is no room for {name}: {error.strerror or error}.") from error
        file.here.set()
        return file

    def get(self, token: str) -> BroughtFile | None:
        """The file behind a token; None where it is gone."""
        return self._held.get(token)

    def drop(self, token: str) -> None:
        """The file is done with."""
        file = self._held.pop(token, None)
        if file is not None and file.own:
            file.path.unlink(missing_ok=True)

    async def receive(self, token: str, parts: AsyncIterator[bytes]) -> int:
        """Write what arrives under a token; the status to answer with. Nobody else's token is taken."""
        file = self._held.get(token)
        if file is None or not file.own or file.here.is_set():
            return 404
        try:
            file.fault = await _written(file.path, parts)
        finally:
            if not file.fault and not file.path.exists():
                file.fault = "The file did not arrive whole; try it again."
            file.here.set()
        return 507 if file.fault else 200

    def close(self) -> None:
        """Remove our copies."""
        for token in list(self._held):
            self.drop(token)
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def _keep(self, file: BroughtFile) -> BroughtFile:
        self._held[file.token] = file
        while len(self._held) > self._room:
            self.drop(next(iter(self._held)))
        return file

    def _place(self) -> Path:
        if self._folder is None or not self._folder.is_dir():
            try:
                self._folder = Path(tempfile.mkdtemp(prefix="table-companion-"))
            except OSError as error:
                raise TransferError(f"There is no room for a file: {error.strerror or error}.") from error
        return self._folder


INBOX: Final = Inbox()
"""The one inbox of the process."""


def report_upload(file: BroughtFile, event: ft.FilePickerUploadEvent) -> None:
    """The browser's own word about an upload; what the server knows already stands."""
    if event.error and not file.here.is_set():
        file.fault = f"{file.name} did not arrive ({event.error}); try it again."
        file.here.set()


async def wait_for(file: BroughtFile) -> None:
    """Wait until an upload has arrived. TransferError where it does not."""
    try:
        await asyncio.wait_for(file.here.wait(), _PATIENCE)
    except TimeoutError:
        file.fault = f"{file.name} did not arrive; try it again."
    if file.fault:
        INBOX.drop(file.token)
        raise TransferError(file.fault)


async def _written(path: Path, parts: AsyncIterator[bytes]) -> str:
    """Write what arrives; what went wrong, as a sentence."""
    unfinished, size = path.with_suffix(".partial"), 0
    try:
        with unfinished.open("wb") as target:
            async for part in parts:
                size += len(part)
                if size > LARGEST:
                    return f"The file is larger than {LARGEST // 1024**3} GB; that is too much."
                target.write(part)
        unfinished.replace(path)
    except ConnectionError:
        return "The file did not arrive whole; try it again."
    except OSError as error:
        return f"There is no room for the file: {error.strerror or error}."
    finally:
        unfinished.unlink(missing_ok=True)
    return ""
