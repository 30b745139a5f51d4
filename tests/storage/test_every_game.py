"""The guarantees of storage hold for the real games, in whole random sessions."""

from companion.testing.files import FileTests
from scoring.games import GAMES


class TestEveryGame(FileTests):
    games = GAMES
