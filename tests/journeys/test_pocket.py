"""The companion in the pocket: a folder of files, opened once; then the network is cut for good."""

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from PIL import Image
from playwright.sync_api import expect

from companion.files.import_file import preview_file
from scoring.crown_battles import GAME as CROWN
from scoring.crown_battles.options import Options
from storage.store import Store
from storage.transfer.session_export import export_sessions
from tests.browser import PHONE, Ui
from tests.journeys.conftest import Open
from tests.journeys.hands import FIVE, events_of, final_totals, kept_totals, play
from tests.journeys.hands import opened as put_down
from tests.journeys.test_evening import EVENING
from tests.site import (
    IS_OPEN,
    PATIENCE,
    Host,
    cut_off,
    hosted,
    list_files,
    opened,
    reopened,
    wait_until_open,
    worker_value,
)

pytestmark = pytest.mark.long

SMALL: Final[dict[str, Any]] = {**PHONE, "viewport": {"width": 360, "height": 740}}
FETCH_UPDATE: Final = """async () => {
  const here = await navigator.serviceWorker.getRegistration();
  await here.update();
  while (!here.waiting) await new Promise((done) => setTimeout(done, 50));
}"""
SLOW: Final = 30_000
"""Milliseconds for work on a file where there is no second thread and two cores for everybody."""

OPTIONS: Final = Options()


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    with hosted(site) as running:
        yield running


def sit_down(ui: Ui) -> None:
    """Five new names, and the usual game."""
    ui.see("Choose a game and say who plays.").tap_id("new.crown_battles").see("At the table")
    for seat, name in enumerate(FIVE):
        ui.fill("New player", name)
        ui.tap("Add")
        expect(ui.id(f"leave[{seat}]")).to_be_attached(timeout=SLOW)
    ui.tap("Deal the first round").see("Round 1 of 6")


def saved(ui: Ui, way: str, to: Path) -> Path:
    """What a way out of "Import and export" gives."""
    with ui.page.expect_download(timeout=60_000) as coming:
        ui.tap_id(f"exchange.out.{way}")
    coming.value.save_as(to)
    return to


def go_to_exchange(ui: Ui) -> Ui:
    ui.page.evaluate("location.hash = '/exchange'")
    return ui.see("Take everything out")


@pytest.mark.parametrize("device", [pytest.param(PHONE, id="412x915"), pytest.param(SMALL, id="360x740")])
def test_an_evening_is_played_without_any_network_and_is_there_at_the_next_start(
    visit: Open, host: Host, tmp_path: Path, device: dict[str, Any]
) -> None:
    ui = opened(visit(host.url, **device))
    cut_off(ui, host)
    sit_down(ui)
    before = worker_value(ui, "flet_js.flushes()")
    for number, played in enumerate(EVENING[:2]):
        play(ui, FIVE, number, played)
    entries = 2 + 2 * 5 + 1  # tricks, bids, and a trump that was noted
    assert worker_value(ui, "flet_js.flushes()") - before >= entries
    reopened(ui).see("Round 3 of 6")
    for number, played in enumerate(EVENING[2:], 2):
        play(ui, FIVE, number, played)
    sums = final_totals(FIVE, OPTIONS, EVENING)
    best = max(range(5), key=lambda seat: sums[seat])
    ui.value("winner", f"{FIVE[best]} wins")
    reopened(ui).see(f"Crown Battles · {FIVE[best]} won")
    go_to_exchange(ui)
    assert kept_totals(saved(ui, "backup", tmp_path / "phone.sqlite")) == sums


def choose(ui: Ui, file: Path) -> None:
    """Choose a file in the browser's own dialog."""
    with ui.page.expect_file_chooser() as chooser:
        ui.tap_id("exchange.choose")
    chooser.value.set_files(file)


def computer_with_evenings(path: Path, number: int) -> bytes:
    """So many finished evenings on a computer, as the file that takes them to another device."""
    entries = [entry for turn, played in enumerate(EVENING) for entry in events_of(turn, played)]
    for _ in range(number):
        put_down(path, FIVE, OPTIONS, CROWN, *entries)
    with Store(path) as store:
        return "".join(f"{line}\n" for line in export_sessions(store)).encode()


def test_evenings_of_a_computer_come_to_the_phone_and_leave_it_as_they_came(
    visit: Open, host: Host, tmp_path: Path
) -> None:
    evenings = tmp_path / "evenings.jsonl"
    evenings.write_bytes(computer_with_evenings(tmp_path / "computer.sqlite", 3))
    ui = opened(visit(host.url, **PHONE, permissions=["clipboard-read", "clipboard-write"]))
    cut_off(ui, host)
    choose(go_to_exchange(ui), evenings)
    ui.see("3 sessions to add.", SLOW).tap_id("brought.apply").see("3 sessions added.", SLOW)
    choose(go_to_exchange(ui), evenings)
    ui.see("3 here already.", SLOW)
    go_to_exchange(ui)
    with Store(tmp_path / "computer.sqlite") as store:
        assert preview_file(store, saved(ui, "sessions", tmp_path / "again.jsonl")).is_empty
    assert b'"plays"' in saved(ui, "bgstats", tmp_path / "plays.json").read_bytes()
    assert saved(ui, "results", tmp_path / "results.csv").read_bytes().count(b"\r\n") == 1 + 3 * len(FIVE)

    safe = saved(ui, "backup", tmp_path / "safe.sqlite")
    ui.page.evaluate("location.hash = '/history'")
    ui.page.locator('[flt-semantics-identifier^="session["]').first.wait_for(state="attached")
    ui.tap(ui.page.locator('[flt-semantics-identifier^="session["]').first).see_id("share")
    share_an_evening(ui, tmp_path)

    choose(go_to_exchange(ui), safe)
    ui.see("Restore this backup?", SLOW).tap_id("brought.restore").see("What was here before is kept in", SLOW)
    ui.tap_id("brought.undo").see("Everything is as it was before.", SLOW)


def share_an_evening(ui: Ui, folder: Path) -> None:
    """Picture, table, grid and the page to print, as from the server."""
    ui.tap_id("share").see_id("share.picture")
    with ui.page.expect_download(timeout=60_000) as coming:
        ui.tap_id("share.picture")
    coming.value.save_as(folder / "picture.png")
    picture = Image.open(folder / "picture.png")
    assert (picture.format, picture.width) == ("PNG", 1080)
    assert len(picture.convert("RGB").getcolors(maxcolors=1 << 24) or []) > 500
    ui.tap_id("share.grid")
    ui.see("Copied.")
    assert "🟩 bids met" in ui.page.evaluate("navigator.clipboard.readText()")
    with ui.page.expect_download(timeout=60_000) as coming:
        ui.tap_id("share.csv")
    assert coming.value.suggested_filename.endswith(".csv")
    with ui.page.context.expect_page() as page:
        ui.tap_id("share.print")
    expect(page.value.locator("h1")).to_have_text("Crown Battles")
    page.value.close()
    ui.tap_id("share.code").see_id("share.code.large").tap_id("share.code.large").see_id("share.code")


def test_a_second_tab_says_so_and_takes_over_when_it_is_told_to(visit: Open, host: Host) -> None:
    ui = opened(visit(host.url, **PHONE))
    sit_down(ui)
    second = ui.page.context.new_page()
    second.goto(host.url)
    curtain = second.locator("#curtain")
    expect(curtain).to_contain_text("open in another tab or window", timeout=PATIENCE)
    curtain.get_by_role("button", name="Use it here").click()
    expect(ui.page.locator("#curtain")).to_contain_text("goes on in another tab", timeout=PATIENCE)
    second.wait_for_function(IS_OPEN, timeout=PATIENCE)
    expect(second.locator("#curtain")).to_have_count(0)
    second.close()
    ui.page.get_by_role("button", name="Use it here").click()
    wait_until_open(ui).see("Round 1 of 6")


def test_an_update_fetches_what_changed_and_is_taken_at_the_next_start(visit: Open, host: Host, tmp_path: Path) -> None:
    ui = opened(visit(host.url, **PHONE))
    sit_down(ui)
    newer = tmp_path / "newer"
    shutil.copytree(host.folder, newer)
    page = newer / "index.html"
    page.write_text(page.read_text("utf-8").replace("<title>Table Companion", "<title>Table Companion 2"), "utf-8")
    list_files(newer)
    host.folder = newer
    host.asked.clear()
    ui.page.evaluate(FETCH_UPDATE)
    assert set(host.asked) == {"sw.js", "index.html"}
    ui.tap_id("trump_spun.shows=yellow").see("Trump Yellow")  # the evening goes on as it began
    cut_off(ui, host)
    reopened(ui).see("Trump Yellow")
    assert ui.page.evaluate("caches.keys().then((names) => names.length)") == 1
    assert ui.page.evaluate("fetch('.').then((answer) => answer.text())").count("<title>Table Companion 2") == 1
