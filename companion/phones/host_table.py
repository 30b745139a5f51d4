"""The table on the host's device: phones of an earlier table follow to it."""

from urllib.parse import unquote

import flet as ft

from companion.open_session.desk import Desk
from companion.open_session.desk_hooks import use_tables
from companion.phones.phone_access import PhoneAccess, use_phones
from companion.table.table import TableScreen


@ft.component
def HostTableScreen() -> ft.View:
    """The table; admitted phones follow the host to it, unless their own game is still going on."""
    phones, desk = use_phones(), use_tables().desk(unquote(ft.use_route_params()["session"]))
    assert isinstance(desk, Desk), "it is held here"

    def bring_phones() -> None:
        if phones is not None and _is_next(phones, desk):
            phones.follow(desk)

    screen: ft.View = TableScreen(bring_phones)
    return screen


def _is_next(phones: PhoneAccess, desk: Desk) -> bool:
    """Whether the evening goes on here: the game has just begun, or the one with the phones is over or in the bin."""
    if phones.invitation is None or phones.invitation.desk is desk or desk.shown.is_over:
        return False
    earlier = phones.invitation.desk
    return desk.number == 1 or earlier.shown.is_over or earlier.binned_at is not None
