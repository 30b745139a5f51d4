"""The phone that looks at a window."""

from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.phones.invitation import Invitation, Phone, Place
from companion.phones.phone_table import PhoneTable
from scoring.contract.scores import Seat


@dataclass(frozen=True)
class Guest:
    """A phone, the table it sees, and what it may ask of the host; its window has no house."""

    _invitation: Invitation
    phone: Phone
    table: PhoneTable

    @property
    def host_seat(self) -> Seat | None:
        """Who plays on the device that holds the table."""
        return self._invitation.host_seat

    def is_taken(self, seat: Seat) -> bool:
        """Whether a phone was let in for this seat."""
        return self._invitation.has_phone(seat)

    def ask(self, place: Place, *, replaces: bool = False) -> None:
        self._invitation.ask(self.phone, place, replaces=replaces)

    def withdraw(self) -> None:
        self._invitation.withdraw(self.phone)

    def desk(self, session_id: str) -> PhoneTable:
        """Its table, whatever the route names."""
        return self.table

    def opened(self, session_id: str) -> PhoneTable | None:
        return self.table


GuestContext: Any = ft.create_context(None)


def use_guest() -> Guest:
    """The phone that looks at this window, on screens that only phones show."""
    guest: Guest = ft.use_context(GuestContext)
    return guest
