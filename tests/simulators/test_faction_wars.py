"""Faction Wars, played with real cards: the app and the table agree."""

from scoring.testing.command import check
from tests.seeds import over_seeds
from tests.simulators.faction_wars import FactionWars

MODULE = "tests.simulators.faction_wars"


@over_seeds(8, long=60, deep=2_540)
def test_the_app_agrees_with_the_table(seed: int) -> None:
    check(FactionWars, MODULE, seed)
