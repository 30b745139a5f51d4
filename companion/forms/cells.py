"""The same question for each of several: one row for each cell, or one place for all of them in turn."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

import flet as ft

from companion.forms.binding import Binding, entered_value
from companion.forms.choices import pick, subset_chip, tone
from companion.forms.number_pad import Slot, number_pad
from companion.forms.numbers import bid_text, count, is_on_pad, short_count
from companion.ui.chips_and_buttons import Tone, chip, quiet
from companion.ui.marks import ICONS, badge, suit_mark
from companion.ui.panel import flow, label, note
from scoring.contract.cards import Suit
from scoring.contract.prompts import (
    UNSET,
    Answer,
    Bid,
    Cell,
    Count,
    Draft,
    Field,
    Flag,
    Grid,
    Pick,
    Source,
    Subset,
    Sum,
    Unset,
    Value,
)

_NAME: Final = 66  # width of a short name
_ROOM: Final = 6  # keys beside it on a phone
_MARK: Final = 58  # width of the key at the end of a row
_ROOM_BELOW: Final = 7  # keys below a longer name on a phone
_TITLE: Final = 96  # width of the words beside the keys of players
OWNERS_BESIDE: Final = 5  # at most this many player chips beside the label
_SHORT: Final = 8  # letters of a name that fit before a row of numbers
_MANY_PICKS: Final = 4  # from this many players on, choices of several lines are asked in turn
_LETTERS: Final = 52  # letters in a line of chips
_FRAME: Final = 5  # letters that the frame of a chip takes
_PICTURE: Final = 4  # letters that its picture takes
_NEXT: Final = -1  # no player was tapped: ask the next one without an answer

View = Callable[[Field, Binding], ft.Control]


def in_turn(grid: Grid) -> bool:
    """Whether the players answer in turn in one place, because their answers need too much room."""
    fields = [cell.field for cell in grid.cells]
    bids = all(isinstance(field, Bid) for field in fields)
    picks = len(fields) >= _MANY_PICKS and all(isinstance(field, Pick) and _has_lines(field) for field in fields)
    return grid.seats and bool(fields) and (bids or picks)


def has_scroll_key(field: Field) -> bool:
    """Whether the table can scroll to the field by its path: a list of questions with at least one in it."""
    if not isinstance(field, Grid) or not field.cells or in_turn(field):
        return False
    return not all(isinstance(cell.field, Sum) for cell in field.cells)


def fits_one_line(cell: Cell) -> bool:
    """Whether the numbers of a cell fit beside its name."""
    return isinstance(cell.field, Count) and not cell.note and len(cell.label) <= _SHORT


def asks_owner(cell: Cell) -> bool:
    """Whether a cell asks whose something is, with a short name and a key for each player."""
    return isinstance(cell.field, Pick) and cell.field.seats and isinstance(cell.key, str) and not cell.note


def is_folded(grid: Grid) -> bool:
    """Whether the numbers of the players are asked behind a line to tap, because they are mostly and may all be 0."""
    fields = [cell.field for cell in grid.cells]
    may_be_folded = grid.seats and bool(grid.label) and (not grid.totals or 0 in grid.totals)
    return may_be_folded and all(isinstance(field, Count) and field.likely == 0 for field in fields)


def _has_lines(field: Pick) -> bool:
    letters = sum(
        len(choice.label) + _FRAME + _PICTURE * bool(field.seats or choice.suit or choice.icon)
        for choice in field.choices
    )
    return bool(field.label) or letters + len(field.by_chance) > _LETTERS


@dataclass(frozen=True)
class Marks:
    """A `Subset` of the cells of a `Grid`, drawn as a key at the end of each row."""

    field: Subset
    binding: Binding

    def key(self, cell: Cell) -> ft.Control:
        (choice,) = (choice for choice in self.field.choices if choice.value == cell.key)
        return subset_chip(self.field, self.binding, choice, _MARK)


def are_marks(field: Grid, subset: Subset) -> bool:
    """Whether `subset` chooses among the cells of `field`, and its keys fit into their rows."""
    same_keys = [cell.key for cell in field.cells] == [choice.value for choice in subset.choices]
    return same_keys and not field.seats and all(fits_one_line(cell) for cell in field.cells)


def show_cells(field: Grid, binding: Binding, view: View, marks: Marks | None = None) -> ft.Control:
    """A row for each cell: its name, the fact that helps, its field, and its key of `marks`."""
    if in_turn(field):
        return InTurn(field, binding, view, key=binding.path)
    if not field.cells:  # an empty column, so that the controls after it keep their places
        return ft.Column(tight=True)
    draft = {field.name: binding.entered} if binding.entered is not None else {}
    if field.cells and all(is_on_pad(cell.field) for cell in field.cells):
        return _show_pad(field, binding, draft)
    rows = [
        _row(field, cell, _cell_binding(field, binding, cell, value), view, marks)
        for cell, value in field.get_cells(draft)
    ]
    if marks is not None:
        rows.append(note(binding.look, marks.field.label))
    is_dense = all(fits_one_line(cell) or asks_owner(cell) for cell in field.cells)
    above = [label(binding.look, field.label)] if field.label else []
    key: Any = ft.ScrollKey(binding.path)  # type: ignore[call-arg]  # Flet hides its fields
    if is_folded(field):
        above, rows = [], [Folded(field, rows, binding, key="folded")]
    return ft.Column([*above, *rows], spacing=6 if is_dense else 12, tight=True, key=key)


def _show_pad(field: Grid, binding: Binding, draft: Draft) -> ft.Control:
    slots = [
        Slot(
            cell.field,
            _cell_binding(field, binding, cell, value),
            cell.label,
            int(cell.key) if field.seats else None,
        )
        for cell, value in field.get_cells(draft)
        if isinstance(cell.field, Sum | Count)
    ]
    is_title_enough = field.seats and isinstance(field.cells[0].field, Sum)
    return number_pad(slots, "" if is_title_enough else field.label)


def _row(field: Grid, cell: Cell, binding: Binding, view: View, marks: Marks | None) -> ft.Control:
    if isinstance(cell.field, Count) and fits_one_line(cell):
        tail, suit = marks.key(cell) if marks else None, binding.suits.get(str(cell.key))
        return NumberRow(cell.label, cell.field, binding, tail, suit, key=binding.path)
    if isinstance(cell.field, Pick) and asks_owner(cell):
        return OwnerRow(cell.label, cell.field, binding, key=binding.path)
    head: list[ft.Control] = [ft.Text(cell.label, style=binding.look.text(16, bold=True))]
    if field.seats and isinstance(cell.key, int):
        head.insert(0, badge(binding.look, cell.key, 26))
    if cell.note:
        head.append(note(binding.look, cell.note))
    if isinstance(cell.field, Count) and field.seats:
        keys = ShortCount(cell.field, binding, key=binding.path)
        return ft.Column([ft.Row(head, spacing=8), keys], spacing=4, tight=True)
    if isinstance(cell.field, Flag):  # its switch has room beside the name
        share = ft.Container(view(cell.field, binding), expand=1 if cell.field.label else None)
        return ft.Row([ft.Row(head, spacing=8, expand=1), share], spacing=8)
    return ft.Column([ft.Row(head, spacing=8), view(cell.field, binding)], spacing=4, tight=True)


def _cell_binding(field: Grid, binding: Binding, cell: Cell, value: Value) -> Binding:
    def put(answer: Answer | Unset) -> None:
        binding.answer(_with_cell(field, binding.latest, cell.key, answer))

    return binding.nested(f"[{cell.key}]", value, put, lambda answers: _by_key(answers).get(cell.key))


def _with_cell(field: Grid, answers: Answer, key: Answer, answer: Answer | Unset) -> list[list[Answer]]:
    after = {**_by_key(answers), key: answer}
    return [[cell.key, after[cell.key]] for cell in field.cells if after.get(cell.key, UNSET) is not UNSET]


@ft.component
def OwnerRow(words: str, field: Pick, binding: Binding, key: str | None = None) -> ft.Control:
    """Whose something is; a tap opens a key for each player, beside what it is or below it."""
    is_open, put_open = ft.use_state(False)
    look, seat = binding.look, binding.entered
    name = ft.Text(words, style=look.text(16, bold=True), width=None if look.is_large else _TITLE, max_lines=2)
    if not is_open and binding.value.source is not Source.MISSING:
        icon = ft.Icon(ICONS["out"], size=22, color=ft.Colors.ON_SURFACE_VARIANT)
        mark = badge(look, seat, 26) if isinstance(seat, int) else icon
        shown = tone(binding, seat)
        owner = chip(
            look, binding.path, f"{field.label_of(seat)} ▾", partial(put_open, True), tone=shown, mark=mark, small=True
        )
        return ft.Row([name, owner], spacing=4, wrap=look.is_large)

    def answer(owner: Answer | Unset) -> None:
        put_open(False)
        binding.answer(owner)

    keys = pick(field, replace(binding, answer=answer), slim=True, in_a_row=True)
    if len(field.choices) > OWNERS_BESIDE or look.is_large:
        return ft.Column([name, keys], spacing=4, tight=True)
    return ft.Row([name, ft.Container(keys, expand=True)], spacing=4)


@ft.component
def Folded(field: Grid, rows: list[ft.Control], binding: Binding, key: str | None = None) -> ft.Control:
    """Questions that mostly need no answer, behind a line to tap until one of them has another than the likely one."""
    is_open, put_open = ft.use_state(False)
    if is_open or any(number for number in _by_key(binding.entered).values()):
        return ft.Column([label(binding.look, field.label), *rows], spacing=6, tight=True)
    return quiet(binding.look, f"{binding.path}.open", field.label, partial(put_open, True), icon=ft.Icons.EXPAND_MORE)


def _use_short_count(field: Count, binding: Binding, room: int) -> ft.Control:
    """At most `room` numbers around the likely one; all of them after a tap on the key for others."""
    shows_all, show_all = ft.use_state(False)
    if shows_all:
        return count(field, binding)
    around = field.likely if isinstance(field.likely, int) else field.low
    return short_count(field, binding, around, room, partial(show_all, True))


@ft.component
def ShortCount(field: Count, binding: Binding, key: str | None = None) -> ft.Control:
    """A row of numbers, as in the players' rows of the table."""
    return _use_short_count(field, binding, _ROOM_BELOW)


@ft.component
def NumberRow(
    name: str, field: Count, binding: Binding, tail: ft.Control | None, suit: Suit | None, key: str | None = None
) -> ft.Control:
    keys = ft.Container(_use_short_count(field, binding, _ROOM if tail is None else _ROOM - 1), expand=True)
    end = [] if tail is None else [tail]
    mark = [] if suit is None else [suit_mark(binding.look, suit, 18)]
    if binding.look.is_large:
        words: ft.Control = ft.Row([*mark, ft.Text(name, style=binding.look.text(16, bold=True))], spacing=4)
        return ft.Column([words, ft.Row([keys, *end])], spacing=4)
    words = ft.Text(name, style=binding.look.text(16, bold=True), width=_NAME, no_wrap=True)
    if mark:
        small = ft.Text(name, style=binding.look.text(13, bold=True), expand=True, no_wrap=True)
        words = ft.Row([*mark, small], spacing=4, width=_NAME)
    return ft.Row([words, keys, *end], spacing=4)


@ft.component
def InTurn(field: Grid, binding: Binding, view: View, key: str | None = None) -> ft.Control:
    """A chip with the answer of each player, and one place to answer; it goes on to the next one without an answer."""
    is_asked = any(cell.key == binding.ready for cell in field.cells)
    tapped, tap = ft.use_state(binding.ready if is_asked and binding.ready is not None else _NEXT)
    look, entered = binding.look, _by_key(binding.entered)
    missing = [cell.key for cell in field.cells if cell.key not in entered]
    on = tapped if tapped != _NEXT else missing[0] if missing else None

    def put(answer: Answer | Unset) -> None:
        binding.answer(_with_cell(field, binding.latest, on, answer))
        tap(_NEXT)

    def player_chip(cell: Cell) -> ft.Control:
        text = f" {_answer_text(cell.field, entered[cell.key])}" if cell.key in entered else ""
        seat, tone = int(cell.key), Tone.CHOSEN if cell.key == on else Tone.OPEN
        act, mark = partial(tap, seat), badge(look, seat, 26)
        return chip(look, f"{binding.path}[{seat}]", f"{cell.label}{text}", act, tone=tone, mark=mark, small=True)

    rows: list[ft.Control] = [flow([player_chip(cell) for cell in field.cells])]
    for cell in field.cells:
        if cell.key == on:
            value = entered_value(entered.get(on, UNSET))
            inner = binding.nested(f"[{on}]", value, put, lambda answers: _by_key(answers).get(on))
            shown = [label(look, cell.label), view(cell.field, inner)]
            rows.append(ft.Column(shown, spacing=8, tight=True, key=inner.path))
    return ft.Column(rows, spacing=12, tight=True)


def _answer_text(field: Field, answer: Answer) -> str:
    if isinstance(field, Pick):
        return next((choice.label for choice in field.choices if choice.value == answer), "")
    return bid_text(answer)


def _by_key(answers: Answer) -> dict[Answer, Answer]:
    return dict(map(tuple, answers or ()))
