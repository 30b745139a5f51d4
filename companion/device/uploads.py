"""Incoming files, and the inbox that stores uploads where the app can read them."""

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

UPLOAD_PATH: Final = "/upload"  # below it the server receives files
MAX_BYTES: Final = 1024**3  # size of the largest accepted file

_TIMEOUT: Final = 600.0  # seconds an upload may take
_INCOMPLETE: Final = "The upload was incomplete; try it again."


@dataclass(slots=True)
class IncomingFile:
    """A file chosen by the user. `is_copy`: our own copy, deleted after use. `arrived` is set on errors, too."""

    token: str
    name: str
    path: Path
    is_copy: bool = True
    error: str = ""
    arrived: asyncio.Event = field(default_factory=asyncio.Event)


class Inbox:
    """Incoming files, each under an unguessable token; the oldest is dropped if there are more than `room`."""

    def __init__(self, room: int = 8) -> None:
        self._room = room
        self._files: OrderedDict[str, IncomingFile] = OrderedDict()
        self._folder: Path | None = None

    def expect_upload(self, name: str) -> IncomingFile:
        """Add a file that will be uploaded with `receive`."""
        token = secrets.token_urlsafe(24)
        return self._add(IncomingFile(token, name, self._make_folder() / token))

    def add_local(self, name: str, path: Path) -> IncomingFile:
        """Add a file of this device, which is read in place."""
        file = self._add(IncomingFile(secrets.token_urlsafe(24), name, path, is_copy=False))
        file.arrived.set()
        return file

    def add_content(self, name: str, content: bytes) -> IncomingFile:
        """Add a file with this content; raises TransferError if it cannot be stored."""
        file = self.expect_upload(name)
        try:
            file.path.write_bytes(content)
        except OSError as error:
            self.remove(file.token)
            raise TransferError(f"There is no room for {name}: {error.strerror or error}.") from error
        file.arrived.set()
        return file

    def get(self, token: str) -> IncomingFile | None:
        """The file with this token; None if it was removed."""
        return self._files.get(token)

    def remove(self, token: str) -> None:
        """Remove a file, and delete our copy."""
        file = self._files.pop(token, None)
        if file is not None and file.is_copy:
            file.path.unlink(missing_ok=True)

    async def receive(self, token: str, parts: AsyncIterator[bytes]) -> int:
        """Store an upload; returns the HTTP status. 404 unless an upload with this token is expected."""
        file = self._files.get(token)
        if file is None or not file.is_copy or file.arrived.is_set():
            return 404
        try:
            file.error = await _write_parts(file.path, parts)
        finally:
            if not file.error and not file.path.exists():
                file.error = _INCOMPLETE
            file.arrived.set()
        return 507 if file.error else 200

    def close(self) -> None:
        """Remove all files, and delete our copies."""
        for token in list(self._files):
            self.remove(token)
        if self._folder is not None:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._folder = None

    def _add(self, file: IncomingFile) -> IncomingFile:
        self._files[file.token] = file
        while len(self._files) > self._room:
            self.remove(next(iter(self._files)))
        return file

    def _make_folder(self) -> Path:
        if self._folder is None or not self._folder.is_dir():
            try:
                self._folder = Path(tempfile.mkdtemp(prefix="table-companion-"))
            except OSError as error:
                raise TransferError(f"There is no room for a file: {error.strerror or error}.") from error
        return self._folder


INBOX: Final = Inbox()  # of this process


def report_upload(file: IncomingFile, event: ft.FilePickerUploadEvent) -> None:
    """Handle an upload error reported by the browser, unless the server has already seen the end of the upload."""
    if event.error and not file.arrived.is_set():
        file.error = f"{file.name} was not uploaded ({event.error}); try it again."
        file.arrived.set()


async def wait_for_upload(file: IncomingFile) -> None:
    """Wait until an upload is complete; raises TransferError if it fails."""
    try:
        await asyncio.wait_for(file.arrived.wait(), _TIMEOUT)
    except TimeoutError:
        file.error = f"{file.name} was not uploaded in time; try it again."
    if file.error:
        INBOX.remove(file.token)
        raise TransferError(file.error)


async def _write_parts(path: Path, parts: AsyncIterator[bytes]) -> str:
    """Write an upload to a file; returns an error sentence, empty for success."""
    unfinished, size = path.with_suffix(".partial"), 0
    try:
        with unfinished.open("wb") as target:
            async for part in parts:
                size += len(part)
                if size > MAX_BYTES:
                    return f"The file is larger than {MAX_BYTES // 1024**3} GB, too large to import."
                target.write(part)
        unfinished.replace(path)
    except ConnectionError:
        return _INCOMPLETE
    except OSError as error:
        return f"There is no room for the file: {error.strerror or error}."
    finally:
        unfinished.unlink(missing_ok=True)
    return ""
