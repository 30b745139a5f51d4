"""All tests of a game in one class. This is the whole test module of a game in a package of its own:

    from pathlib import Path

    from companion.testing.suite import GameTests
    from oh_hell import GAME

    pytest_plugins = ["companion.testing.fixtures"]


    class TestOhHell(GameTests):
        games = (GAME,)
        evenings = Path(__file__).parent / "evenings"

`evenings` is a folder of golden sessions (`companion/testing/golden.py`). A large game leaves some of the classes out,
which can be named one by one: the deep walks take minutes there.
"""

from companion.testing.file_tests import FileTests
from companion.testing.golden import EveningTests
from companion.testing.journeys import JourneyTests
from companion.testing.shelf_tests import ShelfTests
from companion.testing.tapped_sessions import PlayingTests
from companion.testing.taps import TapTests
from scoring.testing.suite import DeepTests, DrawnTests, RuleTests


class GameTests(
    RuleTests, DrawnTests, DeepTests, EveningTests, FileTests, ShelfTests, TapTests, PlayingTests, JourneyTests
):
    """Laws, random tables, walks, golden sessions, files, the shelf, random taps, a session by taps, a journey."""
