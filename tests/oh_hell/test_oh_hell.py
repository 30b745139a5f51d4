from pathlib import Path

from oh_hell import GAME

from companion.testing.suite import GameTests

pytest_plugins = ["companion.testing.fixtures"]


class TestOhHell(GameTests):
    games = (GAME,)
    evenings = Path(__file__).parent / "evenings"
