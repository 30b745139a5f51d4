"""The players' rows at the table, and the numbers asked in them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, NamedTuple

import flet as ft

from companion import fields
from companion.fields import Binding
from companion.fields.form import Form
from companion.fields.numbers import KEYPAD, UNOPENED, is_large, numbers_of, short_count, tens_count
from companion.flet_guard.redrawing import Keep, drawn_once, use_keep
from companion.parts.panel import label, note
from companion.parts.seat_row import SeatFacts, seat_head, seat_row
from companion.phones.rights import find_awaited_seats
from companion.session.desk import Desk
from companion.theme import Look
from companion.window.hooks import use_window
from scoring import agreements
from scoring.drafts import collect_answers
from scoring.game import State
from scoring.prompts import Answer, Count, Grid, Prompt, Unset
from scoring.regrouping import list_in_order
from scoring.scores import by_round, totals

_KEYS: Final = 7
_KEYS_WIDE: Final = 11
"""Keys in a player's row, on a phone and on a wide screen."""

_LABEL: Final = 58
"""Width of the label before a row of keys, if a player is asked several things."""

_FEW: Final = 6
_KEY: Final = 50
"""At most this many keys of this width fit beside a name; used in a wide window with many players."""

_NARROW: Final = 400
"""A window that is narrower has little room for a name."""

_CROWD: Final = 6
_CROWD_WIDE: Final = 4
"""With more players than this the rows are closer together; in a wide window a few keys then go beside the name."""

OpenSheet = Callable[[str], None]
"""Opens a sheet above the table: "asides", "lines.2"; "" closes it."""


@dataclass(frozen=True)
class Question:
    """A number asked in a player's own row.

    `label` tells several questions apart, `around` is the value the keys are centred on, `note` is a fact that helps.
    """

    field: Count
    binding: Binding
    around: int
    label: str = ""
    note: str = ""


class SeatRowFacts(NamedTuple):
    """What a player's row shows; `is_wrong` frames it, and the more `players`, the less height it takes."""

    look: Look
    seat: SeatFacts
    questions: tuple[Question, ...]
    is_wrong: bool
    players: int


def seat_rows(
    look: Look, desk: Desk, form: Form | None, in_rows: tuple[Grid, ...], open_sheet: OpenSheet, keep: Keep
) -> list[ft.Control]:
    """A row for each player; the cells of `in_rows` are asked in it."""
    is_complete = form and not form.prompt.instant and not form.gaps
    after = desk.state_after(form.prompt, collect_answers(form.prompt, form.draft)) if form and is_complete else None
    wrong = form.memory.field if form else ""
    players = len(desk.state.table.names)
    rows: list[ft.Control] = []
    for facts in seat_facts(desk, form.prompt if form else None, after):
        questions = tuple(_questions(look, form, in_rows, facts.seat)) if form else ()
        is_wrong = wrong in {f"{field.name}[{facts.seat}]" for field in in_rows}
        row_facts = SeatRowFacts(look, facts, questions, is_wrong, players)
        rows.append(keep(f"seat.{facts.seat}", row_facts, _seat_row, open_sheet))
    return rows


def _seat_row(facts: SeatRowFacts, open_sheet: OpenSheet) -> ft.Control:
    row: ft.Control = SeatRow(facts, open_sheet, key=f"seat.{facts.seat.seat}")
    return row


@drawn_once
@ft.component
def SeatRow(facts: SeatRowFacts, open_sheet: OpenSheet, key: str | None = None) -> ft.Control:
    """One player's row, with the keys of the questions asked there."""
    look, seat, questions, is_wrong, players = facts
    is_crowded = players > _CROWD
    window, keep = use_window(), use_keep()
    wide = window.wide
    room = _FEW if window.low and wide else _KEYS_WIDE if wide else _KEYS
    lines: list[ft.Control] = [Keys(question, room, key=question.binding.path) for question in questions]
    below: ft.Control | None = ft.Column(lines, spacing=4, tight=True) if lines else None
    beside: ft.Control | None = None
    keys = len(numbers_of(questions[0].field)) if len(questions) == 1 and not questions[0].label else _FEW + 1
    is_beside = players > _CROWD_WIDE and keys <= _FEW
    if wide and (is_beside or (window.low and len(lines) == 1 and not is_large(questions[0].field))):
        below, beside = None, ft.Container(lines[0], width=min(keys, _FEW) * _KEY)
    open_lines = partial(open_sheet, f"lines.{seat.seat}")
    head = seat_head(look, seat, open_lines, beside, keep, is_narrow=window.width < _NARROW, is_brief=window.low)
    return seat_row(look, seat, open_lines, below=below, beside=beside, wrong=is_wrong, crowd=is_crowded, head=head)


@drawn_once
@ft.component
def Keys(question: Question, room: int, key: str | None = None) -> ft.Control:
    """At most `room` values around the likely one, or all of them on the keypad; a large number is entered in tens."""
    opened, put = ft.use_state(UNOPENED)
    field, binding = question.field, replace(question.binding, keep=use_keep())
    if opened == KEYPAD:
        keys = fields.view(field, binding)
    elif is_large(field):
        closing = replace(binding, answer=_answer_and_close(binding, put))
        keys = tens_count(field, closing, room, opened, put)
    else:
        keys = short_count(field, binding, question.around, room, lambda: put(KEYPAD))
    if question.note:
        return ft.Column([note(question.binding.look, question.note), keys], spacing=0, tight=True)
    if not question.label:
        return keys
    words = ft.Container(label(question.binding.look, question.label), width=_LABEL)
    return ft.Row([words, ft.Container(keys, expand=True)], spacing=4)


def _answer_and_close(binding: Binding, put: Callable[[int], None]) -> Callable[[Answer | Unset], None]:
    """Enters a number and closes its ten."""

    def answer(number: Answer | Unset) -> None:
        put(UNOPENED)
        binding.answer(number)

    return answer


def _questions(look: Look, form: Form, in_rows: tuple[Grid, ...], seat: int) -> Iterator[Question]:
    """What is asked of a seat, one line for each question."""
    for field in in_rows:
        for cell in field.cells:
            if cell.key == seat and isinstance(cell.field, Count):
                label = field.label if len(form.prompt.fields) > 1 else ""
                note = cell.note if cell.field.words else ""  # a fact about a number is in the row anyway
                binding = form.bind_cell(look, field, seat)
                yield Question(cell.field, binding, _around(field, cell.field), label, note)


def _around(grid: Grid, field: Count) -> int:
    """The value the keys are centred on: the likely one, else an equal share of the sum."""
    if isinstance(field.likely, int):
        return field.likely
    return min(grid.totals) // len(grid.cells) if grid.totals else field.low


def seat_facts(desk: Desk, prompt: Prompt | None, after: State | None = None) -> list[SeatFacts]:
    """The facts of every seat; on a player's own phone theirs come first.

    `change` is that of the last scored round, or that of the running round for players it changed already. With the
    state `after` a complete form, it is what that form would change.
    """
    state, board = desk.state, desk.board
    sums = totals(agreements.score_if_stopped(desk.game, state).ledger, state.table.seats)
    changes = _previewed(state, after) if after else _changes(desk)
    waited_for = find_awaited_seats(desk.game, state) if prompt is None and desk.status else frozenset()
    seats = list_in_order(state)
    if desk.seat in seats:
        own = seats.index(desk.seat)
        seats = seats[own:] + seats[:own]
    ranks = {seat: place.rank for place in agreements.standings(desk.game, state) for seat in place.side}
    return [
        SeatFacts(
            seat,
            state.table.names[seat],
            sums[seat],
            changes.get(seat),
            tuple(sign for sign in board.markers if sign.seat == seat),
            tuple(zone for zone in board.zones if zone.seat == seat),
            seat in waited_for or (prompt is not None and prompt.seat == seat),
            ranks[seat],
            desk.game.suits,
            is_preview=bool(after and changes),
        )
        for seat in seats
    ]


def _previewed(state: State, after: State) -> dict[int, int]:
    """The change of each total by a form; empty if nobody has points then."""
    before, then = totals(state.ledger, state.table.seats), totals(after.ledger, state.table.seats)
    return {seat: then[seat] - before[seat] for seat in state.table.seats} if after.ledger else {}


def _changes(desk: Desk) -> dict[int, int]:
    """The last change of each total.

    In a running round, players it has not changed yet keep the change of the round before.
    """
    state, cells = desk.state, by_round(desk.state.ledger)
    goes_on = agreements.outcome(desk.game, state) is None
    scored = max((number for number, _ in cells if not (goes_on and number == state.round)), default=None)
    now = {seat: points for (number, seat), points in cells.items() if goes_on and number == state.round}
    before = {} if scored is None else {seat: cells.get((scored, seat), 0) for seat in state.table.seats}
    return before | now
