"""Random taps at the table of every game."""

import pytest

from companion.testing.taps import TapTests, tap_about
from scoring.game import AnyGame
from tests.companion.tables import GAMES, every_game


class TestEveryTable(TapTests):
    games = GAMES


@pytest.mark.long
@pytest.mark.parametrize("seed", range(4))
@every_game
def test_anything_may_be_tapped_for_long(game: AnyGame, seed: int) -> None:
    tap_about(game, seed, taps=40)
