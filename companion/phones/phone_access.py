"""What the screens know of the second door: whether there can be one, where it is open, and its invitation."""

from collections.abc import Callable
from typing import Any, Protocol

import flet as ft

from companion.desk.desk import Desk
from companion.phones.invitation import Invitation


class CannotOpen(Exception):
    """The door cannot be opened; the message says why, for the table."""


class PhoneAccess(Protocol):
    """Opens and closes the door for phones. They are at one table at a time, and go along to the next one."""

    @property
    def invitation(self) -> Invitation | None:
        """The open door's invitation; None while it is shut."""

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses of this machine that a phone may reach, the likeliest first."""

    @property
    def host(self) -> str:
        """Address and port of the open door: "192.168.1.20:8551"."""

    @property
    def address(self) -> str:
        """What to type into a browser: "192.168.1.20:8551", with https:// before it where the door speaks it."""

    @property
    def join_address(self) -> str:
        """What the QR code says."""

    def watch(self, wake: Callable[[], None]) -> Callable[[], None]:
        """Call `wake` after every change of the door and of its invitation; returns the function that ends it."""

    async def open(self, desk: Desk, address: str = "") -> Invitation:
        """Open the door to this table at an address, shutting it where it was open before. Raises CannotOpen."""

    def follow(self, desk: Desk) -> None:
        """Take everybody who was let in along to this table; nothing while the door is shut."""

    async def close(self) -> None:
        """Shut the door; nothing listens any longer."""


PhonesContext: Any = ft.create_context(None)


def use_phones() -> PhoneAccess | None:
    """The door for phones; None where no phone can be invited."""
    access: PhoneAccess | None = ft.use_context(PhonesContext)
    return access
