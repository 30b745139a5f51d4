"""Whole evenings of our games; `companion/testing/golden.py` says how they are kept.

python -m companion.testing.golden tests/sessions
"""

from pathlib import Path
from typing import Final

from companion.testing.golden import EveningTests
from scoring.games import GAMES

SESSIONS: Final = Path(__file__).parents[1] / "sessions"


class TestGoldenSessions(EveningTests):
    games = GAMES
    evenings = SESSIONS
