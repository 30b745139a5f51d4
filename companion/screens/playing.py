"""The playing side of the table: the players' rows, the question of the moment, the dock below.

What did not change is not drawn again: a row is drawn from values alone, and taps act on the form
as it is when they come.
"""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from math import ceil
from typing import Final

import flet as ft

from companion import fields
from companion.desk import Desk
from companion.fields import Asked
from companion.fields.height import PHONE, height
from companion.fields.numbers import KEYPAD, UNOPENED, is_large, numbers_of, short_count, tens_count
from companion.forms import Form, use_form
from companion.parts.board_view import board_view
from companion.parts.dock import band, confirm, message, scrolling
from companion.parts.marks import badge
from companion.parts.notices import NoticeStrip
from companion.parts.panel import card, flow, label, note
from companion.parts.press import Tone, chip, icon_button, quiet
from companion.parts.score_grid import cell_sums
from companion.parts.seat_row import SeatFacts, seat_head, seat_row
from companion.parts.seat_strip import SeatStrip
from companion.screens.steps import step_buttons
from companion.text import continued, counted
from companion.theme import Look
from companion.window import Keep, Keeping, anew, drawn_once, go, use_keep, use_window
from scoring import agreements
from scoring.board import Board, Shape
from scoring.drafts import answers
from scoring.game import State
from scoring.prompts import Answer, Card, Count, Each, Field, OnBoard, Prompt, Role, Unset
from scoring.scores import totals
from storage.errors import StorageError

_KEYS: Final = 7
_KEYS_WIDE: Final = 11
"""Keys in a player's row, on a phone and on a wide screen."""

_LABEL: Final = 58
"""Width of the words before a row of keys, where a player is asked several things."""

_FEW: Final = 6
_KEY: Final = 50
"""So many keys of this width fit beside a name on a wide screen, where many players have to fit below each other."""

_CROWD: Final = 6
"""With more players than this the rows come closer together."""

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

OpenSheet = Callable[[str], None]
"""Opens what lies above the table: "asides", "lines.2"; "" closes it."""


@dataclass(frozen=True)
class Question:
    """What a form asks in a player's own row.

    `label` tells several apart, `around` is where the keys begin, `note` is what has to be judged.
    """

    field: Count
    asked: Asked
    around: int
    label: str = ""
    note: str = ""


@ft.component
def Playing(
    desk: Desk, look: Look, main: Prompt, open_sheet: OpenSheet, choose: Callable[[str], None], key: str | None = None
) -> ft.Control:
    """The table while the game waits for something; where it waits for one of several, `choose` takes another."""
    form, keep = use_form(desk, main), use_keep(desk)
    sided = tuple(each for each in form.prompt.fields if isinstance(each, Each) and _fits_rows(each))
    others = [field for field in form.prompt.fields if field not in sided]
    docked = [field for field in others if main.instant or asks(main, OnBoard)]  # a thumb reaches them below a board
    above = [field for field in others if field not in docked or isinstance(field, OnBoard)]
    titled = _untold(desk, main)
    asked: list[ft.Control] = []
    if not main.instant:
        asked = [_told(look, form.prompt, keep, _title)] if (others or not sided) and titled else []
    asked += fields.views(above, partial(form.asked, look))
    foot: list[ft.Control] = [
        _beside(desk, look, prompt, keep) for prompt in desk.prompts if prompt.role is Role.BESIDE
    ]
    if len(desk.mains) > 1:
        foot.append(_alternatives(look, desk, main, choose, keep))
    if main.instant and titled:
        foot.append(_told(look, form.prompt, keep, _title))
    elif sided and not others:
        foot.append(_told(look, form.prompt, keep, _line))
    below = fields.views([field for field in docked if field not in above], partial(form.asked, look))
    if below:
        foot.append(ft.Column(below, spacing=8, tight=True, key=_for_this_entry(desk, main)))
    foot += form.said(look)
    foot.append(_buttons(look, desk, form, open_sheet, keep))
    wide = use_window().wide
    shape = [desk.number, main.kind, wide, ft.context.page.height]
    if ft.use_memo(lambda: not sided and _needs_room(desk, main, wide), shape):
        rows = [SeatStrip(look, tuple(seat_facts(desk, form.prompt)), open_sheet, key="strip")]
    else:
        rows = seat_rows(look, desk, form, sided, open_sheet, keep)
    first = len(above) >= _MANY and not sided
    return table_column(look, desk, rows, asked, foot, keep, main, choose, first=first)


@drawn_once
@ft.component
def Beside(desk: Desk, look: Look, prompt: Prompt, number: int, key: str | None = None) -> ft.Control:
    """What may be answered now but need not: one slim row, for entry `number`."""
    form = use_form(desk, prompt)
    if not prompt.fields:
        return ft.Row([quiet(look, prompt.kind, prompt.confirm, form.send)], alignment=ft.MainAxisAlignment.CENTER)
    rows: list[ft.Control] = [label(look, prompt.title)]
    rows += [fields.bare(field, form.asked(look, field)) for field in form.prompt.fields]
    if not prompt.instant:
        rows.append(quiet(look, prompt.kind, form.gaps[0].text if form.gaps else prompt.confirm, form.send))
    rows += form.said(look)
    return ft.Column(rows, spacing=4, tight=True)


@drawn_once
@ft.component
def SeatRow(
    look: Look,
    facts: SeatFacts,
    questions: tuple[Question, ...],
    wrong: bool,
    crowd: bool,
    open_sheet: OpenSheet,
    key: str | None = None,
) -> ft.Control:
    """One player's row, with the keys of the questions that are asked there."""
    wide, keep = use_window().wide, use_keep(open_sheet)
    lines: list[ft.Control] = [Keys(question, key=question.asked.path) for question in questions]
    below: ft.Control | None = ft.Column(lines, spacing=4, tight=True) if lines else None
    beside: ft.Control | None = None
    few = len(numbers_of(questions[0].field)) if len(questions) == 1 and not questions[0].label else _FEW + 1
    if wide and crowd and few <= _FEW:
        below, beside = None, ft.Container(lines[0], width=few * _KEY)
    act = partial(open_sheet, f"lines.{facts.seat}")
    head = seat_head(look, facts, act, beside, keep)
    return seat_row(look, facts, act, below=below, beside=beside, wrong=wrong, crowd=crowd, head=head)


@drawn_once
@ft.component
def Keys(question: Question, key: str | None = None) -> ft.Control:
    """The values around the likely one, or all of them once somebody asked for more; a large number ten by ten."""
    opened, put = ft.use_state(UNOPENED)
    room = _KEYS_WIDE if use_window().wide else _KEYS
    field, asked = question.field, replace(question.asked, keep=use_keep())
    if opened == KEYPAD:
        keys = fields.view(field, asked)
    elif is_large(field):
        answer = replace(asked, answer=_closing(asked, put))
        keys = tens_count(field, answer, room, opened, put)
    else:
        keys = short_count(field, asked, question.around, room, lambda: put(KEYPAD))
    if question.note:
        return ft.Column([note(question.asked.look, question.note), keys], spacing=0, tight=True)
    if not question.label:
        return keys
    words = ft.Container(label(question.asked.look, question.label), width=_LABEL)
    return ft.Row([words, ft.Container(keys, expand=True)], spacing=4)


def _closing(asked: Asked, put: Callable[[int], None]) -> Callable[[Answer | Unset], None]:
    """Enters a number and folds the tens up again."""

    def answer(given: Answer | Unset) -> None:
        put(UNOPENED)
        asked.answer(given)

    return answer


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
) -> ft.Control:
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


def seat_rows(
    look: Look, desk: Desk, form: Form | None, sided: tuple[Each, ...], open_sheet: OpenSheet, keep: Keep
) -> list[ft.Control]:
    """A row a player; the cells of `sided` are asked in them."""
    told = form and not form.prompt.instant and not form.gaps
    after = desk.foretold(form.prompt, answers(form.prompt, form.draft)) if form and told else None
    wrong = form.kept.field if form else ""
    crowd = len(desk.state.table.names) > _CROWD
    rows: list[ft.Control] = []
    for facts in seat_facts(desk, form.prompt if form else None, after):
        questions = tuple(_questions(look, form, sided, facts.seat)) if form else ()
        here = wrong in {f"{each.name}[{facts.seat}]" for each in sided}
        row = partial(SeatRow, look, facts, questions, here, crowd, open_sheet, key=f"seat.{facts.seat}")
        rows.append(keep(f"seat.{facts.seat}", (look, facts, questions, here, crowd), row))
    return rows


def _questions(look: Look, form: Form, sided: tuple[Each, ...], seat: int) -> Iterator[Question]:
    """What is asked of a seat, one line a question."""
    for each in sided:
        for cell in each.cells:
            if cell.key == seat and isinstance(cell.field, Count):
                label = each.label if len(form.prompt.fields) > 1 else ""
                told = cell.note if cell.field.words else ""  # what helps with a number, its row shows anyway
                asked = form.asked_cell(look, each, seat)
                yield Question(cell.field, asked, _around(each, cell.field), label, told)


def _around(each: Each, field: Count) -> int:
    """The value the keys are laid around: the likely one, else everybody's equal share of the sum."""
    if isinstance(field.likely, int):
        return field.likely
    return min(each.totals) // len(each.cells) if each.totals else field.low


def seat_facts(desk: Desk, prompt: Prompt | None, after: State | None = None) -> list[SeatFacts]:
    """What the rows of the table say about every seat.

    The change is that of the last round scored, or what the running one has brought somebody so far;
    with the state `after` a form that is about to be recorded, it is what that form would bring.
    """
    state, board = desk.state, desk.board
    sums = totals(state.ledger, state.table.seats)
    changes = _foretold(state, after) if after else _changes(desk)
    ranks = {seat: place.rank for place in desk.game.standings(state) for seat in place.side}
    return [
        SeatFacts(
            seat,
            state.table.names[seat],
            sums[seat],
            changes.get(seat),
            tuple(sign for sign in board.markers if sign.seat == seat),
            tuple(zone for zone in board.zones if zone.seat == seat),
            prompt is not None and prompt.seat == seat,
            ranks[seat],
            desk.game.suits,
            foretold=bool(after and changes),
        )
        for seat in state.table.seats
    ]


def _foretold(state: State, after: State) -> dict[int, int]:
    """What a form would bring everybody beyond the totals shown; nothing where nobody has points."""
    sums, then = totals(state.ledger, state.table.seats), totals(after.ledger, state.table.seats)
    return {seat: then[seat] - sums[seat] for seat in state.table.seats} if after.ledger else {}


def _changes(desk: Desk) -> dict[int, int]:
    """The last change of everybody's points.

    A round that goes on says nothing about those it has brought nothing yet: who buys something in
    it leaves the others their last round.
    """
    state, cells = desk.state, cell_sums(desk.state.ledger)
    goes_on = agreements.outcome(desk.game, state) is None
    scored = max((number for number, _ in cells if not (goes_on and number == state.round)), default=None)
    now = {seat: points for (number, seat), points in cells.items() if goes_on and number == state.round}
    before = {} if scored is None else {seat: cells.get((scored, seat), 0) for seat in state.table.seats}
    return before | now


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


def _fits_rows(each: Each) -> bool:
    """Whether the answers fit into the players' rows: numbers do, anything else stands below."""
    return each.seats and all(isinstance(cell.field, Count) for cell in each.cells)


def _beside(desk: Desk, look: Look, prompt: Prompt, keep: Keep) -> ft.Control:
    row = partial(Beside, desk, look, prompt, desk.number, key=prompt.kind)
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
    asked = look, form.kept.key, form.prompt.instant, form.prompt.confirm, missing
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
        form.send()
        if agreements.outcome(desk.game, desk.state) is not None:
            go(f"/result/{desk.session_id}")

    button = confirm(look, "confirm", form.prompt.confirm, missing, send)
    return ft.Row([button], expand=True, key=_for_this_entry(desk, form.prompt))


def _for_this_entry(desk: Desk, prompt: Prompt) -> str:
    """The key of what records: with every entry it is another control, so that a tap meant for the last one is void."""
    return f"{prompt.kind}.{desk.number}"


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
        with suppress(StorageError):  # then the form begins empty
            desk.keep_draft(desk.number, prompt.kind, {field.name: tile})
        choose(prompt.kind)

    open_ = {str(choice.value): choice.why_not for choice in field.tiles}
    view = board_view(look, board, suits, desk.state.table, tappable=open_, tap=tap, framed=False)
    return card(view, padding=8)


def _asking(desk: Desk) -> tuple[Prompt, OnBoard] | None:
    """The first of the questions that asks for something on the board."""
    whole = (main for main in desk.mains if not main.instant)  # a tap that records at once is no way to look
    return next(((main, field) for main in whole for field in main.fields if isinstance(field, OnBoard)), None)
