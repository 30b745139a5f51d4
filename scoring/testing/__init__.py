"""Tests for the rules of any game: laws, random tables, and helpers for examples. Only tests import this."""

from pkgutil import iter_modules

import pytest

pytest.register_assert_rewrite(*(f"{__name__}.{module.name}" for module in iter_modules(__path__)))
