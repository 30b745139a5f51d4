"""Levels: which of two enters more, and what they are called."""

from enum import StrEnum
from functools import partial
from itertools import product

import pytest

from scoring.contract.game import Table
from scoring.contract.rulebook import Rule
from scoring.games import find_game
from scoring.kit.levels import CURRENT, Levels, why_not_again


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


def test_the_level_that_counts_is_chosen_and_says_so() -> None:
    levels = Levels(tuple((depth, depth.value.capitalize(), "") for depth in Depth))
    prompt = levels.ask_change("level", partial(why_not_again, Depth.TRICKS), rule=Rule("X-1", "Any.", "Test"))
    (pick,) = prompt.fields
    assert pick.get_likely() == Depth.TRICKS
    assert [gap.text for gap in pick.find_gaps({}, "level")] == [CURRENT]


@pytest.mark.parametrize("key", ["faction_wars", "recruits", "recruit", "loot_and_recruit"])
def test_a_level_is_called_the_same_in_the_set_up_and_in_the_game(key: str) -> None:
    game = find_game(key)
    fields = game.option_fields(Table(("Ana", "Ben", "Cleo")), game.options())
    (pick,) = (one.field for one in fields if one.field.name == "level")
    first = {preset.options.level: preset.title for preset in reversed(game.presets(3))}
    assert {choice.value: choice.label for choice in pick.choices} == first
