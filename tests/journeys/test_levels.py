"""A round entered card by card, with a special card that acts and a revoke that is noticed."""

import re
from typing import Any, Final

from playwright.sync_api import expect

from companion.testing.browser import Ui
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.options import Options
from scoring.kit.trick_taking import Level
from tests.journeys.conftest import Open, Served, each_device
from tests.journeys.hands import THREE, expect_prompt, journal, kept_totals, opened, score


def start_bidding(ui: Ui, shows: str, *bids: tuple[str, str]) -> None:
    """Spin, then place the bids, given as (name, bid)."""
    ui.tap_id(f"trump_spun.shows={shows}")
    for name, bid in bids:
        expect_prompt(ui, f"{name} bids").tap_id(f"bid_placed.bid={bid}")


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
