"""Fixtures for tests in a browser: `pytest_plugins = ["companion.testing.fixtures"]` in a test module offers them."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, sync_playwright

from companion.testing.browser import ARGUMENTS, DESKTOP, GET_ONE, Open, Ui, find_chromium

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
