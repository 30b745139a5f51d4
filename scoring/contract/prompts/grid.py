"""The same question for several players or things."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

from scoring.contract.hints import find_element, find_pair
from scoring.contract.prompts.count import Count
from scoring.contract.prompts.field import (
    Answer,
    Draft,
    Field,
    Gap,
    Key,
    Move,
    Source,
    Unset,
    Value,
    are_pairs,
    is_number,
    read_pairs,
    value_of,
)
from scoring.contract.prompts.group import INCOMPLETE, Group
from scoring.contract.prompts.sum import Sum, is_tape
from scoring.contract.scores import as_points
from scoring.contract.tapes import add_up


@dataclass(frozen=True, slots=True)
class Cell:
    """One question of a `Grid`: its subject and its field."""

    key: Key
    label: str
    field: Field
    note: str = ""  # a fact that helps to answer: "bid 2"


@dataclass(frozen=True, slots=True)
class Grid(Field):
    """The same question for several keys. Answer: list of [key, answer], in the order of the cells.

    `totals` are the allowed sums of the answers, which are whole numbers then; the last open cells are solved from
    them. Empty: any sum. With `seats` the keys are seats, and each cell is shown in its player's row.
    """

    cells: tuple[Cell, ...]
    totals: tuple[int, ...] = ()
    seats: bool = False

    @property
    def parts(self) -> tuple[Field, ...]:
        return tuple(cell.field for cell in self.cells)

    def get_cells(self, draft: Draft) -> tuple[tuple[Cell, Value], ...]:
        """Every cell with its value; the last open ones are solved from the allowed totals."""
        entered = dict(read_pairs(draft.get(self.name)))
        values = [
            (
                cell,
                Value(entered[cell.key], Source.ENTERED) if cell.key in entered else value_of(cell.field.get_likely()),
            )
            for cell in self.cells
        ]
        return tuple(self._solve(values))

    def find_error(self, answer: Answer) -> str:
        answers = dict(read_pairs(answer))
        if answers.keys() != {cell.key for cell in self.cells} or len(answer) != len(self.cells):
            return INCOMPLETE
        error = next((why for cell in self.cells if (why := cell.field.find_error(answers[cell.key]))), "")
        if error or not self.totals:
            return error
        total = as_points(sum(map(_number, answers.values())))
        return "" if total in self.totals else self._total_text(total)

    def has_shape(self, answer: Answer) -> bool:
        by_key = {cell.key: cell.field for cell in self.cells}
        return are_pairs(answer) and all(key in by_key and by_key[key].has_shape(part) for key, part in answer)

    def find_gaps(self, draft: Draft, path: str, topic: str = "") -> Iterator[Gap]:
        values = self.get_cells(draft)
        count_open = sum(value.source is Source.MISSING for _, value in values)
        if self.totals and count_open and (least := _least_sum(values)) > max(self.totals):
            yield Gap(path, self._total_text(least))  # first of all: filling in the open cells would not help
        for cell, value in values:
            cell_path = f"{path}[{cell.key}]"
            if isinstance(cell.field, Group | Grid):
                yield from cell.field.find_gaps(_own_draft(cell.field, value), cell_path, cell.label)
            elif value.source is Source.MISSING:
                yield Gap(cell_path, self._open_text(cell, topic, count_open))
            elif error := cell.field.find_error(value.answer):
                yield Gap(cell_path, error)
        if self.totals and not count_open and (total := _sum(values)) not in self.totals:
            yield Gap(path, self._total_text(total))

    def collect(self, draft: Draft) -> Answer:
        return [[cell.key, cell.field.collect(_own_draft(cell.field, value))] for cell, value in self.get_cells(draft)]

    def list_known(self, answer: Answer) -> Iterator[tuple[str, Answer]]:
        answers = dict(map(tuple, answer))
        for cell in self.cells:
            yield from cell.field.list_known(answers[cell.key])

    def list_values(self) -> Iterator[tuple[str, Answer]]:
        return ((cell.label, cell.key) for cell in self.cells)

    def list_seats(self) -> Iterator[Answer]:
        return (cell.key for cell in self.cells if self.seats)

    def move_seats(self, hint: Any, move: Move) -> Self:
        key, answer = find_pair(find_element(hint))
        moved = (
            replace(cell, key=move(key, cell.key), field=cell.field.move_seats(answer, move)) for cell in self.cells
        )
        return replace(self, cells=tuple(moved))

    def _solve(self, values: list[tuple[Cell, Value]]) -> list[tuple[Cell, Value]]:
        """Fill the only cell without a value from the totals, else the only one that is merely likely; several without
        a value are filled with their lowest numbers once nothing more is left for them.
        """
        if not self.totals or not all(isinstance(cell.field, Count | Sum) for cell, _ in values):
            return values
        open_cells = _list_indexes(values, Source.MISSING)
        if len(open_cells) > 1 and _least_sum(values) == max(self.totals):
            for i in open_cells:
                values[i] = (values[i][0], Value(_lowest(values[i][0]), Source.SOLVED))
        if not open_cells and _sum(values) not in self.totals:
            open_cells = _list_indexes(values, Source.LIKELY)
        if len(open_cells) != 1:
            return values
        (last,) = open_cells
        cell, others = values[last][0], _sum([*values[:last], *values[last + 1 :]])
        solutions = [total - others for total in self.totals if not cell.field.find_error(total - others)]
        if len(solutions) == 1:
            values[last] = (cell, Value(solutions[0], Source.SOLVED))
        return values

    def _open_text(self, cell: Cell, topic: str, count_open: int) -> str:
        """What is still open, from this cell on: "5 bids still open, Ana first.", "Ana's bid is still open.", "3 still
        open, Ana first.", "Ana's jacks are still open.", with a topic "Still open for Ana: Jacks.".
        """
        noun = f"{self.label[:1].lower()}{self.label[1:]}"
        is_own = self.seats and cell.label and noun.endswith("s")
        is_one_each = is_own and (not isinstance(cell.field, Count | Sum) or f"{cell.field.name}s" == noun)
        if topic and not is_one_each:
            return f"Still open for {cell.label or self.label}: {topic}."
        if cell.label and count_open > 1:
            what = f"{noun} still" if is_one_each else "still"
            return f"{count_open} {what} open, {cell.label} first."
        if is_one_each:
            return f"{cell.label}'s {noun.removesuffix('s')} is still open."
        return f"{cell.label}'s {noun} are still open." if is_own else f"Still open: {cell.label or self.label}."

    def _total_text(self, total: float) -> str:
        """How far the sum is from an allowed one: "3 tricks still missing.", "1 trick too many: 4 of 1 or 3."."""
        nearest = min(self.totals, key=lambda allowed: abs(allowed - total))
        most = max(self.totals)
        any_up_to = len(self.totals) > 2 and self.totals == tuple(range(most + 1))
        allowed = f"at most {most}" if any_up_to else " or ".join(map(str, self.totals))
        number, how = abs(nearest - total), "still missing" if nearest > total else "too many"
        words = " ".join(word for word in (str(number), _noun(self.label, number), how) if word)
        return f"{words}." if len(self.totals) == 1 else f"{words}: {total} of {allowed}."


def _own_draft(field: Field, value: Value) -> Draft:
    """The draft of a field inside a cell."""
    return {} if isinstance(value.answer, Unset) else {field.name: value.answer}


def _list_indexes(values: Iterable[tuple[Cell, Value]], source: Source) -> list[int]:
    return [i for i, (_, value) in enumerate(values) if value.source is source]


def _sum(values: Iterable[tuple[Cell, Value]]) -> float:
    return as_points(sum(_number(value.answer) for _, value in values))


def _least_sum(values: Iterable[tuple[Cell, Value]]) -> float:
    """The smallest sum still possible: every cell not entered may become its lowest number."""
    numbers = (value.answer if value.source is Source.ENTERED else _lowest(cell) for cell, value in values)
    return as_points(sum(map(_number, numbers)))


def _lowest(cell: Cell) -> float:
    return cell.field.low if isinstance(cell.field, Count | Sum) else 0


def _number(answer: Answer | Unset) -> float:
    """The number that an answer adds to a sum, be it a number or its parts."""
    return 0 if isinstance(answer, Unset) or not (is_number(answer) or is_tape(answer)) else add_up(answer)


def _noun(label: str, number: float) -> str:
    """The label of a sum in a sentence: "Tricks bid" becomes "trick bid" for one of them."""
    first, *rest = label.lower().split(" ")
    return " ".join([first.removesuffix("s") if number == 1 else first, *rest])
