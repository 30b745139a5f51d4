"""The table: what is known, who is on, what is asked, and the one button below the thumb."""

from collections.abc import Callable
from typing import Final
from urllib.parse import unquote

import flet as ft

from companion.flet_guard.redrawing import drawn_once, use_keep, use_same
from companion.parts.curve import curve
from companion.parts.dock import message
from companion.parts.facts import facts_strip
from companion.parts.lines import lines_sheet
from companion.parts.panel import card, cloth_row, heading, sheet, woven
from companion.parts.press import Act, icon_button, primary, quiet
from companion.parts.score_grid import score_grid
from companion.parts.view import use_view
from companion.phones.rights import waiting_for
from companion.screens.table.asides import AsideMenu
from companion.screens.table.playing import Playing, aside_button, asks, middle_view, table_column
from companion.screens.table.seats import OpenSheet, seat_rows
from companion.screens.table.steps import step_buttons
from companion.session.desk import Desk, problem
from companion.text import listed
from companion.theme import Look
from companion.window.hooks import use_awake, use_desk, use_guest, use_house, use_memory, use_table_look, use_window
from companion.window.messages import go, tell
from scoring import agreements
from scoring.cards import Suit
from scoring.game import Fact, Resumed, Table
from scoring.prompts import OnBoard, prompt_of

_LEFT: Final = 600
"""Width of the playing side on a wide screen."""


@ft.component
def TableScreen() -> ft.View:
    """One open session, ready for the next entry."""
    session_id = unquote(ft.use_route_params()["session"])
    desk = use_desk(session_id)
    house, guest, window = use_house(), use_guest(), use_window()
    look = use_table_look(desk)
    opened, put_opened = use_memory(session_id, str)
    open_sheet: OpenSheet = use_same(put_opened, session_id)

    def remember() -> None:
        if house is not None:
            house.store.put_setting("here", f"/table/{session_id}")

    ft.use_effect(remember, [session_id])
    use_awake()
    ft.use_dialog(_sheet(look, desk, opened, lambda: open_sheet("")))
    kind, choose = use_memory(f"{session_id}#{desk.number}", str)
    go_over = use_same(choose, f"{session_id}#{desk.number}")
    main = prompt_of(desk.mains, kind) or desk.main
    if main is None and guest is not None:
        playing: ft.Control = Waiting(desk, look, open_sheet, key="waiting")
    elif main is None:
        playing = Closed(desk, look, open_sheet, key="closed")
    else:
        playing = Playing(desk, look, main, open_sheet, choose, key=f"playing.{session_id}.{main.kind}")
    side: list[ft.Control] = [ft.Container(playing, expand=True)]
    if window.wide:
        side = [
            ft.Container(playing, width=_LEFT),
            RightPane(
                desk,
                look,
                desk.number,
                desk.state.table,
                window.width - _LEFT,
                open_sheet,
                go_over,
                not asks(main, OnBoard),
            ),
        ]
    row = ft.Row(side, expand=True, spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH)
    facts, can_invite = desk.game.facts(desk.state), house is not None and house.phones is not None
    head = Header(look, desk.game.title, session_id, facts, desk.game.suits, guest is None, can_invite)
    return use_view([head, row])


@drawn_once
@ft.component
def Header(
    look: Look,
    title: str,
    session_id: str,
    facts: tuple[Fact, ...],
    suits: tuple[Suit, ...],
    has_home: bool,
    can_invite: bool,
) -> ft.Control:
    """Where one is, the facts of the moment, and the ways to sheet, log and rules."""
    keep = use_keep(session_id)

    def way(name: str, icon: ft.IconData, says: str) -> ft.Control:
        return icon_button(f"open.{name}", icon, says, lambda: go(f"/table/{session_id}/{name}"), color="#ffffff")

    def ways() -> ft.Control:
        actions = [
            way("sheet", ft.Icons.GRID_ON_ROUNDED, "Score sheet"),
            way("log", ft.Icons.HISTORY_ROUNDED, "Log"),
            way("rules", ft.Icons.MENU_BOOK_ROUNDED, "Rules"),
        ]
        if can_invite:
            actions.insert(0, way("phones", ft.Icons.PHONELINK_RING_ROUNDED, "Invite phones"))
        return cloth_row(look, title, back=(lambda: go("/")) if has_home else None, actions=actions)

    strip = facts_strip(look, facts, {suit.key: suit for suit in suits}, keep)
    return woven(look, [keep("ways", (look, title, can_invite), ways), strip], left=6 if has_home else 18)


@drawn_once
@ft.component
def RightPane(
    desk: Desk,
    look: Look,
    number: int,
    table: Table,
    width: float,
    open_sheet: OpenSheet,
    choose: Callable[[str], None],
    board: bool,
) -> ft.Control:
    """The board, the sheet and the curve beside the table, drawn anew for every entry `number` and every new name."""
    state, game, keep = desk.state, desk.game, use_keep(desk)
    scored = look, game.provisional(state), game.rounds(state), state.table, width  # bids and tricks change none of it
    inside: list[ft.Control] = middle_view(look, desk, choose, keep) if board else []

    def grid() -> ft.Control:
        return card(score_grid(look, game, state, width - 60, lambda _, seat: open_sheet(f"lines.{seat}")), padding=8)

    inside += [heading(look, "Score sheet"), keep("grid", scored, grid)]
    if state.ledger:
        line = keep("curve", scored, lambda: card(curve(look, game, state, width - 70)))
        inside += [heading(look, "How it goes"), line]
    return ft.Container(
        ft.Column(inside, spacing=10, scroll=ft.ScrollMode.AUTO, expand=True),
        expand=True,
        padding=16,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
    )


@ft.component
def Waiting(desk: Desk, look: Look, open_sheet: OpenSheet, key: str | None = None) -> ft.Control:
    """The table on a phone that has nothing to answer now: it says for whom the table waits."""
    keep = use_keep(desk)
    outcome = agreements.outcome(desk.game, desk.state)
    if outcome is not None:
        row: list[ft.Control] = [primary(look, "result", "See the result", lambda: go(f"/result/{desk.session_id}"))]
        told = f"{listed([desk.state.table.names[seat] for seat in outcome.winners])} won. {outcome.because}"
    else:
        undo, _ = step_buttons(desk)
        row, told = [undo] if desk.undoable else [], waiting_for(desk.game, desk.state)
    rows = seat_rows(look, desk, None, (), open_sheet, keep)
    return table_column(look, desk, rows, [], [message(look, told, bad=False), ft.Row(row, spacing=4)], keep)


@ft.component
def Closed(desk: Desk, look: Look, open_sheet: OpenSheet, key: str | None = None) -> ft.Control:
    """The table after the end, or while the session is stopped."""
    outcome, stopped = agreements.outcome(desk.game, desk.state), desk.state.stopped
    see = lambda: go(f"/result/{desk.session_id}")  # noqa: E731
    act = primary(look, "result", "See the result", see, icon=ft.Icons.EMOJI_EVENTS_ROUNDED)
    beside: list[ft.Control] = []
    if outcome and not stopped:
        told = f"{listed([desk.state.table.names[seat] for seat in outcome.winners])} won. {outcome.because}"
    else:
        told = f"Stopped{f': {stopped.reason}' if stopped and stopped.reason else ''}. Everything is kept."
        if outcome:  # it counts as it stands
            beside.append(ft.Row([_resume(look, desk, quiet)], alignment=ft.MainAxisAlignment.CENTER))
        else:
            act = _resume(look, desk, primary)
    keep = use_keep(desk)
    row = ft.Row([*step_buttons(desk), act, aside_button(open_sheet)], spacing=4)
    rows = seat_rows(look, desk, None, (), open_sheet, keep)
    return table_column(look, desk, rows, [], [message(look, told, bad=False), *beside, row], keep)


def _resume(look: Look, desk: Desk, button: Callable[..., ft.Control]) -> ft.Control:
    """The way back to playing."""
    resume = prompt_of(desk.prompts, Resumed.kind)
    assert resume is not None, "a table that asks nothing is over or stopped"
    go_on = lambda: tell(problem(desk.record(resume, {}, desk.number)))  # noqa: E731
    return button(look, "resume", resume.confirm, go_on, icon=ft.Icons.PLAY_ARROW_ROUNDED)


def _sheet(look: Look, desk: Desk, opened: str, close: Act) -> ft.DialogControl | None:
    if opened == "asides":
        return sheet(look, "Special cards and more", AsideMenu(desk, look, close), close)
    if opened.startswith("lines."):
        seat = int(opened.removeprefix("lines."))
        return lines_sheet(look, desk.game, desk.state, seat, close)
    return None
