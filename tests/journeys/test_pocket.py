"""The offline app: a folder of files, opened once; then the network is cut."""

import re
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from itertools import cycle, islice
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import BrowserContext, expect

from companion.server.web_page import replace_once
from companion.testing.browser import PHONE, Ui
from scoring.engine.journal import Journal
from scoring.games.crown_battles.options import Options
from tests.journeys.conftest import Open
from tests.journeys.hands import FIVE, bid, expect_prompt, final_totals, journal, opened, play, spin
from tests.journeys.test_evening import EVENING
from tests.pocket import copy_files, count_commits, lay_files, read_files
from tests.site import (
    IS_OPEN,
    PATIENCE,
    Host,
    evaluate_in_worker,
    go_offline,
    load_stage_script,
    open_app,
    reopen_app,
    serve_folder,
    stage_other,
    wait_until_open,
)

SLOW: Final = 30_000
"""Milliseconds for work on a file without a second thread, with both cores shared."""

OPTIONS: Final = Options()

SOON: Final = 1500
"""Milliseconds to the first picture with both cores busy; idle it takes a tenth of that."""

PLENTY: Final = 10_000_000_000
"""Bytes."""

MOST_ENTRIES: Final = 120
"""Entries that surely outgrow the room which the browser sets aside for a file in advance."""


@pytest.fixture
def host(site: Path) -> Iterator[Host]:
    with serve_folder(site) as running:
        yield running


def sit_down(ui: Ui) -> None:
    """Five new names, and the usual game."""
    ui.see("Choose a game and say who plays.").tap_id("new.crown_battles").see("At the table")
    for seat, name in enumerate(FIVE):
        ui.fill("New player", name)
        ui.tap("Add")
        expect(ui.id(f"leave[{seat}]")).to_be_attached(timeout=SLOW)
    ui.tap("Start the game").see("Round 1 of 6")


def test_an_evening_is_played_without_any_network_and_is_there_at_the_next_start(visit: Open, host: Host) -> None:
    ui = open_app(visit(host.url, **PHONE))
    go_offline(ui, host)
    sit_down(ui)
    for number, played in enumerate(EVENING[:2]):
        play(ui, FIVE, number, played)
    reopen_app(ui).see("Round 3 of 6")
    for number, played in enumerate(EVENING[2:], 2):
        play(ui, FIVE, number, played)
    sums = final_totals(OPTIONS, EVENING)
    best = max(range(5), key=lambda seat: sums[seat])
    ui.value("winner", f"{FIVE[best]} wins")
    name = re.compile(f"Crown Battles · {FIVE[best]} won.*{FIVE[best]}\\s{sums[best]}")
    expect(reopen_app(ui).page.get_by_role("group", name=name)).to_be_attached(timeout=PATIENCE)


PAINTS: Final = "performance.getEntriesByName('first-contentful-paint')"
WAKING: Final = "!globalThis.companionMarks && document.getElementById('splash')?.innerText"


@pytest.mark.deep
def test_the_last_scores_are_in_sight_while_the_app_wakes(visit: Open, host: Host) -> None:
    ui = open_app(visit(host.url, **PHONE))
    go_offline(ui, host)
    sit_down(ui)
    play(ui, FIVE, 0, EVENING[0])
    ui.see("Round 2 of 6").page.wait_for_function("localStorage['flutter.picture'].includes('Round 2')")
    ui.page.goto("about:blank")
    ui.page.goto(f"{host.url}/", wait_until="commit")
    seen = [line for line in ui.page.wait_for_function(WAKING).json_value().split("\n") if line]
    assert seen[:2] == ["Waking up", "Crown Battles"]
    assert "Round 2 of 6" in seen[2]
    points = final_totals(OPTIONS, EVENING[:1])
    assert seen[3:8] == [f"{name}\t{points[seat]}".replace("-", "−") for seat, name in enumerate(FIVE)]
    ui.page.wait_for_function(f"{PAINTS}.length")  # the browser tells it a moment after it painted
    assert ui.page.evaluate(f"{PAINTS}[0].startTime") < SOON
    wait_until_open(ui).see("Round 2 of 6")


@pytest.mark.deep
def test_a_tap_on_the_first_picture_waits_for_the_app(visit: Open, host: Host) -> None:
    ui = open_app(visit(host.url, **PHONE))
    sit_down(ui)
    ui.page.go_back()
    ui.see("Go on").page.wait_for_function("localStorage['flutter.picture'].includes('/table/')")
    ui.page.goto("about:blank")
    ui.page.goto(f"{host.url}/", wait_until="commit")
    ui.page.locator("#splash tr", has_text="Crown Battles").click()
    assert ui.page.locator("#splash").is_visible()
    wait_until_open(ui).see("Round 1 of 6")


CAPABLE: Final = (
    "Secure address",
    "Keeps the app offline",
    "Runs the app",
    "Writes games to the disk at once",
)
TAKE_AWAY_STORAGE: Final = "Object.defineProperty(navigator, 'locks', { value: undefined });"


@pytest.mark.deep
def test_a_page_says_in_words_what_this_browser_can_do(visit: Open, host: Host) -> None:
    ui = visit(host.url, **PHONE, permissions=["clipboard-read", "clipboard-write"])
    page = ui.page
    page.goto(f"{host.url}/ready.html")
    expect(page.locator("#verdict")).to_have_text("The companion can run in this browser.")
    page.get_by_role("button", name="Copy").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    lines = page.evaluate("navigator.clipboard.readText()").splitlines()
    assert {f"{question}: yes" for question in CAPABLE} <= set(lines)
    assert lines[-1].startswith("Mozilla/")
    assert not [line for line in lines if "ready-check" in line]
    assert page.evaluate("navigator.storage.getDirectory().then((root) => root.keys().next())")["done"]


@pytest.mark.deep
def test_a_browser_without_what_is_needed_leads_to_that_page(visit: Open, host: Host) -> None:
    page = visit(host.url, **PHONE).page
    page.add_init_script(TAKE_AWAY_STORAGE)
    page.goto(f"{host.url}/")
    page.get_by_role("link", name="What this browser can do").click()
    expect(page.locator("#verdict")).to_contain_text("cannot run in this browser")
    expect(page.locator("li", has_text="One owner of the games")).to_contain_text("no")


@pytest.mark.deep
def test_a_second_tab_says_so_and_takes_over_when_it_is_told_to(visit: Open, host: Host) -> None:
    ui = open_app(visit(host.url, **PHONE))
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


@pytest.mark.deep
def test_every_commit_is_flushed(visit: Open, host: Host) -> None:
    ui = open_app(visit(host.url, **PHONE))
    sit_down(ui)
    before = committed_and_flushed(ui)
    play(ui, FIVE, 0, EVENING[0])
    ui.see("Round 2 of 6").rest()
    after = committed_and_flushed(ui)
    entries = 1 + 5 + 1  # trump, bids and tricks
    assert after[0] - before[0] >= entries
    assert after[1] - before[1] >= after[0] - before[0]


def committed_and_flushed(ui: Ui) -> tuple[int, int]:
    """The commits in the write-ahead log, which is far from being started anew, and the flushes so far."""
    return count_commits(read_files(ui.page)["companion.sqlite-wal"]), evaluate_in_worker(ui, "flet_js.flushes()")


@pytest.mark.parametrize("engine", ["skwasm", "canvaskit"])
@pytest.mark.deep
def test_a_phone_fetches_only_the_engine_that_draws_there(visit: Open, host: Host, engine: str) -> None:
    ui = visit(host.url, **PHONE)
    if engine == "canvaskit":
        ui.page.add_init_script("WebAssembly.validate = () => false;")
    open_app(ui)
    fetched = set(host.requested)
    for name, files in load_stage_script().ENGINES.items():
        assert (fetched >= set(files)) == (name == engine)
        assert fetched.isdisjoint(files) == (name != engine)
    go_offline(ui, host)
    reopen_app(ui).see("Choose a game and say who plays.")


UPDATE_WAITS: Final = "async () => Boolean((await navigator.serviceWorker.getRegistration()).waiting)"
NO_UPDATE: Final = """async () => {
  const { installing, waiting } = await navigator.serviceWorker.getRegistration();
  return !installing && !waiting;
}"""


def mark_page(text: str) -> str:
    return replace_once(text, "</head>", '<meta name="edition" content="2"></head>')


def edition(ui: Ui) -> int:
    return ui.page.locator("meta[name=edition]").count() + 1


@pytest.mark.deep
def test_an_update_fetches_what_changed_and_is_taken_at_the_next_start(
    visit: Open, site: Path, host: Host, tmp_path: Path
) -> None:
    newer = stage_other(site, tmp_path / "newer", {"index.html": mark_page})
    ui = open_app(visit(host.url, **PHONE))
    sit_down(ui)
    host.folder = newer
    host.requested.clear()
    reopen_app(ui).see("Round 1 of 6")
    ui.page.wait_for_function(UPDATE_WAITS)
    assert edition(ui) == 1
    assert set(host.requested) == {"sw.js", "index.html"}
    play(ui, FIVE, 0, EVENING[0])  # the evening goes on with what it began with
    ui.see("Round 2 of 6")
    reopen_app(ui).see("Round 2 of 6")
    assert edition(ui) == 2
    assert set(host.requested) == {"sw.js", "index.html"}
    go_offline(ui, host)
    reopen_app(ui).see("Round 2 of 6")
    assert edition(ui) == 2


@pytest.mark.deep
def test_a_mixture_of_two_versions_is_never_kept(visit: Open, site: Path, host: Host, tmp_path: Path) -> None:
    newer = stage_other(site, tmp_path / "newer", {"index.html": mark_page})
    mixed = stage_other(site, tmp_path / "mixed", {})
    (mixed / "sw.js").write_bytes((newer / "sw.js").read_bytes())
    ui = open_app(visit(host.url, **PHONE))
    sit_down(ui)
    host.folder = mixed
    reopen_app(ui).see("Round 1 of 6")
    ui.page.evaluate("async () => (await navigator.serviceWorker.getRegistration()).update().catch(() => {})")
    ui.page.wait_for_function(NO_UPDATE)
    assert edition(ui) == 1
    reopen_app(ui).see("Round 1 of 6")
    assert edition(ui) == 1


def stored_journal(ui: Ui, folder: Path) -> Journal[Any]:
    """The only session in the browser's storage at this moment, which is copied into a new folder."""
    return journal(copy_files(ui.page, folder))


@pytest.fixture
def kept(profile: BrowserContext, host: Host) -> Iterator[Ui]:
    """The app where its files lie on a disk, with five at the table."""
    ui = open_app(Ui(profile, host.url))
    sit_down(ui)
    yield ui
    ui.assert_untroubled()


@pytest.mark.deep
def test_a_full_device_says_so_and_loses_nothing(kept: Ui, tmp_path: Path) -> None:
    spin(kept, "yellow")
    bid(kept, "Ben", (0,))
    full, question = kept.text("There is no room left").first, kept.id("asked")
    free_space = limit_storage(kept)
    for control, name in islice(cycle((("undo", "Ben"), ("redo", "Cleo"))), MOST_ENTRIES):
        expect(kept.id(control)).to_be_enabled()
        kept.tap_id(control)
        expect(full.or_(question.filter(has_text=f"{name} bids"))).to_be_attached()
        if full.count():
            break
    kept.see("There is no room left").see("free some space, then try again")
    before = stored_journal(kept, tmp_path / "full")
    free_space()
    reopen_app(kept).see("Round 1 of 6")
    assert stored_journal(kept, tmp_path / "reopened") == before
    kept.tap_id(control)
    expect_prompt(kept, f"{name} bids")
    assert stored_journal(kept, tmp_path / "after")[:-1] == before


@pytest.mark.deep
def test_a_full_private_window_says_so_too(visit: Open, host: Host) -> None:
    ui = open_app(visit(host.url, **PHONE))
    sit_down(ui)
    free_space = limit_storage(ui)
    ui.tap_id("trump_spun.shows=yellow").see("There is no room left").see("free some space, then try again")
    free_space()
    spin(ui.rest(), "yellow")
    reopen_app(ui).see("Trump Yellow")


def limit_storage(ui: Ui) -> Callable[[], None]:
    """Give the app no more room than it takes; returns what gives it plenty again."""
    browser = ui.page.context.new_cdp_session(ui.page)

    def limit(size: int) -> None:
        browser.send("Storage.overrideQuotaForOrigin", {"origin": ui.url, "quotaSize": size})

    limit(ui.page.evaluate("async () => (await navigator.storage.estimate()).usage"))
    return lambda: limit(PLENTY)


@pytest.mark.deep
def test_storage_that_is_taken_away_is_put_back(kept: Ui) -> None:
    play(kept, FIVE, 0, EVENING[0])
    clear = {"origin": kept.url, "storageTypes": "file_systems"}
    kept.page.context.new_cdp_session(kept.page).send("Storage.clearDataForOrigin", clear)
    kept.see("was moved, deleted or replaced while the app was open").rest().tap_id("put_back")
    kept.see("Round 2 of 6").rest()
    play(kept, FIVE, 1, EVENING[1])
    reopen_app(kept).see("Round 3 of 6")


@pytest.mark.deep
def test_an_older_program_leaves_a_newer_file_as_it_is_and_offers_to_save_it(
    visit: Open, host: Host, tmp_path: Path
) -> None:
    opened(tmp_path / "companion.sqlite")
    with closing(sqlite3.connect(tmp_path / "companion.sqlite", isolation_level=None)) as db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
        db.execute("PRAGMA journal_mode = DELETE")
    newer = (tmp_path / "companion.sqlite").read_bytes()
    ui = visit(host.url, **PHONE)
    ui.page.goto(f"{host.url}/manifest.json")
    lay_files(ui.page, {"companion.sqlite": newer})
    open_app(ui).see("newer version")
    assert read_files(ui.page)["companion.sqlite"] == newer
    ui = reopen_app(ui).see("newer version")
    assert read_files(ui.page)["companion.sqlite"] == newer
    with ui.page.expect_download() as download:
        ui.tap("Save the file")
    assert Path(download.value.path()).read_bytes() == newer
    ui.tap("Start afresh").see("open it again")
    ui = reopen_app(ui).see("New game")
    assert read_files(ui.page)["companion.set-aside.sqlite"] == newer
