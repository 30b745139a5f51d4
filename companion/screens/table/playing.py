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
from companion.fields.height import PHONE, height, slim_height, uncover
from companion.flet_guard.painted import use_painted
from companion.flet_guard.redrawing import Keep, Parts, find_live, use_keep
from companion.parts.dock import confirm
from companion.parts.marks import badge
from companion.parts.panel import flow
from companion.parts.press import Act, Tone, chip
from companion.parts.seat_row import scroll_key
from companion.parts.seat_strip import SeatStrip
from companion.phones.rights import is_sealed
from companion.screens.table.middle import Choose
from companion.screens.table.needs import NeedsLinkFacts, needs_link
from companion.screens.table.seats import OpenSheet, seat_facts, seat_rows
from companion.screens.table.slim_rows import slim_rows
from companion.screens.table.steps import step_buttons, step_text
from companion.screens.table.table_column import TableColumn, aside_buttons, asks_for, table_column
from companion.session.desk import Desk
from companion.text import address, continued
from companion.theme import TOUCH, Look
from companion.window.hooks import use_house, use_window
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
_BESIDE: Final = 66
_TITLE: Final = 34
_HELP: Final = 20
_LETTERS: Final = 56
_IN_A_STRIP: Final = 3
_IN_SIGHT_LOW: Final = 6
"""Estimated heights at the table: header and dock, the line below the buttons, a player, a notice, a slim row, a title,
a line of help; the players in a line of their strip, and the rows in sight on a phone held sideways."""


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
    is_passed = _is_passed_around(desk, main)
    window = use_window()
    shape = [desk.number, main.kind, window.wide, window.low, page.height, page.width]
    is_strip = ft.use_memo(lambda: _needs_room(desk, main, wide=window.wide, low=window.low), shape)
    foot = slim_rows(look, desk, painted, keep)
    if len(desk.mains) > 1:
        foot.append(keep("mains", _mains_facts(look, desk, main), _mains, choose))
    foot += _docked_question(look, desk, main, form, places, keep, is_passed=is_passed)
    foot.append(_buttons(look, desk, form, open_sheet, keep))
    column = table_column(
        look,
        desk,
        keep,
        rows=_players(look, desk, main, form, places, open_sheet, keep, is_strip=is_strip),
        question=_question(look, desk, main, form, places, keep, is_passed=is_passed),
        foot=foot,
        main=main,
        choose=choose,
        is_long=len(places.above) >= _LONG and not places.rows,
        below=None if main.instant else step_text(look, desk, is_started=form.is_started, keep=keep),
    )
    scroll.current = (column, places, form)
    column.control.controls.append(painted.mark(desk.number))
    return column.control


async def _show_gap(page: ft.Page, drawn: "tuple[TableColumn, Places, Form]", path: str) -> None:
    """Scroll to the field that is still open: to its player's row, or to the start or the end of the question."""
    parts, places, form = drawn
    name, _, rest = path.partition("[")
    seat = rest.partition("]")[0]
    row_field = next((field for field in places.rows if field.name == name), None)
    part = parts.question if row_field is None else parts.rows
    column = find_live(page, part)
    if not isinstance(column, ft.Column):  # the table was left
        return
    with suppress(TimeoutError):  # the page was left
        if row_field is not None:
            cells = get_cells(row_field, form.draft)
            first = min(cells, key=lambda row: _OPENNESS.index(row[1].source))[0].key
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
    if (
        is_strip
        and not use_window().low
        and _shows_players(main)
        and _height_with_strip(desk, main) > (ft.context.page.height or 800)
    ):
        return []
    if is_strip:
        return [SeatStrip(look, tuple(seat_facts(desk, form.prompt)), open_sheet, key="strip")]
    rows = seat_rows(look, desk, form, places.rows, open_sheet, keep)
    if places.rows and find_numbers(form.prompt) is not None and desk.may_correct:
        rows.append(keep("needs", NeedsLinkFacts(look, desk.number), needs_link, open_sheet))
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


def _needs_room(desk: Desk, main: Prompt, *, wide: bool, low: bool) -> bool:
    """Whether one row for each player would leave too little of the window's height for the question.

    Notices do not count: they come and go in the dock, and the players' rows stay as they are.
    """
    page = ft.context.page
    if low:  # the players have a side of their own
        return len(desk.state.table.names) > _IN_SIGHT_LOW and not _place_fields(main, main).rows
    needed = needed_height(desk, main, wide, page.width or _PHONE) - _NOTICE * len(desk.notices)
    return is_measured(main) and needed > (page.height or 800)


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


def needed_height(desk: Desk, main: Prompt, wide: bool, page_width: float = _PHONE) -> float:
    """The estimated height of the table with a row for each player, in pixels."""
    narrower = min(0.0, page_width - _PHONE)
    frame, width = (_FRAME_WIDE, _WIDTH_WIDE) if wide else (_FRAME + _FACTS * (narrower < 0), PHONE + narrower)
    beside = sum(_beside_height(prompt, width) for prompt in desk.prompts if prompt.role is Role.BESIDE)
    rows = _ROW * len(desk.state.table.names) + beside + _NOTICE * (len(desk.notices) + bool(desk.status))
    help_lines = ceil(len(main.help) / _LETTERS)
    fields = (uncover(field) if desk.seat is not None else field for field in main.fields)
    question = _TITLE + _HELP * help_lines + sum(height(field, width) for field in fields)
    return frame + rows + question + (0 if main.instant else _STEP_LINE)


def _beside_height(prompt: Prompt, width: float) -> float:
    """The height of a slim row: one line, or more of them in a narrow window."""
    return _BESIDE + max((slim_height(field, width) for field in prompt.fields), default=TOUCH) - TOUCH


# ---- the question --------------------------------------------------------------------------------


class TitleFacts(NamedTuple):
    """What the title of a form shows."""

    look: Look
    title: str
    help: str
    seat: Seat | None
    is_one_line: bool = False  # so is the help, even an empty one, and the cards below stay where they are


def _is_passed_around(desk: Desk, main: Prompt) -> bool:
    """Whether a secret is asked on a device that its player has to be given first."""
    house = use_house()
    invitation = house.phones.invitation if house is not None and house.phones is not None else None
    if desk.seat is not None or main.seat is None or not is_sealed(main):
        return False
    is_theirs = invitation is not None and invitation.desk is desk and main.seat == invitation.host_seat
    return not (is_theirs or (invitation is not None and invitation.has_phone(main.seat)))


def _question(
    look: Look, desk: Desk, main: Prompt, form: Form, places: Places, keep: Keep, *, is_passed: bool
) -> list[ft.Control]:
    """The title and the fields above the dock."""
    is_titled = _needs_title(desk, main) and not main.instant
    shown: list[ft.Control] = []
    if is_titled and (places.above or places.docked or not places.rows):
        shown.append(keep("title", _title_facts(look, desk, form.prompt, is_passed=is_passed), _title))
    return shown + fields.views(places.above, partial(form.bind, look, keep=keep))


def _docked_question(
    look: Look, desk: Desk, main: Prompt, form: Form, places: Places, keep: Keep, *, is_passed: bool
) -> list[ft.Control]:
    """The title and the fields in the dock, and the message line."""
    shown: list[ft.Control] = []
    if main.instant and _needs_title(desk, main):
        shown.append(keep("title", _title_facts(look, desk, form.prompt, is_passed=is_passed), _title))
    elif places.rows and not (places.above or places.docked):
        shown.append(keep("title", _title_facts(look, desk, form.prompt, is_passed=is_passed), _title_line))
    below = fields.views(places.docked, partial(form.bind, look, keep=keep))
    if below:
        shown.append(keep("below", Parts(below), _column))
    return shown + form.message_line(look)


def _needs_title(desk: Desk, main: Prompt) -> bool:
    """Whether the form needs its title; if there are several forms, the chosen chip shows it already."""
    return len(desk.mains) < 2 or bool(main.help)


def _title_facts(look: Look, desk: Desk, prompt: Prompt, *, is_passed: bool) -> TitleFacts:
    if is_passed and prompt.seat is not None:
        return TitleFacts(look, f"Pass the phone to {desk.state.table.names[prompt.seat]}", prompt.title, prompt.seat)
    return TitleFacts(look, prompt.title, prompt.help, prompt.seat, is_one_line=asks_for(prompt, Card))


def _title(facts: TitleFacts) -> ft.Control:
    look = facts.look
    lines = 1 if facts.is_one_line else None
    cut = ft.TextOverflow.ELLIPSIS if lines else ft.TextOverflow.CLIP
    words: list[ft.Control] = [ft.Text(facts.title, style=look.figure(18), expand=True, max_lines=lines, overflow=cut)]
    if facts.seat is not None:
        words.insert(0, badge(look, facts.seat, 26))
    rows: list[ft.Control] = [ft.Semantics(identifier="asked", content=ft.Row(words, spacing=8))]
    if facts.help or lines:
        style = look.text(14, color=ft.Colors.ON_SURFACE_VARIANT)
        rows.append(ft.Text(facts.help, style=style, max_lines=lines, overflow=cut))
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
    steps = step_buttons(desk, take_back=form.take_back if form.is_started else None, keep=keep)
    asides = aside_buttons(desk, open_sheet, keep)
    is_likely = desk.seat is not None and prompt.instant and not form.gaps and not form.draft
    if prompt.instant and not is_likely:  # a chip records at once, so there is room where the primary button would be
        return keep(
            "buttons",
            Parts([*steps, step_text(look, desk, is_started=form.is_started, keep=keep), *asides]),
            _instant_row,
        )
    name = desk.state.table.names[desk.seat] if desk.seat is not None else ""
    missing = address(form.gaps[0].text, name, "your") if form.gaps else ""
    words = _accept(form) if is_likely else address(prompt.confirm, name, "my")
    facts = ConfirmFacts(look, words, missing, is_held=bool(prompt.reveals))
    explain = partial(form.refuse, prompt.reveals)
    primary = (
        keep("confirm", facts, _confirm_held, send, explain)
        if prompt.reveals
        else keep("confirm", facts, _confirm, send)
    )
    return keep("buttons", Parts([*steps, primary, *asides]), _button_row)


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


def _confirm(facts: ConfirmFacts, send: Act) -> ft.Control:
    """The primary button."""
    return ft.Row([confirm(facts.look, "confirm", facts.label, facts.missing, send)], expand=True)


def _confirm_held(facts: ConfirmFacts, send: Act, explain: Act) -> ft.Control:
    """The primary button of a form that reveals secrets: a tap explains, holding it sends."""
    button = confirm(facts.look, "confirm", facts.label, facts.missing, explain, hold=send)
    return ft.Row([button], expand=True)


def _button_row(parts: Parts) -> ft.Control:
    return ft.Row(list(parts), spacing=4)


def _instant_row(parts: Parts) -> ft.Control:
    row = [ft.Container(part, expand=True) if _is_text(part) else part for part in parts]
    return ft.Row(row, spacing=4)


def _is_text(part: ft.Control) -> bool:
    return isinstance(part, ft.Semantics) and part.identifier == "step.text"
