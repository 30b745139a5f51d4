"""An evening of the expansion, and forms whose keys keep their places."""

import re
from collections.abc import Callable, Sequence
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from companion.testing.browser import Ui
from scoring.games.crown_battles.options import Options, RoundType, RoundTypeDraw
from tests.journeys.conftest import Open, Served, each_device
from tests.journeys.hands import FIVE, at_table, chosen, expect_prompt, kept_totals, score, spin, take


def draw(ui: Ui, kind: RoundType, title: str) -> None:
    """Tap the card that was drawn."""
    expect_prompt(ui, "Which type was drawn?").tap_id(f"type_drawn.type={kind.value}").see(f"Type {title}")


def choose(ui: Ui, spot: str) -> None:
    """Tap a chip of a form and wait until it is selected."""
    ui.tap_id(spot)
    chosen(ui, spot).wait_for(state="attached")


def confirm(ui: Ui, words: str) -> None:
    """Tap the primary button once it has this label, and wait for the next prompt."""
    ui.id("confirm").filter(has_text=re.compile(words)).wait_for(state="attached")
    ui.tap_id("confirm")


@each_device
def test_suits_missions_and_a_pot_need_few_taps(visit: Open, server: Served, device: dict[str, Any]) -> None:
    pool = (RoundType.NORMAL, RoundType.SUIT_PRECISION, RoundType.MISSIONS, RoundType.WAGERING)
    options = Options(schedule=(3, 6, 6, 2, 2), pool=pool, round_type_draw=RoundTypeDraw.WITH_REPLACEMENT)
    ui = at_table(visit, server, FIVE, options, **device).see("Round 1 of 5")
    assert taps(ui, bid_as_ever) <= 12
    assert taps(ui, bid_on_suits) <= 30
    keep_missions(ui)
    stake(ui, (("Eve", 1), ("Ana", 1), ("Ben", 1), ("Cleo", 1), ("Dov", 1)), pot="100")
    for seat, tricks in ((1, 2), (2, 0), (3, 0), (4, 0)):
        take(ui, seat, tricks)
    score(ui)
    stake(ui, (("Ana", 0), ("Ben", 0), ("Cleo", 0), ("Dov", 0), ("Eve", 2)), pot="200", more=3)
    score(ui)
    ui.value("winner", "Cleo wins")
    assert kept_totals(server.database) == [20 + 10 + 5, -10 + 40 - 20, 20 + 40, 15 - 10 + 25 + 20, -10 - 10 + 35]
    assert ui.scrolls == 0


def taps(ui: Ui, play: Callable[[Ui], None]) -> int:
    """How many taps a round needs."""
    before = ui.taps
    play(ui)
    return ui.taps - before


def bid_as_ever(ui: Ui) -> None:
    """Ana deals; Ben and Eve miss their bids."""
    draw(ui, RoundType.NORMAL, "Normal Bidding")
    for name, bid in (("Ben", "1"), ("Cleo", "0"), ("Dov", "1-2"), ("Eve", "1"), ("Ana", "0")):
        expect_prompt(ui, f"{name} bids").tap_id(f"bid_placed.bid={bid}")
    take(ui, 1, 2)
    take(ui, 3, 1)
    take(ui, 4, 0)
    score(ui)


SUIT_BIDS: Final = (
    ("Cleo", {"red": 1, "blue": 1}, ()),
    ("Dov", {"green": 2}, ()),
    ("Eve", {}, ("yellow",)),
    ("Ana", {"green": 0}, ()),
    ("Ben", {"red": 1, "yellow": 1}, ()),
)
"""The bids on suits, from Ben's left on, and which of them are doubles."""


def bid_on_suits(ui: Ui) -> None:
    """Ben deals. A bid on one suit makes the others 0. Eve wins a red trick too many, so Dov is a green one short."""
    draw(ui, RoundType.SUIT_PRECISION, "Suit Precision")
    spin(ui, "red")
    for name, bids, doubles in SUIT_BIDS:
        expect_prompt(ui, f"{name} bids on the suits")
        for suit, number in bids.items():
            choose(ui, f"suit_bids_placed.bids[{suit}]={number}")
        for suit in doubles:
            choose(ui, f"suit_bids_placed.doubles={suit}")
        confirm(ui, "Bid")
    for suit in ("Yellow", "Blue", "Red", "Green"):
        expect_prompt(ui, f"Count the {suit.lower()} suit")
        if suit == "Yellow":
            take(ui, 4, 0)
        if suit == "Red":
            take(ui, 4, 1)
        confirm(ui, "Score" if suit == "Green" else f"{suit} suit counted")


@each_device
@pytest.mark.deep
def test_the_keys_stay_where_they_are_while_bids_on_suits_come_in(
    visit: Open, server: Served, device: dict[str, Any]
) -> None:
    options = Options(schedule=(8, 8), pool=(RoundType.SUIT_PRECISION,), first_dealer=3)
    ui = at_table(visit, server, FIVE[:4], options, **device)
    places: set[tuple[float, float]] = set()
    for name in FIVE[:4]:
        expect_prompt(ui, f"{name} bids on the suits").rest()
        assert ui.id("confirm").inner_text().startswith("4 still open")
        ui.page.mouse.move(300, 300)
        ui.page.mouse.wheel(0, -2000)  # where the bidder before scrolled to is not what moves them
        ui.rest()
        box = ui.id("suit_bids_placed.bids[green]=1").bounding_box()
        places.add((box["x"], box["y"]))
        for suit in ("red", "green", "yellow"):
            choose(ui, f"suit_bids_placed.bids[{suit}]=1")
        choose(ui, "suit_bids_placed.doubles=red")
        confirm(ui, "Bid 1 yellow, 1–2 red, 1 green")
    assert len(places) == 1


def keep_missions(ui: Ui) -> None:
    """Cleo deals: everybody shows a mission in order; Eve's is not one of those in the rulebook."""
    draw(ui, RoundType.MISSIONS, "Missions")
    spin(ui, "blue")
    for name, mission in (("Dov", "trump_trick"), ("Eve", "other")):
        expect_prompt(ui, f"{name} shows a mission").tap_id(f"mission_kept.mission={mission}")
    expect_prompt(ui, "Eve's mission")
    ui.fill("What the card asks for (optional)", "Win two tricks in a row")
    ui.tap_id("mission_read.value.pad#3").tap_id("mission_read.value.pad#5")
    confirm(ui, "Keep it")
    for name, mission in (("Ana", "none_or_one"), ("Ben", "four"), ("Cleo", "not_first")):
        expect_prompt(ui, f"{name} shows a mission").tap_id(f"mission_kept.mission={mission}")
    expect_prompt(ui, "Whose mission is achieved?")
    expect(ui.page.get_by_role("group", name="Win two tricks in a row")).to_be_attached()  # read above Eve's keys
    for seat, achieved in enumerate((1, 0, 1, 1, 1)):
        choose(ui, f"missions_judged.achieved[{seat}]={achieved}")
    score(ui)


def stake(ui: Ui, bids: Sequence[tuple[str, int]], pot: str, more: int | None = None) -> None:
    """Everybody pays into the pot and bids; one player may bet more."""
    draw(ui, RoundType.WAGERING, "Wagering")
    ui.see(f"Pot {pot}")
    for name, bid in bids:
        expect_prompt(ui, f"{name} bids").tap_id(f"bid_placed.bid={bid}")
    expect_prompt(ui, "Who bets more?")
    if more is not None:
        choose(ui, f"extras_bet.extras[{more}]=20")
    confirm(ui, "Play for the pot")
