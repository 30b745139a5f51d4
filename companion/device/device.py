"""What a screen may ask of the device the app runs on: files in and out, and background work.

There are three kinds, in this folder. The code that opens the app chooses one; nothing else checks the
platform, and the screens only know this protocol.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import ParamSpec, Protocol, TypeVar

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


class Device(Protocol):
    """One kind of device."""

    @property
    def has_threads(self) -> bool:
        """Whether long work can run in a thread; otherwise it is done in slices between taps."""

    @property
    def has_share_sheet(self) -> bool:
        """Whether `send_file` opens a share sheet, where `deliver_file` saves the file."""

    @property
    def needs_fonts(self) -> bool:
        """Whether the window must be given the paths of the fonts; a web page finds them in its own manifest."""

    @property
    def has_own_files(self) -> bool:
        """Whether nobody but the app writes files where the database is stored."""

    def describe_location(self, path: Path | None) -> str:
        """Where the database is stored, for the user."""

    def describe_problem(self, unopened: Unopened) -> str:
        """Why the database cannot be opened, and what the user can do about it there."""

    async def is_persistent(self) -> bool:
        """Whether the system promises not to delete the database by itself, for lack of space or visits."""

    async def run_in_background(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run long work and return its result. The screen is painted before it starts."""

    async def deliver_file(self, file: OutgoingFile) -> str:
        """Give a file to the user of the page in context.

        Returns a confirmation, empty if the device shows its own. Raises RuntimeError or TimeoutError if the device
        refuses the file.
        """

    async def send_file(self, file: OutgoingFile) -> str:
        """Open the share sheet with a file, to send it to another app or device; without one, deliver the file."""

    async def pick_file(self) -> IncomingFile | None:
        """Let the user choose a file, and wait until it can be read; None if they cancel. Raises TransferError."""


class Computer:
    """What devices with a file on a disk and with threads have in common."""

    has_threads = True
    has_share_sheet = False

    def describe_location(self, path: Path | None) -> str:
        """The path of the file."""
        return str(path)

    def describe_problem(self, unopened: Unopened) -> str:
        """The message of the error, which names the file."""
        return str(unopened.error)

    async def is_persistent(self) -> bool:
        """True: the system does not delete the file."""
        return True

    async def run_in_background(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run the work in a thread."""
        return await asyncio.to_thread(work, *args, **kwargs)
