"""The banner over the header of the host's screens while a phone waits to be let in."""

from collections.abc import Callable
from functools import partial
from typing import Final

import flet as ft

from companion.open_session.desk import Desk
from companion.phones.invitation import Invitation, Phone, Place, Use
from companion.phones.phone_access import PhoneAccess, use_phones
from companion.ui.chips_and_buttons import quiet
from companion.ui.panel import cut_text
from companion.ui.theme import TOUCH, Look
from companion.window.hooks import use_changes, use_look

_BACK: Final = 8 + TOUCH  # width of the Back button and its gap
_MARGIN: Final = 6
_WIDEST: Final = 620
_LINES: Final = 4


def under_requests(head: ft.Control) -> ft.Control:
    """The header, covered for a moment by a phone that wants to be let in, but not its Back: nothing below it moves."""
    access = use_phones()
    if access is None:
        return head
    left = max(_BACK, (ft.context.page.width or 0) - _WIDEST)
    banner = ft.Container(PhoneRequests(access, key="requests"), left=left, right=_MARGIN, top=0)
    return ft.Stack([head, banner], fit=ft.StackFit.PASS_THROUGH, clip_behavior=ft.ClipBehavior.NONE, key="head")


@ft.component
def PhoneRequests(access: PhoneAccess, key: str | None = None) -> ft.Control:
    """What the phone wants that came first, and the host's yes or no. Empty while none waits."""
    look = use_look()
    use_changes(access.watch, "phones")
    invitation = access.invitation
    asking = invitation.asking if invitation else ()
    rows = [_request(look, invitation, phone, len(asking) - 1) for phone in asking[:1] if invitation]
    return ft.Column(rows, spacing=0, tight=True)


def _request(look: Look, invitation: Invitation, phone: Phone, others: int) -> ft.Control:
    name, sentence = phone.fingerprint[:6], wish(invitation.desk, phone)
    wanted = phone.wants, phone.replaces
    more = f" ({others} more after that)" if others else ""
    words = cut_text(f"{sentence}{more}", look.text(15, bold=True), _LINES)

    def answer(act: Callable[[Phone], None]) -> None:
        """Answer what the host read: the phone may want something else by now."""
        if (phone.wants, phone.replaces) == wanted:
            act(phone)

    row = ft.Row(
        [
            ft.Semantics(live_region=True, expand=True, content=words),
            quiet(look, f"letin[{name}]", "Let in", partial(answer, invitation.let_in)),
            quiet(look, f"refuse[{name}]", "No", partial(answer, invitation.refuse), bad=True),
        ],
        spacing=8,
    )
    return ft.Container(
        ft.SafeArea(row, avoid_intrusions_bottom=False),
        padding=ft.Padding.symmetric(horizontal=12, vertical=9),
        border_radius=ft.BorderRadius.only(bottom_left=14, bottom_right=14),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
        shadow=ft.BoxShadow(blur_radius=8, color="#55000000"),
        key=f"request.{name}.{sentence}",
    )


def wish(desk: Desk, phone: Phone) -> str:
    """What a phone asks for: "A phone wants to be Ben"."""
    assert phone.wants is not None, "only those that ask"
    match phone.wants.use:
        case Use.SEAT:
            instead = ", instead of the phone at that seat" if phone.replaces else ""
            return f"A phone wants to be {who_sits(desk, phone.wants)}{instead}"
        case Use.WATCH:
            return "A phone wants to watch"
        case Use.BOARD:
            return "A screen wants to show the board"


def who_sits(desk: Desk, place: Place) -> str:
    if place.seat is not None:
        name: str = desk.state.table.names[place.seat]
        return name
    return "The board" if place.use is Use.BOARD else "A spectator"
