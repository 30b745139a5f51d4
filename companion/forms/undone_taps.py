"""The taps in a half-filled form: what each changed, and which one Undo takes back.

A tap can be taken back as long as nobody has changed its answer since. Letters that were typed are taken back together.
"""

from collections.abc import Sequence, Set
from dataclasses import dataclass, replace
from typing import Any

from scoring.contract.prompts import UNSET, Answer, Draft, Unset


@dataclass(frozen=True, slots=True)
class Step:
    """A tap that can be taken back: the answer it changed, of a cell where `cell` says which."""

    name: str
    cell: Any
    before: Answer | Unset
    after: Answer | Unset


def cell_step(name: str, before: Answer | Unset, after: Answer | Unset) -> Step:
    """A tap on a whole `Grid`: the one cell that it changed, because others may fill in theirs meanwhile."""
    old, new = _cells(before), _cells(after)
    different = [key for key in old | new if old.get(key, UNSET) != new.get(key, UNSET)]
    if len(different) != 1:
        return Step(name, None, before, after)
    return Step(name, different[0], old.get(different[0], UNSET), new.get(different[0], UNSET))


def add_step(steps: list[Step], step: Step) -> None:
    is_typed = isinstance(step.before, str) and isinstance(step.after, str)
    if is_typed and steps and (steps[-1].name, steps[-1].after) == (step.name, step.before):
        step = replace(steps.pop(), after=step.after)
    steps.append(step)


def undoable_steps(steps: Sequence[Step], draft: Draft) -> list[Step]:
    """The taps up to the last one whose answer nobody has changed since."""
    undoable = list(steps)
    while undoable and _find(draft, undoable[-1]) != undoable[-1].after:
        undoable.pop()
    return undoable


def take_back(step: Step, draft: Draft) -> dict[str, Answer]:
    """The answers without this tap."""
    if step.cell is None:
        return changed(draft, step.name, step.before)
    return changed_cell(draft, step.name, step.cell, step.before)


def changed(draft: Draft, name: str, answer: Answer | Unset) -> dict[str, Answer]:
    """The draft with another answer of a field; without one if it is UNSET."""
    others = {key: old for key, old in draft.items() if key != name}
    return others if answer is UNSET else others | {name: answer}


def changed_cell(
    draft: Draft, name: str, key: Any, answer: Answer | Unset, asked: Set[Any] | None = None
) -> dict[str, Answer]:
    """The draft with another answer in one cell of a `Grid`; only `asked` cells are kept."""
    cells = _cells(draft.get(name, UNSET)) | {key: answer}
    keys = cells if asked is None else asked
    pairs = [[cell, given] for cell, given in cells.items() if cell in keys and given is not UNSET]
    return changed(draft, name, pairs or UNSET)


def find_cell(draft: Draft, name: str, key: Any) -> Answer | Unset:
    return _cells(draft.get(name, UNSET)).get(key, UNSET)


def _cells(answer: Answer | Unset) -> dict[Any, Answer]:
    return {} if answer is UNSET else dict(map(tuple, answer))


def _find(draft: Draft, step: Step) -> Answer | Unset:
    return draft.get(step.name, UNSET) if step.cell is None else find_cell(draft, step.name, step.cell)
