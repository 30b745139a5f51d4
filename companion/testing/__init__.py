"""Tests for any game: its files, its screens and a browser. Only tests import this.

`companion/testing/suite.py` has the ten lines that test a game.
"""

from typing import Final

import pytest

REWRITTEN: Final = (
    "accessibility",
    "browser",
    "files",
    "golden",
    "guarding",
    "hand",
    "headless",
    "journeys",
    "playing",
    "sessions",
    "shelf",
    "taps",
)

pytest.register_assert_rewrite(*(f"companion.testing.{name}" for name in REWRITTEN))
