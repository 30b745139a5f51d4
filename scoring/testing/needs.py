"""Whether what each player needs, said while a question was open, came true by the end of its round."""

from typing import Any

from scoring.contract.game import AnyGame
from scoring.contract.prompts import Grid, Prompt, Role
from scoring.contract.scores import Ledger
from scoring.contract.tapes import add_up
from scoring.engine import agreements
from scoring.engine.codec import encode
from scoring.insight.what_if import Case, Chance, chances, find_numbers, tell_needs, try_answers
from scoring.testing.gain_bounds import is_foreseen
from scoring.testing.walks import Walk

_OPEN: tuple[int, ...] = (2, 1)
"""How many of the last answers are left open; a single one where two can be answered in too many ways."""


def check_needs(trail: Walk) -> dict[int, str]:
    """By each entry before which something was said: why it did not come true; empty if it did.

    Optional entries may come before the answer.
    """
    faults: dict[int, str] = {}
    for number in range(len(trail.events)):
        answer = _find_answer(trail, number)
        cases = [] if answer is None else _try(trail, number, answer)
        if answer is not None and cases:
            faults[number] = _find_fault(trail, number, answer, cases)
    return faults


def _find_fault(trail: Walk, number: int, answer: int, cases: list[Case]) -> str:
    last, after = trail.states[number].round, trail.states[answer + 1]
    given = _numbers(trail, answer)
    ahead = {place.side for place in agreements.standings(trail.game, after) if place.rank == 1}
    for side, sentence in tell_needs(after.table, cases):
        own = sum(given.get(seat, 0) for seat in side)
        is_true = any(_is_true(chance, side in ahead) for chance in chances(cases, side) if chance.number == own)
        if not is_true:
            return f"{sentence} It came otherwise with {own}."
    if _lines(after.ledger, last) != _lines(_last_foreseen(trail, answer).ledger, last):
        return f"Round {last} was not over yet."
    return ""


def _is_true(chance: Chance, is_ahead: bool) -> bool:
    return bool(chance.endings) if is_ahead else not chance.sure


def _try(trail: Walk, number: int, answer: int) -> list[Case]:
    """All ways to answer the main question before entry `number`, once most of its answers were entered.

    Empty if nothing is said.
    """
    game, state = trail.game, trail.states[number]
    prompt = _find_question(game, state)
    assert prompt is not None, "_find_answer looks for it"
    (grid,), given = prompt.fields, _numbers(trail, answer)
    assert isinstance(grid, Grid), "find_numbers looks for it"
    if any(cell.key not in given for cell in grid.cells):  # others were asked in the end
        return []
    for unknown in _OPEN:
        draft = {grid.name: [[cell.key, given[cell.key]] for cell in grid.cells[:-unknown]]}
        cases = [case for case in try_answers(game, state, prompt, draft) if case]
        if cases:
            return cases if tell_needs(state.table, cases) else []
    return []


def _find_question(game: AnyGame, state: Any) -> Prompt | None:
    """The main question, if it asks for nothing but the numbers of the players."""
    prompts = () if state.stopped else game.prompts(state)
    return next((prompt for prompt in prompts if prompt.role is Role.MAIN and find_numbers(prompt)), None)


def _find_answer(trail: Walk, number: int) -> int | None:
    """The position of the entry that answers the main question before entry `number`; None if the table does not.

    Nor is an answer that the rules refuse without being waived, or one to a question that an entry in between has
    changed, as a bomb does, which takes a trick away: what was said before it holds no more, and is said anew.
    """
    first, number_of_round = _find_question(trail.game, trail.states[number]), trail.states[number].round
    for position in range(number, len(trail.events)):
        event, state = trail.events[position], trail.states[position]
        question = _find_question(trail.game, state)
        if first is None or question is None or question.kind != first.kind:
            return None
        if state.round != number_of_round or not is_foreseen(event):
            return None
        if event.kind == first.kind:
            is_other = find_numbers(question) != find_numbers(first)
            return None if trail.records[position].waived or is_other else position
    return None


def _numbers(trail: Walk, answer: int) -> dict[Any, int]:
    """The numbers that were entered at this position."""
    question = _find_question(trail.game, trail.states[answer])
    assert question is not None, "_find_answer looks for it"
    pairs = encode(trail.game, trail.events[answer]).payload[question.fields[0].name]
    return {key: add_up(number) for key, number in pairs}


def _lines(ledger: Ledger, last: int) -> Ledger:
    return tuple(line for line in ledger if line.round <= last)


def _last_foreseen(trail: Walk, answer: int) -> Any:
    """The last state before the table agrees on something or begins a round again."""
    for event, before in zip(trail.events[answer + 1 :], trail.states[answer + 1 :], strict=False):
        if not is_foreseen(event):
            return before
    return trail.state
