"""The players' rows at the table: what they say, and the questions that are asked in them."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Final

import flet as ft

from companion import fields
from companion.fields import Asked
from companion.fields.form import Form
from companion.fields.numbers import KEYPAD, UNOPENED, is_large, numbers_of, short_count, tens_count
from companion.flet_guard.redrawing import Keep, drawn_once, use_keep
from companion.parts.panel import label, note
from companion.parts.seat_row import SeatFacts, seat_head, seat_row
from companion.session.desk import Desk
from companion.theme import Look
from companion.window.hooks import use_window
from scoring import agreements
from scoring.drafts import collect_answers
from scoring.game import State
from scoring.prompts import Answer, Count, Grid, Prompt, Unset
from scoring.scores import by_round, totals

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


def seat_rows(
    look: Look, desk: Desk, form: Form | None, sided: tuple[Grid, ...], open_sheet: OpenSheet, keep: Keep
) -> list[ft.Control]:
    """A row a player; the cells of `sided` are asked in them."""
    told = form and not form.prompt.instant and not form.gaps
    after = desk.state_after(form.prompt, collect_answers(form.prompt, form.draft)) if form and told else None
    wrong = form.kept.field if form else ""
    crowd = len(desk.state.table.names) > _CROWD
    rows: list[ft.Control] = []
    for facts in seat_facts(desk, form.prompt if form else None, after):
        questions = tuple(_questions(look, form, sided, facts.seat)) if form else ()
        here = wrong in {f"{each.name}[{facts.seat}]" for each in sided}
        row = partial(SeatRow, look, facts, questions, here, crowd, open_sheet, key=f"seat.{facts.seat}")
        rows.append(keep(f"seat.{facts.seat}", (look, facts, questions, here, crowd), row))
    return rows


def _questions(look: Look, form: Form, sided: tuple[Grid, ...], seat: int) -> Iterator[Question]:
    """What is asked of a seat, one line a question."""
    for each in sided:
        for cell in each.cells:
            if cell.key == seat and isinstance(cell.field, Count):
                label = each.label if len(form.prompt.fields) > 1 else ""
                told = cell.note if cell.field.words else ""  # what helps with a number, its row shows anyway
                asked = form.asked_cell(look, each, seat)
                yield Question(cell.field, asked, _around(each, cell.field), label, told)


def _around(each: Grid, field: Count) -> int:
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
    sums = totals(agreements.score_if_stopped(desk.game, state).ledger, state.table.seats)
    changes = _foretold(state, after) if after else _changes(desk)
    ranks = {seat: place.rank for place in agreements.standings(desk.game, state) for seat in place.side}
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
            is_preview=bool(after and changes),
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
    state, cells = desk.state, by_round(desk.state.ledger)
    goes_on = agreements.outcome(desk.game, state) is None
    scored = max((number for number, _ in cells if not (goes_on and number == state.round)), default=None)
    now = {seat: points for (number, seat), points in cells.items() if goes_on and number == state.round}
    before = {} if scored is None else {seat: cells.get((scored, seat), 0) for seat in state.table.seats}
    return before | now
