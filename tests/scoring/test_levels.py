"""Levels: which of two enters more."""

from enum import StrEnum
from itertools import product

from scoring.kit.levels import Levels


class Depth(StrEnum):
    """The levels of this test."""

    SCORES = "scores"
    TRICKS = "tricks"
    CARDS = "cards"


def test_a_level_is_more_than_those_before_it_and_not_more_than_itself() -> None:
    levels = Levels(tuple((depth, depth.value.capitalize(), "") for depth in Depth))
    order = list(Depth)
    for (place, level), (other_place, other) in product(enumerate(order), repeat=2):
        assert levels.is_more(level, than=other) == (place > other_place)
