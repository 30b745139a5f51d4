"""A phone that slept or lost its connection finds its table again."""

import time
from collections.abc import Iterator
from contextlib import suppress

import flet as ft
import pytest
from playwright.sync_api import Error, expect

from companion.flet_guard.guard import Connection, watch_connection
from companion.testing.browser import PHONE, SHARP, Cable, Ui, served
from tests.journeys.conftest import Open


@ft.component
def Counter(line: Connection) -> list[ft.View]:
    taps, set_taps = ft.use_state(0)
    count = ft.Semantics(identifier="count", content=ft.Text(f"taps {taps}"))
    button = ft.FilledButton("Tap", on_click=lambda: set_taps(lambda before: before + 1))
    return [ft.View(route=f"/#{line.epoch}", controls=[count, button])]


def main(page: ft.Page) -> None:
    page.title = "Counter"
    page.render_views(Counter, watch_connection(page, lambda: None))


@pytest.fixture
def cable() -> Iterator[Cable]:
    with served(main) as url:
        yield Cable(url)


def test_the_first_page_answers_taps_after_every_cut(visit: Open, cable: Cable) -> None:
    ui = visit(cable.url, **PHONE).expect_trouble("WebSocket", "ERR_", "uncaught: Exception").open()
    for taps in (1, 2, 3):
        ui.tap("Tap").value("count", f"taps {taps}")
        cable.cut()
        ui.see("Working...")
        cable.mend()
        expect(ui.text("Working...")).to_have_count(0, timeout=20_000)
    ui.tap("Tap").value("count", "taps 4")


DARK_PIXELS = """() => {
  const picture = document.querySelector("#lost canvas");
  const { data } = picture.getContext("2d").getImageData(0, 0, picture.width, picture.height);
  let dark = 0;
  for (let at = 0; at < data.length; at += 4) dark += data[at] + data[at + 1] + data[at + 2] < 400;
  return dark;
}"""


def test_without_a_server_the_table_stays_readable_and_says_what_to_do(visit: Open, cable: Cable) -> None:
    ui = visit(cable.url, **PHONE | SHARP).expect_trouble("WebSocket", "ERR_", "uncaught: Exception").open()
    ui.tap("Tap").value("count", "taps 1").rest()
    cable.cut()
    notice = ui.page.locator("#lost p")
    expect(notice).to_contain_text("Start the companion again", timeout=10_000)
    assert ui.page.evaluate(DARK_PIXELS) > 4000  # the button; the client's own cover has some letters
    cable.mend()
    expect(notice).to_have_count(0, timeout=20_000)
    expect(ui.text("Working...")).to_have_count(0, timeout=20_000)
    ui.tap("Tap").value("count", "taps 2")


def test_a_reload_keeps_what_the_page_held(visit: Open, cable: Cable) -> None:
    ui = visit(cable.url, **PHONE).open()
    ui.tap("Tap").value("count", "taps 1")
    ui.reload().value("count", "taps 1")
    ui.tap("Tap").value("count", "taps 2")


def wait_until_loaded_anew(ui: Ui) -> None:
    """Poll from outside: the page's own policy lets no function be made of words in it."""
    end = time.monotonic() + 20
    while time.monotonic() < end:
        with suppress(Error):  # there is no page while it loads
            if ui.page.evaluate("window.before === undefined"):
                return
        time.sleep(0.05)
    raise AssertionError("the page was not loaded anew")


def test_a_page_whose_drawing_engine_broke_loads_itself_anew_and_goes_on(visit: Open, cable: Cable) -> None:
    ui = visit(cable.url, **PHONE).open()
    ui.tap("Tap").value("count", "taps 1")
    for reloads in (True, False):  # broken again at once it stays as it is, or it would load for ever
        ui.page.evaluate("window.before = true")
        broken = "new ErrorEvent('error', {error: new WebAssembly.RuntimeError('memory access out of bounds')})"
        ui.page.evaluate(f"setTimeout(() => window.dispatchEvent({broken}))")
        if reloads:
            wait_until_loaded_anew(ui)
        ui.value("count", "taps 1")
    ui.tap("Tap").value("count", "taps 2")
    assert ui.page.evaluate("window.before")
