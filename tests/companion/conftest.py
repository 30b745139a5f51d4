"""Fixtures: a store in memory, one on disk, and pages with the guard of the app. Tests may be coroutines."""

import inspect
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.phones.invitation import Invitation
from companion.testing.guarding import guard_pages
from companion.testing.headless import run_apart
from storage.store import Store
from tests.companion.phone_tables import sealed_table
from tests.companion.tables import open_store
from tests.storage import blank


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> bool | None:
    """Run a test that is a coroutine."""
    if not inspect.iscoroutinefunction(pyfuncitem.obj):
        return None
    names = inspect.signature(pyfuncitem.obj).parameters
    run_apart(lambda: pyfuncitem.obj(**{name: pyfuncitem.funcargs[name] for name in names}))
    return True


@pytest.fixture
def store() -> Iterator[Store]:
    with open_store() as opened:
        yield opened


@pytest.fixture
def invitation(store: Store) -> Invitation:
    """Phones are invited to a table of sealed bids."""
    return Invitation(sealed_table(store))


@pytest.fixture(autouse=True)
def _fast_files(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make database files fast; opening them is tested in tests/storage."""
    blank.speed_up_files(monkeypatch)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "companion.sqlite"


@pytest.fixture(autouse=True)
def _guarded(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    with guard_pages(caplog):
        yield
