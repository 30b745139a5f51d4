"""One session of the past: sheet, curve, place and note, duration, and what can be done with it."""

from functools import partial
from urllib.parse import unquote

import flet as ft

from companion.desk import Desk
from companion.evenings import rematch
from companion.parts.box import text_box
from companion.parts.curve import curve
from companion.parts.lines import lines_sheet
from companion.parts.panel import card, cloth, heading, note, page
from companion.parts.press import Act, quiet
from companion.parts.score_grid import score_grid
from companion.screens.history import span
from companion.screens.sheet import nothing_opened
from companion.text import day, listed
from companion.theme import Look
from companion.window import House, go, use_desk, use_house, use_look, use_memory, use_view, use_window
from scoring import agreements
from storage.clock import utc_now
from storage.store import SessionHead


@ft.component
def SessionScreen() -> ft.View:
    """Everything kept of one session."""
    session_id = unquote(ft.use_route_params()["session"])
    house, window = use_house(), use_window()
    desk = use_desk(session_id)
    look = use_look(desk.game.colour)
    opened, open_cell = use_memory(session_id, nothing_opened)
    _, again = ft.use_state(0)
    head = house.store.head(session_id)

    dialog = None
    if opened is not None:
        round_, seat = opened
        dialog = lines_sheet(look, desk.game, desk.state, seat, lambda: open_cell(None), round_)
    ft.use_dialog(dialog)

    width = min(window.width, 900) - 60
    grid = score_grid(look, desk.game, desk.state, width, lambda round_, seat: open_cell((round_, seat)))
    drawn = [heading(look, "How it went"), curve(look, desk.game, desk.state, width)]
    inside: list[ft.Control] = [
        ft.Text(_told(desk), style=look.text(18, bold=True)),
        note(look, f"{day(head.opened_at, utc_now())} · {span(desk.times[0], desk.times[-1])}"),
        card(grid, padding=8),
        card(ft.Column(drawn, spacing=10, tight=True)),
        Described(look, house, head, key=session_id),
        ft.Row(_actions(look, house, head, lambda: again(lambda n: n + 1)), wrap=True, spacing=8, run_spacing=8),
    ]
    under = listed(desk.state.table.names)
    body = page(inside, min(window.width, 900))
    return use_view([cloth(look, desk.game.title, under=under, back=lambda: go("/history")), body])


@ft.component
def Described(look: Look, house: House, head: SessionHead, key: str | None = None) -> ft.Control:
    """Where it was and what is worth remembering, kept as it is typed."""
    place, put_place = ft.use_state(head.place)
    noted, put_note = ft.use_state(head.note)

    def describe_place(text: str) -> None:
        put_place(text)
        house.store.describe(head.id, place=text)

    def describe_note(text: str) -> None:
        put_note(text)
        house.store.describe(head.id, note=text)

    return ft.Column(
        [
            text_box(look, "session.place", "Place", place, describe_place),
            text_box(look, "session.note", "Note", noted, describe_note, lines=True),
        ],
        spacing=14,
        tight=True,
    )


def _told(desk: Desk) -> str:
    """How it ended."""
    outcome = agreements.outcome(desk.game, desk.state)
    if outcome is None:
        return "Not finished."
    return f"{listed([desk.state.table.names[seat] for seat in outcome.winners])} won. {outcome.because}"


def _actions(look: Look, house: House, head: SessionHead, draw: Act) -> list[ft.Control]:
    """What can be done with it; one in the bin can only come out again."""

    def bin_it() -> None:
        house.store.bin(head.id)
        draw()

    def restore() -> None:
        house.store.restore(head.id)
        draw()

    def again() -> None:
        go(f"/table/{rematch(house.desks, head.id)}")

    def button(name: str, words: str, act: Act, icon: ft.IconData, *, bad: bool = False) -> ft.Control:
        return quiet(look, f"session.{name}", words, act, icon=icon, bad=bad)

    if head.binned_at:
        return [button("restore", "Take it out of the bin", restore, ft.Icons.RESTORE_FROM_TRASH_ROUNDED)]
    table = partial(go, f"/table/{head.id}")
    return [
        button("open", "Open at the table", table, ft.Icons.TABLE_RESTAURANT_ROUNDED),
        button("rematch", "Rematch", again, ft.Icons.REPLAY_ROUNDED),
        button("share", "Share", partial(go, f"/session/{head.id}/share"), ft.Icons.IOS_SHARE_ROUNDED),
        button("log", "Log", partial(go, f"/table/{head.id}/log"), ft.Icons.HISTORY_ROUNDED),
        button("bin", "Put it into the bin", bin_it, ft.Icons.DELETE_OUTLINE_ROUNDED, bad=True),
    ]
