"""Bids sealed on the phone stay covered in every window and in the log until they are revealed."""

import re

from playwright.sync_api import expect

from companion.testing.browser import PHONE
from companion.testing.journeys import hold
from scoring.games.crown_battles.options import Options, RoundType, Secrets
from tests.journeys.conftest import Open, Served
from tests.journeys.hands import expect_prompt, kept_totals, opened, score, take

SEALED = "blind_bid_sealed.bid"


def test_nobody_sees_a_sealed_bid_before_the_last_trick(visit: Open, server: Served) -> None:
    options = Options(schedule=(3,), pool=(RoundType.BLIND,), secrets=Secrets.SEALED)
    session = opened(server.database, ("Ana", "Ben", "Cleo"), options)
    ui = visit(server.url, **PHONE).open(f"/table/{session}")
    other = visit(server.url, **PHONE).open(f"/table/{session}/log")
    for name, bid in (("Ben", "2"), ("Cleo", "0-1"), ("Ana", "1")):
        expect_prompt(ui, f"Pass the phone to {name}").see(f"{name} bids in secret")
        hold(ui, f"{SEALED}.hold", f"{SEALED}={bid}")
        ui.tap_id(f"{SEALED}={bid}").see("Set. Hold to change").tap_id("confirm")
        other.see(f"{name} has sealed a bid")
    expect_prompt(ui, "Reveal the bids")
    for window in (ui, other):
        expect(window.text(re.compile("bids [12]|0–1"))).to_have_count(0)
    ui.tap_id("confirm").see("hold the button for a moment")
    expect(ui.text(re.compile("0–1"))).to_have_count(0)
    hold(ui, "confirm", "tricks_taken.tricks[0]=1")
    ui.see("0–1")
    other.see("Ben bids 2").see("Cleo bids 0–1").see("Ana bids 1")
    take(ui, 2, 0)
    score(ui)
    ui.value("winner", "Ben wins")
    assert kept_totals(server.database) == [30, 40, 10]
