"""Recruits, played with real cards: the app and the table agree."""

from scoring.testing.command import check
from tests.seeds import over_seeds
from tests.simulators.recruits import Recruits

MODULE = "tests.simulators.recruits"


@over_seeds(40, long=300, deep=2_700)
def test_the_app_agrees_with_the_table(seed: int) -> None:
    check(Recruits, MODULE, seed)
