"""The table while the game waits for an answer: the players' rows, the prompt, the dock below.

A tap acts on the form as it is then.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

import flet as ft

from companion.forms.form import Form, use_form
from companion.forms.player_rows import grids_in_rows, has_pad
from companion.open_session.desk import Desk
from companion.open_session.table_session import TableSession
from companion.table.layout import (
    PLACES_IN_A_LINE,
    Players,
    Room,
    arrange,
    has_line_above,
    is_first,
    is_tight_pad,
    room_of,
)
from companion.table.middle import Choose
from companion.table.rows.seat_row import SeatFacts, count_tokens
from companion.table.rows.seat_strip import SeatStrip
from companion.table.rows.seats import OpenSheet, preview_ledger, seat_facts, seat_rows
from companion.table.scroll_to_gap import scroll_to_gap, use_opened_gap, use_top
from companion.table.sheets.meanings import list_meanings, meanings_button, meanings_key
from companion.table.sheets.needs import needs_link
from companion.table.slim_rows import are_buttons, slim_rows
from companion.table.table_column import (
    aside_buttons,
    asks_for,
    room_for_players,
    table_column,
)
from companion.table.titles import title, title_line
from companion.table.undo_redo import step_buttons, step_text, use_step_keys
from companion.ui.chips_and_buttons import choice_chip
from companion.ui.dock import confirm
from companion.ui.panel import flow
from companion.ui.text import address
from companion.ui.theme import Look
from companion.window.hooks import use_window
from companion.window.keys import use_keys
from companion.window.state import Window
from scoring.contract.names import join_words
from scoring.contract.prompts import Bid, Card, Count, Field, Grid, OnBoard, Prompt, Sealed, Source

_MESSAGE: Final = 21  # height of a message of one line


@ft.component
def Playing(
    desk: TableSession, look: Look, main: Prompt, open_sheet: OpenSheet, choose: Choose, key: str | None = None
) -> ft.Control:
    """The table with the main prompt `main`; if there are several, `choose` goes over to another one."""
    drawn: Any = ft.use_ref(None)
    page = ft.context.page

    def show_gap(path: str) -> None:
        column, places, form = drawn.current
        page.run_task(scroll_to_gap, page, column, places.rows, places.above, form, path)

    def show_opened(name: str) -> None:
        part = drawn.current[0].scrolled
        if part.is_cut or not part.view:  # else it is in sight
            show_gap(name)

    form = use_form(desk, main, on_gap=show_gap)
    places = _place_fields(form.prompt, main)
    use_opened_gap(form, places.above, show_opened)
    window = use_window()
    is_low_pad = is_tight_pad(main, window, look)
    asked = Asked(look, desk, main, form, places, open_sheet, is_low_pad)
    room = room_of(window, look, page.height)
    has_line = has_line_above(look, page.height) and not desk.shown.view.notices
    players = arrange(main, len(desk.shown.table.names), room, has_line=has_line)
    slim, question = slim_rows(look, desk, open_sheet), _question(asked)
    if is_low_pad and are_buttons(desk):  # below the keys, which need the room of its line
        question, slim = [*question, *slim], []
    elif question and asks_for(main, Card) and room in (Room.SMALL, Room.LOW):  # a deck needs it, too
        question, slim = [*slim, *question], []
    others = [_mains(look, desk, main, choose)] if len(desk.mains) > 1 else []
    foot = [*slim, *others, *_docked_question(asked), _buttons(look, desk, form, open_sheet)]
    is_long = is_first(form.prompt, room) and not places.docked
    column = table_column(
        look,
        desk,
        open_sheet,
        rows=_players(asked, window, players),
        question=question,
        foot=foot,
        main=main,
        choose=choose,
        is_long=is_long,
        below=_line_below(asked),
    )

    def press(key: str) -> bool:  # once all numbers of a pad are in, the Enter key records them
        return key == "Enter" and has_pad(main) and form.send_if_complete()

    use_keys(window.keys, press, after_others=True)
    use_step_keys(desk, form.take_back if form.undoes else None)
    drawn.current = (column, places, form)
    use_top(page, column, (main.kind, main.seat, main.title), is_there=bool(question or places.rows))
    return column.control


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
    desk: TableSession
    main: Prompt
    form: Form
    places: Places
    open_sheet: OpenSheet
    is_low_pad: bool  # numbers are typed where no line can be spared


def _players(asked: Asked, window: Window, players: Players) -> list[ft.Control]:
    look, desk, main, form, open_sheet = asked.look, asked.desk, asked.main, asked.form, asked.open_sheet
    if players is Players.IN_PAD:
        return []
    if players is not Players.ROWS:
        facts = tuple(seat_facts(desk, form.prompt, preview_ledger(desk, form)))
        has_places = players is Players.PLACES
        room = None if has_places else _room_for_tokens(main, facts, window)
        most = PLACES_IN_A_LINE[window.wide] if has_places else 0
        return [SeatStrip(look, facts, open_sheet, room, most, key="strip")]
    rows = seat_rows(look, desk, form, asked.places.rows, open_sheet)
    if asked.places.rows and isinstance(desk, Desk) and desk.has_needs(main):
        rows.append(needs_link(look, desk.number, open_sheet))
    return rows


def _room_for_tokens(main: Prompt, seats: Sequence[SeatFacts], window: Window) -> float | None:
    """The width of the strip in pixels where tokens are placed, else None."""
    is_bid = main.seat is not None and any(isinstance(field, Bid | Grid | Sealed) for field in main.fields)
    if not is_bid and not any(count_tokens(facts) for facts in seats):
        return None
    return room_for_players(window)


def _place_fields(prompt: Prompt, main: Prompt) -> Places:
    """Numbers of every player go to the rows; chips below a board, or that record at once, to the dock."""
    rows = grids_in_rows(prompt)
    others = tuple(field for field in prompt.fields if field not in rows)
    if not (main.instant or asks_for(main, OnBoard)):
        return Places(rows, others, ())
    boards = tuple(field for field in others if isinstance(field, OnBoard))
    return Places(rows, boards, tuple(field for field in others if field not in boards))


# ---- the question --------------------------------------------------------------------------------


def _question(asked: Asked) -> list[ft.Control]:
    places, form = asked.places, asked.form
    is_titled = _needs_title(asked) and not asked.main.instant and (places.above or places.docked or not places.rows)
    return [*([_title(asked)] if is_titled else []), *form.views(asked.look, places.above)]


def _docked_question(asked: Asked) -> list[ft.Control]:
    places, form = asked.places, asked.form
    shown: list[ft.Control] = []
    if asked.main.instant and _needs_title(asked):
        shown.append(_title(asked))
    elif places.rows and not (places.above or places.docked):
        suit = next((suit for suit in asked.desk.game.box.suits if suit.key == form.prompt.shown.suit), None)
        shown.append(title_line(asked.look, form.prompt.title, _help_text(asked), suit))
    if below := form.views(asked.look, places.docked):
        shown.append(ft.Column(below, spacing=8, tight=True, key="below"))
    return shown if _says_below(asked) else shown + form.message_line(asked.look)


def _says_below(asked: Asked) -> bool:
    """Whether a refused key of the number pad is explained below the buttons, so that the pad does not move."""
    return has_pad(asked.main) and not asked.is_low_pad and asked.form.memory.rule is None


def _line_below(asked: Asked) -> ft.Control | None:
    """The line below the buttons: what undo would take back, or why a key of the number pad was refused."""
    if asked.main.instant:
        return None
    look, form = asked.look, asked.form
    line: ft.Control = step_text(look, asked.desk, undoes=form.undoes, lines=1)
    if not _says_below(asked):
        return line
    said = form.message_line(look)
    return said[0] if said else ft.Container(line, height=look.box(_MESSAGE), alignment=ft.Alignment.CENTER_LEFT)


def _needs_title(asked: Asked) -> bool:
    """If there are several forms, the chosen chip shows the title already."""
    return len(asked.desk.mains) < 2 or bool(asked.main.help)


def _title(asked: Asked) -> ft.Control:
    look, prompt, seat = asked.look, asked.form.prompt, asked.form.prompt.seat
    if asked.desk.is_passed_around(asked.main) and seat is not None:
        return title(look, f"Pass the phone to {asked.desk.shown.table.names[seat]}", prompt.title, seat)
    open_meanings = partial(asked.open_sheet, meanings_key(asked.main))
    meanings = meanings_button(prompt.kind, open_meanings) if list_meanings(prompt) else None
    is_steady, is_low, words = asks_for(prompt, Card), asked.is_low_pad, _help_text(asked)
    return title(look, prompt.title, words, seat, is_steady=is_steady, is_low=is_low, meanings=meanings)


def _help_text(asked: Asked) -> str:
    return "" if asked.is_low_pad else _solved(asked) or asked.form.prompt.help


def _solved(asked: Asked) -> str:
    """Who has what is left of a sum; on a small phone this row may be out of sight."""
    rows = asked.places.rows
    if len(rows) != 1 or has_pad(asked.main):  # which of several sums is meant?
        return ""
    names, cells = asked.desk.shown.table.names, rows[0].get_cells(asked.form.draft)
    solved = [(names[int(cell.key)], value.answer) for cell, value in cells if value.source is Source.SOLVED]
    if not solved:
        return ""
    who, left = join_words([name for name, _ in solved]), solved[0][1]  # several have the lowest number each
    if left == 0:
        return f"Nothing is left for {who}."
    return f"The last one is {who}'s." if left == 1 else f"The other {left} are {who}'s."


# ---- other prompts -------------------------------------------------------------------------------


def _mains(look: Look, desk: TableSession, main: Prompt, choose: Choose) -> ft.Control:
    chips = [
        choice_chip(look, f"main.{kind}", prompt.title, partial(choose, kind), chosen=kind == main.kind)
        for kind, prompt in ((prompt.kind, prompt) for prompt in desk.mains)
    ]
    return ft.Semantics(identifier="choices" if main.help else "asked", content=flow(chips), key="mains")


# ---- the buttons ---------------------------------------------------------------------------------


def _buttons(look: Look, desk: TableSession, form: Form, open_sheet: OpenSheet) -> ft.Control:
    prompt = form.prompt
    steps = step_buttons(desk, undoes=form.undoes, take_back=form.take_back)
    asides = aside_buttons(desk, open_sheet)
    is_likely = desk.seat is not None and prompt.instant and not form.gaps and not form.draft
    is_likely = is_likely and desk.is_being_counted(prompt)
    if prompt.instant and not is_likely:  # a chip records at once, so there is room where the primary button would be
        text = ft.Container(step_text(look, desk, undoes=form.undoes), expand=True, key="text")
        return ft.Row([*steps, text, *asides], spacing=4, key="buttons")
    name = desk.shown.table.names[desk.seat] if desk.seat is not None else ""
    missing = "Entered" if desk.is_entered(prompt) else address(form.gaps[0].text, name, "your") if form.gaps else ""
    words = _accept(form) if is_likely else address(prompt.confirm, name, "my")
    if prompt.shown.reveals:  # a tap explains, holding it sends
        button = confirm(look, "confirm", words, missing, partial(form.refuse, prompt.shown.reveals), hold=form.send)
    else:
        button = confirm(look, "confirm", words, missing, form.send)
    primary = ft.Row([button], expand=True, key=form.button_key)
    return ft.Row([*steps, primary, *asides], spacing=4, key="buttons")


def _accept(form: Form) -> str:
    """The button of a phone that accepts the likely answer: "That's right: 2"."""
    numbers = (
        cell.field.likely
        for field in form.prompt.fields
        if isinstance(field, Grid)
        for cell in field.cells
        if isinstance(cell.field, Count)
    )
    likely = next(numbers, None)
    return f"That's right: {likely}" if isinstance(likely, int) else "That's right"
