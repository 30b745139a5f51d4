"""Fixtures for browsers, servers and pages; which journeys are long."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import Browser, BrowserContext

from companion.app import main_for
from companion.testing.browser import ARGUMENTS, DARK, DESKTOP, MOVING, PHONE, Open, Server, Ui, find_chromium, served
from companion.testing.fixtures import browser, loaded, visit
from companion.testing.guarding import guard_pages
from storage.store import Store
from tests.site import obtain_site
from tests.warm import WarmServer

__all__ = ["Open", "browser", "loaded", "visit"]


EVERY_DEVICE: Final = [
    pytest.param(PHONE, id="phone"),
    pytest.param(DESKTOP | MOVING, id="desktop", marks=pytest.mark.deep),
    pytest.param(PHONE | DARK | MOVING, id="phone-dark", marks=pytest.mark.deep),
    pytest.param(DESKTOP | DARK | MOVING, id="desktop-dark", marks=pytest.mark.deep),
]

each_device = pytest.mark.parametrize("device", EVERY_DEVICE)
"""On a phone, and before a release in the other sizes and themes."""


@dataclass(frozen=True)
class Served:
    """The app in a browser, and its file."""

    url: str
    database: Path


@pytest.hookimpl(tryfirst=True)  # before -m chooses
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every journey that is not marked as short is long."""
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()) and item.get_closest_marker("short") is None:
            item.add_marker(pytest.mark.long)


@pytest.fixture
def profile(browser: Browser, tmp_path: Path) -> Iterator[BrowserContext]:
    """A phone whose browser keeps everything on the disk, as a window that is not private does."""
    path = str(find_chromium(browser.browser_type))
    folder = tmp_path / "profile"
    context = browser.browser_type.launch_persistent_context(folder, executable_path=path, args=ARGUMENTS, **PHONE)
    yield context
    context.close()


@pytest.fixture
def server(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> Iterator[Served]:
    """The app with an empty file, served by a thread of this process; an error that it logs fails the test."""
    path = tmp_path / "companion.sqlite"
    with guard_pages(caplog), Store(path, rebuild=False) as store, served(main_for(store)) as url:
        yield Served(url, path)


@pytest.fixture
def process(tmp_path: Path) -> Iterator[Server]:
    """The real command with its own data, to be killed, stopped and started again."""
    running = WarmServer(tmp_path)
    yield running
    running.stop()


@pytest.fixture
def phone(visit: Open, server: Served) -> Ui:
    """The app on a phone, 412 x 915, touch."""
    return visit(server.url, **PHONE).open()


@pytest.fixture
def desktop(visit: Open, server: Served) -> Ui:
    """The app on a desktop, 1280 x 800, mouse."""
    return visit(server.url, **DESKTOP).open()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Path:
    """The folder for phones, once for all workers; read-only."""
    own = tmp_path_factory.getbasetemp()
    return obtain_site(own if worker_id == "master" else own.parent)
