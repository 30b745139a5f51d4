"""The table while the game waits for an answer: the players' rows, the prompt, the dock below.

What did not change is not drawn again: every block is kept by its facts (`companion/flet_guard/redrawing.py`), and a
tap acts on the form as it is then.
"""

from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from math import ceil
from typing import Any, Final, NamedTuple

import flet as ft

from companion import fields
from companion.fields.form import Form, use_form
from companion.fields.height import PHONE, height
from companion.flet_guard.painted import Painted, use_painted
from companion.flet_guard.redrawing import Keep, Parts, drawn_once, find_live, use_keep
from companion.parts.dock import confirm
from companion.parts.marks import badge
from companion.parts.panel import flow, label, note
from companion.parts.press import Act, Tone, chip, quiet
from companion.parts.seat_row import scroll_key
from companion.parts.seat_strip import SeatStrip
from companion.screens.table.middle import Choose
from companion.screens.table.needs import NeedsLinkFacts, needs_link
from companion.screens.table.seats import OpenSheet, seat_facts, seat_rows
from companion.screens.table.steps import step_buttons, step_text
from companion.screens.table.table_column import aside_button, aside_title, asks_for, table_column
from companion.session.desk import Desk
from companion.text import continued
from companion.theme import Look
from companion.window.hooks import use_window
from companion.window.messages import go
from scoring import agreements
from scoring.drafts import Source, get_cells
from scoring.prompts import Card, Count, Field, Grid, OnBoard, Prompt, Role, Sum
from scoring.scores import Seat
from scoring.what_if import find_numbers

_LONG: Final = 3
"""A form with this many fields is placed above the players, so that nobody has to look for its end."""

_SCROLL: Final = 250
"""Milliseconds of the way to a field that is still open."""

_OPENNESS: Final = (Source.MISSING, Source.LIKELY, Source.SOLVED, Source.ENTERED)
"""Which answer is looked at first if a sum does not come out."""

_FRAME: Final = 236
_FRAME_WIDE: Final = 196
_STEP_LINE: Final = 24
_WIDTH_WIDE: Final = 560
_ROW: Final = 58
_NOTICE: Final = 56
_BESIDE: Final = 66
_TITLE: Final = 34
_HELP: Final = 20
_LETTERS: Final = 56
_IN_A_STRIP: Final = 3
"""Estimated heights at the table: header and dock, the line below the buttons, a player, a notice, a slim row, a title,
a line of help; and the players in a line of their strip."""


@ft.component
def Playing(
    desk: Desk, look: Look, main: Prompt, open_sheet: OpenSheet, choose: Choose, key: str | None = None
) -> ft.Control:
    """The table with the main prompt `main`; if there are several, `choose` goes over to another one."""
    painted, keep = use_painted(desk.number), use_keep(desk)
    scroll: Any = ft.use_ref(None)
    page = ft.context.page

    def show_gap(path: str) -> None:
        page.run_task(_show_gap, page, scroll.current, path)

    form = use_form(desk, main, painted=painted, on_gap=show_gap)
    places = _place_fields(form.prompt, main)
    wide = use_window().wide
    shape = [desk.number, main.kind, wide, page.height]
    is_strip = ft.use_memo(lambda: _needs_room(desk, main, wide), shape)
    foot = _slim_rows(look, desk, painted, keep)
    if len(desk.mains) > 1:
        foot.append(keep("mains", _mains_facts(look, desk, main), _mains, choose))
    foot += _docked_question(look, desk, main, form, places, keep)
    foot.append(_buttons(look, desk, form, open_sheet, keep))
    column = table_column(
        look,
        desk,
        keep,
        rows=_players(look, desk, main, form, places, open_sheet, keep, is_strip=is_strip),
        question=_question(look, desk, main, form, places, keep),
        foot=foot,
        main=main,
        choose=choose,
        is_long=len(places.above) >= _LONG and not places.rows,
        below=None if main.instant else step_text(look, desk, is_started=form.is_started, keep=keep),
    )
    scroll.current = (column.controls[0], places, form)
    column.controls.append(painted.mark(desk.number))
    return column


async def _show_gap(page: ft.Page, drawn: "tuple[ft.Control, Places, Form]", path: str) -> None:
    """Scroll to the field that is still open: to its player's row, or to the start or the end of the question."""
    upper, places, form = drawn
    column = find_live(page, upper.content) if isinstance(upper, ft.Container) else None
    if not isinstance(column, ft.Column):  # the table was left
        return
    name, _, rest = path.partition("[")
    seat = rest.partition("]")[0]
    with suppress(TimeoutError):  # the page was left
        asked = next((field for field in places.rows if field.name == name), None)
        if asked is not None:
            cells = get_cells(asked, form.draft)
            first = min(cells, key=lambda each: _OPENNESS.index(each[1].source))[0].key
            key = scroll_key(int(seat) if seat.isdigit() else int(first))
            await column.scroll_to(scroll_key=key, duration=_SCROLL)
        elif any(field.name == name for field in places.above):
            is_first = places.above[0].name == name and len(places.above) > 1
            await column.scroll_to(offset=0 if is_first else -1, duration=_SCROLL)


# ---- where the fields are ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Places:
    """Where the fields of a form are drawn: in the players' rows, above the dock, in the dock."""

    rows: tuple[Grid, ...]
    above: tuple[Field, ...]
    docked: tuple[Field, ...]


def _players(
    look: Look,
    desk: Desk,
    main: Prompt,
    form: Form,
    places: Places,
    open_sheet: OpenSheet,
    keep: Keep,
    *,
    is_strip: bool,
) -> list[ft.Control]:
    """A row for each player, or all of them in a strip that leaves room for the question."""
    if is_strip and _shows_players(main) and _height_with_strip(desk, main) > (ft.context.page.height or 800):
        return []
    if is_strip:
        return [SeatStrip(look, tuple(seat_facts(desk, form.prompt)), open_sheet, key="strip")]
    rows = seat_rows(look, desk, form, places.rows, open_sheet, keep)
    if places.rows and find_numbers(main) is not None and desk.may_correct:
        rows.append(keep("needs", NeedsLinkFacts(look), needs_link, open_sheet))
    return rows


def _place_fields(prompt: Prompt, main: Prompt) -> Places:
    """Numbers of every player are asked in the rows; chips below a board, or that record at once, are in the dock."""
    rows = tuple(field for field in prompt.fields if isinstance(field, Grid) and _fits_rows(field))
    others = tuple(field for field in prompt.fields if field not in rows)
    if not (main.instant or asks_for(main, OnBoard)):
        return Places(rows, others, ())
    boards = tuple(field for field in others if isinstance(field, OnBoard))
    return Places(rows, boards, tuple(field for field in others if field not in boards))


def _fits_rows(grid: Grid) -> bool:
    """Whether the answers fit into the players' rows: only numbers do."""
    return grid.seats and all(isinstance(cell.field, Count) for cell in grid.cells)


def is_measured(main: Prompt) -> bool:
    """Whether the form competes with the players' rows for height: long ones, cards and boards scroll anyway."""
    is_above_players = len(main.fields) >= _LONG and not main.instant
    in_rows = any(isinstance(field, Grid) and _fits_rows(field) for field in main.fields)
    return not (is_above_players or in_rows or asks_for(main, Card) or asks_for(main, OnBoard))


def _needs_room(desk: Desk, main: Prompt, wide: bool) -> bool:
    """Whether one row for each player would leave too little of the window's height for the question."""
    return is_measured(main) and needed_height(desk, main, wide) > (ft.context.page.height or 800)


def _shows_players(main: Prompt) -> bool:
    """Whether the question itself names every player, with their numbers."""
    return any(
        isinstance(field, Grid) and field.seats and all(isinstance(cell.field, Sum) for cell in field.cells)
        for field in main.fields
    )


def _height_with_strip(desk: Desk, main: Prompt) -> float:
    """The estimated height of the table with the strip of players on a phone, in pixels."""
    players = len(desk.state.table.names)
    return needed_height(desk, main, wide=False) - _ROW * players + _ROW * ceil(players / _IN_A_STRIP)


def needed_height(desk: Desk, main: Prompt, wide: bool) -> float:
    """The estimated height of the table with a row for each player, in pixels."""
    frame, width = (_FRAME_WIDE, _WIDTH_WIDE) if wide else (_FRAME, PHONE)
    beside = sum(prompt.role is Role.BESIDE for prompt in desk.prompts)
    rows = _ROW * len(desk.state.table.names) + _BESIDE * beside + _NOTICE * (len(desk.notices) + bool(desk.status))
    help_lines = ceil(len(main.help) / _LETTERS)
    question = _TITLE + _HELP * help_lines + sum(height(field, width) for field in main.fields)
    return frame + rows + question + (0 if main.instant else _STEP_LINE)


# ---- the question --------------------------------------------------------------------------------


class TitleFacts(NamedTuple):
    """What the title of a form shows."""

    look: Look
    title: str
    help: str
    seat: Seat | None


def _question(look: Look, desk: Desk, main: Prompt, form: Form, places: Places, keep: Keep) -> list[ft.Control]:
    """The title and the fields above the dock."""
    is_titled = _needs_title(desk, main) and not main.instant
    shown: list[ft.Control] = []
    if is_titled and (places.above or places.docked or not places.rows):
        shown.append(keep("title", _title_facts(look, form.prompt), _title))
    return shown + fields.views(places.above, partial(form.bind, look, keep=keep))


def _docked_question(look: Look, desk: Desk, main: Prompt, form: Form, places: Places, keep: Keep) -> list[ft.Control]:
    """The title and the fields in the dock, and the message line."""
    shown: list[ft.Control] = []
    if main.instant and _needs_title(desk, main):
        shown.append(keep("title", _title_facts(look, form.prompt), _title))
    elif places.rows and not (places.above or places.docked):
        shown.append(keep("title", _title_facts(look, form.prompt), _title_line))
    below = fields.views(places.docked, partial(form.bind, look, keep=keep))
    if below:
        shown.append(keep("below", Parts(below), _column))
    return shown + form.message_line(look)


def _needs_title(desk: Desk, main: Prompt) -> bool:
    """Whether the form needs its title; if there are several forms, the chosen chip shows it already."""
    return len(desk.mains) < 2 or bool(main.help)


def _title_facts(look: Look, prompt: Prompt) -> TitleFacts:
    return TitleFacts(look, prompt.title, prompt.help, prompt.seat)


def _title(facts: TitleFacts) -> ft.Control:
    look = facts.look
    words: list[ft.Control] = [ft.Text(facts.title, style=look.figure(18), expand=True)]
    if facts.seat is not None:
        words.insert(0, badge(look, facts.seat, 26))
    rows: list[ft.Control] = [ft.Semantics(identifier="asked", content=ft.Row(words, spacing=8))]
    if facts.help:
        rows.append(note(look, facts.help))
    return ft.Column(rows, spacing=2, tight=True, key="title")


def _title_line(facts: TitleFacts) -> ft.Control:
    """The title of a form that is in the players' rows, as low as possible."""
    look = facts.look
    words = [ft.TextSpan(facts.title, style=look.text(14, bold=True))]
    if facts.help:
        soft = look.text(14, color=ft.Colors.ON_SURFACE_VARIANT)
        words.append(ft.TextSpan(continued(facts.title, facts.help), style=soft))
    return ft.Semantics(identifier="asked", key="asked", content=ft.Text(spans=words, max_lines=2))


def _column(parts: Parts) -> ft.Control:
    return ft.Column(list(parts), spacing=8, tight=True)


# ---- other prompts -------------------------------------------------------------------------------


class MainsFacts(NamedTuple):
    """The main prompts, one of which is chosen."""

    look: Look
    titles: tuple[tuple[str, str], ...]  # by kind
    chosen: str
    has_help: bool  # the chosen one, which then has a title of its own


def _mains_facts(look: Look, desk: Desk, main: Prompt) -> MainsFacts:
    return MainsFacts(look, tuple((prompt.kind, prompt.title) for prompt in desk.mains), main.kind, bool(main.help))


def _mains(facts: MainsFacts, choose: Choose) -> ft.Control:
    """A chip for each main prompt."""
    chips = [
        chip(
            facts.look,
            f"main.{kind}",
            title,
            partial(choose, kind),
            tone=Tone.CHOSEN if kind == facts.chosen else Tone.OPEN,
            small=True,
        )
        for kind, title in facts.titles
    ]
    return ft.Semantics(identifier="choices" if facts.has_help else "asked", content=flow(chips))


class SlimRowFacts(NamedTuple):
    """What a slim row shows; `number` is that of the entry it records."""

    desk: Desk
    look: Look
    prompt: Prompt
    number: int
    painted: Painted


def _slim_rows(look: Look, desk: Desk, painted: Painted, keep: Keep) -> list[ft.Control]:
    return [
        keep(f"beside.{prompt.kind}", SlimRowFacts(desk, look, prompt, desk.number, painted), _slim_row)
        for prompt in desk.prompts
        if prompt.role is Role.BESIDE
    ]


def _slim_row(facts: SlimRowFacts) -> ft.Control:
    row: ft.Control = Beside(facts, key=facts.prompt.kind)
    return row


@drawn_once
@ft.component
def Beside(facts: SlimRowFacts, key: str | None = None) -> ft.Control:
    """An optional prompt beside the main one, in a slim row."""
    desk, look, prompt, _, painted = facts
    form = use_form(desk, prompt, painted=painted)
    if not prompt.fields:
        return ft.Row([quiet(look, prompt.kind, prompt.confirm, form.send)], alignment=ft.MainAxisAlignment.CENTER)
    rows: list[ft.Control] = [label(look, prompt.title)]
    rows += [fields.bare(field, form.bind(look, field)) for field in form.prompt.fields]
    if not prompt.instant:
        rows.append(quiet(look, prompt.kind, form.gaps[0].text if form.gaps else prompt.confirm, form.send))
    rows += form.message_line(look)
    return ft.Column(rows, spacing=4, tight=True)


# ---- the buttons ---------------------------------------------------------------------------------


class ConfirmFacts(NamedTuple):
    """What the primary button shows."""

    look: Look
    label: str
    missing: str
    is_held: bool = False  # the button must be held, because it shows everybody's secrets


def _buttons(look: Look, desk: Desk, form: Form, open_sheet: OpenSheet, keep: Keep) -> ft.Control:
    def send() -> None:
        form.send_newest()
        if agreements.outcome(desk.game, desk.state) is not None:
            go(f"/result/{desk.session_id}")

    prompt = form.prompt
    missing = form.gaps[0].text if form.gaps else ""
    facts = ConfirmFacts(look, prompt.confirm, missing, is_held=bool(prompt.reveals))
    explain = partial(form.refuse, prompt.reveals)
    primary = (
        keep("confirm", facts, _confirm_held, send, explain)
        if prompt.reveals
        else keep("confirm", facts, _confirm, send)
    )
    steps = step_buttons(desk, take_back=form.take_back if form.is_started else None, keep=keep)
    has_asides = any(prompt.role is Role.ASIDE for prompt in desk.prompts)  # a phone may have none
    asides = [keep("asides", AsideFacts(desk, aside_title(desk)), _asides, open_sheet)] if has_asides else []
    if prompt.instant:  # a chip records at once, so there is room where the primary button would be
        return keep("buttons", Parts([*steps, step_text(look, desk, keep=keep), *asides]), _instant_row)
    return keep("buttons", Parts([*steps, primary, *asides]), _button_row)


def _confirm(facts: ConfirmFacts, send: Act) -> ft.Control:
    """The primary button."""
    return ft.Row([confirm(facts.look, "confirm", facts.label, facts.missing, send)], expand=True)


def _confirm_held(facts: ConfirmFacts, send: Act, explain: Act) -> ft.Control:
    """The primary button of a form that reveals secrets: a tap explains, holding it sends."""
    held = confirm(facts.look, "confirm", facts.label, facts.missing, explain, hold=send)
    return ft.Row([held], expand=True)


class AsideFacts(NamedTuple):
    """What the button of the menu says."""

    desk: Desk
    title: str


def _asides(facts: AsideFacts, open_sheet: OpenSheet) -> ft.Control:
    return aside_button(facts.desk, open_sheet)


def _button_row(parts: Parts) -> ft.Control:
    return ft.Row(list(parts), spacing=4)


def _instant_row(parts: Parts) -> ft.Control:
    row = [ft.Container(part, expand=True) if _is_text(part) else part for part in parts]
    return ft.Row(row, spacing=4)


def _is_text(part: ft.Control) -> bool:
    return isinstance(part, ft.Semantics) and part.identifier == "step.text"
