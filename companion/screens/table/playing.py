"""The playing side of the table: the players' rows, the question of the moment, the dock below.

What did not change is not drawn again: a row is drawn from values alone, and taps act on the form
as it is when they come.
"""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from math import ceil
from typing import Final

import flet as ft

from companion import fields
from companion.fields.form import Form, use_form
from companion.fields.height import PHONE, height
from companion.flet_guard.painted import Painted, use_painted
from companion.flet_guard.redrawing import Keep, Keeping, anew, drawn_once, use_keep
from companion.parts.board_view import board_view
from companion.parts.dock import band, confirm, message, scrolling
from companion.parts.marks import badge
from companion.parts.notices import NoticeStrip
from companion.parts.panel import card, flow, label, note
from companion.parts.press import Tone, chip, icon_button, quiet
from companion.parts.seat_strip import SeatStrip
from companion.screens.table.seats import OpenSheet, seat_facts, seat_rows
from companion.screens.table.steps import step_buttons
from companion.session.desk import Desk
from companion.text import continued, counted
from companion.theme import Look
from companion.window.hooks import use_window
from companion.window.messages import go
from scoring import agreements
from scoring.board import Board, Shape
from scoring.prompts import Card, Count, Field, Grid, OnBoard, Prompt, Role
from storage.errors import StorageError

_MANY: Final = 3
"""From so many questions on a form stands before the players, so that nobody has to look for its end."""

_FRAME: Final = 236
_FRAME_WIDE: Final = 196
_WIDTH_WIDE: Final = 560
_ROW: Final = 58
_NOTICE: Final = 56
_BESIDE: Final = 98
_TITLE: Final = 34
_HELP: Final = 20
_LETTERS: Final = 56
"""About how high things are at the table: cloth and dock, a player, a notice, a slim row, a title, its help."""


@ft.component
def Playing(
    desk: Desk, look: Look, main: Prompt, open_sheet: OpenSheet, choose: Callable[[str], None], key: str | None = None
) -> ft.Control:
    """The table while the game waits for something; where it waits for one of several, `choose` takes another."""
    painted, keep = use_painted(desk.number), use_keep(desk)
    form = use_form(desk, main, painted=painted)
    sided = tuple(each for each in form.prompt.fields if isinstance(each, Grid) and _fits_rows(each))
    others = [field for field in form.prompt.fields if field not in sided]
    docked = [field for field in others if main.instant or asks(main, OnBoard)]  # a thumb reaches them below a board
    above = [field for field in others if field not in docked or isinstance(field, OnBoard)]
    titled = _untold(desk, main)
    asked: list[ft.Control] = []
    if not main.instant:
        asked = [_told(look, form.prompt, keep, _title)] if (others or not sided) and titled else []
    asked += fields.views(above, partial(form.asked, look, keep=keep))
    foot: list[ft.Control] = [
        _beside(desk, look, prompt, keep, painted) for prompt in desk.prompts if prompt.role is Role.BESIDE
    ]
    if len(desk.mains) > 1:
        foot.append(_alternatives(look, desk, main, choose, keep))
    if main.instant and titled:
        foot.append(_told(look, form.prompt, keep, _title))
    elif sided and not others:
        foot.append(_told(look, form.prompt, keep, _line))
    below = fields.views([field for field in docked if field not in above], partial(form.asked, look, keep=keep))
    if below:
        foot.append(keep("below", tuple(below), lambda: ft.Column(below, spacing=8, tight=True)))
    foot += form.said(look)
    foot.append(_buttons(look, desk, form, open_sheet, keep))
    wide = use_window().wide
    shape = [desk.number, main.kind, wide, ft.context.page.height]
    if ft.use_memo(lambda: not sided and _needs_room(desk, main, wide), shape):
        rows = [SeatStrip(look, tuple(seat_facts(desk, form.prompt)), open_sheet, key="strip")]
    else:
        rows = seat_rows(look, desk, form, sided, open_sheet, keep)
    first = len(above) >= _MANY and not sided
    column = table_column(look, desk, rows, asked, foot, keep, main, choose, first=first)
    column.controls.append(painted.mark(desk.number))
    return column


@drawn_once
@ft.component
def Beside(desk: Desk, look: Look, prompt: Prompt, number: int, painted: Painted, key: str | None = None) -> ft.Control:
    """What may be answered now but need not: one slim row, for entry `number`."""
    form = use_form(desk, prompt, painted=painted)
    if not prompt.fields:
        return ft.Row([quiet(look, prompt.kind, prompt.confirm, form.send)], alignment=ft.MainAxisAlignment.CENTER)
    rows: list[ft.Control] = [label(look, prompt.title)]
    rows += [fields.bare(field, form.asked(look, field)) for field in form.prompt.fields]
    if not prompt.instant:
        rows.append(quiet(look, prompt.kind, form.gaps[0].text if form.gaps else prompt.confirm, form.send))
    rows += form.said(look)
    return ft.Column(rows, spacing=4, tight=True)


def table_column(
    look: Look,
    desk: Desk,
    rows: list[ft.Control],
    asked: list[ft.Control],
    foot: list[ft.Control],
    keep: Keep,
    main: Prompt | None = None,
    choose: Callable[[str], None] | None = None,
    *,
    first: bool = False,
) -> ft.Column:
    """Notices, players and board above, the dock with `foot` below; `main` is what is asked there, `first` if long.

    On a wide screen the board lies beside the table.
    """
    top: list[ft.Control] = []
    notices = desk.notices
    if notices:
        top.append(keep("notices", (look, notices), lambda: NoticeStrip(look, desk.game, notices, key="notices")))
    if desk.run.violation:
        told = f"{counted(len(desk.run.waiting), 'entry waits', 'entries wait')} until the log fits"
        top.append(message(look, f"{told}: {desk.run.violation.message}", bad=True))
    middle: list[ft.Control] = []
    if not use_window().wide and not asks(main, OnBoard):
        middle = middle_view(look, desk, choose, keep)
    laid = [*rows, *asked, *middle]
    if asks(main, Card):  # the card comes to those in the middle
        laid = [*middle, *rows, *asked]
    if asks(main, OnBoard) or first:  # such a question shows the board itself
        laid = [*asked, *rows, *middle]
    laid = [*top, *laid]
    upper = keep("upper", tuple(laid), lambda: _upper(laid))
    *above, buttons = foot
    height = ft.context.page.height  # what stands in the dock may take its share of it
    rest = [keep("above", (height, *above), lambda: scrolling(above))] if above else []
    lower = keep("dock", (*rest, buttons), lambda: band([*rest, buttons]))
    return ft.Column([upper, lower], spacing=0)


def _upper(laid: list[ft.Control]) -> ft.Control:
    """What scrolls above the dock."""
    scroll = ft.Column(laid, spacing=5, scroll=ft.ScrollMode.AUTO, expand=True)
    return ft.Container(scroll, expand=True, padding=ft.Padding.only(left=12, right=12, top=8))


def aside_button(open_sheet: OpenSheet) -> ft.Control:
    """The way to everything that happens beside the game."""
    icon = ft.Icons.ADD_CIRCLE_OUTLINE_ROUNDED
    return icon_button("asides", icon, "Special cards and more", lambda: open_sheet("asides"))


def _alternatives(look: Look, desk: Desk, main: Prompt, choose: Callable[[str], None], keep: Keep) -> ft.Control:
    """What may be done now, one of several: a chip each."""
    return keep("mains", (look, desk.run, main), lambda: _chips(look, desk.mains, main, choose))


def _chips(look: Look, mains: tuple[Prompt, ...], chosen: Prompt, choose: Callable[[str], None]) -> ft.Control:
    chips = [
        chip(
            look,
            f"main.{main.kind}",
            main.title,
            partial(choose, main.kind),
            tone=Tone.CHOSEN if main.kind == chosen.kind else Tone.OPEN,
            small=True,
        )
        for main in mains
    ]
    return ft.Semantics(identifier="asked" if not chosen.help else "choices", content=flow(chips))


def _untold(desk: Desk, main: Prompt) -> bool:
    """Whether the form needs its title: where one of several is chosen, the chosen chip says it already."""
    return len(desk.mains) < 2 or bool(main.help)


def _needs_room(desk: Desk, main: Prompt, wide: bool) -> bool:
    """Whether a row a player would leave too little of the window's height for the question."""
    longer = len(main.fields) >= _MANY and not main.instant  # such a form stands before the players
    if longer or asks(main, Card) or asks(main, OnBoard):
        return False
    frame, width = (_FRAME_WIDE, _WIDTH_WIDE) if wide else (_FRAME, PHONE)
    beside = sum(prompt.role is Role.BESIDE for prompt in desk.prompts)
    notices = len(desk.game.notices(desk.state))
    rows = _ROW * len(desk.state.table.names) + _BESIDE * beside + _NOTICE * notices
    lines = ceil(len(main.help) / _LETTERS)
    asked = _TITLE + _HELP * lines + sum(height(field, width) for field in main.fields)
    return frame + rows + asked > (ft.context.page.height or 800)


def _fits_rows(each: Grid) -> bool:
    """Whether the answers fit into the players' rows: numbers do, anything else stands below."""
    return each.seats and all(isinstance(cell.field, Count) for cell in each.cells)


def _beside(desk: Desk, look: Look, prompt: Prompt, keep: Keep, painted: Painted) -> ft.Control:
    row = partial(Beside, desk, look, prompt, desk.number, painted, key=prompt.kind)
    return keep(f"beside.{prompt.kind}", (look, prompt, desk.number), row)


def _told(look: Look, prompt: Prompt, keep: Keep, draw: Callable[[Look, Prompt], ft.Control]) -> ft.Control:
    return keep("told", (look, prompt.title, prompt.help, prompt.seat, draw), lambda: draw(look, prompt))


def _title(look: Look, prompt: Prompt) -> ft.Control:
    words: list[ft.Control] = [ft.Text(prompt.title, style=look.figure(18), expand=True)]
    if prompt.seat is not None:
        words.insert(0, badge(look, prompt.seat, 26))
    rows: list[ft.Control] = [ft.Semantics(identifier="asked", content=ft.Row(words, spacing=8))]
    if prompt.help:
        rows.append(note(look, prompt.help))
    return ft.Column(rows, spacing=2, tight=True, key="title")


def _line(look: Look, prompt: Prompt) -> ft.Control:
    """The title of a form that lies in the players' rows, in as little height as can be."""
    words = [ft.TextSpan(prompt.title, style=look.text(14, bold=True))]
    if prompt.help:
        soft = look.text(14, color=ft.Colors.ON_SURFACE_VARIANT)
        words.append(ft.TextSpan(continued(prompt.title, prompt.help), style=soft))
    return ft.Semantics(identifier="asked", key="asked", content=ft.Text(spans=words, max_lines=2))


def _buttons(look: Look, desk: Desk, form: Form, open_sheet: OpenSheet, keep: Keep) -> ft.Control:
    missing = "" if form.prompt.instant or not form.gaps else form.gaps[0].text
    asked = look, form.prompt.instant, form.prompt.confirm, missing
    middle = keep("confirm", asked, lambda: _confirm(look, form, missing))
    undo, redo = step_buttons(desk, tap=form.take_back_now if form.tapped else None, keep=keep)
    asides = keep("asides", (), lambda: aside_button(open_sheet))
    row = undo, redo, middle, asides
    return keep("buttons", row, lambda: ft.Row(list(row), spacing=4))


def _confirm(look: Look, form: Form, missing: str) -> ft.Control:
    """The primary button; its place where a tap on a chip records at once."""
    if form.prompt.instant:
        return ft.Container(expand=True)
    desk = form.desk

    def send() -> None:
        form.send_now()
        if agreements.outcome(desk.game, desk.state) is not None:
            go(f"/result/{desk.session_id}")

    button = confirm(look, "confirm", form.prompt.confirm, missing, send)
    return ft.Row([button], expand=True)


def asks(main: Prompt | None, kind: type[Field]) -> bool:
    """Whether one of the questions is of this kind."""
    return main is not None and any(isinstance(field, kind) for field in main.fields)


def middle_view(look: Look, desk: Desk, choose: Callable[[str], None] | None, keep: Keeping = anew) -> list[ft.Control]:
    """Zones of the middle, and the cards that lie in front of seats.

    Where a question asks for something on the board, a tap there goes over to it by `choose`.
    """
    zones = tuple(
        zone
        for zone in desk.board.zones
        if zone.seat is None or zone.stacked or any(tile.shape is Shape.CARD for tile in zone.tiles)
    )
    if not any(zone.tiles for zone in zones):
        return []
    return [keep("middle", (look, desk.run), lambda: _middle(look, desk, Board(zones), choose))]


def _middle(look: Look, desk: Desk, board: Board, choose: Callable[[str], None] | None) -> ft.Control:
    suits = {suit.key: suit for suit in desk.game.suits}
    asking = _asking(desk) if choose else None
    if asking is None or choose is None:
        return card(board_view(look, board, suits, desk.state.table), padding=8)
    prompt, field = asking

    def tap(tile: str) -> None:
        with suppress(StorageError):  # then the form is kept in memory only
            desk.put_in_draft(prompt.kind, field.name, tile)
        choose(prompt.kind)

    open_ = {str(choice.value): choice.why_not for choice in field.tiles}
    view = board_view(look, board, suits, desk.state.table, tappable=open_, tap=tap, framed=False)
    return card(view, padding=8)


def _asking(desk: Desk) -> tuple[Prompt, OnBoard] | None:
    """The first of the questions that asks for something on the board."""
    whole = (main for main in desk.mains if not main.instant)  # a tap that records at once is no way to look
    return next(((main, field) for main in whole for field in main.fields if isinstance(field, OnBoard)), None)
