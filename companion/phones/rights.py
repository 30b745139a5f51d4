"""Which questions a seat's phone may answer. It follows from the contract alone; no game is named here."""

from collections.abc import Iterator
from dataclasses import replace

from companion.desk.telling.awaiting import is_sealed, secrets_open
from companion.phones.invitation import Right
from scoring.contract.game import AnyGame, State
from scoring.contract.prompts import Cell, Count, Grid, Prompt, Role
from scoring.contract.scores import Seat
from scoring.engine import agreements


def prompts_for(game: AnyGame, state: State, seat: Seat, right: Right) -> tuple[Prompt, ...]:
    """What the phone of a seat may answer now, at most one question of each kind; its own come first."""
    prompts: dict[str, Prompt] = {}
    for prompt in _in_order(game, state, seat):
        if prompt.kind not in prompts and may_answer(prompt, seat, right):
            prompts[prompt.kind] = prompt
    if right is Right.OWN:
        parts = (part_of(prompt, seat) for prompt in agreements.prompts(game, state))
        prompts = {part.kind: part for part in parts if part is not None} | prompts
    return tuple(prompts.values())


def may_answer(prompt: Prompt, seat: Seat, right: Right) -> bool:
    """Whether the phone of a seat may answer this question: a sealed part is always its own, never another's."""
    if is_sealed(prompt):
        return prompt.seat == seat
    match right:
        case Right.OWN:
            return prompt.seat == seat
        case Right.ALL:
            return True
        case Right.HOST:
            return False


def part_of(prompt: Prompt, seat: Seat) -> Prompt | None:
    """A seat's part of a question for everybody: the cells that are its own; None where there are none."""
    fields = tuple(
        replace(field, cells=cells, totals=())
        for field in prompt.fields
        if isinstance(field, Grid) and field.seats and (cells := _cells_of(field, seat))
    )
    if prompt.seat is not None or prompt.role is not Role.MAIN or not fields:
        return None
    (first, *others) = fields
    instant = not others and isinstance(first.cells[0].field, Count)
    return replace(prompt, fields=fields, given=(), instant=instant, confirm="Enter my part", help="")


def _cells_of(grid: Grid, seat: Seat) -> tuple[Cell, ...]:
    return tuple(cell for cell in grid.cells if cell.key == seat)


def _in_order(game: AnyGame, state: State, seat: Seat) -> Iterator[Prompt]:
    prompts = (*secrets_open(game, state), *agreements.prompts(game, state))
    yield from (prompt for prompt in prompts if prompt.seat == seat)
    yield from (prompt for prompt in prompts if prompt.seat != seat)
