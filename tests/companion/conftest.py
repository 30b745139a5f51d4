"""A store in memory, one on disk, and pages that are guarded as those of the app are."""

import logging
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flet.components.component import Component, Renderer
from flet.messaging.session import Session

from companion.flet_guard import guard
from storage.store import Store
from tests.companion.tables import open_store
from tests.storage import blank


@pytest.fixture
def store() -> Iterator[Store]:
    with open_store() as opened:
        yield opened


@pytest.fixture(autouse=True)
def _new_files_at_a_stroke(monkeypatch: pytest.MonkeyPatch) -> None:
    """How a file is opened is tested with the storage."""
    blank.at_a_stroke(monkeypatch)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "companion.sqlite"


@pytest.fixture(autouse=True)
def _guarded(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    """As in the app a part that fails shows a card; here it also fails the test."""
    parts: tuple[tuple[Any, str], ...] = (
        *((Renderer, name) for name in ("render", "render_component")),
        *((Component, name) for name in ("update", "_schedule_update", "_schedule_effect")),
        (Session, "error"),
    )
    originals = [getattr(kind, name) for kind, name in parts]
    guard.install()
    yield
    for (kind, name), original in zip(parts, originals, strict=True):
        setattr(kind, name, original)
    troubles = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert not troubles, [record.getMessage() for record in troubles]
