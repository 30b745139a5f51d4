"""The turn clock in a browser: it follows the turns, pauses, survives a restart and shows in the result."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from companion.testing.browser import PHONE, Server, Ui
from scoring.games.crown_battles.options import Options
from tests.journeys.conftest import Open, Served, each_device
from tests.journeys.hands import THREE, bid, expect_prompt, opened

OFFLINE: Final = ("WebSocket", "ERR_", "uncaught: Exception")


def clock_on(ui: Ui, name: str) -> None:
    """Wait until the turn of this player, or of everybody, is counted."""
    expect(ui.id("clock")).to_contain_text(re.compile(rf"^{name} \d+:\d\d"))


def bottom(ui: Ui) -> Any:
    """Where the buttons of the dock are."""
    return ui.id("asides").bounding_box()


@each_device
def test_the_turn_clock_follows_an_evening(visit: Open, process: Server, device: dict[str, Any]) -> None:
    session = opened(process.database, THREE, Options(schedule=(2,)))
    ui = visit(process.url, **device).expect_trouble(*OFFLINE).open(f"/table/{session}")
    expect_prompt(ui, "Ben bids")
    before = bottom(ui)
    ui.tap_id("asides").see_id("aside.clock").rest().tap_id("aside.clock")
    clock_on(ui, "Ben")
    ui.rest()
    assert bottom(ui) == before
    expect(ui.id("clock")).to_contain_text(re.compile(r"^Ben (?!0:0[01])"))  # it goes on by itself
    bid(ui, "Ben", (0,))
    clock_on(ui, "Cleo")
    ui.tap_id("clock.pause")
    expect(ui.id("clock")).to_contain_text("Paused: Cleo")
    paused = ui.id("clock").inner_text()
    ui.tap_id("open.log").see_id("log.setup").rest().tap_id("back")  # "Log" stands on the table, too
    expect(ui.id("clock")).to_have_text(paused)
    other = visit(process.url, **PHONE).expect_trouble(*OFFLINE).open(f"/table/{session}")
    expect(other.id("clock")).to_have_text(paused)
    other.leave()
    process.kill()
    process.start()
    ui.open(f"/table/{session}")
    expect(ui.id("clock")).to_have_text(paused)
    bid(ui, "Cleo", (2,))
    clock_on(ui, "Ana")
    bid(ui, "Ana", (1,))
    clock_on(ui, "Everybody")
    ui.tap_id("clock").see("Time per player").tap_id("sheet.close").gone("Time per player")
    ui.tap_id("tricks_taken.tricks[0]=0").tap_id("tricks_taken.tricks[2]=2").tap_id("confirm")
    ui.see_id("winner").see_id("times")
    expect(ui.id("times")).to_contain_text(re.compile(r"^Time per player: Ana \d+:\d\d, Ben 0:\d\d, Cleo \d+:\d\d"))


@pytest.mark.deep
def test_a_reload_shows_the_same_times(visit: Open, server: Served) -> None:
    session = opened(server.database, THREE, Options(schedule=(2,)))
    ui = visit(server.url, **PHONE).open(f"/table/{session}")
    ui.tap_id("asides").see_id("aside.clock").rest().tap_id("aside.clock")
    expect(ui.id("clock")).to_contain_text(re.compile(r"^Ben (?!0:0[01])"))
    ui.tap_id("clock.pause")
    expect(ui.id("clock")).to_contain_text("Paused: Ben")
    paused = ui.id("clock").inner_text()
    ui.reload()
    expect(ui.id("clock")).to_have_text(paused)
    ui.tap_id("clock.pause")
    bid(ui, "Ben", (0,))
    clock_on(ui, "Cleo")
