"""Numbers asked of every player, in a row for each: the keys around the likely one, or the signs of faces."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

import flet as ft

from companion.forms import field_views
from companion.forms.binding import Binding
from companion.forms.form import Form
from companion.forms.number_pad import pad_of
from companion.forms.numbers import KEYPAD, UNOPENED, is_large, is_on_pad, short_count, sign_keys, tens_count
from companion.ui.marks import badge
from companion.ui.panel import label, note
from companion.ui.theme import Look
from companion.window.hooks import drawn_once, use_window
from scoring.contract.prompts import Answer, Count, Field, Grid, Prompt, Unset
from scoring.contract.scores import Seat

KEYS: Final = 7  # keys in a player's row on a phone
KEYS_WIDE: Final = 11  # the same on a wide screen
_LABEL: Final = 58  # width of the label before a row of keys, if a player is asked several things
_LETTERS: Final = 8  # a longer label is above the keys
_BESIDE: Final = 2  # the tens that have no room in a row with a label
_SEVERAL: Final = 2  # this many numbers with signs share a line, unless the text is large
_SMALL: Final = 356  # or the window narrower than this


@dataclass(frozen=True)
class Question:
    """A number asked in a player's row: `label` tells several apart, the keys are centred on `around`."""

    field: Count
    binding: Binding
    around: int
    label: str = ""
    note: str = ""


def fits_rows(field: Field) -> bool:
    """Whether the answers fit into the players' rows: only numbers do."""
    if not isinstance(field, Grid) or not field.seats:
        return False
    return all(isinstance(cell.field, Count) and not is_on_pad(cell.field) for cell in field.cells)


def shows_players(prompt: Prompt) -> bool:
    """Whether the question itself names every player, with their numbers."""
    return any(
        isinstance(field, Grid) and field.seats and all(is_on_pad(cell.field) for cell in field.cells)
        for field in prompt.fields
    )


def has_pad(prompt: Prompt) -> bool:
    return shows_players(prompt) or bool(pad_of(prompt.fields))


def grids_in_rows(prompt: Prompt) -> tuple[Grid, ...]:
    """The numbers asked in the players' rows; none where other questions come first, which stay in their order."""
    first = prompt.fields[0] if prompt.fields else None
    if isinstance(first, Grid) and not fits_rows(first) and not shows_players(prompt):
        return ()
    return tuple(field for field in prompt.fields if isinstance(field, Grid) and fits_rows(field))


def views_by_player(look: Look, form: Form) -> list[ft.Control]:
    """All fields of a form, with a row for each player, the one of `ready` first, where all are asked numbers."""
    in_rows = grids_in_rows(form.prompt)
    if not in_rows:
        return form.views(look)
    seats = sorted({Seat(int(cell.key)) for grid in in_rows for cell in grid.cells})
    order = sorted(seats, key=lambda seat: (seat != form.ready, seats.index(seat)))
    rows = [PlayerRow(look, form, in_rows, seat, key=f"row.{seat}") for seat in order]
    first = form.prompt.fields.index(in_rows[0])
    before = [field for field in form.prompt.fields[:first] if field not in in_rows]
    after = [field for field in form.prompt.fields[first:] if field not in in_rows]
    return [*form.views(look, before), ft.Column(list(rows), spacing=8, tight=True), *form.views(look, after)]


@ft.component
def PlayerRow(look: Look, form: Form, in_rows: tuple[Grid, ...], seat: Seat, key: str | None = None) -> ft.Control:
    """A player's name with what is known of them, such as their bid, and the keys of what is asked.

    It is framed if it is the one that is being corrected.
    """
    window = use_window()
    questions = tuple(list_questions(look, form, in_rows, seat))
    name = form.desk.shown.table.names[seat]
    lines = key_lines(look, name, questions, KEYS_WIDE if window.wide else KEYS, window.width)
    words = ft.Text(name, style=look.text(16, bold=True), expand=True)
    shown = {"", *(question.note for question in questions)}
    notes = (cell.note for grid in in_rows for cell in grid.cells if cell.key == seat)
    known = [note(look, fact) for fact in notes if fact not in shown]
    edge = look.accent if seat == form.ready else ft.Colors.OUTLINE_VARIANT
    return ft.Container(
        ft.Column([ft.Row([badge(look, seat, 26), words, *known], spacing=8), *lines], spacing=4, tight=True),
        padding=ft.Padding.only(left=9, right=5, top=6, bottom=8),
        border=ft.Border.all(1.6 if seat == form.ready else 1, edge),
        border_radius=16,
    )


def key_lines(look: Look, name: str, questions: Sequence[Question], room: int, width: float) -> list[ft.Control]:
    """The keys of a player's questions, read aloud as theirs; several with signs share a line in a window this wide."""
    signed = [question for question in questions if question.field.signs]
    if len(signed) < _SEVERAL or look.is_large or width < _SMALL:
        signed = []
    lines: list[ft.Control] = [SignKeys(tuple(signed), key=f"signs#{signed[0].binding.since}")] if signed else []
    lines += [Keys(question, room, key=question.binding.key) for question in questions if question not in signed]
    return [ft.Semantics(content=line, container=True, label=name) for line in lines]


@drawn_once
def Keys(question: Question, room: int, key: str | None = None) -> ft.Control:
    """At most `room` values around the likely one, or all of them on the keypad; a large number is entered in tens."""
    opened, put = ft.use_state(UNOPENED)
    field, binding = question.field, question.binding
    is_beside = 0 < len(question.label) <= _LETTERS and not (question.note or binding.look.is_large)
    if opened == KEYPAD:
        keys = field_views.view(field, binding)
    elif is_large(field):
        closing = replace(binding, answer=_answer_and_close(binding, put))
        keys = tens_count(field, closing, room - _BESIDE if is_beside else room, opened, put)
    else:
        keys = short_count(field, binding, question.around, room, lambda: put(KEYPAD))
    if question.note:
        return ft.Column([note(question.binding.look, question.note), keys], spacing=0, tight=True)
    if not question.label:
        return keys
    if not is_beside:
        return ft.Column([label(question.binding.look, question.label), keys], spacing=2, tight=True)
    words = ft.Container(label(question.binding.look, question.label), width=_LABEL)
    return ft.Row([words, ft.Container(keys, expand=True)], spacing=4)


@drawn_once
def SignKeys(questions: tuple[Question, ...], key: str | None = None) -> ft.Control:
    """Several numbers in one line, with two keys for each."""
    pairs: list[ft.Control] = [
        ft.Row(sign_keys(question.field, question.binding, question.label), spacing=3, expand=True)
        for question in questions
    ]
    return ft.Row(pairs, spacing=8)


def _answer_and_close(binding: Binding, put: Callable[[int], None]) -> Callable[[Answer | Unset], None]:
    def answer(number: Answer | Unset) -> None:
        put(UNOPENED)
        binding.answer(number)

    return answer


def list_questions(look: Look, form: Form, in_rows: tuple[Grid, ...], seat: int) -> Iterator[Question]:
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
