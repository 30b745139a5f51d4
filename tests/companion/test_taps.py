"""Every game is played by taps, from its first question to its result; and anything at its table may be tapped."""

import pytest

from companion.testing.tapped_sessions import PlayingTests
from companion.testing.taps import TapTests, tap_about
from scoring.contract.game import AnyGame
from tests.companion.tables import ALWAYS, GAMES
from tests.seeds import over_seeds


@pytest.mark.long
class TestEveryGame(PlayingTests):
    games = GAMES


class TestTables(TapTests):
    games = tuple(game for game in GAMES if game.key in ALWAYS)


@pytest.mark.long
class TestOtherTables(TapTests):
    games = tuple(game for game in GAMES if game.key not in ALWAYS)


@over_seeds(0, deep=4)
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_anything_may_be_tapped_for_long(game: AnyGame, seed: int) -> None:
    tap_about(game, seed, taps=40)
