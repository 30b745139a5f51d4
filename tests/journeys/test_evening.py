"""A five-player evening of the base game, from the first screen to a rematch."""

from typing import Any, Final

import pytest
from playwright.sync_api import expect

from companion.testing.browser import DARK, DESKTOP, MOVING, PHONE, Ui
from scoring.games.crown_battles.options import Options
from tests.journeys.conftest import Open, Served
from tests.journeys.hands import (
    FIVE,
    Round,
    at_table,
    bid,
    bidders,
    chosen,
    close_sheet,
    expect_prompt,
    final_totals,
    journal,
    place_bids,
    play,
    score,
    shown_totals,
    take,
)

EVENING: Final = (  # the base table deals 2, 4, 6, 8, 10 and 12 cards
    Round(((1,), (0,), (1,), (0,), (1,)), (1, 0, 1, 0, 0), "yellow"),
    Round(((1,), (1,), (1, 2), (0,), (2,)), (1, 1, 2, 0, 0)),
    Round(((1,), (1,), (2,), (1,), (2,)), (1, 2, 2, 1, 0), "none"),
    Round(((2,), (2,), (1,), (1,), (3,)), (2, 2, 1, 0, 3)),
    Round(((3,), (2,), (1,), (1,), (4,)), (3, 2, 1, 1, 3), "red"),
    Round(((2,), (3,), (2,), (1,), (3,)), (2, 3, 2, 1, 4)),
)
CORRECTED: Final = Round(EVENING[0].bids, (1, 0, 0, 0, 1), "yellow")


@pytest.mark.short
def test_five_play_a_round_of_the_base_game_from_home(visit: Open, server: Served) -> None:
    ui = visit(server.url, **PHONE).open()
    sit_down(ui)
    play_with_a_refused_bid(ui, server)
    ui.see("Round 2 of 6")


@pytest.mark.parametrize(
    "device",
    [
        pytest.param(PHONE | MOVING, id="phone"),
        pytest.param(DESKTOP | MOVING, id="desktop", marks=pytest.mark.deep),
        pytest.param(PHONE | DARK | MOVING, id="phone-dark", marks=pytest.mark.deep),
        pytest.param(DESKTOP | DARK, id="desktop-dark", marks=pytest.mark.deep),
    ],
)
def test_five_play_the_base_game_from_home_to_the_result(visit: Open, server: Served, device: dict[str, Any]) -> None:
    ui = visit(server.url, **device).open()
    sit_down(ui)
    play_with_a_refused_bid(ui, server)
    place_bids(ui, FIVE, 1, EVENING[1])
    take_back_and_bring_back(ui)
    reload_with_a_half_filled_form(ui)
    score(ui)
    correct_the_first_round(ui, server)
    explain_a_score(ui)
    for number in range(2, len(EVENING)):
        play(ui, FIVE, number, EVENING[number])
    see_the_result(ui)
    play_again(ui)


def sit_down(ui: Ui) -> None:
    """Type new names, and turn on Screw the Dealer."""
    ui.see("Choose a game and say who plays.").tap_id("new.crown_battles").see("At the table")
    for seat, name in enumerate(FIVE):
        ui.fill("New player", name)
        ui.tap("Add").see_id(f"leave[{seat}]")
    ui.tap_id("option.screw_the_dealer")
    expect(ui.page.get_by_role("switch", name="Screw the dealer")).to_be_checked()
    ui.tap("Start the game").see("Round 1 of 6").see("Ana spins for the trump")


def play_with_a_refused_bid(ui: Ui, server: Served) -> None:
    """Ana deals and the others have bid 2 of 2 tricks, so she may not bid 0."""
    first = EVENING[0]
    ui.tap_id("trump_spun.shows=yellow").see("Trump Yellow")
    for seat in bidders(0, 5)[:-1]:
        bid(ui, FIVE[seat], first.bids[seat])
    expect_prompt(ui, "Ana bids")
    before = journal(server.database)
    ui.tap_id("bid_placed.bid=0")
    ui.see("Ana deals and may not bid 0: the bids would add up to the 2 tricks.")
    assert journal(server.database) == before
    bid(ui, "Ana", first.bids[0])
    take(ui, 4, 0)
    score(ui)


def take_back_and_bring_back(ui: Ui) -> None:
    """The last bid is undone and redone."""
    ui.tap_id("undo")
    expect_prompt(ui, "Ben bids")
    ui.tap_id("redo").see_id("confirm")


def reload_with_a_half_filled_form(ui: Ui) -> None:
    """Eve bid 2 and won nothing; the page is reloaded before the round is scored."""
    take(ui, 4, 0)
    ui.reload().see_id("confirm")
    expect(chosen(ui, "tricks_taken.tricks[4]=0")).to_be_attached()


def correct_the_first_round(ui: Ui, server: Served) -> None:
    """Correct round 1: Eve, not Cleo, won the second trick."""
    ui.tap_id("open.log").see("Log")
    ui.tap(ui.page.locator('[flt-semantics-identifier^="entry["]', has_text="Tricks: Ana 1, Ben 0, Cleo 1")).see(
        "Correct this"
    )
    before = journal(server.database)
    take(ui, 2, 0)
    take(ui, 4, 1)
    ui.tap("See what changes").see("Round 1: 30 → −10").see("Round 1: −10 → 30")
    assert journal(server.database) == before
    ui.tap("Save the correction").see("Tricks: Ana 1, Ben 0, Cleo 0, Dov 0, Eve 1")
    ui.tap_id("back").see("Round 3 of 6")


def explain_a_score(ui: Ui) -> None:
    """Where Cleo's points come from, from the table and from a cell of the sheet."""
    ui.tap_id("total[2]").see("Cleo: where the points come from").see_id("rule.CB-161").see(
        "2 × 5 tricks + 10 bonus = 20"
    )
    close_sheet(ui)
    ui.tap_id("open.sheet").see("Tap a number to see where it comes from, or to correct it.").tap_id("cell[1][0]")
    ui.see("10 for the trick + 20 bonus = 30").see_id("rule.CB-160")
    close_sheet(ui)
    ui.tap_id("back").see("Round 3 of 6")


def see_the_result(ui: Ui) -> None:
    """Winner, reason and totals are those of the rules."""
    played = (CORRECTED, *EVENING[1:])
    sums = final_totals(Options(screw_the_dealer=True), played)
    best = max(range(5), key=lambda seat: sums[seat])
    ui.see_id("winner").value("winner", f"{FIVE[best]} wins")
    ui.see(f"{FIVE[best]} leads alone after the last round, {sums[best]} to {sorted(sums)[-2]}.")


def play_again(ui: Ui) -> None:
    """A rematch with one tap; the next player in turn deals first."""
    before = ui.taps
    ui.see("Rematch · first dealer: Ben").tap_id("rematch").see("Round 1 of 6").see("Ben spins for the trump")
    assert ui.taps == before + 1
    assert shown_totals(ui, 5) == [0, 0, 0, 0, 0]


def test_a_round_is_played_by_the_tree_of_a_screen_reader_alone(visit: Open, server: Served) -> None:
    """No pointer: every button has a name, and is pressed as assistive technology does; undo and redo are keys."""
    ui = at_table(visit, server, FIVE[:3], **DESKTOP)

    def press(identifier: str) -> None:
        node = ui.see_id(identifier).id(identifier).first
        button = node.locator("xpath=descendant-or-self::*[@role='button' or @flt-tappable]").first
        assert button.get_attribute("aria-label") or button.inner_text(), f"{identifier} has no name"
        button.dispatch_event("click")

    press("trump_spun.shows=red")
    ui.id("trump_spun.shows=red").first.wait_for(state="detached")  # the bids are drawn anew with it
    for name in ("Ben", "Cleo", "Ana"):
        expect_prompt(ui, f"{name} bids")
        press("bid_placed.bid=1")
    expect_prompt(ui, "Count the tricks")
    press("tricks_taken.tricks[0]=0")
    press("confirm")
    ui.see("Round 2 of")
    ui.page.keyboard.press("Control+z")
    ui.see("Round 1 of").page.keyboard.press("Control+y")
    ui.see("Round 2 of")
    assert shown_totals(ui, 3) == [-10, 30, 30]
