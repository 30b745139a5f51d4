"""Fixtures for browsers, servers and pages."""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, sync_playwright

from tests.browser import ARGUMENTS, DESKTOP, GET_ONE, PHONE, Server, Ui, find_chromium
from tests.site import obtain_site
from tests.warm import WarmServer

Open = Callable[..., Ui]

SERVERS = ("server", "running", "second")
"""The fixtures that are servers with windows."""


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One Chromium for all tests of this process; without it a journey is skipped, or fails in CI."""
    with sync_playwright() as playwright:
        path = find_chromium(playwright.chromium)
        if path is None:
            (pytest.fail if os.environ.get("CI") else pytest.skip)(GET_ONE)
        chromium = playwright.chromium.launch(executable_path=path, args=ARGUMENTS)
        yield chromium
        chromium.close()


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
def visit(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Open]:
    """Opens browser windows at an address; each must stay free of errors."""
    for server in SERVERS:
        if server in request.fixturenames:
            request.getfixturevalue(server)  # set up before its visitors, so torn down after them
    windows: list[tuple[Any, Ui]] = []

    def open_window(url: str, **options: Any) -> Ui:
        context = browser.new_context(**(options or DESKTOP))
        windows.append((context, Ui(context, url)))
        return windows[-1][1]

    yield open_window
    for context, _ in windows:
        context.close()
    for _, ui in windows:
        ui.assert_untroubled()


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
