"""What a screen may ask of the device the app runs on: files in and out, and background work.

There are three kinds, in this folder. The code that opens the app chooses one; nothing else checks the
platform, and the screens only know this class.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ParamSpec, TypeVar

from companion.device.downloads import OutgoingFile
from companion.device.uploads import IncomingFile
from storage.errors import StorageError

P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Unopened:
    """A database that cannot be opened, and why."""

    path: Path
    error: StorageError


class Device:
    """One kind of device; by itself one with a file on a disk and with threads."""

    has_threads = True
    """Whether long work can run in a thread; otherwise it is done in slices between taps."""

    has_share_sheet = False
    """Whether `send_file` opens a share sheet, where `deliver_file` saves the file."""

    needs_fonts = False
    """Whether the window must be given the paths of the fonts; a web page finds them in its own manifest."""

    @property
    def has_own_files(self) -> bool:
        """Whether nobody but the app writes files where the database is stored."""
        return False

    def describe_location(self, path: Path | None) -> str:
        """Where the database is stored, for the user."""
        return str(path)

    def describe_problem(self, unopened: Unopened) -> str:
        """Why the database cannot be opened, and what the user can do about it there."""
        return str(unopened.error)

    async def is_persistent(self) -> bool:
        """Whether the system promises not to delete the database by itself, for lack of space or visits."""
        return True

    async def run_in_background(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run long work and return its result. The screen is painted before it starts."""
        return await asyncio.to_thread(work, *args, **kwargs)

    async def deliver_file(self, file: OutgoingFile) -> str:
        """Give a file to the user of the page in context.

        Returns a confirmation, empty if the device shows its own. Raises RuntimeError or TimeoutError if the device
        refuses the file.
        """
        raise NotImplementedError

    async def send_file(self, file: OutgoingFile) -> str:
        """Open the share sheet with a file, to send it to another app or device; without one, deliver the file."""
        return await self.deliver_file(file)

    async def pick_file(self) -> IncomingFile | None:
        """Let the user choose a file, and wait until it can be read; None if they cancel. Raises TransferError."""
        raise NotImplementedError
