"""Fixtures: a store in memory, one on disk, and pages with the guard of the app."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.flet_guard import flet_internals
from storage.store import Store
from tests.companion.tables import open_store
from tests.storage import blank


@pytest.fixture
def store() -> Iterator[Store]:
    with open_store() as opened:
        yield opened


@pytest.fixture(autouse=True)
def _fast_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make database files fast; opening them is tested in tests/storage."""
    blank.speed_up_files(monkeypatch)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "companion.sqlite"


@pytest.fixture(autouse=True)
def _guarded(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """A part that fails shows a card, as in the app, and fails the test."""
    places = [flet_internals.locate(record.target) for record in flet_internals.REPLACEMENTS]
    originals = [getattr(owner, name) for owner, name in places]
    flet_internals.install()
    yield
    for (owner, name), original in zip(places, originals, strict=True):
        setattr(owner, name, original)
    troubles = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not troubles, [record.getMessage() for record in troubles]
