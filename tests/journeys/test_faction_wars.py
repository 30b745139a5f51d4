"""Faction Wars in a browser, with counted taps: the final score, and sealed bids."""

import time
from math import inf
from typing import Final

import pytest
from playwright.sync_api import Locator, expect

from companion.testing.browser import PHONE, STAND_STILL, Ui
from scoring.games.faction_wars import GAME
from scoring.games.faction_wars.cards import NamedBonusCard
from scoring.games.faction_wars.options import Bids, Level, Options
from tests.journeys.conftest import Open, Served
from tests.journeys.hands import FOUR, at_table, expect_prompt, kept_totals

FAIR_WINDS: Final = NamedBonusCard.FAIR_WINDS.value
MOVED: Final = 30
"""Pixels the numbers of a bonus card are out of sight at least."""
PAD: Final = "cards_counted.recruits.pad"


def press(ui: Ui, keys: str) -> None:
    """Tap these keys of the number pad."""
    for key in keys:
        ui.tap_id(f"{PAD}#{key}")


def own(ui: Ui, seat: int) -> None:
    """Say whose the bonus card Fair Winds is."""
    ui.tap_id(f"bonuses_scored.owners[{FAIR_WINDS}]").tap_id(f"bonuses_scored.owners[{FAIR_WINDS}]={seat}")


def test_the_final_score_of_four(visit: Open, server: Served) -> None:
    ui = at_table(visit, server, FOUR, Options(), GAME)
    for name, recruits, berserkers, bystanders in (
        ("Ana", 14, 2, 3),
        ("Ben", 17, 0, 0),
        ("Cleo", 9, 1, 0),
        ("Dov", 12, 0, 2),
    ):
        expect_prompt(ui, f"Count {name}'s cards")
        press(ui, f"{recruits}")
        if bystanders:
            press(ui, f"›{bystanders}")
        if berserkers:
            ui.tap_id("cards_counted.berserkers")
            press(ui, f"{berserkers}")
        ui.tap_id("confirm")
    expect_prompt(ui, "Score the bonus cards")
    own(ui, 0)
    ui.tap_id(f"bonuses_scored.counts[{FAIR_WINDS}][0]=4")
    ui.tap_id("confirm")
    ui.value("winner", "Ana wins")
    assert kept_totals(server.database) == [20, 17, 10, 10]


@pytest.mark.deep
def test_the_table_scrolls_to_a_question_that_an_answer_opens_out_of_sight(visit: Open, server: Served) -> None:
    counts = [("cards_counted", {"seat": n, "recruits": 9, "berserkers": 0, "bystanders": 0}) for n in range(4)]
    low = {**PHONE, "viewport": {"width": 412, "height": 560}}
    ui = at_table(visit, server, FOUR, Options(), GAME, *counts, **low)
    row = ui.see_id(f"bonuses_scored.owners[{FAIR_WINDS}]").id(f"bonuses_scored.owners[{FAIR_WINDS}]")
    expect(row).to_be_visible()
    row.evaluate(STAND_STILL)
    before = top_of(row)
    assert before > 0
    own(ui, 0)
    end = time.monotonic() + 10
    while top_of(row) > before - MOVED:
        assert time.monotonic() < end, "the numbers stayed out of sight"
        ui.page.wait_for_timeout(50)  # the table scrolls
    assert ui.scrolls == 0


def top_of(spot: Locator) -> float:
    """The upper edge of something, in pixels; far above the screen once it is scrolled out of it."""
    box = spot.bounding_box()
    return box["y"] if box is not None else -inf


def test_a_bid_is_sealed_in_three_taps_and_seen_by_nobody(visit: Open, server: Served) -> None:
    ui = at_table(visit, server, FOUR, Options(level=Level.ROUNDS, bids=Bids.SEALED), GAME)
    other = visit(server.url, **PHONE).open(ui.page.url.removeprefix(server.url)).see("bids")
    for name, position in zip(FOUR[:3], (3, 1, 3), strict=True):
        expect_prompt(ui, f"Pass the phone to {name}")
        before = ui.taps
        seal(ui, position)
        ui.gone(f"Pass the phone to {name}")
        assert ui.taps - before <= 3
    expect_prompt(other, "Pass the phone to Dov").see("sealed")
    assert "bid 3" not in other.page.locator("flt-semantics-host").inner_text()
    expect_prompt(ui, "Pass the phone to Dov")
    seal(ui, 4)
    expect_prompt(ui, "Ben collects position 1")


def seal(ui: Ui, position: int) -> None:
    """Hold until the positions show, and tap one."""
    box = ui.id("bid_sealed.bid.hold").bounding_box()
    ui.page.mouse.move(box["x"] + 60, box["y"] + box["height"] / 2)
    ui.page.mouse.down()
    ui.page.wait_for_timeout(900)
    ui.page.mouse.up()
    ui.taps += 1
    ui.see_id(f"bid_sealed.bid={position}").tap_id(f"bid_sealed.bid={position}")
