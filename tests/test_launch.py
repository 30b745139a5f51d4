"""Where the app opens, and who may connect."""

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from errno import EADDRINUSE
from pathlib import Path
from typing import Any

import flet as ft
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from companion import launch
from companion.cli.command_line import AppOptions
from companion.device.paths import database_path
from companion.flet_guard.flet_internals import REPLACEMENTS
from companion.launch import View, choose_view
from companion.server import serving
from companion.testing.browser import ROOT, Server, free_port, quiet_environment, served


@pytest.fixture(scope="module")
def page() -> Iterator[str]:
    """The address of a page with one word on it."""
    with served(lambda page: page.add(ft.Text("here"))) as url:
        yield url


WISHES = [
    # web, window, port, display, client, browser
    ((False, False, None, True, True, True), View.WINDOW),
    ((False, False, None, True, False, True), View.PAGE),
    ((False, False, 9000, True, True, True), View.PAGE),
    ((True, False, None, True, True, True), View.PAGE),
    ((True, True, None, True, True, True), View.PAGE),
    ((False, True, None, True, True, True), View.WINDOW),
    ((False, True, None, True, True, False), View.WINDOW),
    ((False, True, None, True, False, True), View.BROWSER_WINDOW),
    ((False, True, 9000, True, False, True), View.BROWSER_WINDOW),
    ((False, True, None, True, False, False), View.FETCHED_WINDOW),
    ((False, True, None, False, True, True), View.PAGE),
    ((False, False, None, False, True, True), View.PAGE),
    ((False, False, None, False, False, False), View.PAGE),
]


@pytest.mark.parametrize(("wish", "view"), WISHES)
def test_a_window_is_fetched_only_when_asked_for(wish: tuple[Any, ...], view: View) -> None:
    web, window, port, display, client, browser = wish
    chosen = choose_view(web=web, window=window, port=port, display=display, client=client, browser=browser)
    assert chosen is view


@pytest.mark.parametrize(
    ("is_bare", "wayland", "has_one"), [(True, "", False), (True, "wayland-0", True), (False, "", True)]
)
def test_a_machine_has_a_display_unless_its_system_names_none(
    is_bare: bool, wayland: str, has_one: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(launch, "_without_display", lambda: is_bare)
    monkeypatch.setenv("WAYLAND_DISPLAY", wayland)
    assert launch.has_display() is has_one


def test_the_database_is_the_one_chosen_then_the_environment_then_the_app_s_own(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("FLET_APP_STORAGE_DATA", str(tmp_path))
    monkeypatch.setenv("COMPANION_DATABASE", "friday.sqlite")
    assert database_path("club.sqlite") == Path("club.sqlite")
    assert database_path() == Path("friday.sqlite")
    monkeypatch.delenv("COMPANION_DATABASE")
    assert database_path() == tmp_path / "companion.sqlite"
    monkeypatch.delenv("FLET_APP_STORAGE_DATA")
    assert database_path().is_absolute()


def test_the_page_is_bound_to_the_loopback_address_only() -> None:
    with serving.listen(None) as bound:
        assert bound.getsockname()[0] == "127.0.0.1"
        assert serving.address(bound) == f"http://127.0.0.1:{bound.getsockname()[1]}"


def test_the_first_port_tried_stays_the_same_for_bookmarks() -> None:
    assert serving.PORT == 8550


def test_a_taken_port_is_passed_over_unless_it_was_asked_for() -> None:
    with serving.listen(None) as first, serving.listen(None) as second:
        ports = [bound.getsockname()[1] for bound in (first, second)]
        assert ports[0] != ports[1]
        with pytest.raises(OSError, match="in use"):
            serving.listen(ports[0])


def test_where_all_usual_ports_are_taken_any_other_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    create = socket.create_server

    def create_unusual(at: tuple[str, int]) -> socket.socket:
        if at[1]:
            raise OSError(EADDRINUSE, "Address already in use")
        return create(at)

    monkeypatch.setattr(socket, "create_server", create_unusual)
    with serving.listen(None) as bound:
        assert bound.getsockname()[1]


def test_what_flet_does_wrong_is_mended_before_the_app_is_shown(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for record in REPLACEMENTS:
        monkeypatch.setattr(record.owner, record.name, record.own)
    shown_with: list[Any] = []

    def show(*_: Any) -> int:
        shown_with.extend(getattr(record.owner, record.name) for record in REPLACEMENTS)
        return 0

    monkeypatch.setattr(launch, "_run", show)
    assert launch.open_app(AppOptions(database=str(tmp_path / "a.sqlite"))) == 0
    assert shown_with == [record.replacement for record in REPLACEMENTS]


def knock(url: str, origin: str | None) -> bool:
    """Whether the page's socket accepts a visitor from this origin."""
    try:
        with connect(url.replace("http", "ws") + "/ws", origin=origin):  # type: ignore[arg-type]  # an Origin is a str
            return True
    except InvalidStatus:
        return False


def test_only_the_page_s_own_site_may_talk_to_it(page: str) -> None:
    port = page.rsplit(":", 1)[1]
    guests = {
        page: True,
        "http://evil.example": False,
        "http://127.0.0.1:1": False,
        f"http://127.0.0.1.evil.example:{port}": False,
        "null": False,
        None: False,
    }
    assert {origin: knock(page, origin) for origin in guests} == guests


def companion(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the command in a shell without a display."""
    command = [sys.executable, "-m", "companion", *arguments]
    return subprocess.run(command, cwd=ROOT, env=quiet_environment(), capture_output=True, text=True, timeout=30)


@pytest.mark.long
def test_data_that_cannot_be_opened_is_told_on_the_command_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"SQLite format 3\0" + os.urandom(5000))
    process = companion("--web", "--port", str(free_port()), "--database", str(broken))
    assert process.returncode == 2
    assert process.stderr.strip().endswith((".", "!"))
    assert "Traceback" not in process.stderr
    assert "open at" not in process.stdout


@pytest.mark.long
def test_a_taken_port_is_told_on_the_command_line(tmp_path: Path) -> None:
    with serving.listen(None) as taken:
        port = str(taken.getsockname()[1])
        process = companion("--web", "--port", port, "--database", str(tmp_path / "a.sqlite"))
    assert process.returncode == 2
    assert port in process.stderr


@pytest.mark.long
def test_a_page_that_left_before_it_said_who_it_was_is_forgotten(tmp_path: Path) -> None:
    running = Server(tmp_path)
    assert knock(running.url, running.url)
    running.signal(signal.SIGINT)
    assert running.wait(10) == 0
    assert "Traceback" not in running.log.read_text()
