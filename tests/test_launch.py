"""Where the app opens, who may come in, and that a page needs nothing but this machine."""

import os
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import flet as ft
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from companion.files.paths import database_path
from companion.launch import View, choose_view
from companion.server import serving
from companion.theme import FALLBACK, FIGURES, TEXT
from tests.browser import DESKTOP, PHONE, ROOT, Server, free_port, quiet_environment, served
from tests.conftest import Open

SIGNS = "♠♥♦♣ ♤♡♢♧ ♛♔♚ ★☆ ✓✗ ×−–— ½¼¾ ±≥≤≠ →←↑↓↔⇄ ⏳⌛⚡ ⚑⚔ ⚀⚁⚂⚃⚄⚅ ●○◆▲▼■□ ①②⑧ 🏆 …“”’·"
NAMES = "Ångström Łódź Zoë Çelik Őrsi Ștefan İpek Ñandú Αννα Юля Жанна Nguyễn Þóra Straße"


def write_all_signs(page: ft.Page) -> None:
    """A page with every sign and letter the app writes, in both faces."""

    def text(words: str, family: str) -> ft.Text:
        style = ft.TextStyle(font_family=family, font_family_fallback=[*FALLBACK], color=ft.Colors.ON_SURFACE)
        return ft.Text(words, style=style)

    page.add(
        *(text(words, family) for words in (SIGNS, NAMES) for family in (TEXT, FIGURES)), ft.Text("all is written")
    )


@pytest.fixture(scope="module")
def signs() -> Iterator[str]:
    with served(write_all_signs) as url:
        yield url


@pytest.mark.parametrize("device", [PHONE, DESKTOP], ids=["phone", "desktop"])
def test_every_sign_is_drawn_from_our_own_fonts_with_no_network(visit: Open, signs: str, device: Any) -> None:
    ui = visit(signs, **device)
    asked: list[str] = []
    ui.page.on("request", lambda request: asked.append(request.url))
    ui.open().see("all is written").screenshot(f"signs-{device['viewport']['width']}")
    strangers = [url for url in asked if "/fonts/noto" in url or not url.startswith(signs)]
    assert strangers == []
    ui.assert_untroubled()


def test_a_sign_without_a_font_fails_no_request(visit: Open) -> None:
    with served(lambda page: page.add(ft.Text("漢字 🎲 ♠"), ft.Text("all is written"))) as url:
        ui = visit(url).open().see("all is written")
        ui.screenshot("signs-unknown")
        ui.assert_untroubled()


def test_any_address_shows_the_app(visit: Open, signs: str) -> None:
    visit(signs).open("/sessions/7/sheet").see("all is written")


@pytest.mark.parametrize("family", ["text", "figures"])
@pytest.mark.parametrize("weight", [400, 700])
def test_all_figures_are_of_one_width(visit: Open, signs: str, family: str, weight: int) -> None:
    widths = (
        visit(signs)
        .open()
        .page.evaluate(
            """async ([family, weight]) => {
          const face = new FontFace('Probe', `url(/fonts/${family}.ttf)`, {weight: '400 800'});
          document.fonts.add(await face.load());
          const pen = document.createElement('canvas').getContext('2d');
          pen.font = `${weight} 100px Probe`;
          return [...'0123456789'].map(figure => pen.measureText(figure).width);
        }""",
            [family, weight],
        )
    )
    assert len(set(widths)) == 1, widths


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


def test_a_taken_port_is_passed_over_unless_it_was_asked_for() -> None:
    with serving.listen(None) as first, serving.listen(None) as second:
        ports = [bound.getsockname()[1] for bound in (first, second)]
        assert ports[0] != ports[1]
        with pytest.raises(OSError, match="in use"):
            serving.listen(ports[0])


def knock(url: str, origin: str | None) -> bool:
    """Whether the socket of the page lets a visitor from this origin in."""
    try:
        with connect(url.replace("http", "ws") + "/ws", origin=origin):  # type: ignore[arg-type]  # an Origin is a str
            return True
    except InvalidStatus:
        return False


def test_only_the_page_s_own_site_may_talk_to_it(signs: str) -> None:
    port = signs.rsplit(":", 1)[1]
    guests = {
        signs: True,
        "http://evil.example": False,
        "http://127.0.0.1:1": False,
        f"http://127.0.0.1.evil.example:{port}": False,
        "null": False,
        None: False,
    }
    assert {origin: knock(signs, origin) for origin in guests} == guests


def test_a_foreign_name_for_this_machine_is_refused(signs: str) -> None:
    request = urllib.request.Request(signs, headers={"Host": "evil.example"})
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(request)
    assert refused.value.code == 403


@pytest.mark.parametrize(
    "path", ["/assets/fonts/../../pyproject.toml", "/fonts/..%2f..%2fpyproject.toml", "/docs.json"]
)
def test_no_other_file_of_this_machine_is_served(signs: str, path: str) -> None:
    with socket.create_connection(("127.0.0.1", int(signs.rsplit(":", 1)[1]))) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n".encode())
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    assert b"requires-python" not in answer


def test_ctrl_c_closes_the_app_at_once_and_without_a_word(tmp_path: Path, visit: Open) -> None:
    running = Server(tmp_path)
    ui = visit(running.url).open().expect_trouble("REFUSED", "WebSocket", "uncaught: Exception", "fetch")
    ui.page.locator("flt-semantics-host").wait_for(state="attached")
    running.signal(signal.SIGINT)
    assert running.wait(10) == 0
    told = running.log.read_text()
    assert running.url in told
    assert "Traceback" not in told


def companion(*arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in a shell without a display."""
    command = [sys.executable, "-m", "companion", *arguments]
    return subprocess.run(command, cwd=ROOT, env=quiet_environment(), capture_output=True, text=True, timeout=30)


def test_data_that_cannot_be_opened_is_told_on_the_command_line(tmp_path: Path) -> None:
    broken = tmp_path / "broken.sqlite"
    broken.write_bytes(b"SQLite format 3\0" + os.urandom(5000))
    told = companion("--web", "--port", str(free_port()), "--database", str(broken))
    assert told.returncode == 2
    assert told.stderr.strip().endswith((".", "!"))
    assert "Traceback" not in told.stderr
    assert "open at" not in told.stdout


def test_a_taken_port_is_told_on_the_command_line(tmp_path: Path) -> None:
    with serving.listen(None) as taken:
        port = str(taken.getsockname()[1])
        told = companion("--web", "--port", port, "--database", str(tmp_path / "a.sqlite"))
    assert told.returncode == 2
    assert port in told.stderr


def test_a_page_that_left_before_it_said_who_it_was_is_forgotten(tmp_path: Path) -> None:
    running = Server(tmp_path)
    assert knock(running.url, running.url)
    running.signal(signal.SIGINT)
    assert running.wait(10) == 0
    assert "Traceback" not in running.log.read_text()
