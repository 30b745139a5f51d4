"""Fixtures for tests in a browser: `pytest_plugins = ["companion.testing.fixtures"]` in a test module offers them."""

import os
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, sync_playwright

from companion.testing.browser import ARGUMENTS, DESKTOP, GET_ONE, PHONE, STILL, Open, Ui, find_chromium

SERVERS = ("server", "process", "second")  # fixtures that are servers with windows


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


@pytest.fixture(scope="session")
def loaded() -> dict[str, Page]:
    """A page of each usual size that an earlier test left; the client's code is compiled in its process already."""
    return {}


@pytest.fixture
def visit(browser: Browser, loaded: dict[str, Page], request: pytest.FixtureRequest) -> Iterator[Open]:
    """Opens browser windows at an address, without animations unless asked for; each must stay free of errors.

    On the app with a file of its own, the first window of a usual size is a loaded page, with nothing left of what a
    browser keeps. All other windows are new, as those of a phone of its own.
    """
    for server in SERVERS:
        if server in request.fixturenames:
            request.getfixturevalue(server)  # set up before its visitors, so torn down after them
    windows: dict[Ui, str | None] = {}
    usual = {name: STILL | size for name, size in (("phone", PHONE), ("desktop", DESKTOP))}
    free = set(usual) if "server" in request.fixturenames else set()

    def open_window(url: str, **options: Any) -> Ui:
        wanted = STILL | (options or DESKTOP)
        name = next((name for name in free if usual[name] == wanted), None)
        page = loaded.pop(name, None) if name else None
        ui = Ui(page.context if page else browser.new_context(**wanted), url, page)
        windows[ui] = name
        free.discard(name or "")
        return ui

    yield open_window
    for ui, name in windows.items():
        if name and ui.let_go():
            loaded[name] = ui.page
        else:
            ui.page.context.close()
    for ui in windows:
        ui.assert_untroubled()
