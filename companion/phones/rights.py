"""Which questions a seat's phone may answer. It follows from the contract alone; no game is named here."""

from dataclasses import replace

from companion.open_session.telling.awaiting import is_sealed, secrets_open
from companion.phones.invitation import Right
from scoring.contract.game import AnyGame, State
from scoring.contract.prompts import Count, Grid, Prompt, Role
from scoring.contract.scores import Seat
from scoring.engine import agreements


def prompts_for(game: AnyGame, state: State, seat: Seat, right: Right) -> tuple[Prompt, ...]:
    """What the phone of a seat may answer now, at most one question of each kind; its own come first."""
    prompts: dict[str, Prompt] = {}
    asked = (*secrets_open(game, state), *agreements.prompts(game, state))
    for prompt in sorted(asked, key=lambda prompt: prompt.seat != seat):
        if may_answer(prompt, seat, right):
            prompts.setdefault(prompt.kind, prompt)
    if right is Right.OWN:
        parts = (part_of(prompt, seat) for prompt in agreements.prompts(game, state))
        prompts = {part.kind: part for part in parts if part is not None} | prompts
    return tuple(prompts.values())


def may_answer(prompt: Prompt, seat: Seat, right: Right) -> bool:
    """Whether the phone of a seat may answer this question: a sealed part is always its own, never another's."""
    if is_sealed(prompt) or right is Right.OWN:
        return prompt.seat == seat
    return right is Right.ALL


def part_of(prompt: Prompt, seat: Seat) -> Prompt | None:
    """A seat's part of a question for everybody: the cells that are its own; None where there are none."""
    fields = tuple(
        replace(field, cells=cells, totals=())
        for field in prompt.fields
        if isinstance(field, Grid)
        and field.seats
        and (cells := tuple(cell for cell in field.cells if cell.key == seat))
    )
    if prompt.seat is not None or prompt.role is not Role.MAIN or not fields:
        return None
    (first, *others) = fields
    instant = not others and isinstance(first.cells[0].field, Count)
    return replace(prompt, fields=fields, given=(), instant=instant, confirm="Enter my part", help="")
