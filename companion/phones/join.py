"""The first screen of a phone: choose a player, then wait for the host's approval."""

from collections.abc import Callable
from functools import partial

import flet as ft

from companion.open_session.desk_hooks import use_table_look
from companion.phones.invitation import BOARD, WATCHING, Place, Use
from companion.phones.phone_context import Guest, use_guest
from companion.ui.chips_and_buttons import press, quiet
from companion.ui.dock import message
from companion.ui.marks import badge
from companion.ui.panel import cloth, heading, note, page, stacked
from companion.ui.theme import TOUCH, Look
from companion.window.hooks import GOES_DARK, is_plain, use_window
from companion.window.view import use_view
from scoring.contract.scores import Seat

_Named = tuple[Seat, str]

_use_taken: Callable[[_Named | None], tuple[_Named | None, Callable[[_Named | None], None]]] = ft.use_state


@ft.component
def JoinScreen() -> ft.View:
    guest = use_guest()
    table, phone = guest.table, guest.phone
    window, look = use_window(), use_table_look(table)
    taken, choose_taken = _use_taken(None)
    names = table.shown.table.names
    seats = tuple(zip(table.shown.table.seats, names, strict=True))
    if phone.wants is not None:
        inside: list[ft.Control] = [
            heading(look, "One moment"),
            message(look, f"You asked to {_wish(phone.wants, names)}. Wait until the host lets you in.", bad=False),
            quiet(look, "join.back", "Choose again", guest.withdraw),
        ]
    elif taken in seats:  # else the seats were corrected, or the host went to another table
        inside = _ask_for_taken(look, guest, *taken, lambda: choose_taken(None))
    else:
        inside = [heading(look, "Who are you?")]
        if phone.was_refused:
            inside.append(message(look, "The host said no. Ask at the table, then choose again.", bad=True))
        inside += [_seat(look, guest, seat, name, choose_taken) for seat, name in seats]
        inside += [
            quiet(look, "join.watch", "Only watch", partial(guest.ask, WATCHING)),
            quiet(look, "join.board", "Show the board (for a television)", partial(guest.ask, BOARD)),
        ]
    if is_plain(ft.context.page.url or ""):
        inside.append(note(look, GOES_DARK))
    body = page(inside, min(window.width, 620))
    return use_view([cloth(look, table.title, under="Join the table"), body])


def _wish(place: Place, names: tuple[str, ...]) -> str:
    """What a phone asked for, after "You asked to"."""
    if place.seat is not None:
        return f"join as {names[place.seat]}"
    return "show the board" if place.use is Use.BOARD else "watch"


def _ask_for_taken(look: Look, guest: Guest, seat: Seat, name: str, back: Callable[[], None]) -> list[ft.Control]:
    place = Place(Use.SEAT, seat)

    def ask(replaces: bool) -> None:
        back()
        guest.ask(place, replaces=replaces)

    return [
        heading(look, f"{name} already has a phone"),
        quiet(look, "join.replace", "Use this one instead", partial(ask, True), icon=ft.Icons.PHONELINK_RING_ROUNDED),
        quiet(look, "join.both", "Use both", partial(ask, False), icon=ft.Icons.DEVICES_ROUNDED),
        quiet(look, "join.back", "Choose again", back),
    ]


def _seat(look: Look, guest: Guest, seat: Seat, name: str, choose_taken: Callable[[_Named], None]) -> ft.Control:
    place = Place(Use.SEAT, seat)
    taken = guest.is_taken(seat)
    words: list[ft.Control] = [ft.Text(name, style=look.text(17, bold=True))]
    if taken:
        words.append(note(look, "already has a phone"))
    elif seat == guest.host_seat:
        words.append(note(look, "plays on the host's device"))
    row = ft.Row([badge(look, seat, 34), stacked(words)], spacing=12)
    return press(
        f"join[{seat}]",
        row,
        partial(choose_taken, (seat, name)) if taken else partial(guest.ask, place),
        height=look.box(TOUCH + 10),
        padding=ft.Padding.symmetric(horizontal=14),
        border_radius=14,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
    )
