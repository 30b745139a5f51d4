"""Tests of screens with the guard of the app: a part that fails shows a card, as in the app, and fails the test."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count

import pytest

from companion.flet_guard import flet_internals
from companion.forms import form
from scoring.testing.suite import Games


class GuardedTests(Games):
    """Tests that draw screens."""

    @pytest.fixture(autouse=True)
    def _guarded(self, caplog: pytest.LogCaptureFixture) -> Iterator[None]:
        with guard_pages(caplog):
            yield


@contextmanager
def guarded() -> Iterator[None]:
    """Replace methods of Flet for a while, as the app does for good; no two taps are a double tap meanwhile."""
    with pytest.MonkeyPatch.context() as patch:
        for record in flet_internals.REPLACEMENTS:
            patch.setattr(record.owner, record.name, record.own)  # which comes back afterwards
        flet_internals.install()
        patch.setattr(form, "monotonic", count().__next__)  # each look at the clock is a second later
        yield


@contextmanager
def guard_pages(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """Install the guard for a while; fails if anything was logged as an error."""
    with guarded():
        yield
    troubles = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not troubles, [record.getMessage() for record in troubles]
