"""The table while the game waits for an answer: the players' rows, the prompt, the dock below.

A tap acts on the form as it is then.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Any, Final

import flet as ft

from companion.desk.desk import Desk
from companion.forms.form import Form, use_form
from companion.forms.height import PHONE, count_blocks, heights, slim_height, uncover
from companion.forms.player_rows import grids_in_rows, has_pad
from companion.table.gaps import scroll_into_sight, scroll_to_gap, use_opened_gap, use_top
from companion.table.meanings import list_meanings, meanings_key
from companion.table.middle import Choose
from companion.table.needs import needs_link
from companion.table.rows.seat_row import SeatFacts, count_tokens
from companion.table.rows.seat_strip import SeatStrip
from companion.table.rows.seats import OpenSheet, foresee, seat_facts, seat_rows
from companion.table.slim_rows import slim_rows
from companion.table.steps import step_buttons, step_text, use_step_keys
from companion.table.table_column import (
    aside_buttons,
    asks_for,
    room_for_players,
    table_column,
)
from companion.table.titles import Title, title, title_line
from companion.ui.dock import confirm
from companion.ui.panel import flow
from companion.ui.press import Act, Tone, chip
from companion.ui.text import address
from companion.ui.theme import TOUCH, Look
from companion.window.hooks import use_window
from companion.window.keys import use_keys
from companion.window.messages import go
from companion.window.state import Window
from scoring.contract.prompts import Bid, Card, Count, Field, Grid, OnBoard, Prompt, Role, Sealed
from scoring.engine import agreements

_LONG: Final = 3
"""A form with this many fields is placed above the players, so that nobody has to look for its end."""

_PHONE: Final = 412
"""The width for which most heights are estimated."""

_FACTS: Final = 28
"""One more line of facts in a window that is narrower."""

_FRAME: Final = 236
_FRAME_WIDE: Final = 196
_STEP_LINE: Final = 24
_WIDTH_WIDE: Final = 560
_ROW: Final = 58
_NOTICE: Final = 56
_CLOCK: Final = 73
_SUMS_OF_MANY: Final = 18
_FEW: Final = 5
_BESIDE: Final = 66
_BUTTON: Final = 61
_QUESTION_MARK: Final = 26
_TITLE: Final = 34
_HELP: Final = 20
_LETTERS: Final = 56
_PLACE: Final = 62
_IN_A_STRIP: Final = 4
_IN_A_STRIP_WIDE: Final = 8
_IN_SIGHT_LOW: Final = 6
"""Estimated heights at the table: header and dock, the line below the buttons, a player, a notice, the turn clock,
its other line for more than a few players, a slim row, one with a button only, what a key to meanings adds to one, a
title, a line of help, and a player's place in a strip above numbers; the most players in a line of it, and the rows in
sight on a phone held sideways."""


@ft.component
def Playing(
    desk: Desk, look: Look, main: Prompt, open_sheet: OpenSheet, choose: Choose, key: str | None = None
) -> ft.Control:
    """The table with the main prompt `main`; if there are several, `choose` goes over to another one."""
    scroll: Any = ft.use_ref(None)
    page = ft.context.page

    def show_gap(path: str) -> None:
        column, places, form = scroll.current
        page.run_task(scroll_to_gap, page, column, places.rows, places.above, form, path)

    def show_opened(name: str) -> None:
        column, places, form = scroll.current
        wide, width = window.wide, page.width or _PHONE
        head = _head_height(form.prompt)
        path = f"{form.prompt.kind}.{name}"
        page.run_task(scroll_into_sight, page, column, places.above, path, head, _question_width(width, wide=wide))

    form = use_form(desk, main, on_gap=show_gap)
    places = _place_fields(form.prompt, main)
    use_opened_gap(form, places.above, show_opened)
    window = use_window()
    is_low_pad, is_passed = window.low and has_pad(main), desk.is_passed_around(main)
    asked = Asked(look, desk, main, form, places, open_sheet, is_low_pad=is_low_pad, is_passed=is_passed)
    shape = [desk.number, main.kind, window.wide, window.low, page.height, page.width, desk.shows_clock]
    is_strip = ft.use_memo(lambda: _needs_room(desk, main, wide=window.wide, low=window.low), shape)
    foot = slim_rows(look, desk, open_sheet)
    if len(desk.mains) > 1:
        foot.append(_mains(look, desk, main, choose))
    foot += _docked_question(asked)
    foot.append(_buttons(look, desk, form, open_sheet))
    is_long = count_blocks(places.above) >= _LONG and not places.rows
    column = table_column(
        look,
        desk,
        open_sheet,
        rows=_players(asked, window, is_strip=is_strip),
        question=_question(asked),
        foot=foot,
        main=main,
        choose=choose,
        is_long=is_long,
        below=None if main.instant else step_text(look, desk, is_started=form.is_started, lines=1),
    )
    use_keys(window.keys, partial(_press, form, has_pad=has_pad(main)), after_others=True)
    use_step_keys(desk, _take_back(form))
    scroll.current = (column, places, form)
    use_top(page, column, (main.kind, main.seat, main.title), is_first=is_long or has_pad(main))
    return column.control


def _press(form: Form, key: str, *, has_pad: bool) -> bool:
    """Once all numbers of a pad are in, the Enter key records them."""
    return key == "Enter" and has_pad and form.send_if_complete()


def _take_back(form: Form) -> Act | None:
    """Takes back the last tap of a half-filled form."""
    return form.take_back if form.is_started else None


# ---- where the fields are ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Places:
    """Where the fields of a form are drawn: in the players' rows, above the dock, in the dock."""

    rows: tuple[Grid, ...]
    above: tuple[Field, ...]
    docked: tuple[Field, ...]


@dataclass(frozen=True)
class Asked:
    """What is asked, and what is needed to draw it."""

    look: Look
    desk: Desk
    main: Prompt
    form: Form
    places: Places
    open_sheet: OpenSheet
    is_low_pad: bool  # numbers are typed on a phone held sideways, where no line can be spared
    is_passed: bool  # the device is given to the player first, because the answer is secret


def _players(asked: Asked, window: Window, *, is_strip: bool) -> list[ft.Control]:
    """A row for each player, or all of them in a strip that leaves room for the question."""
    look, desk, main, form, open_sheet = asked.look, asked.desk, asked.main, asked.form, asked.open_sheet
    has_places = is_strip and not window.low and has_pad(main)
    if has_places and _height_with_strip(desk, main, window) > (ft.context.page.height or 800):
        return []
    if is_strip:
        facts = tuple(seat_facts(desk, form.prompt, foresee(desk, form)))
        room = None if has_places else _room_for_tokens(main, facts, window)
        return [SeatStrip(look, facts, open_sheet, room, _in_a_strip(window) if has_places else 0, key="strip")]
    rows = seat_rows(look, desk, form, asked.places.rows, open_sheet)
    if asked.places.rows and desk.may_correct and desk.tells_needs(main):
        rows.append(needs_link(look, desk.number, open_sheet))
    return rows


def _room_for_tokens(main: Prompt, seats: Sequence[SeatFacts], window: Window) -> float | None:
    """The width of the strip of players where tokens are placed, in pixels; None where there are none."""
    is_bid = main.seat is not None and any(isinstance(field, Bid | Grid | Sealed) for field in main.fields)
    if not is_bid and not any(count_tokens(facts) for facts in seats):
        return None
    return room_for_players(window)


def _place_fields(prompt: Prompt, main: Prompt) -> Places:
    """Numbers of every player are asked in the rows; chips below a board, or that record at once, are in the dock."""
    rows = grids_in_rows(prompt)
    others = tuple(field for field in prompt.fields if field not in rows)
    if not (main.instant or asks_for(main, OnBoard)):
        return Places(rows, others, ())
    boards = tuple(field for field in others if isinstance(field, OnBoard))
    return Places(rows, boards, tuple(field for field in others if field not in boards))


def is_measured(main: Prompt) -> bool:
    """Whether the form competes with the players' rows for height: long ones, cards and boards scroll anyway."""
    is_above_players = count_blocks(main.fields) >= _LONG and not main.instant
    in_rows = bool(grids_in_rows(main))
    return not (is_above_players or in_rows or asks_for(main, Card) or asks_for(main, OnBoard))


def _needs_room(desk: Desk, main: Prompt, *, wide: bool, low: bool) -> bool:
    """Whether one row for each player would leave too little of the window's height for the question.

    What comes and goes in the dock does not count: the players' rows stay as they are.
    """
    page = ft.context.page
    if low:  # the players have a side of their own
        return len(desk.state.table.names) > _IN_SIGHT_LOW and not _place_fields(main, main).rows
    return is_measured(main) and _steady_height(desk, main, wide) > (page.height or 800)


def _steady_height(desk: Desk, main: Prompt, wide: bool) -> float:
    """The estimated height of the table, the same before and after a notice comes into the dock.

    Above a pad, which is tapped without looking, it has room for a slim row even where there is none yet.
    """
    needed = needed_height(desk, main, wide, ft.context.page.width or _PHONE) - _NOTICE * len(desk.notices)
    has_row = any(prompt.role is Role.BESIDE for prompt in desk.prompts)
    return needed + (_BUTTON if has_pad(main) and not has_row else 0)


def _height_with_strip(desk: Desk, main: Prompt, window: Window) -> float:
    """The estimated height of the table with the strip of players above a pad, in pixels."""
    players = len(desk.state.table.names)
    lines = ceil(players / _in_a_strip(window))
    step_line = 0 if window.wide else _STEP_LINE  # a pad leaves no space between the question and the dock
    return _steady_height(desk, main, window.wide) - _ROW * players + _PLACE * lines - step_line


def _in_a_strip(window: Window) -> int:
    """The most players in a line of the strip above a pad, as many as numbers in a line of the pad."""
    return _IN_A_STRIP_WIDE if window.wide else _IN_A_STRIP


def needed_height(desk: Desk, main: Prompt, wide: bool, page_width: float = _PHONE) -> float:
    """The estimated height of the table with a row for each player, in pixels."""
    narrower = min(0.0, page_width - _PHONE)
    frame, width = _FRAME_WIDE if wide else _FRAME + _FACTS * (narrower < 0), _question_width(page_width, wide=wide)
    beside = sum(_beside_height(prompt, width) for prompt in desk.prompts if prompt.role is Role.BESIDE)
    rows = _ROW * len(desk.state.table.names) + beside + _NOTICE * (len(desk.notices) + bool(desk.status))
    fields = [uncover(field) if desk.seat is not None else field for field in main.fields]
    question = _head_height(main) + heights(fields, width)
    clock = (_CLOCK + _SUMS_OF_MANY * (len(desk.state.table.names) > _FEW)) * desk.shows_clock
    return frame + rows + clock + question + (0 if main.instant else _STEP_LINE)


def _question_width(page_width: float, *, wide: bool) -> float:
    """The width of the fields, in pixels."""
    return _WIDTH_WIDE if wide else PHONE + min(0.0, page_width - _PHONE)


def _head_height(main: Prompt) -> float:
    """The height of the title and the help, in pixels."""
    return (TOUCH if list_meanings(main) else _TITLE) + _HELP * ceil(len(main.help) / _LETTERS)


def _beside_height(prompt: Prompt, width: float) -> float:
    """The height of a slim row: one line, or more of them in a narrow window."""
    if not prompt.fields:
        return _BUTTON
    name = _QUESTION_MARK if list_meanings(prompt) else 0
    return name + _BESIDE + max(slim_height(field, width) for field in prompt.fields) - TOUCH


# ---- the question --------------------------------------------------------------------------------


def _question(asked: Asked) -> list[ft.Control]:
    """The title and the fields above the dock."""
    places, form = asked.places, asked.form
    is_titled = _needs_title(asked) and not asked.main.instant and (places.above or places.docked or not places.rows)
    return [
        *([_title(asked)] if is_titled else []),
        *form.views(asked.look, places.above),
    ]


def _docked_question(asked: Asked) -> list[ft.Control]:
    """The title and the fields in the dock, and the message line."""
    places, form = asked.places, asked.form
    shown: list[ft.Control] = []
    if asked.main.instant and _needs_title(asked):
        shown.append(_title(asked))
    elif places.rows and not (places.above or places.docked):
        shown.append(title_line(_make_title(asked)))
    if below := form.views(asked.look, places.docked):
        shown.append(ft.Column(below, spacing=8, tight=True, key="below"))
    return shown + form.message_line(asked.look)


def _needs_title(asked: Asked) -> bool:
    """Whether the form needs its title; if there are several forms, the chosen chip shows it already."""
    return len(asked.desk.mains) < 2 or bool(asked.main.help)


def _title(asked: Asked) -> ft.Control:
    return title(_make_title(asked), partial(asked.open_sheet, meanings_key(asked.main)))


def _make_title(asked: Asked) -> Title:
    look, desk, prompt = asked.look, asked.desk, asked.form.prompt
    if asked.is_passed and prompt.seat is not None:
        return Title(look, f"Pass the phone to {desk.state.table.names[prompt.seat]}", prompt.title, prompt.seat)
    suit = next((suit for suit in desk.game.box.suits if suit.key == prompt.shown.suit), None)
    is_one_line, meanings = asks_for(prompt, Card), prompt.kind if list_meanings(prompt) else ""
    help_line = "" if asked.is_low_pad else prompt.help
    return Title(look, prompt.title, help_line, prompt.seat, suit, is_one_line, meanings)


# ---- other prompts -------------------------------------------------------------------------------


def _mains(look: Look, desk: Desk, main: Prompt, choose: Choose) -> ft.Control:
    """A chip for each main prompt; the chosen one, if it has help, has a title of its own."""
    chips = [
        chip(
            look,
            f"main.{prompt.kind}",
            prompt.title,
            partial(choose, prompt.kind),
            tone=Tone.CHOSEN if prompt.kind == main.kind else Tone.OPEN,
            small=True,
        )
        for prompt in desk.mains
    ]
    return ft.Semantics(identifier="choices" if main.help else "asked", content=flow(chips), key="mains")


# ---- the buttons ---------------------------------------------------------------------------------


def _buttons(look: Look, desk: Desk, form: Form, open_sheet: OpenSheet) -> ft.Control:
    def send() -> None:
        form.send_newest()
        if agreements.outcome(desk.game, desk.state) is not None:
            go(f"/result/{desk.session_id}")

    prompt = form.prompt
    steps = step_buttons(desk, take_back=_take_back(form))
    asides = aside_buttons(desk, open_sheet)
    is_likely = desk.seat is not None and prompt.instant and not form.gaps and not form.draft
    is_likely = is_likely and desk.is_being_counted(prompt)
    if prompt.instant and not is_likely:  # a chip records at once, so there is room where the primary button would be
        text = ft.Container(step_text(look, desk, is_started=form.is_started), expand=True, key="text")
        return ft.Row([*steps, text, *asides], spacing=4, key="buttons")
    name = desk.state.table.names[desk.seat] if desk.seat is not None else ""
    missing = address(form.gaps[0].text, name, "your") if form.gaps else ""
    words = _accept(form) if is_likely else address(prompt.confirm, name, "my")
    if prompt.shown.reveals:  # a tap explains, holding it sends
        button = confirm(look, "confirm", words, missing, partial(form.refuse, prompt.shown.reveals), hold=send)
    else:
        button = confirm(look, "confirm", words, missing, send)
    primary = ft.Row([button], expand=True, key=form.button_key)
    return ft.Row([*steps, primary, *asides], spacing=4, key="buttons")


def _accept(form: Form) -> str:
    """The button of a phone that takes the likely answer: "That's right: 2"."""
    numbers = (
        cell.field.likely
        for field in form.prompt.fields
        if isinstance(field, Grid)
        for cell in field.cells
        if isinstance(cell.field, Count)
    )
    likely = next(numbers, None)
    return f"That's right: {likely}" if isinstance(likely, int) else "That's right"
