"""The strip on every screen of the host while a phone waits to be let in."""

from functools import partial

import flet as ft

from companion.parts.press import quiet
from companion.phones.access import PhoneAccess
from companion.phones.invitation import Invitation, Phone, Place, Use
from companion.session.desk import Desk
from companion.theme import Look
from companion.window.hooks import use_changes, use_look


@ft.component
def PhoneRequests(access: PhoneAccess, key: str | None = None) -> ft.Control:
    """A line a phone: what it wants, and the host's yes or no. Empty while none waits."""
    look = use_look()
    use_changes(access.watch, "phones")
    invitation = access.invitation
    asking = invitation.asking if invitation else ()
    rows = [_request(look, invitation, phone) for phone in asking if invitation]
    return ft.Column(rows, spacing=0, tight=True)


def _request(look: Look, invitation: Invitation, phone: Phone) -> ft.Control:
    assert phone.wants is not None, "only those that ask"
    name = phone.fingerprint[:6]
    words = ft.Text(f"A phone wants {wish(invitation.desk, phone.wants)}", style=look.text(15, bold=True))
    row = ft.Row(
        [
            ft.Icon(ft.Icons.PHONELINK_RING_ROUNDED, size=20, color=look.accent),
            ft.Semantics(live_region=True, expand=True, content=words),
            quiet(look, f"letin[{name}]", "Let in", partial(invitation.let_in, phone)),
            quiet(look, f"refuse[{name}]", "No", partial(invitation.refuse, phone), bad=True),
        ],
        spacing=8,
    )
    return ft.Container(
        row,
        padding=ft.Padding.symmetric(horizontal=14, vertical=8),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        key=f"request.{name}",
    )


def wish(desk: Desk, place: Place) -> str:
    """What a phone asks for: "to be Ben"."""
    match place.use:
        case Use.SEAT:
            return f"to be {who_sits(desk, place)}"
        case Use.WATCH:
            return "to watch"
        case Use.BOARD:
            return "to be the board"


def who_sits(desk: Desk, place: Place) -> str:
    """Whose phone it is."""
    if place.seat is not None:
        name: str = desk.state.table.names[place.seat]
        return name
    return "The board" if place.use is Use.BOARD else "A spectator"
