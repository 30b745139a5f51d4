"""The result: who won and why, the standings, the curve, and the rematch."""

from collections.abc import Sequence
from functools import partial
from typing import Final
from urllib.parse import unquote

import flet as ft

from companion.open_session.desk import Desk
from companion.open_session.desk_hooks import use_table, use_table_look, use_table_picture
from companion.open_session.record_outcomes import problem
from companion.open_session.table_session import TableSession
from companion.open_session.telling.awards import Award
from companion.open_session.turn_clock_strip import times_line
from companion.scores.curve import curve
from companion.scores.place_and_note import Described, place_and_note
from companion.scores.podium import Celebration
from companion.setup.rematch import open_setup, rematch_sheet, rematch_words, start
from companion.setup.start_session import plan_rematch
from companion.ui.chips_and_buttons import Act, icon_button, identified, primary, quiet
from companion.ui.cited_rules import Cited
from companion.ui.dock import dock, message
from companion.ui.marks import badge, number_text
from companion.ui.panel import buttons, card, centred, cloth, cut_text, heading, note, page, sheet, stacked, stretched
from companion.ui.people import symbol
from companion.ui.text import ordinal, true_minus, who_wins
from companion.ui.theme import Look
from companion.window.hooks import use_house, use_window
from companion.window.long_work import collect
from companion.window.messages import ABOVE_DOCK, go, tell
from companion.window.routes import EVENING_PATH, PICTURE_PATH, evening_links
from companion.window.state import House
from companion.window.view import use_view
from scoring.contract.names import join_words
from scoring.contract.rulebook import Rule
from scoring.contract.scores import Place
from storage.sessions.players import Player

_WIDEST: Final = 760
_ROOM_FOR_CHANGE: Final = 380  # width in pixels, at normal text size, where a word fits beside a long "Rematch"
_CURVE_PADDING: Final = 60
_PAGE_PADDING: Final = 16
_DETAILS: Final = "Place and note"
_OUR_RULING: Final = "Our ruling"  # source of rules that no rulebook has


@ft.component
def ResultScreen() -> ft.View:
    """The result of a session that is over or stopped."""
    session_id = unquote(ft.use_route_params()["session"])
    desk, house = use_table(session_id), use_house()
    window, look = use_window(), use_table_look(desk)

    def remember() -> None:
        if house is not None:
            house.store.settings.put("here", "/")

    def leave_open_session() -> None:
        if house is None and desk.shown.outcome is None and desk.shown.stopped is None:
            go(f"/table/{session_id}")  # the host took back the entry that ended it

    ft.use_effect(remember, [session_id])
    use_table_picture(desk)
    ft.use_effect(leave_open_session, [desk.number])
    opened, open_sheet = ft.use_state("")
    ft.use_dialog(_sheet(house, look, session_id, opened, lambda: open_sheet("")) if house is not None else None)

    width = min(window.width, _WIDEST)
    details = partial(open_sheet, "details")
    of_device = _links_of_phone(look, desk) if house is None else _links_of_host(look, house, session_id, details)
    cards = [
        _winner(look, desk, width - 2 * _PAGE_PADDING),
        standings_card(look, desk, desk.players),
        *(place_and_note(look, desk.load_head()) if isinstance(desk, Desk) else []),
        _links(look, desk, of_device),
        HowItWent(desk, look, width, key=f"went.{desk.number}"),
    ]
    back = "/" if house is not None else f"/table/{session_id}"
    send = partial(go, f"/result/{session_id}/share")
    share = icon_button("share", ft.Icons.IOS_SHARE_ROUNDED, "Share", send, color="#ffffff")
    actions = [share] if house is not None else []
    shown: list[ft.Control] = [
        cloth(look, desk.title, under="Result", back=partial(go, back), actions=actions),
        page(cards, width),
    ]
    if house is not None and isinstance(desk, Desk):
        shown.append(_foot(look, house, desk, min(window.width - 28, _WIDEST), partial(open_sheet, "rematch")))
    return use_view(shown)


def _foot(look: Look, house: House, desk: Desk, width: float, plan: Act) -> ft.Control:
    number = desk.number

    def undo() -> None:
        error = problem(desk.undo(number))
        tell(error, above=ABOVE_DOCK)
        if not error:
            go(f"/table/{desk.session_id}")

    again = plan_rematch(desk)
    take_back = icon_button("undo", ft.Icons.UNDO_ROUNDED, f"Undo: {desk.undoable}", undo)
    row: list[ft.Control] = [
        ft.Container(take_back, key=f"undo#{number}"),  # a tap meant for the entry before finds no button
        primary(look, "rematch", rematch_words(again), partial(start, house, again), icon=ft.Icons.REPLAY_ROUNDED),
    ]
    name, act = "rematch.plan", plan
    if again.begins is None:
        name, act = "rematch.setup", partial(open_setup, house, desk.session_id)
    has_room = width >= _ROOM_FOR_CHANGE * look.text_scale
    tune = icon_button(name, ft.Icons.TUNE_ROUNDED, "Change the rematch", act)
    row.insert(1, quiet(look, name, "Change", act) if has_room else tune)
    buttons = ft.Container(ft.Row(row, spacing=4), width=width)
    return dock([ft.Row([buttons], alignment=ft.MainAxisAlignment.CENTER)])


def _sheet(house: House, look: Look, session_id: str, opened: str, close: Act) -> ft.DialogControl | None:
    if opened == "details":
        head = house.store.sessions.load_head(session_id)
        done = ft.Row([primary(look, "details.done", "Done", close)])
        inside = stretched([Described(look, house, head, "result", key=session_id), done], 14)
        return sheet(look, _DETAILS, inside, close)
    return rematch_sheet(house, look, session_id, close) if opened else None


def _links(look: Look, desk: TableSession, of_device: Sequence[ft.Control]) -> ft.Control:
    table = f"/table/{desk.session_id}"
    links = [
        *of_device,
        quiet(look, "open.sheet", "Score sheet", partial(go, f"{table}/sheet"), icon=ft.Icons.GRID_ON_ROUNDED),
        quiet(look, "back.table", "Back to the table", partial(go, table), icon=ft.Icons.TABLE_RESTAURANT_ROUNDED),
    ]
    return buttons(links)


def _links_of_host(look: Look, house: House, session_id: str, open_details: Act) -> list[ft.Control]:
    details = quiet(look, "details", _DETAILS, open_details, icon=ft.Icons.EDIT_NOTE_ROUNDED)
    return [details, *evening_links(look, house, session_id)]


def _links_of_phone(look: Look, desk: TableSession) -> list[ft.Control]:
    page = ft.context.page

    async def fetch(path: str) -> None:
        await ft.UrlLauncher().launch_url(path, web_only_window_name="_blank")

    save = partial(page.run_task, fetch, EVENING_PATH)
    links = [quiet(look, "share.evening", "Save the evening", save, icon=ft.Icons.DOWNLOAD_ROUNDED)]
    if desk.shown.outcome is not None:
        act, icon = partial(page.run_task, fetch, PICTURE_PATH), ft.Icons.IMAGE_ROUNDED
        links.insert(0, quiet(look, "share.picture", "Share the picture", act, icon=icon))
    return links


def _winner(look: Look, desk: TableSession, width: float) -> ft.Control:
    outcome, stopped = desk.shown.outcome, desk.shown.stopped
    names = desk.shown.table.names
    reason = f"Stopped ({stopped.reason})." if stopped and stopped.reason else ""
    if outcome is None:
        return message(look, reason or "The game is still open; nobody has won yet.", bad=False)
    text = who_wins([names[seat] for seat in outcome.winners])
    places = desk.shown.standings
    rows: list[ft.Control] = [
        Celebration(look, text, names, places, width, key="celebration"),
        ft.Text(true_minus(outcome.because), style=look.text(16), text_align=ft.TextAlign.CENTER),
        *([note(look, reason)] if reason else []),
        Cited(look, desk.game, outcome.rule, _rule_text(look, outcome.rule), key="rule"),
    ]
    return ft.Container(centred(rows, 6), alignment=ft.Alignment.CENTER)


@ft.component
def HowItWent(desk: TableSession, look: Look, width: float, key: str | None = None) -> ft.Control:
    """The curve, where the lead changed for good, and what one more would have meant; nothing without a course."""
    near, put_near = ft.use_state("")
    shown = desk.shown

    async def work() -> None:
        near_wins = await collect(shown.tell_near_wins())
        if near_wins:
            put_near(near_wins[0])

    ft.use_effect(work, [desk.number], cleanup=lambda: None)
    sentences = [*shown.tell_rounds(), *filter(None, [near])]
    words: list[ft.Control] = [ft.Text(true_minus(sentence), style=look.text(16)) for sentence in sentences]
    times, course = times_line(look, desk), shown.course
    drawn = [curve(look, course, shown.table.names, width - _CURVE_PADDING)] if course else []
    if not (words or times or drawn):
        return ft.Container()
    points = ft.Column(words, spacing=4, tight=True)
    return card(ft.Column([heading(look, "How it went"), points, *times, *drawn], spacing=10, tight=True))


def standings_card(look: Look, desk: TableSession, players: Sequence[Player]) -> ft.Control:
    """The standings, with the players' symbols and awards."""
    shown = desk.shown
    rows: list[ft.Control] = [_place(look, desk, place, shown.awards, players) for place in shown.standings]
    return card(ft.Column(rows, spacing=8, tight=True))


def _place(
    look: Look, desk: TableSession, place: Place, given: tuple[Award, ...], players: Sequence[Player]
) -> ft.Control:
    names = [desk.shown.table.names[seat] for seat in place.side]
    style = look.text(18, bold=place.rank == 1)
    who = cut_text(join_words(names), style, 2, expand=True, expand_loose=True)
    symbols = [symbol(players[seat], look.size(18)) for seat in place.side if seat < len(players)]
    words: list[ft.Control] = [ft.Row([who, *filter(None, symbols)], spacing=6)]
    if place.because:
        words.append(note(look, place.because))
    awards = [_award(look, award) for award in given if award.seat in place.side]
    if not look.is_large:
        words += awards
    row = ft.Row(
        [
            ft.Text(ordinal(place.rank), style=look.figure(18), width=look.box(42)),  # the badge has a number too
            *(badge(look, seat, 30) for seat in place.side),
            stacked(words),
            ft.Text(number_text(place.points), style=look.figure(24)),
        ],
        spacing=10,
    )
    return ft.Column([row, *awards], spacing=2, tight=True) if look.is_large else row


def _award(look: Look, award: Award) -> ft.Control:
    icon = ft.Icon(ft.Icons.STAR_ROUNDED, size=16, color=look.gold)
    text = ft.Text(
        f"{award.title}: {award.sentence}", style=look.text(14, color=ft.Colors.ON_SURFACE_VARIANT), expand=True
    )
    row = ft.Row([icon, text], spacing=4, vertical_alignment=ft.CrossAxisAlignment.START)
    return identified(f"award[{award.seat}]", row)


def _rule_text(look: Look, rule: Rule) -> ft.Control:
    source = "ours, because the rulebook is silent" if rule.source == _OUR_RULING else rule.source
    words = ft.Text(f"The rule: {source}", style=look.text(14, color=look.accent))
    return ft.Container(words, padding=ft.Padding.symmetric(horizontal=12, vertical=16), alignment=ft.Alignment.CENTER)
