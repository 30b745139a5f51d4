"""A page needs no other machine, ends with the app, and says so where the file cannot be opened."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import flet as ft
import pytest
from playwright.sync_api import Browser

from companion.testing.browser import DESKTOP, PHONE, Server, Ui, served
from companion.ui.fonts import FALLBACK, FIGURES, TEXT
from tests.journeys.conftest import Open, Served, each_device
from tests.journeys.hands import opened

SIGNS = "♠♥♦♣ ♤♡♢♧ ♛♔♚ ★☆ ✓✗ ×−–— ½¼¾ ±≥≤≠ →←↑↓↔⇄ ⏳⌛⚡ ⚑⚔ ⚀⚁⚂⚃⚄⚅ ●○◆▲▼■□ ①②⑧ 🏆 …“”’·"
NAMES = "Ångström Łódź Zoë Çelik Őrsi Ștefan İpek Ñandú Αννα Юля Жанна Nguyễn Þóra Straße"


MEASURE_FIGURES = """async ([family, weight]) => {
  const face = new FontFace('Probe', `url(/fonts/${family}.ttf)`, {weight: '400 800'});
  document.fonts.add(await face.load());
  const pen = document.createElement('canvas').getContext('2d');
  pen.font = `${weight} 100px Probe`;
  const widths = [...'0123456789'].map(figure => pen.measureText(figure).width);
  document.fonts.delete(face);
  return widths;
}"""


def write_all_signs(page: ft.Page) -> None:
    """A page with every character the app uses, in both typefaces."""

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


@each_device
def test_every_sign_is_drawn_from_our_own_fonts_with_no_network(visit: Open, signs: str, device: Any) -> None:
    ui = visit(signs, **device)
    urls: list[str] = []
    ui.page.on("request", lambda request: urls.append(request.url))
    ui.open().see("all is written").screenshot(f"signs-{device['viewport']['width']}")
    strangers = [url for url in urls if "/fonts/noto" in url or not url.startswith(signs)]
    assert strangers == []
    ui.assert_untroubled()


def test_a_sign_without_a_font_fails_no_request(visit: Open) -> None:
    with served(lambda page: page.add(ft.Text("漢字 🎲 ♠"), ft.Text("all is written"))) as url:
        ui = visit(url).open().see("all is written")
        ui.screenshot("signs-unknown")
        ui.assert_untroubled()


def test_a_first_visit_loads_five_megabytes_and_the_next_almost_nothing(browser: Browser, server: Served) -> None:
    with browser.new_context(**PHONE) as context:  # without routes of Playwright's, which would switch the cache off
        page = context.new_page()
        devtools = context.new_cdp_session(page)
        devtools.send("Network.enable")
        loaded: list[int] = []
        devtools.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
        page.goto(server.url)
        page.wait_for_selector("flt-semantics-placeholder", state="attached")
        page.wait_for_load_state("networkidle")
        assert 3_000_000 < sum(loaded) < 5_000_000
        loaded.clear()
        page.reload()
        page.wait_for_selector("flt-semantics-placeholder", state="attached")
        page.wait_for_load_state("networkidle")
        assert 0 < sum(loaded) < 50_000


def test_a_page_that_is_used_again_keeps_nothing_of_a_server(browser: Browser, signs: str) -> None:
    """Another one may get the same port, and would be asked for the session of the one before."""
    ui = Ui(browser.new_context(**PHONE), signs).open()
    ui.page.wait_for_function("sessionStorage.length > 0")
    assert ui.let_go()
    ui.page.goto(f"{signs}/manifest.json")
    assert ui.page.evaluate("[sessionStorage.length, localStorage.length]") == [0, 0]
    ui.page.context.close()


def test_any_address_shows_the_app(visit: Open, signs: str) -> None:
    visit(signs).open("/sessions/7/sheet").see("all is written")


def test_all_figures_are_of_one_width(visit: Open, signs: str) -> None:
    page = visit(signs).open().page
    for family in ("text", "figures"):
        for weight in (400, 700):
            widths = page.evaluate(MEASURE_FIGURES, [family, weight])
            assert len(set(widths)) == 1, (family, weight, widths)


def test_ctrl_c_closes_the_app_at_once_and_without_a_word(tmp_path: Path, visit: Open) -> None:
    running = Server(tmp_path)
    ui = visit(running.url).open().expect_trouble("REFUSED", "WebSocket", "uncaught: Exception", "fetch")
    ui.page.locator("flt-semantics-host").wait_for(state="attached")
    running.signal(signal.SIGINT)
    assert running.wait(10) == 0
    log = running.log.read_text()
    assert running.url in log
    assert "Traceback" not in log


IN_FRONT_OF_A_SCREEN: Final = (
    "-c",
    "import os, sys; os.environ.update(DISPLAY=':7', BROWSER='true');"
    "from companion.__main__ import main; sys.exit(main())",
)
"""The command as on a machine with a display, but opening no browser."""


def test_in_front_of_a_screen_the_app_itself_says_that_the_file_is_damaged(visit: Open, tmp_path: Path) -> None:
    path = tmp_path / "companion.sqlite"
    opened(path)
    path.write_bytes(path.read_bytes()[:4096] + os.urandom(8192))
    server = Server(tmp_path, path, command=IN_FRONT_OF_A_SCREEN)
    visit(server.url, **DESKTOP).open().see(str(path)).see("damaged")
    server.stop()
    assert str(path) in server.log.read_text()
