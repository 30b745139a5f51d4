"""What a screen may ask of the device it runs on: a way in and out for files, and a thread for long work.

There are three kinds, in `companion.devices`. Which one it is decides whoever opens the app; nothing else looks at the
platform, and the screens know this protocol only.
"""

from collections.abc import Callable
from pathlib import Path
from typing import ParamSpec, Protocol, TypeVar

from companion.files.downloads import HandedFile
from companion.files.uploads import BroughtFile

P = ParamSpec("P")
T = TypeVar("T")


class Device(Protocol):
    """One kind of device."""

    @property
    def has_threads(self) -> bool:
        """Whether long work may run beside the table; otherwise it is done in slices, between two taps."""

    @property
    def has_shell(self) -> bool:
        """Whether somebody can open a shell here and type `companion doctor`."""

    @property
    def needs_fonts(self) -> bool:
        """Whether the window has to be told where the fonts lie; a web page finds them in its own manifest."""

    def place_of(self, path: Path | None) -> str:
        """Where the sessions lie, in words for whoever looks for them."""

    async def is_kept(self) -> bool:
        """Whether the system will not delete what lies there by itself, for want of room or of visits."""

    async def run_aside(self, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Run long work and return its result; what the screen shows by then is painted first."""

    async def hand_over(self, file: HandedFile) -> str:
        """Give a file to whoever sits before the page that is in context.

        Returns what to tell them afterwards, empty where the device tells it. RuntimeError or TimeoutError where the
        device does not take it.
        """

    async def pick_file(self) -> BroughtFile | None:
        """Let somebody choose a file and wait until it can be read; None if they choose none. TransferError."""
