"""Faction Wars, played with real cards: the app and the table agree."""

import pytest

from scoring.testing.command import check
from tests.simulators.faction_wars import FactionWars

MODULE = "tests.simulators.faction_wars"


@pytest.mark.parametrize("seed", range(40))
def test_the_app_agrees_with_the_table(seed: int) -> None:
    check(FactionWars, MODULE, seed)


@pytest.mark.long
@pytest.mark.parametrize("first", range(40, 2540, 500))
def test_the_app_agrees_with_thousands_of_tables(first: int) -> None:
    for seed in range(first, first + 500):
        check(FactionWars, MODULE, seed)
