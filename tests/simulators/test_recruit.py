"""Recruit, played with real cards: the app and the table agree."""

from scoring.testing.command import check
from tests.seeds import over_seeds
from tests.simulators.recruit import Recruit

MODULE = "tests.simulators.recruit"


@over_seeds(30, long=200, deep=2_700)
def test_the_app_agrees_with_the_table(seed: int) -> None:
    check(Recruit, MODULE, seed)
