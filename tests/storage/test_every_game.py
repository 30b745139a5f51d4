"""The guarantees of storage hold for the real games, in whole random sessions."""

import pytest

from companion.testing.file_tests import FileTests
from scoring.games import GAMES
from scoring.games.crown_battles import GAME as CROWN


class TestTheLargestGame(FileTests):
    games = (CROWN,)


@pytest.mark.long
class TestEveryOtherGame(FileTests):
    games = tuple(game for game in GAMES if game is not CROWN)
