"""A half-filled form: what was entered, what is likely, what follows from the sum, what is missing.

The screen, the command line and the tests fill in forms through these functions and need to know no game. A draft maps
field names to answers; fields not entered yet are absent, and so are such cells of a `Grid`. A draft restored from
storage may hold anything: what is malformed counts as not entered.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scoring.contract.game import Draft
from scoring.contract.prompts import (
    UNSET,
    Answer,
    Bid,
    Card,
    Cell,
    Count,
    Field,
    Flag,
    Grid,
    Group,
    Groups,
    Known,
    OnBoard,
    Pick,
    Prompt,
    Repeat,
    Sealed,
    Subset,
    Sum,
    Text,
    Unset,
)
from scoring.engine.validation import find_error, find_groups_error, has_shape, read_pairs, total_text


class Source(StrEnum):
    """Where the value of a field or cell comes from."""

    ENTERED = "entered"
    LIKELY = "likely"
    SOLVED = "solved"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Value:
    """The current value of a field or cell; `answer` is UNSET exactly when it is MISSING."""

    answer: Answer | Unset
    source: Source


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that keeps a form from being recorded: which field, and one short sentence."""

    path: str  # "tricks", "tricks[2]"
    text: str


MISSING_VALUE: Final = Value(UNSET, Source.MISSING)

_CellValues = list[tuple[Cell, Value]]


def get_value(field: Field, draft: Draft) -> Value:
    """The entered answer, else the likely one; of several groups the last one is solved."""
    if field.name not in draft:
        return _likely_value(field)
    entered = draft[field.name]
    solved = _solve_last_group(field, entered) if isinstance(field, Groups) else None
    return Value(entered, Source.ENTERED) if solved is None else Value(solved, Source.SOLVED)


def get_cells(grid: Grid, draft: Draft) -> tuple[tuple[Cell, Value], ...]:
    """Every cell with its value; the last open one is solved from the allowed totals."""
    entered = dict(read_pairs(draft.get(grid.name)))
    values = [
        (cell, Value(entered[cell.key], Source.ENTERED) if cell.key in entered else _likely_value(cell.field))
        for cell in grid.cells
    ]
    return tuple(_solve_last_cell(grid, values))


def find_gaps(prompt: Prompt, draft: Draft) -> tuple[Gap, ...]:
    """What is missing or not valid, in the order of the form; empty: the form can be recorded."""
    return tuple(gap for field in prompt.fields for gap in _field_gaps(field, draft, field.name))


def collect_answers(prompt: Prompt, draft: Draft) -> dict[str, Answer]:
    """The payload of the event, once there are no gaps: entered, likely, solved and given answers."""
    return dict(prompt.given) | {field.name: _field_answer(field, draft) for field in prompt.fields}


def drop_malformed(prompt: Prompt, draft: Draft) -> dict[str, Answer]:
    """The draft without answers that are not of this form, or not of their field's type."""
    return {
        field.name: draft[field.name]
        for field in prompt.fields
        if field.name in draft and has_shape(field, draft[field.name])
    }


def known_answers(prompt: Prompt, payload: Mapping[str, Answer]) -> Iterator[tuple[Known, Answer]]:
    """The cards named in a payload, to be remembered, each with its field."""
    for field in prompt.fields:
        if field.name in payload:
            yield from _known_in(field, payload[field.name])


def _likely_value(field: Field) -> Value:
    match field:
        case (
            Pick(likely=likely) | Count(likely=likely) | Sum(likely=likely) | Flag(likely=likely) | Text(likely=likely)
        ):
            if not isinstance(likely, Unset):
                return Value(likely, Source.LIKELY)
            return Value("", Source.LIKELY) if isinstance(field, Text) and not field.needed else MISSING_VALUE
        case Subset(likely=likely, low=low) | Repeat(likely=likely, low=low):
            if not isinstance(likely, Unset):
                return Value(list(likely), Source.LIKELY)
            return MISSING_VALUE if low else Value([], Source.LIKELY)
        case Known(needed=False, numbers=()):
            return Value({"name": "", "numbers": []}, Source.LIKELY)
        case Group() | Grid() | Bid() | Groups() | Card() | OnBoard() | Known() | Sealed():
            return MISSING_VALUE


def _solve_last_cell(grid: Grid, values: _CellValues) -> _CellValues:
    """Fill the only cell without a value from the totals, else the only one that is merely likely."""
    if not grid.totals or not all(isinstance(cell.field, Count) for cell, _ in values):
        return values
    open_cells = [i for i, (_, value) in enumerate(values) if value.source is Source.MISSING]
    if not open_cells and _sum(values) not in grid.totals:
        open_cells = [i for i, (_, value) in enumerate(values) if value.source is Source.LIKELY]
    if len(open_cells) != 1:
        return values
    (last,) = open_cells
    cell, others = values[last][0], _sum(values[:last]) + _sum(values[last + 1 :])
    solutions = [total - others for total in grid.totals if not find_error(cell.field, total - others)]
    if len(solutions) == 1:
        values[last] = (cell, Value(solutions[0], Source.SOLVED))
    return values


def _solve_last_group(field: Groups, entered: Answer) -> Answer | None:
    """The complete groups, with all remaining seats in one of them; None unless exactly one group can take them."""
    if not has_shape(field, entered):
        return None
    rest = [seat for seat in field.seats if not any(seat in group for group in entered)]
    candidates = [
        [sorted([*group, *rest]) if number == at else group for number, group in enumerate(entered)]
        for at in range(len(entered))
    ]
    solutions = [groups for groups in candidates if not find_groups_error(field, groups)]
    return solutions[0] if rest and len(solutions) == 1 else None


def _sum(values: Iterable[tuple[Cell, Value]]) -> int:
    return sum(value.answer for _, value in values if isinstance(value.answer, int))


def _field_gaps(field: Field, draft: Draft, path: str, topic: str = "") -> Iterator[Gap]:
    """What is missing or not valid; the `topic` says what a grid inside a cell is about: "Vikings"."""
    match field:
        case Grid():
            yield from _grid_gaps(field, draft, path, topic)
        case Group(fields=parts):
            for part in parts:
                yield from _field_gaps(part, _group_draft(field, draft), f"{path}.{part.name}")
        case (
            Pick()
            | Count()
            | Sum()
            | Flag()
            | Text()
            | Subset()
            | Repeat()
            | Bid()
            | Groups()
            | Card()
            | OnBoard()
            | Known()
            | Sealed()
        ):
            value = get_value(field, draft)
            if value.source is Source.MISSING:
                yield Gap(path, f"Still open: {field.label or 'an answer'}.")
            elif error := find_error(field, value.answer):
                yield Gap(path, error)


def _grid_gaps(grid: Grid, draft: Draft, path: str, topic: str) -> Iterator[Gap]:
    values = get_cells(grid, draft)
    is_open = any(value.source is Source.MISSING for _, value in values)
    if grid.totals and is_open and (least := _least_sum(values)) > max(grid.totals):
        yield Gap(path, total_text(grid, least))  # first of all: filling in the open cells would not help
    for cell, value in values:
        cell_path = f"{path}[{cell.key}]"
        if isinstance(cell.field, Group | Grid):
            yield from _field_gaps(cell.field, _cell_draft(cell.field, value), cell_path, cell.label)
        elif value.source is Source.MISSING:
            words = ": ".join(filter(None, (cell.label or grid.label, topic)))
            yield Gap(cell_path, f"Still open: {words}.")
        elif error := find_error(cell.field, value.answer):
            yield Gap(cell_path, error)
    if grid.totals and not is_open and (total := _sum(values)) not in grid.totals:
        yield Gap(path, total_text(grid, total))


def _least_sum(values: Iterable[tuple[Cell, Value]]) -> int:
    """The smallest sum still possible: every cell not entered may become its lowest number."""
    numbers = (
        value.answer if value.source is Source.ENTERED else cell.field.low
        for cell, value in values
        if isinstance(cell.field, Count)
    )
    return sum(number for number in numbers if isinstance(number, int))


def _field_answer(field: Field, draft: Draft) -> Answer:
    match field:
        case Grid():
            return [[cell.key, _cell_answer(cell, value)] for cell, value in get_cells(field, draft)]
        case Group(fields=parts):
            return {part.name: _field_answer(part, _group_draft(field, draft)) for part in parts}
        case (
            Pick()
            | Count()
            | Sum()
            | Flag()
            | Text()
            | Subset()
            | Repeat()
            | Bid()
            | Groups()
            | Card()
            | OnBoard()
            | Known()
            | Sealed()
        ):
            return get_value(field, draft).answer


def _cell_answer(cell: Cell, value: Value) -> Answer:
    if isinstance(cell.field, Group | Grid):
        return _field_answer(cell.field, _cell_draft(cell.field, value))
    return value.answer


def _cell_draft(field: Group | Grid, value: Value) -> Draft:
    """A nested field's own draft."""
    return {} if isinstance(value.answer, Unset) else {field.name: value.answer}


def _group_draft(group: Group, draft: Draft) -> Draft:
    entered = draft.get(group.name)
    return entered if isinstance(entered, Mapping) else {}


def _known_in(field: Field, answer: Answer) -> Iterator[tuple[Known, Answer]]:
    match field:
        case Known():
            if answer["name"].strip():
                yield field, answer
        case Repeat(field=inner):
            for item in answer:
                yield from _known_in(inner, item)
        case Group(fields=parts):
            for part in parts:
                yield from _known_in(part, answer[part.name])
        case Grid(cells=cells):
            answers = dict(map(tuple, answer))
            for cell in cells:
                yield from _known_in(cell.field, answers[cell.key])
        case Pick() | Count() | Sum() | Flag() | Text() | Subset() | Bid() | Groups() | Card() | OnBoard() | Sealed():
            return
