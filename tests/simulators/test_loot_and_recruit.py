"""Loot & Recruit, played with real cards: the app and the table agree."""

import pytest

from scoring.testing.command import check
from tests.simulators.loot_and_recruit import LootAndRecruit

MODULE = "tests.simulators.loot_and_recruit"


@pytest.mark.parametrize("seed", range(40))
def test_the_app_agrees_with_the_table(seed: int) -> None:
    check(LootAndRecruit, MODULE, seed)


@pytest.mark.long
@pytest.mark.parametrize("first", range(40, 2540, 250))
def test_the_app_agrees_with_thousands_of_tables(first: int) -> None:
    for seed in range(first, first + 250):
        check(LootAndRecruit, MODULE, seed)
