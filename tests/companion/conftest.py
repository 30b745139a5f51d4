"""A store in memory, and one on disk, with every game of the tests."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.store import Store
from tests.companion.tables import open_store


@pytest.fixture
def store() -> Iterator[Store]:
    with open_store() as opened:
        yield opened


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "companion.sqlite"
