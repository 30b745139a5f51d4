"""Tests for the rules of any game: laws, random tables, and helpers for examples. Only tests import this."""

from typing import Final

import pytest

REWRITTEN: Final = ("gain_bounds", "laws", "session", "suite", "tables", "walks")
pytest.register_assert_rewrite(*(f"scoring.testing.{name}" for name in REWRITTEN))
