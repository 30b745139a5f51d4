"""A sketch in the browser: sealed answers, and cards that part them."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from companion.app import main_for
from companion.testing.browser import served
from companion.testing.guarding import guarded
from companion.testing.journeys import hold
from storage.store import Store
from tests.journeys.conftest import Open, Served, each_device
from tests.journeys.hands import chosen, expect_prompt, opened
from tests.scoring.sketches import SKETCHES, sealed


@pytest.fixture
def shelf(tmp_path: Path) -> Iterator[Served]:
    path = tmp_path / "sketches.sqlite"
    with guarded(), Store(path, games=SKETCHES) as store, served(main_for(store)) as url:
        yield Served(url, path)


@each_device
def test_sealed_bids_are_held_turned_over_and_parted_by_cards(
    visit: Open, shelf: Served, device: dict[str, Any]
) -> None:
    options = sealed.Options(lots=1, sealing=sealed.Sealing.ONE_BY_ONE)
    session = opened(shelf.database, ("Ana", "Ben"), options, sealed.GAME)
    ui = visit(shelf.url, **device).open(f"/table/{session}")
    for name in ("Ana", "Ben"):
        expect_prompt(ui, f"Pass the phone to {name}")
        ui.tap_id("bid_sealed.bid.hold").see("Hold it or tap again")
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
