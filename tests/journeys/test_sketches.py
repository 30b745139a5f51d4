"""The four sketches in the browser: every kind of field a game may use."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.app import main_for
from companion.flet_guard import flet_internals
from companion.testing.browser import Ui, served
from companion.testing.journeys import hold
from storage.store import Store
from tests.journeys.conftest import Open, each_device
from tests.journeys.hands import chosen, expect_prompt, opened
from tests.scoring.sketches import SKETCHES, sealed, stacks, thefts, variations


class Shelf:
    """One store with the four games, and where it is served."""

    def __init__(self, path: Path, url: str) -> None:
        self.path, self.url = path, url


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Shelf]:
    flet_internals.install()
    path = tmp_path / "sketches.sqlite"
    with Store(path, games=SKETCHES) as store, served(main_for(store)) as url:
        yield Shelf(path, url)


def at_once(ui: Ui, *identifiers: str) -> None:
    """Tap several elements faster than the screen follows; all taps must count."""
    boxes = [ui.id(identifier).bounding_box() for identifier in identifiers]
    for box in filter(None, boxes):
        ui.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for identifier in identifiers:
        expect(chosen(ui, identifier)).to_be_attached()


@each_device
def test_sealed_bids_are_held_turned_over_and_parted_by_cards(
    visit: Open, shelf: Shelf, device: dict[str, Any]
) -> None:
    options = sealed.Options(lots=1, sealing=sealed.Sealing.ONE_BY_ONE)
    session = opened(shelf.path, ("Ana", "Ben"), options, sealed.GAME)
    ui = visit(shelf.url, **device).open(f"/table/{session}")
    for name in ("Ana", "Ben"):
        expect_prompt(ui, f"Pass the phone to {name}")
        ui.tap_id("bid_sealed.bid.hold").see("Hold it for a moment")
        hold(ui, "bid_sealed.bid.hold", "bid_sealed.bid=3")
        ui.tap_id("bid_sealed.bid=2").see("Set. Hold to change")
        expect(ui.id("bid_sealed.bid=2")).to_have_count(0)
        ui.tap_id("confirm")
    expect_prompt(ui, "Ana and Ben turn over a card").tap_id("cards_turned.cards[0]=sun3")
    expect(chosen(ui, "cards_turned.cards[0]=sun3")).to_be_attached()
    ui.tap_id("cards_turned.cards[1]=sun3").see("Ana has it.")
    ui.tap_id("cards_turned.cards[1]=moon2")
    expect(ui.id("confirm")).not_to_contain_text("missing")
    ui.tap_id("confirm").value("winner", "Ana wins")


@each_device
@pytest.mark.deep
def test_a_tower_is_built_from_typed_cards_and_attacked_where_it_stands(
    visit: Open, shelf: Shelf, device: dict[str, Any]
) -> None:
    session = opened(shelf.path, ("Ana", "Ben"), stacks.Options(days=1), stacks.GAME)
    ui = visit(shelf.url, **device).open(f"/table/{session}")
    expect_prompt(ui, "Flip the event of day 1").tap_id("event_flipped.event=fog")
    expect(chosen(ui, "event_flipped.event=fog")).to_be_attached()
    ui.tap_id("confirm")
    expect_prompt(ui, "Ana hires")
    ui.fill("Goblin", "Grub")
    for number, value in (("vp", 3), ("def", 4), ("cost", 1)):
        ui.tap_id(f"hired.card.{number}={value}").see(f"{value}")
    ui.tap_id("hired.tower=0").tap_id("confirm")
    expect_prompt(ui, "Ana hires").tap_id("hired.card:Grub").tap_id("hired.tower=0").tap_id("confirm")
    expect(ui.id("main.hired")).to_have_count(0)  # before it is recorded, hiring and attacking are both offered
    expect_prompt(ui, "Ana attacks").tap_id("turn_ended")
    expect_prompt(ui, "Ben hires").tap_id("main.attacked")
    expect_prompt(ui, "Ben attacks").tap_id("attacked.strength=2").tap_id("attacked.target=0-0-1")
    expect(ui.text(re.compile("def 4"))).to_have_count(2)
    assert ui.scrolls == 0
    ui.tap_id("confirm")
    expect(ui.page.get_by_label("Defence 4 needs a strength of 4, not 2.")).to_be_attached()
    ui.tap_id("waive")
    expect(ui.id("waive")).to_have_count(0)  # recorded
    expect_prompt(ui, "Ben hires").tap_id("turn_ended").value("winner", "Ana wins")


@each_device
def test_a_hand_is_declared_bid_noted_and_counted_for_partners(
    visit: Open, shelf: Shelf, device: dict[str, Any]
) -> None:
    names = ("Ana", "Ben", "Cleo", "Dov")
    session = opened(shelf.path, names, variations.Options(hands=1), variations.GAME)
    ui = visit(shelf.url, **device).open(f"/table/{session}")
    expect_prompt(ui, "Ana deals hand 1").tap_id("hand_declared.variations=keeper")
    ui.tap_id("hand_declared.variations=passer").see("Keeper is declared; they exclude each other.")
    ui.tap_id("hand_declared.patron:Saint Nobody").tap_id("hand_declared.patron.gift=7")
    ui.tap_id("confirm")
    for name, bid in (("Ben", "1"), ("Cleo", "1-2"), ("Dov", "1")):
        expect_prompt(ui, f"{name} bids").tap_id(f"bid_placed.bid={bid}")
    expect_prompt(ui, "Ana bids").tap_id("bid_placed.bid=2").see("With 2 the bids would add up to 5.")
    ui.tap_id("bid_placed.bid=3").see_id("confirm")
    ui.tap_id("asides").tap_id("aside.face_noted").tap_id("face_noted.seat=1").tap_id("face_noted.suit=H")
    ui.tap_id("aside.confirm")
    expect(ui.id("sheet.close")).to_have_count(0)
    ui.tap_id("hand_played.tricks[3]=0")
    expect(chosen(ui, "hand_played.tricks[3]=0")).to_be_attached()
    ui.tap_id("hand_played.faces[1].jacks=1")
    ui.tap_id("confirm").value("winner", "Ana and Cleo win")


@each_device
@pytest.mark.deep
def test_coves_are_drawn_robbed_ranked_and_hatched(visit: Open, shelf: Shelf, device: dict[str, Any]) -> None:
    names = ("Ana", "Ben", "Cleo", "Dov")
    session = opened(shelf.path, names, thefts.Options(rounds=1), thefts.GAME)
    ui = visit(shelf.url, **device).open(f"/table/{session}")
    expect_prompt(ui, "Draw the coves of round 1")
    at_once(ui, "coves_drawn.coves[0]", "coves_drawn.coves[1]")
    ui.tap_id("confirm")
    expect_prompt(ui, "Ana draws").tap_id("card_drawn.card=buccaneer")
    expect_prompt(ui, "Whom does Ana rob?").tap_id("robbed.victim=1")
    expect_prompt(ui, "Ben draws").tap_id("card_drawn.card=egg")
    pardon(ui)
    expect_prompt(ui, "Ben draws").tap_id("card_drawn.card=bystander")
    expect_prompt(ui, "Ben gives a bystander away").tap_id("bystander_given.to.chance")
    at_once(expect_prompt(ui, "Who won the brawl?"), "brawl_fought.first=1", "brawl_fought.last=0")
    ui.tap_id("confirm")
    for name in ("Cleo", "Dov"):
        expect_prompt(ui, f"{name} draws").tap_id("card_drawn.card=coin")
    expect_prompt(ui, "Who won the brawl?").tap_id("brawl_fought.first=3").tap_id("brawl_fought.last=2")
    ui.tap_id("confirm")
    expect_prompt(ui, "The eggs hatch")
    ui.tap_id("eggs_hatched.hatched[1][0].points=4").fill("Name", "Polly")
    ui.tap_id("confirm").see_id("winner")


def pardon(ui: Ui) -> None:
    """Pardon the theft from the menu, with a typed reason."""
    ui.tap_id("asides").tap_id("aside.pardoned")
    ui.tap_id("aside.confirm")
    ui.fill("Why", "a wager lost")
    ui.tap_id("aside.confirm")
    expect(ui.id("sheet.close")).to_have_count(0)
