"""The table: header, players, prompt and dock, with board and score sheet beside them in a wide window."""

from collections.abc import Callable
from functools import partial
from typing import Any, Final
from urllib.parse import unquote

import flet as ft

from companion.open_session import turn_clock_strip
from companion.open_session.desk import Desk
from companion.open_session.desk_hooks import use_table, use_table_look, use_table_picture
from companion.open_session.record_outcomes import problem
from companion.open_session.table_session import TableSession
from companion.open_session.telling.curve_lines import Course
from companion.scores.curve import curve
from companion.scores.score_grid import SheetFacts, score_grid, sheet_facts
from companion.scores.score_lines import lines_sheet
from companion.table.header import OWNER, Header, owner_sheet, use_fact_lines, use_header_facts
from companion.table.middle import Choose, middle_view
from companion.table.playing import Playing
from companion.table.rows.seats import OpenSheet, seat_rows
from companion.table.sheets.meanings import list_meanings, meanings_key, meanings_sheet
from companion.table.sheets.more_menu import AsideMenu
from companion.table.sheets.needs import TITLE, NeedsOfAll, needs_key
from companion.table.slim_rows import slim_rows
from companion.table.table_column import (
    LEFT_WIDE,
    aside_button,
    aside_buttons,
    aside_title,
    asks_for,
    table_column,
)
from companion.table.undo_redo import step_buttons, step_text, use_step_keys
from companion.ui.chips_and_buttons import Act, primary, quiet
from companion.ui.dock import message
from companion.ui.panel import card, heading, sheet
from companion.ui.theme import Look
from companion.window.hooks import drawn_once, use_awake, use_house, use_memory, use_window
from companion.window.messages import go, tell
from companion.window.state import Window
from companion.window.view import use_view
from scoring.contract.errors import GameFailed
from scoring.contract.game import Resumed, Table
from scoring.contract.prompts import OnBoard, Prompt, find_prompt

_SHEET_PADDING: Final = 60  # pixels around the score sheet in the right pane
_CURVE_PADDING: Final = 70  # pixels around the curve


@ft.component
def TableScreen(arrive: Act = lambda: None) -> ft.View:
    """One open session, ready for the next entry; `arrive` is called once the screen follows its changes."""
    session_id = unquote(ft.use_route_params()["session"])
    desk = use_table(session_id)
    ft.use_effect(arrive, [session_id])
    house, window = use_house(), use_window()
    look = use_table_look(desk)
    opened, put_opened = use_memory(session_id, str)
    open_sheet: OpenSheet = ft.use_callback(put_opened, [session_id])

    def remember() -> None:
        if house is not None:
            house.store.settings.put("here", f"/table/{session_id}")

    ft.use_effect(remember, [session_id])
    use_table_picture(desk)
    _use_ending(desk, window)
    use_awake()
    kind, choose = use_memory(f"{session_id}#{desk.number}", str)
    same_choose: Choose = ft.use_callback(choose, [session_id, desk.number])
    begun = ft.use_memo(lambda: (desk.number, _find_main(desk, _is_begun)), [session_id])
    first = (begun[1] if begun[0] == desk.number else "") or _find_main(desk, lambda at, prompt: at.taken_back(prompt))
    main = find_prompt(desk.mains, kind or first) or desk.main
    ft.use_dialog(_sheet(look, desk, main, opened, open_sheet))
    if main is None and not desk.is_host:
        left: ft.Control = Waiting(desk, look, open_sheet, key="waiting")
    elif main is None:
        left = Closed(desk, look, open_sheet, key="closed")
    else:
        left = Playing(desk, look, main, open_sheet, choose, key=f"playing.{session_id}.{main.kind}")
    sides: list[ft.Control] = [ft.Container(left, expand=True)]
    if window.wide and not window.low:
        has_board, width = not asks_for(main, OnBoard), window.width - LEFT_WIDE
        pane = RightPane(desk, look, desk.number, desk.shown.table, width, has_board, open_sheet, same_choose)
        sides = [ft.Container(left, width=LEFT_WIDE), pane]
    row = ft.Row(sides, expand=True, spacing=0, vertical_alignment=ft.CrossAxisAlignment.STRETCH)
    facts, lines = use_header_facts(look, desk), use_fact_lines(look, desk)
    is_over = desk.shown.is_over  # the lines of facts that were needed until then are gone
    head = Header(facts, lines, desk.game.box.suits, open_sheet, key=f"{desk.session_id}.{is_over}")
    return use_view([head, row])


def _use_ending(desk: TableSession, window: Window) -> None:
    """Open the result when the session ends: on every phone, and on the host's device where the last entry was made."""
    is_over = desk.shown.outcome is not None
    was_over: Any = ft.use_ref(None)

    def follow() -> None:
        is_ended_here = (desk.session_id, desk.number - 1) in window.recorded and desk.shown.stopped is None
        if is_over and was_over.current is False and (is_ended_here or not desk.is_host):
            go(f"/result/{desk.session_id}")
        was_over.current = is_over

    ft.use_effect(follow, [is_over])


def _find_main(desk: TableSession, matches: Callable[[TableSession, Prompt], object]) -> str:
    """The kind of the first main prompt that matches; empty if none does, or if there is only one."""
    mains = desk.mains if len(desk.mains) > 1 else ()
    return next((prompt.kind for prompt in mains if matches(desk, prompt)), "")


def _is_begun(desk: TableSession, prompt: Prompt) -> bool:
    return not prompt.instant and bool(desk.draft(prompt.kind))


@drawn_once
def RightPane(
    desk: TableSession,
    look: Look,
    number: int,
    table: Table,
    width: float,
    has_board: bool,
    open_sheet: OpenSheet,
    choose: Choose,
) -> ft.Control:
    """Board, score sheet and curve beside the table; `number` and `table` stand for the desk's state."""
    sheet, course = sheet_facts(look, desk.shown, width - _SHEET_PADDING), desk.shown.course
    inside: list[ft.Control] = middle_view(look, desk, choose) if has_board else []
    inside += [heading(look, "Score sheet"), Grid(sheet, open_sheet)]
    if course:
        inside += [heading(look, "How it goes"), Curve(look, course, table.names, width - _CURVE_PADDING)]
    pane = ft.Column(inside, spacing=10, scroll=ft.ScrollMode.AUTO, expand=True)
    pane.horizontal_alignment = ft.CrossAxisAlignment.STRETCH
    return ft.Container(
        pane,
        expand=True,
        padding=16,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
    )


@drawn_once
def Grid(facts: SheetFacts, open_sheet: OpenSheet) -> ft.Control:
    """The score sheet; a tap opens a player's lines."""
    return card(score_grid(facts, lambda _, seat: open_sheet(f"lines.{seat}")), padding=8)


@drawn_once
def Curve(look: Look, course: Course, names: tuple[str, ...], width: float) -> ft.Control:
    return card(curve(look, course, names, width))


@ft.component
def Waiting(desk: TableSession, look: Look, open_sheet: OpenSheet, key: str | None = None) -> ft.Control:
    """The table on a phone while no main question is for it; it still offers the dealer's spinner or a card."""
    use_step_keys(desk)
    foot: list[ft.Control] = []
    if result := desk.shown.result:
        open_result = partial(go, f"/result/{desk.session_id}")
        buttons = [primary(look, "result", "See the result", open_result)]
        foot.append(message(look, result, bad=False))
    else:  # for whom the table waits is above the players
        foot += slim_rows(look, desk, open_sheet)
        buttons = [*step_buttons(desk), *aside_buttons(desk, open_sheet)]
        if desk.undoable:
            buttons.insert(1, ft.Container(step_text(look, desk), expand=True))
    if buttons or foot:
        foot.append(ft.Row(buttons, spacing=4))
    rows = seat_rows(look, desk, None, (), open_sheet)
    return table_column(look, desk, open_sheet, rows=rows, question=[], foot=foot).control


@ft.component
def Closed(desk: TableSession, look: Look, open_sheet: OpenSheet, key: str | None = None) -> ft.Control:
    """The table of a session that is over or stopped."""
    use_step_keys(desk)
    result, stopped = desk.shown.result, desk.shown.stopped
    open_result = partial(go, f"/result/{desk.session_id}")
    button = primary(look, "result", "See the result", open_result, icon=ft.Icons.EMOJI_EVENTS_ROUNDED)
    foot: list[ft.Control] = []
    text = result
    if stopped or not result:
        text = f"Stopped{f' ({stopped.reason})' if stopped and stopped.reason else ''}. Everything is kept."
        if result:  # the result counts, so resuming is the second choice
            foot.append(ft.Row([_resume(look, desk, quiet)], alignment=ft.MainAxisAlignment.CENTER))
        else:
            button = _resume(look, desk, primary)
    buttons = ft.Row([*step_buttons(desk), button, aside_button(desk, open_sheet)], spacing=4)
    rows = seat_rows(look, desk, None, (), open_sheet)
    foot = [message(look, text, bad=False), *foot, buttons]
    return table_column(look, desk, open_sheet, rows=rows, question=[], foot=foot).control


def _resume(look: Look, desk: TableSession, button: Callable[..., ft.Control]) -> ft.Control:
    prompt = find_prompt(desk.prompts, Resumed.kind)
    if prompt is None:
        raise GameFailed(f"The rules of {desk.game.box.title} ask nothing, although the game is not over.")

    def resume() -> None:
        tell(problem(desk.record(prompt, {}, desk.number)))

    return button(look, "resume", prompt.confirm, resume, icon=ft.Icons.PLAY_ARROW_ROUNDED)


def _sheet(
    look: Look, desk: TableSession, main: Prompt | None, opened: str, open_sheet: OpenSheet
) -> ft.DialogControl | None:
    close = partial(open_sheet, "")
    if opened == "asides":
        return sheet(look, aside_title(desk), AsideMenu(desk, look, close), close)
    if opened == OWNER:
        return owner_sheet(look, desk, close)
    if opened == "clock":
        return sheet(look, turn_clock_strip.TITLE, turn_clock_strip.ClockSheet(desk, look, close), close)
    if opened.startswith("lines."):
        return _lines_sheet(look, desk, opened, open_sheet)
    explained = next((prompt for prompt in desk.prompts if opened == meanings_key(prompt)), None)
    if explained is not None and list_meanings(explained):
        return meanings_sheet(look, explained, close)
    if opened == needs_key(desk.number) and main is not None and isinstance(desk, Desk):
        return sheet(look, TITLE, NeedsOfAll(desk, look, main), close)
    return None


def _lines_sheet(look: Look, desk: TableSession, opened: str, open_sheet: OpenSheet) -> ft.DialogControl | None:
    """The points of a player ("lines.0"), or one of their rounds with the ways to correct it ("lines.0.3")."""
    seat, *rounds = map(int, opened.removeprefix("lines.").split("."))
    close = partial(open_sheet, f"lines.{seat}" if rounds else "")

    def open_round(number: int) -> None:
        open_sheet(f"lines.{seat}.{number}")

    return lines_sheet(look, desk, f"/table/{desk.session_id}", seat, close, next(iter(rounds), None), open_round)
