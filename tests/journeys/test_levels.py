"""Rounds entered trick by trick and card by card, with a special card that acts and a revoke that is noticed."""

import re
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from companion.testing.browser import PHONE, Ui
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.options import Options
from scoring.kit.trick_taking import Level
from tests.journeys.conftest import Open, Served, each_device
from tests.journeys.hands import expect_prompt, journal, kept_totals, opened, score

THREE: Final = ("Ana", "Ben", "Cleo")


def start_bidding(ui: Ui, shows: str, *bids: tuple[str, str]) -> None:
    """Spin, then place the bids, given as (name, bid)."""
    ui.tap_id(f"trump_spun.shows={shows}")
    for name, bid in bids:
        expect_prompt(ui, f"{name} bids").tap_id(f"bid_placed.bid={bid}")


@each_device
@pytest.mark.deep
def test_the_winner_of_each_trick_is_tapped_and_the_round_scored(
    visit: Open, server: Served, device: dict[str, Any]
) -> None:
    session = opened(server.database, THREE, Options(schedule=(2, 3), level=Level.TRICKS))
    ui = visit(server.url, **device).open(f"/table/{session}").see("Round 1 of 2")
    start_bidding(ui, "red", ("Ben", "1"), ("Cleo", "0-1"), ("Ana", "0"))
    expect_prompt(ui, "Who wins trick 1 of 2?").tap_id("trick_won.seat=1")
    expect_prompt(ui, "Who wins trick 2 of 2?").tap_id("trick_won.seat=2")
    expect_prompt(ui, "All tricks are played")
    score(ui)
    ui.see("Round 2 of 2")
    start_bidding(ui, "none", ("Cleo", "1"), ("Ana", "0"), ("Ben", "1"))
    for trick, winner in enumerate((2, 1, 1), 1):
        expect_prompt(ui, f"Who wins trick {trick} of 3?").tap_id(f"trick_won.seat={winner}")
    expect_prompt(ui, "All tricks are played").tap_id("undo")
    expect_prompt(ui, "Who wins trick 3 of 3?").tap_id("trick_won.seat=0")
    score(ui)
    ui.value("winner", "Ben wins")
    assert ui.scrolls == 0
    assert kept_totals(server.database) == [20 - 10, 30 + 30, 15 + 30]


@pytest.mark.deep
def test_a_table_goes_over_to_counts_in_mid_round_and_keeps_what_it_entered(visit: Open, server: Served) -> None:
    session = opened(server.database, THREE, Options(schedule=(5,), level=Level.TRICKS))
    ui = visit(server.url, **PHONE).open(f"/table/{session}").see("Round 1 of 1")
    start_bidding(ui, "red", ("Ben", "3"), ("Cleo", "0"), ("Ana", "1"))
    for trick, winner in enumerate((1, 2, 1), 1):
        expect_prompt(ui, f"Who wins trick {trick} of 5?").tap_id(f"trick_won.seat={winner}")
    expect_prompt(ui, "Who wins trick 4 of 5?")
    before = ui.taps
    ui.tap_id("asides").tap_id("aside.level_chosen").see("what was entered is kept")
    ui.tap_id("level_chosen.level=counts").tap_id("aside.confirm")
    expect_prompt(ui, "Count the tricks").see_id("tricks_taken.tricks[1]=3")
    assert ui.taps - before == 4
    ui.tap_id("tricks_taken.tricks[2]=0").see("Cleo has won 1 already.")
    ui.tap_id("tricks_taken.tricks[2]=1")
    score(ui)
    ui.value("winner", "Ben wins")
    assert kept_totals(server.database) == [30, 50, -10]


CARDS: Final = (
    # who is asked, what is played; Cleo's red three on Ben's blue five says that she holds no blue
    (("Ben leads trick 1 of 3", "blue-5"), ("Cleo plays", "red-3"), ("Ana plays", "blue-9")),
    (("Cleo leads trick 2 of 3", "green-10"), ("Ana plays", "thief"), ("Ben plays", "green-12")),
    (("Ben leads trick 3 of 3", "yellow-2"), ("Cleo plays", "blue-7"), ("Ana plays", "yellow-6")),
)


@each_device
def test_every_card_is_tapped_and_the_app_finds_winners_thefts_and_revokes(
    visit: Open, server: Served, device: dict[str, Any]
) -> None:
    options = Options(schedule=(3,), level=Level.CARDS, specials=(Special.THIEF,))
    session = opened(server.database, THREE, options)
    ui = visit(server.url, **device).open(f"/table/{session}").see("Round 1 of 1")
    start_bidding(ui, "red", ("Ben", "1"), ("Cleo", "1"), ("Ana", "1"))
    first, second, third = CARDS
    play_trick(ui, first)
    ui.see("Cleo takes trick 1.")
    tell_that_a_card_is_gone(ui, server, session)
    play_trick(ui, second)
    ui.see("Ben takes trick 2.")
    expect_prompt(ui, "Ana plays the Thief")
    ui.tap_id("thief_played.victim=2")
    play_trick(ui, third)
    expect_prompt(ui, "All tricks are played").see(re.compile("Cleo .*blue"))
    score(ui)
    ui.value("winner", "Ben wins")
    assert kept_totals(server.database) == [-10, 30, -10]


def play_trick(ui: Ui, cards: tuple[tuple[str, str], ...]) -> None:
    for words, card in cards:
        expect_prompt(ui, words).tap_id(f"card_played.card={card}")


def tell_that_a_card_is_gone(ui: Ui, server: Served, session: str) -> None:
    """A card that was played stays visible and says why it is closed."""
    before = journal(server.database, session)
    ui.tap_id("card_played.card=blue-9").see("Blue 9 has already been played.")
    expect(ui.id("card_played.card=blue-9")).to_be_attached()
    assert journal(server.database, session) == before
