"""The host's side of the invitation: the code to scan, the phones that joined, and what they may enter."""

from collections.abc import Callable, Iterable
from functools import partial
from typing import Final, TypeVar
from urllib.parse import unquote

import flet as ft

from companion.open_session.desk import Desk
from companion.open_session.desk_hooks import use_desk, use_table_look
from companion.open_session.preview import Preview
from companion.open_session.record_outcomes import problem
from companion.phones.invitation import Full, Invitation, Phone, Right
from companion.phones.phone_access import CannotOpen, PhoneAccess, use_phones
from companion.phones.phone_requests import who_sits
from companion.repair.problem import NotFoundScreen
from companion.sharing.qr_code import draw_code
from companion.ui.chips_and_buttons import Act, choice_chip, primary, quiet, switch
from companion.ui.dock import message
from companion.ui.marks import badge
from companion.ui.panel import card, cloth, flow, heading, label, note, page, selectable, stacked, stretched
from companion.ui.theme import Look
from companion.window.hooks import use_changes, use_window
from companion.window.messages import go, tell
from companion.window.view import use_view
from scoring.contract.prompts import Answer, Pick
from scoring.engine.codec import options_payload

T = TypeVar("T")

_MEANING: Final = (
    "A phone on this network that has the code can see this table. The phones you let in can enter for their seat."
)

_RIGHTS: Final = {
    Right.OWN: "Their own seat",
    Right.ALL: "Everything",
    Right.HOST: "Only this device",
}

_EXPLAINED: Final = {
    Right.OWN: "A phone answers the questions to its seat. You may enter everything.",
    Right.ALL: "A phone may enter everything you may, except the secrets of other seats.",
    Right.HOST: "Phones only watch, and answer the secret questions of their seat.",
}

_CODE: Final = 260  # width of the code on the screen
_NARROW: Final = 620  # width of the page
_WIDE: Final = 1000  # width of the page in a wide window, where phones and rights are beside the code
_CODE_SIDE: Final = 400  # width of the code's side there


@ft.component
def InviteScreen() -> ft.View:
    session_id = unquote(ft.use_route_params()["session"])
    desk, window = use_desk(session_id), use_window()
    look, access = use_table_look(desk), use_phones()
    trouble, say = ft.use_state("")
    if access is None:
        return NotFoundScreen("Phones cannot be invited here.")
    use_changes(access.watch, "phones")
    invitation, run = access.invitation, ft.context.page.run_task

    async def open_door(address: str = "") -> None:
        say("")
        try:
            await access.open(desk, address)
        except CannotOpen as error:
            say(str(error))

    inside: list[ft.Control] = [note(look, _MEANING)]
    if trouble:
        inside.append(message(look, trouble, bad=True))
    if invitation is not None and invitation.desk is desk:
        inside.append(_door(look, desk, access, invitation, partial(run, open_door), wide=window.wide))
    elif invitation is not None:
        inside.append(note(look, f"The phones are at another table: {invitation.desk.title}."))
        inside.append(_invite_button(look, "phones.bring", "Bring them here", partial(access.follow, desk)))
    else:
        inside.append(_invite_button(look, "phones.open", "Invite phones", partial(run, open_door)))
    back = partial(go, f"/table/{session_id}")
    head = cloth(look, "Phones", under=desk.title, back=back)
    return use_view([head, page(inside, min(window.width, _WIDE if window.wide else _NARROW))])


def _invite_button(look: Look, name: str, words: str, act: Act) -> ft.Control:
    return ft.Row([primary(look, name, words, act, icon=ft.Icons.QR_CODE_2_ROUNDED)])


def _door(
    look: Look,
    desk: Desk,
    access: PhoneAccess,
    invitation: Invitation,
    open_at: Callable[[str], object],
    *,
    wide: bool,
) -> ft.Control:
    """The open door: the code, the phones that joined, and what they may enter."""
    close = partial(ft.context.page.run_task, access.close)
    last = [
        quiet(look, "phones.renew", "New code", invitation.renew_codes, icon=ft.Icons.AUTORENEW_ROUNDED),
        quiet(look, "phones.close", "Close the door", close, bad=True),
    ]
    code = [_code(look, access, invitation), *_addresses(look, access, open_at)]
    who = [
        _phones(look, desk, invitation),
        *_own_seat(look, desk, invitation),
        *_sealing(look, desk),
        *_rights(look, invitation),
        flow(last),
    ]
    if not wide:
        return stretched([*code, *who], 12)
    sides = [ft.Container(stretched(code, 12), width=_CODE_SIDE), ft.Container(stretched(who, 12), expand=True)]
    return ft.Row(list(sides), spacing=20, vertical_alignment=ft.CrossAxisAlignment.START)


def _code(look: Look, access: PhoneAccess, invitation: Invitation) -> ft.Control:
    code = ft.Image(src=draw_code(access.join_address, _CODE), width=_CODE, height=_CODE)
    words = ft.Column(
        [
            ft.Text("Scan this, or open the address and type the code:", style=look.text(15)),
            selectable("Address", access.address, look.figure(18)),
            selectable("Code", invitation.short_code, look.figure(28), says=" ".join(invitation.short_code)),
        ],
        spacing=4,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
    )
    board = "For a television or tablet: open the address in its browser, type the code, and choose “Show the board”."
    picture = ft.Container(code, bgcolor="#ffffff", border_radius=12, padding=6)
    shown = ft.Column([picture, words], spacing=10, tight=True, horizontal_alignment=ft.CrossAxisAlignment.CENTER)
    return card(stretched([ft.Row([shown], alignment=ft.MainAxisAlignment.CENTER), note(look, board)], 12))


def _choices(
    look: Look, name: str, choices: Iterable[tuple[T, str]], chosen: Callable[[T], bool], choose: Callable[[T], object]
) -> ft.Control:
    """Chips, one of them chosen; a seat has its badge."""
    return flow(
        [
            choice_chip(
                look,
                f"phones.{name}={'' if value is None else value}",
                words,
                partial(choose, value),
                chosen=chosen(value),
                mark=badge(look, value, 26) if isinstance(value, int) else None,
            )
            for value, words in choices
        ]
    )


def _addresses(look: Look, access: PhoneAccess, choose: Callable[[str], object]) -> list[ft.Control]:
    if len(access.addresses) < 2:
        return []
    choices = [(address, address) for address in access.addresses]
    chips = _choices(look, "address", choices, lambda address: access.host.startswith(f"{address}:"), choose)
    return [label(look, "Can no phone connect? Try another address of this device."), chips]


def _own_seat(look: Look, desk: Desk, invitation: Invitation) -> list[ft.Control]:
    seats = zip(desk.state.table.seats, desk.state.table.names, strict=True)
    choices = [*((seat, name) for seat, name in seats if not invitation.has_phone(seat)), (None, "Nobody")]
    chips = _choices(look, "host", choices, lambda seat: invitation.host_seat == seat, invitation.seat_host)
    text = "This device asks for its own seat first, then for seats without a phone."
    return [heading(look, "Who plays on this device?"), chips, note(look, text)]


def _sealing(look: Look, desk: Desk) -> list[ft.Control]:
    options = options_payload(desk.game, desk.run.opened.options)
    shown = desk.game.option_fields(desk.state.table, desk.run.opened.options)
    field = next((option.field for option in shown if option.seals), None)
    if not isinstance(field, Pick):
        return []
    name, choices = field.name, [(choice.value, choice.label) for choice in field.choices]
    chips = _choices(look, "sealing", choices, lambda value: options[name] == value, partial(_set_sealing, desk, name))
    text = "Sealed, everybody chooses on their own phone, all at the same time, and nobody sees it before all are in."
    return [heading(look, field.label), chips, note(look, text)]


def _set_sealing(desk: Desk, option: str, value: Answer) -> None:
    """Correct the set-up, unless entries of this session would no longer fit."""
    options = {**options_payload(desk.game, desk.run.opened.options), option: value}
    correction = desk.amendment(0, {"names": list(desk.setup_names), "options": options})
    preview = desk.preview(correction)
    if not isinstance(preview, Preview):
        tell(problem(preview))
    elif not preview.fits:
        tell("Secrets of this game were entered in the other way already. It can be changed for the next game.")
    else:
        tell(problem(desk.write(correction)))


def _rights(look: Look, invitation: Invitation) -> list[ft.Control]:
    rights = _choices(look, "right", _RIGHTS.items(), lambda right: invitation.right is right, invitation.set_right)
    says = "Let in every phone that scans the code"
    return [
        heading(look, "Who may enter"),
        rights,
        note(look, _EXPLAINED[invitation.right]),
        switch(look, "phones.scanned", says, invitation.lets_scanned_in, invitation.set_lets_scanned_in),
    ]


def _send_away(desk: Desk, invitation: Invitation, phone: Phone) -> None:
    assert phone.place is not None, "the others are not in the list"
    who = who_sits(desk, phone.place)
    invitation.send_away(phone)

    def bring_back() -> None:
        try:
            invitation.bring_back(phone)
        except Full:
            tell("The table has no room for another phone.")

    tell(f"{who}: this phone was sent away.", "Bring back", bring_back)


def _phones(look: Look, desk: Desk, invitation: Invitation) -> ft.Control:
    inside: list[ft.Control] = []
    for phone in invitation.phones:
        if phone.place is None:
            continue
        state = "connected" if phone.connected else f"last seen {phone.last_seen.astimezone():%H:%M}"
        who = ft.Text(who_sits(desk, phone.place), style=look.text(16, bold=True))
        away = quiet(
            look, f"away[{phone.fingerprint[:6]}]", "Send away", partial(_send_away, desk, invitation, phone), bad=True
        )
        other = quiet(look, f"other[{phone.fingerprint[:6]}]", "Other seat", partial(invitation.ask_again, phone))
        inside.append(ft.Row([stacked([who, note(look, f"{phone.device}, {state}")]), other, away], spacing=8))
    if not inside:
        return note(look, "No phone has joined yet.")
    return card(ft.Column(inside, spacing=10, tight=True))
