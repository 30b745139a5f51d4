"""Simulated tables of Crown Battles agree with the app, with all options and levels of entry."""

import pytest

from scoring.testing.command import check
from tests.seeds import over_seeds
from tests.simulators.crown_battles.game import Evening

_MODULE = "tests.simulators.crown_battles"


@over_seeds(40, long=300, deep=2_700)
def test_simulated_tables_agree_with_the_app(seed: int) -> None:
    check(Evening, _MODULE, seed)


@pytest.mark.parametrize("seed", [11_322, 14_527])
def test_a_pot_that_wagering_left_is_paid_in_a_later_round(seed: int) -> None:
    """Its points come on top of what the last rounds can bring."""
    check(Evening, _MODULE, seed)
