"""A stored draft is restored as far as it can be read."""

import random

import pytest

from scoring.contract.prompts import Answer, Cell, Count, Field, Flag, Grid, Group, Known, Prompt, Repeat, Text
from scoring.engine.drafts import drop_malformed
from scoring.testing.walks import answer, rolled
from tests.scoring.kinds import EVERY

NONSENSE: tuple[Answer, ...] = (1.5, [1.5], [[1.5]], {"name": 3}, {"jacks": "one", "points": []}, [["x"], 3], object())


def kept(prompt: Field, left: Answer) -> dict[str, Answer]:
    return drop_malformed(Prompt("prompt", "?", (prompt,)), {"f": left, "gone": 3})


@pytest.mark.parametrize("prompt", EVERY, ids=lambda prompt: f"{type(prompt).__name__}-{prompt.label}")
def test_an_answer_is_taken_up_again_and_anything_else_is_not(prompt: Field) -> None:
    below = rolled(random.Random(1))
    for _ in range(20):
        left = answer(prompt, below)
        assert kept(prompt, left) == {"f": left}
    for left in NONSENSE:
        assert kept(prompt, left) == {}
    assert drop_malformed(Prompt("prompt", "?", (prompt,)), {}) == {}


COUNT = Count("n", "", 0, 5)


@pytest.mark.parametrize(
    ("prompt", "left", "readable_"),
    [
        (Count("f", "Tricks", 0, 5), 99, True),  # what is not allowed is shown and complained about
        (Count("f", "Tricks", 0, 5), True, False),
        (Count("f", "Tricks", 0, 5), None, False),
        (Flag("f", "Shaken"), 1, False),
        (Text("f", "Why"), "", True),
        (Known("f", "Goblin", "goblin", (COUNT,)), {"name": "Bru", "numbers": []}, True),
        (Known("f", "Goblin", "goblin", (COUNT,)), {"name": "Bru"}, False),
        (Group("f", "Faces", (COUNT, Flag("in", "In"))), {}, True),
        (Group("f", "Faces", (COUNT, Flag("in", "In"))), {"in": True}, True),
        (Group("f", "Faces", (COUNT, Flag("in", "In"))), {"in": 7}, False),
        (Repeat("f", "Deals", COUNT, 3, 5), [], True),
        (Repeat("f", "Deals", COUNT, 3, 5), [1, "x"], False),
        (Grid("f", "Tricks", (Cell(0, "Ana", COUNT), Cell(1, "Ben", COUNT))), [[1, 2]], True),
        (Grid("f", "Tricks", (Cell(0, "Ana", COUNT),)), [[1, 2]], False),  # Ben has left the table
    ],
)
def test_half_an_answer_is_taken_up_again(prompt: Field, left: Answer, readable_: bool) -> None:
    assert kept(prompt, left) == ({"f": left} if readable_ else {})
