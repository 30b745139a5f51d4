"""Faction Wars, played with real cards: the app and the table agree."""

import pytest

from tests.simulators.command import check
from tests.simulators.faction_wars import FactionWars

MODULE = "tests.simulators.faction_wars"


@pytest.mark.parametrize("seed", range(40))
def test_the_app_agrees_with_the_table(seed: int) -> None:
    check(FactionWars, MODULE, seed)


@pytest.mark.long
def test_the_app_agrees_with_thousands_of_tables() -> None:
    for seed in range(40, 5000):
        check(FactionWars, MODULE, seed)
