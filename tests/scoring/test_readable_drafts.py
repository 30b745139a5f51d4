"""What was left in a form another day is taken up again as far as it can be read."""

import random

import pytest

from scoring.drafts import drop_malformed
from scoring.prompts import Answer, Cell, Count, Field, Flag, Grid, Group, Known, Prompt, Repeat, Text
from tests.scoring.kinds import EVERY
from tests.strategies import answer, rolled

NONSENSE: tuple[Answer, ...] = (1.5, [1.5], [[1.5]], {"name": 3}, {"jacks": "one", "points": []}, [["x"], 3], object())


def kept(asked: Field, left: Answer) -> dict[str, Answer]:
    return drop_malformed(Prompt("asked", "?", (asked,)), {"f": left, "gone": 3})


@pytest.mark.parametrize("asked", EVERY, ids=lambda asked: f"{type(asked).__name__}-{asked.label}")
def test_an_answer_is_taken_up_again_and_anything_else_is_not(asked: Field) -> None:
    below = rolled(random.Random(1))
    for _ in range(20):
        left = answer(asked, below)
        assert kept(asked, left) == {"f": left}
    for left in NONSENSE:
        assert kept(asked, left) == {}
    assert drop_malformed(Prompt("asked", "?", (asked,)), {}) == {}


COUNT = Count("n", "", 0, 5)


@pytest.mark.parametrize(
    ("asked", "left", "readable_"),
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
def test_half_an_answer_is_taken_up_again(asked: Field, left: Answer, readable_: bool) -> None:
    assert kept(asked, left) == ({"f": left} if readable_ else {})
