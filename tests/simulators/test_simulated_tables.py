"""Simulated tables agree with the app, with all options and levels of entry."""

import pytest

from scoring.testing.command import check
from tests.seeds import over_seeds
from tests.simulators.crown_battles.game import Evening
from tests.simulators.faction_wars import FactionWars
from tests.simulators.loot_and_recruit import LootAndRecruit
from tests.simulators.recruit import Recruit
from tests.simulators.recruits import Recruits


@over_seeds(40, long=300, deep=2_700)
def test_crown_battles(seed: int) -> None:
    check(Evening, "tests.simulators.crown_battles", seed)


@pytest.mark.parametrize("seed", [11_322, 14_527])
def test_a_pot_that_wagering_left_is_paid_in_a_later_round(seed: int) -> None:
    """Its points come on top of what the last rounds can bring."""
    check(Evening, "tests.simulators.crown_battles", seed)


@over_seeds(8, long=60, deep=2_540)
def test_faction_wars(seed: int) -> None:
    check(FactionWars, "tests.simulators.faction_wars", seed)


@over_seeds(8, long=60, deep=2_540)
def test_loot_and_recruit(seed: int) -> None:
    check(LootAndRecruit, "tests.simulators.loot_and_recruit", seed)


@over_seeds(30, long=200, deep=2_700)
def test_recruit(seed: int) -> None:
    check(Recruit, "tests.simulators.recruit", seed)


@over_seeds(40, long=300, deep=2_700)
def test_recruits(seed: int) -> None:
    check(Recruits, "tests.simulators.recruits", seed)
