"""Fixtures for browsers, servers and pages."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext

from companion.testing.browser import ARGUMENTS, DESKTOP, PHONE, Open, Server, Ui, find_chromium
from companion.testing.fixtures import browser, visit
from tests.site import obtain_site
from tests.warm import WarmServer

__all__ = ["Open", "browser", "visit"]


@pytest.fixture
def profile(browser: Browser, tmp_path: Path) -> Iterator[BrowserContext]:
    """A phone whose browser keeps everything on the disk, as a window that is not private does."""
    path = str(find_chromium(browser.browser_type))
    folder = tmp_path / "profile"
    context = browser.browser_type.launch_persistent_context(folder, executable_path=path, args=ARGUMENTS, **PHONE)
    yield context
    context.close()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """The real command with its own data."""
    running = WarmServer(tmp_path)
    yield running
    running.stop()


@pytest.fixture
def phone(visit: Open, server: Server) -> Ui:
    """The app on a phone, 412 x 915, touch."""
    return visit(server.url, **PHONE).open()


@pytest.fixture
def desktop(visit: Open, server: Server) -> Ui:
    """The app on a desktop, 1280 x 800, mouse."""
    return visit(server.url, **DESKTOP).open()


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder for phones, once per process; read-only."""
    return obtain_site(tmp_path_factory.mktemp("folder"))
