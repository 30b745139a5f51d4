"""Every game is played by taps, from its first question to its result."""

import pytest

from companion.testing.tapped_sessions import PlayingTests
from tests.companion.tables import GAMES
from tests.oh_hell import oh_hell


@pytest.mark.long
class TestOhHell(PlayingTests):
    games = (oh_hell.GAME,)


@pytest.mark.long
class TestEveryOtherGame(PlayingTests):
    games = tuple(game for game in GAMES if game is not oh_hell.GAME)
