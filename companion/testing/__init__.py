"""Tests for any game: its files, its screens and a browser. Only tests import this.

`companion/testing/suite.py` has the ten lines that test a game.
"""

from pkgutil import iter_modules

import pytest

pytest.register_assert_rewrite(*(f"{__name__}.{module.name}" for module in iter_modules(__path__)))
