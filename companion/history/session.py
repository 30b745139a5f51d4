"""The page of one session: result, sheet, curve, log, place, note and actions."""

from collections.abc import Callable
from functools import partial
from itertools import islice
from urllib.parse import unquote

import flet as ft

from companion.exchange.importing import origin_text
from companion.history.bin_actions import bin_button
from companion.open_session.desk import Desk
from companion.open_session.desk_hooks import use_desk, use_table_look
from companion.open_session.turn_clock_strip import times_line
from companion.scores.curve import curve
from companion.scores.place_and_note import Described
from companion.scores.result import standings_card
from companion.scores.score_grid import score_grid, sheet_facts
from companion.scores.score_sheet import cell_sheet, nothing_opened
from companion.setup.rematch import rematch_sheet
from companion.ui.chips_and_buttons import Act, quiet
from companion.ui.dock import message
from companion.ui.marks import number_text
from companion.ui.panel import buttons, card, cloth, note, page, section
from companion.ui.text import counted, day, hours
from companion.ui.theme import Look
from companion.window.hooks import use_house, use_memory, use_window
from companion.window.messages import go, go_back
from companion.window.routes import evening_links
from companion.window.state import House, Window
from companion.window.view import use_view
from scoring.contract.names import join_words
from scoring.contract.scores import totals
from scoring.engine import agreements
from storage.clock import utc_now
from storage.history.session_list import SessionHead

_WIDEST = 1240
_LAST = 6


@ft.component
def SessionScreen() -> ft.View:
    session_id = unquote(ft.use_route_params()["session"])
    house, window = use_house(), use_window()
    desk = use_desk(session_id)
    look = use_table_look(desk)
    opened, open_cell = use_memory(session_id, nothing_opened)
    again, play_again = use_memory(f"{session_id} again", lambda: False)
    head = house.store.sessions.load_head(session_id)

    dialog = cell_sheet(look, desk, f"/session/{session_id}", opened, lambda: open_cell(None))
    if again and opened is None:
        dialog = rematch_sheet(house, look, session_id, lambda: play_again(False))
    ft.use_dialog(dialog)

    full_width = min(window.width, _WIDEST)
    width = (full_width - 48) / 2 if window.wide else full_width - 32
    result = _result_cards(look, house, desk, head)
    sheet = _sheet_cards(look, desk, width, lambda round_, seat: open_cell((round_, seat)))
    details = [
        card(Described(look, house, head, "session", key=session_id)),
        _actions(look, house, window, desk, head, lambda: play_again(True)),
    ]
    log = _log(look, desk)
    inside = [*result, *sheet, log, *details]
    if window.wide:
        left, right = ft.Column([*result, *details], spacing=14), ft.Column([*sheet, log], spacing=14)
        for column in (left, right):
            column.width, column.horizontal_alignment = width, ft.CrossAxisAlignment.STRETCH
        inside = [ft.Row([left, right], spacing=16, vertical_alignment=ft.CrossAxisAlignment.START)]
    under = join_words(desk.shown.table.names)
    return use_view([cloth(look, desk.title, under=under, back=partial(go_back, "/history")), page(inside, full_width)])


def _result_cards(look: Look, house: House, desk: Desk, head: SessionHead) -> list[ft.Control]:
    origin = origin_text(house.store.imports.find(head.id)) if head.from_file else ""
    result = _result(look, desk, head, origin)
    if desk.shown.outcome is None:
        return [result]
    return [result, standings_card(look, desk, [seated.player for seated in head.seats])]


def _sheet_cards(look: Look, desk: Desk, width: float, open_cell: Callable[[int, int], None]) -> list[ft.Control]:
    shown = desk.shown
    cards = [
        note(look, "Tap a number to see where it comes from."),
        card(score_grid(sheet_facts(look, shown, width - 18), open_cell), padding=8),
    ]
    drawn = [curve(look, shown.course, shown.table.names, width - 30)] if shown.course else []
    if course := [*times_line(look, desk), *drawn]:
        cards.append(section(look, "How it went", *course, spacing=10))
    return cards


def _result(look: Look, desk: Desk, head: SessionHead, origin: str) -> ft.Control:
    unfinished = "Stopped; the result does not count." if desk.shown.stopped else "Not finished."
    rows: list[ft.Control] = [
        ft.Text(desk.shown.result or unfinished, style=look.text(18, bold=True)),
        note(look, " · ".join(filter(None, (day(head.opened_at, utc_now()), _duration_text(desk), origin)))),
    ]
    rows += [
        message(look, warning, bad=True) for warning in filter(None, (_waiting_text(desk), _changed_text(desk, head)))
    ]
    if _can_go_on(desk):
        rows.append(ft.Row([_open_button(look, head, "Go on at the table")]))
    return ft.Column(rows, spacing=4, tight=True)


def _can_go_on(desk: Desk) -> bool:
    return desk.shown.stopped is not None or desk.shown.outcome is None


def _open_button(look: Look, head: SessionHead, words: str) -> ft.Control:
    open_table = partial(go, f"/table/{head.id}")
    return quiet(look, "session.open", words, open_table, icon=ft.Icons.TABLE_RESTAURANT_ROUNDED)


def _duration_text(desk: Desk) -> str:
    """The duration: "played 1 h 20 min, 25 min of pauses"."""
    spent = desk.duration
    played = f"played {hours(spent.played)}" if spent.played >= 30 else "played for less than a minute"
    return f"{played}, {hours(spent.paused)} of pauses" if spent.paused else played


def _waiting_text(desk: Desk) -> str:
    """A warning if today's rules refuse an entry."""
    if desk.run.violation is None:
        return ""
    entries = counted(len(desk.run.waiting), "line is", "lines are")
    return f"Today's rules refuse part of the log: {desk.run.violation.message} {entries} on hold; see the log."


def _changed_text(desk: Desk, head: SessionHead) -> str:
    """A warning if today's rules give other totals than the session was closed with."""
    today = totals(agreements.score_if_stopped(desk.game, desk.state).ledger, desk.shown.table.seats).values()
    pairs = zip(desk.shown.table.names, head.closed_totals or (), today, strict=False)
    changes = [f"{name} {number_text(was)}, now {number_text(now)}" for name, was, now in pairs if was != now]
    return f"It was closed with other points than today's rules give: {'; '.join(changes)}." if changes else ""


def _log(look: Look, desk: Desk) -> ft.Control:
    steps = list(islice(reversed(desk.run.steps), _LAST))
    rows = [_entry(look, desk, step.entry, step.event) for step in steps]
    if not steps:
        rows.append(note(look, "Nothing was entered."))
    lines = len(desk.run.steps)
    words = f"All {lines} lines; correct one" if lines > 1 else "Correct this line" if lines else "The whole log"
    log = partial(go, f"/session/{desk.session_id}/log")
    rows.append(ft.Row([quiet(look, "session.log", words, log, icon=ft.Icons.EDIT_NOTE_ROUNDED)]))
    return section(look, "Log", *rows)


def _entry(look: Look, desk: Desk, entry: int, event: object) -> ft.Control:
    clock = ft.Text(
        f"{desk.times[entry].astimezone():%H:%M}",
        style=look.figure(13, bold=False, color=ft.Colors.ON_SURFACE_VARIANT),
    )
    words = desk.sentence(event)
    return ft.Row(
        [clock, ft.Text(words, style=look.text(14), expand=True)],
        spacing=12,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


def _actions(look: Look, house: House, window: Window, desk: Desk, head: SessionHead, again: Act) -> ft.Control:
    def button(name: str, words: str, act: Act, icon: ft.IconData) -> ft.Control:
        return quiet(look, f"session.{name}", words, act, icon=icon)

    ways = [] if _can_go_on(desk) else [_open_button(look, head, "Open at the table")]
    ways += [
        button("rematch", "Rematch", again, ft.Icons.REPLAY_ROUNDED),
        button("share", "Share", partial(go, f"/session/{head.id}/share"), ft.Icons.IOS_SHARE_ROUNDED),
    ]
    ways += evening_links(look, house, head.id)
    if head.binned_at is None:
        ways.append(bin_button(look, house, window, "session.bin", head.id, lambda: go("/history")))
    return buttons(ways)
