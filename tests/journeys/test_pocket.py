"""The offline app: a folder of files, opened once; then the network is cut."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect

from scoring.crown_battles.options import Options
from tests.browser import PHONE, Ui
from tests.journeys.conftest import Open
from tests.journeys.hands import FIVE, final_totals, play
from tests.journeys.test_evening import EVENING
from tests.site import (
    IS_OPEN,
    PATIENCE,
    Host,
    evaluate_in_worker,
    go_offline,
    open_app,
    reopen_app,
    serve_folder,
    wait_until_open,
)

pytestmark = pytest.mark.long

SLOW: Final = 30_000
"""Milliseconds for work on a file without a second thread, with both cores shared."""

OPTIONS: Final = Options()


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
    ui.tap("Deal the first round").see("Round 1 of 6")


def test_an_evening_is_played_without_any_network_and_is_there_at_the_next_start(visit: Open, host: Host) -> None:
    ui = open_app(visit(host.url, **PHONE))
    go_offline(ui, host)
    sit_down(ui)
    before = evaluate_in_worker(ui, "flet_js.flushes()")
    for number, played in enumerate(EVENING[:2]):
        play(ui, FIVE, number, played)
    entries = 2 + 2 * 5 + 1  # tricks, bids, and a trump that was noted
    assert evaluate_in_worker(ui, "flet_js.flushes()") - before >= entries
    reopen_app(ui).see("Round 3 of 6")
    for number, played in enumerate(EVENING[2:], 2):
        play(ui, FIVE, number, played)
    sums = final_totals(FIVE, OPTIONS, EVENING)
    best = max(range(5), key=lambda seat: sums[seat])
    ui.value("winner", f"{FIVE[best]} wins")
    name = re.compile(f"Crown Battles · {FIVE[best]} won.*{FIVE[best]} {sums[best]}")
    expect(reopen_app(ui).page.get_by_role("group", name=name)).to_be_attached(timeout=PATIENCE)


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
