"""The table on the host's device: phones of an earlier table follow to it, or can be brought."""

from functools import partial
from urllib.parse import unquote

import flet as ft

from companion.open_session.desk import Desk
from companion.open_session.desk_hooks import use_tables
from companion.phones.invitation import Invitation
from companion.phones.phone_access import use_phones
from companion.table.table import TableScreen
from companion.window.hooks import below_title, use_window
from companion.window.messages import tell


@ft.component
def HostTableScreen() -> ft.View:
    """The table; admitted phones follow the host to it, unless their own game is still going on."""
    phones, window, desk = use_phones(), use_window(), use_tables().desk(unquote(ft.use_route_params()["session"]))
    assert isinstance(desk, Desk), "it is held here"

    def bring_phones() -> None:
        if phones is None or phones.invitation is None or phones.invitation.desk is desk or desk.shown.is_over:
            return
        if _is_next(phones.invitation, desk):
            phones.follow(desk)
        elif phones.invitation.has_players_of(desk):
            words = f"The phones are at {phones.invitation.desk.title}."
            tell(words, "Bring them here", partial(phones.follow, desk), above=below_title(window))

    screen: ft.View = TableScreen(bring_phones)
    return screen


def _is_next(invitation: Invitation, desk: Desk) -> bool:
    """Whether the evening goes on here: the game has just begun, the one with the phones is over or in the bin, or
    every phone there only watches while players of this game have one."""
    earlier = invitation.desk
    is_done = desk.number == 1 or earlier.shown.is_over or earlier.binned_at is not None
    return is_done or (
        not any(map(invitation.has_phone, earlier.state.table.seats)) and invitation.has_players_of(desk)
    )
