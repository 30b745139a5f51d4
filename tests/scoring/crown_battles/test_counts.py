"""Every legal first round of tiny tables, counted through the forms: if a number changes, a rule changed."""

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest

from scoring.contract.prompts import Answer, Bid, Count, Grid, Pick, Prompt
from scoring.engine import drafts
from scoring.engine.codec import event_from
from scoring.games.crown_battles import GAME
from scoring.games.crown_battles.options import ScrewDoubleMode
from scoring.games.crown_battles.state import State
from tests.scoring.crown_battles.table import after, opened, state_main

SMALL: dict[str, Any] = {"lowest": 5}


def rounds(state: State) -> int:
    """The number of possible first rounds, by the first prompt and the answers it accepts."""
    if state.past:
        return 1
    prompt = state_main(state)
    total = 0
    for answers in _answers(prompt):
        event: Any = event_from(GAME, prompt.kind, dict(prompt.given) | dict(answers))
        total += rounds(after(state, event))
    return total


def _answers(prompt: Prompt) -> Iterator[tuple[tuple[str, Answer], ...]]:
    for values in product(*(_values(field) for field in prompt.fields)):
        answers = tuple((field.name, value) for field, value in zip(prompt.fields, values, strict=True))
        if not drafts.find_gaps(prompt, dict(answers)):
            yield answers


def _values(field: Any) -> list[Answer]:
    match field:
        case Bid(low=low, high=high):
            bids: list[list[int]] = [[n] for n in range(low, high + 1)] + [[n, n + 1] for n in range(low, high)]
            return [bid for bid in bids if not field.find_error(bid)]
        case Pick(choices=choices):
            return [choice.value for choice in choices if not choice.why_not]
        case Grid(cells=cells):
            counts = [range(cell.field.low, cell.field.high + 1) for cell in cells if isinstance(cell.field, Count)]
            return [[[cell.key, n] for cell, n in zip(cells, ns, strict=True)] for ns in product(*counts)]
        case _:
            raise AssertionError(field)


@pytest.mark.parametrize(
    ("mode", "number"),
    [
        (ScrewDoubleMode.LOW, 3 * (3 + 2 + 3 + 3 + 2)),  # after 0, 1, 2, 0-1, 1-2 of the other player
        (ScrewDoubleMode.ANY_OVERLAP, 3 * (3 + 2 + 3 + 1 + 1)),
        (ScrewDoubleMode.IGNORE_DOUBLES, 3 * (4 + 4 + 4 + 4 + 4)),
    ],
)
def test_rounds_by_counts_when_the_dealer_is_screwed(mode: ScrewDoubleMode, number: int) -> None:
    state = opened(2, schedule=(2, 1), screw_the_dealer=True, screw_double_mode=mode, **SMALL)
    assert rounds(state) == number
