"""One session of the past: sheet, curve, place and note, duration, and what can be done with it."""

from urllib.parse import unquote

import flet as ft

from companion.evenings import rematch
from companion.parts.box import text_box
from companion.parts.curve import curve
from companion.parts.lines import seat_lines
from companion.parts.panel import card, cloth, heading, note, page, sheet
from companion.parts.press import quiet
from companion.parts.score_grid import score_grid
from companion.screens.history import span
from companion.screens.sheet import nothing_opened
from companion.text import day, listed
from companion.window import go, use_desk, use_house, use_look, use_memory, use_view, use_window
from scoring import agreements
from storage.clock import utc_now


@ft.component
def SessionScreen() -> ft.View:
    """Everything kept of one session."""
    session_id = unquote(ft.use_route_params()["session"])
    house, window = use_house(), use_window()
    desk = use_desk(session_id)
    look = use_look(desk.game.colour)
    opened, open_cell = use_memory(session_id, nothing_opened)
    head = house.store.head(session_id)
    place, put_place = use_memory(session_id, lambda: head.place)
    noted, put_note = use_memory(session_id, lambda: head.note)
    _, again = ft.use_state(0)
    names = desk.state.table.names

    def close() -> None:
        open_cell(None)

    dialog = None
    if opened is not None:
        round_, seat = opened
        rules = lambda: go(f"/rules/{desk.game.key}")  # noqa: E731
        dialog = sheet(
            look,
            f"{names[seat]}: where the points come from",
            seat_lines(look, desk.game, desk.state, seat, rules, round_),
            close,
        )
    ft.use_dialog(dialog)

    def describe_place(text: str) -> None:
        put_place(text)
        house.store.describe(session_id, place=text)

    def describe_note(text: str) -> None:
        put_note(text)
        house.store.describe(session_id, note=text)

    def bin_it() -> None:
        house.store.bin(session_id)
        again(lambda n: n + 1)

    def restore() -> None:
        house.store.restore(session_id)
        again(lambda n: n + 1)

    outcome = agreements.outcome(desk.game, desk.state)
    width = min(window.width, 900) - 60
    told = f"{listed([names[s] for s in outcome.winners])} won. {outcome.because}" if outcome else "Not finished."
    when = f"{day(head.opened_at, utc_now())} · {span(desk.times[0], desk.times[-1])}"
    actions: list[ft.Control] = [
        quiet(
            look,
            "session.open",
            "Open at the table",
            lambda: go(f"/table/{session_id}"),
            icon=ft.Icons.TABLE_RESTAURANT_ROUNDED,
        ),
        quiet(
            look,
            "session.rematch",
            "Rematch",
            lambda: go(f"/table/{rematch(house.desks, session_id)}"),
            icon=ft.Icons.REPLAY_ROUNDED,
        ),
        quiet(look, "session.log", "Log", lambda: go(f"/table/{session_id}/log"), icon=ft.Icons.HISTORY_ROUNDED),
    ]
    if head.binned_at:
        actions = [
            quiet(look, "session.restore", "Take it out of the bin", restore, icon=ft.Icons.RESTORE_FROM_TRASH_ROUNDED)
        ]
    else:
        actions.append(
            quiet(look, "session.bin", "Put it into the bin", bin_it, icon=ft.Icons.DELETE_OUTLINE_ROUNDED, bad=True)
        )
    inside: list[ft.Control] = [
        ft.Text(told, style=look.text(18, bold=True)),
        note(look, when),
        card(score_grid(look, desk.game, desk.state, width, lambda round_, seat: open_cell((round_, seat))), padding=8),
        card(
            ft.Column([heading(look, "How it went"), curve(look, desk.game, desk.state, width)], spacing=10, tight=True)
        ),
        text_box(look, "session.place", "Place", place, describe_place),
        text_box(look, "session.note", "Note", noted, describe_note, lines=True),
        ft.Row(actions, wrap=True, spacing=8, run_spacing=8),
    ]
    body = page(inside, min(window.width, 900))
    return use_view([cloth(look, desk.game.title, under=listed(names), back=lambda: go("/history")), body])
