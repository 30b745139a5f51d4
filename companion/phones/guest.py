"""The phone that looks at a window."""

from dataclasses import dataclass
from typing import Any

import flet as ft

from companion.phones.invitation import Invitation, Phone
from companion.phones.seat_desk import SeatDesk


@dataclass(frozen=True)
class Guest:
    """A phone at the table, its invitation and its desk; its window has no house."""

    invitation: Invitation
    phone: Phone
    table: SeatDesk

    def desk(self, session_id: str) -> SeatDesk:
        """The desk of its table, whatever the route names."""
        return self.table

    def opened(self, session_id: str) -> SeatDesk | None:
        """The desk of its table."""
        return self.table


GuestContext: Any = ft.create_context(None)


def use_guest() -> Guest:
    """The phone that looks at this window, on screens that only phones show."""
    guest: Guest = ft.use_context(GuestContext)
    return guest
