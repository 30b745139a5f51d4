"""The second door as the screens know it: where it is open, and its invitation."""

from typing import Any
from urllib.parse import quote

import flet as ft

from companion.open_session.desk import Desk
from companion.phones.invitation import Invitation
from companion.window.watchers import Watchable


class CannotOpen(Exception):
    """The door cannot be opened; the message says why, for the table."""


class PhoneAccess(Watchable):
    """Opens and closes the door for phones. They are at one table at a time, and go along to the next one.

    Its watchers are called after every change of the door and of its invitation.
    """

    invitation: Invitation | None = None  # of the open door
    host = ""  # address and port of the open door: "192.168.1.20:8551"
    is_encrypted = False  # the door speaks https

    @property
    def site(self) -> str:
        """Protocol, host and port of the open door."""
        return f"{'https' if self.is_encrypted else 'http'}://{self.host}"

    @property
    def address(self) -> str:
        """What to type into a browser; they try http by themselves."""
        return self.site if self.is_encrypted else self.host

    @property
    def join_address(self) -> str:
        """What the QR code says."""
        return f"{self.site}/join/{quote(self.invitation.link_code)}" if self.invitation else ""

    @property
    def addresses(self) -> tuple[str, ...]:
        """The addresses of this machine that a phone may reach, the likeliest first."""
        raise NotImplementedError

    async def open(self, desk: Desk, address: str = "") -> Invitation:
        """Open the door to this table at an address, shutting it where it was open before. Raises CannotOpen."""
        raise NotImplementedError

    def follow(self, desk: Desk) -> None:
        """Move all admitted phones to this table; does nothing while the door is shut."""
        raise NotImplementedError

    async def close(self) -> None:
        """End every phone's line and stop listening."""
        raise NotImplementedError


PhonesContext: Any = ft.create_context(None)


def use_phones() -> PhoneAccess | None:
    """The door for phones; None where no phone can be invited."""
    access: PhoneAccess | None = ft.use_context(PhonesContext)
    return access
