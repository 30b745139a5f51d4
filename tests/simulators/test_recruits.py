"""Recruits, played with real cards: the app and the table agree."""

import pytest

from scoring.testing.command import check
from tests.simulators.recruits import Recruits

MODULE = "tests.simulators.recruits"


@pytest.mark.parametrize("first", range(0, 200, 20))
def test_the_app_agrees_with_the_table(first: int) -> None:
    for seed in range(first, first + 20):
        check(Recruits, MODULE, seed)


@pytest.mark.long
@pytest.mark.parametrize("first", range(200, 2700, 500))
def test_the_app_agrees_with_thousands_of_tables(first: int) -> None:
    for seed in range(first, first + 500):
        check(Recruits, MODULE, seed)
