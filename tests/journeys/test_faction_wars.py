"""Faction Wars in a browser, with counted taps: the final score, a round with a battle, every card, sealed bids."""

import time
from math import inf
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, expect

from companion.testing.browser import PHONE, STAND_STILL, Ui
from scoring.games.faction_wars import GAME
from scoring.games.faction_wars.cards import NamedBonusCard
from scoring.games.faction_wars.options import Bids, Level, Options
from storage.store import Store
from tests.journeys.conftest import Open, Served
from tests.journeys.hands import expect_prompt, kept_totals, opened

FAIR_WINDS: Final = NamedBonusCard.FAIR_WINDS.value
FOUR: Final = ("Ana", "Ben", "Cleo", "Dov")
MOVED: Final = 30
"""Pixels the numbers of a bonus card are out of sight at least."""
PAD: Final = "cards_counted.recruits.pad"
REMEMBERED: Final = (("Sheriff", 0, 3, 2), ("Shadow", 1, 4, 3), ("Skald", 3, 5, 4), ("Bosun", 2, 2, 1))


def remember(server: Served) -> None:
    """Store cards typed on an earlier evening."""
    with Store(server.database) as store:
        for name, kind, value, points in REMEMBERED:
            store.cards.remember(GAME.key, "recruit", name, (("kind", kind), ("value", value), ("points", points)))


def at_the_table(visit: Open, server: Served, options: Options, *events: tuple[str, Any]) -> Ui:
    """A phone at a table of four."""
    session = opened(server.database, FOUR, options, GAME, *events)
    return visit(server.url, **PHONE).open(f"/table/{session}")


def press(ui: Ui, keys: str) -> None:
    """Tap these keys of the number pad."""
    for key in keys:
        ui.tap_id(f"{PAD}#{key}")


def own(ui: Ui, seat: int) -> None:
    """Say whose the bonus card Fair Winds is."""
    ui.tap_id(f"bonuses_scored.owners[{FAIR_WINDS}]").tap_id(f"bonuses_scored.owners[{FAIR_WINDS}]={seat}")


def test_the_final_score_of_four(visit: Open, server: Served) -> None:
    ui = at_the_table(visit, server, Options())
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
    session = opened(server.database, FOUR, Options(), GAME, *counts)
    ui = visit(server.url, **{**PHONE, "viewport": {"width": 412, "height": 560}}).open(f"/table/{session}")
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


def test_cards_are_added_up_as_they_lie_on_the_table(visit: Open, server: Served) -> None:
    ui = at_the_table(visit, server, Options())
    expect_prompt(ui, "Count Ana's cards")
    press(ui, "3+5+2+4")
    expect(ui.id("cards_counted.recruits")).to_contain_text("14")
    press(ui, "⌫⌫⌫4")
    expect(ui.id("cards_counted.recruits")).to_contain_text("12")
    press(ui, "›1+2")
    expect(ui.id("cards_counted.bystanders")).to_contain_text("3")
    ui.tap_id("confirm")
    expect_prompt(ui, "Count Ben's cards")
    ui.tap_id("total[0]").see("3 + 5 + 4 for recruits = 12").see("−1 − 2 for bystanders = −3")


@pytest.mark.deep
def test_a_sum_is_corrected_in_the_log(visit: Open, server: Served) -> None:
    counted = ("cards_counted", {"seat": 0, "recruits": [3, 5, 2], "berserkers": 0, "bystanders": 0})
    session = opened(server.database, FOUR, Options(), GAME, counted)
    ui = visit(server.url, **PHONE).open(f"/table/{session}/log").tap_id("entry[1]")
    ui.see_id("cards_counted.recruits").tap_id("cards_counted.recruits")
    press(ui, "⌫6")
    expect(ui.id("cards_counted.recruits")).to_contain_text("14")
    ui.tap_id("entry.check").tap_id("preview.save").open(f"/table/{session}")
    ui.tap_id("total[0]").see("3 + 5 + 6 for recruits = 14")


@pytest.mark.deep
def test_a_round_of_known_cards_needs_ten_taps(visit: Open, server: Served) -> None:
    remember(server)
    ui = at_the_table(visit, server, Options(level=Level.ROUNDS))
    for seat, position in enumerate((3, 1, 3, 4)):
        ui.tap_id(f"bids_turned.bids[{seat}]={position}")
    ui.tap_id("confirm")
    expect_prompt(ui, "Ben collects position 1")
    ui.tap_id("card_collected.card:Sheriff")
    expect_prompt(ui, "Ana reveals")
    ui.tap_id("card_revealed.card=3")
    expect_prompt(ui, "Cleo reveals")
    ui.tap_id("card_revealed.card=5")
    expect_prompt(ui, "Cleo collects position 3")
    ui.tap_id("card_collected.card:Shadow")
    expect_prompt(ui, "Dov collects position 4")
    ui.tap_id("card_collected.card:Skald")
    ui.see_id("bids_turned.bids[0]=1")
    assert ui.taps <= 10, f"{ui.taps} taps"


@pytest.mark.deep
def test_a_new_card_is_typed_once(visit: Open, server: Served) -> None:
    bids = ("bids_turned", {"round": 1, "bids": [[0, 1], [1, 2], [2, 3], [3, 4]]})
    ui = at_the_table(visit, server, Options(level=Level.ROUNDS), bids)
    expect_prompt(ui, "Ana collects position 1")
    ui.fill("Card", "Bosun")
    ui.see("Kind of card")
    ui.tap_id("card_collected.card.kind=2")
    ui.tap_id("card_collected.card.value=3")
    ui.tap_id("card_collected.card.points=2")
    expect_prompt(ui, "Ben collects position 2")
    ui.tap_id("card_collected.card:Bosun")
    expect_prompt(ui, "Cleo collects position 3")
    with Store(server.database) as store:
        (card,) = store.cards.find(GAME.key, "recruit")
    assert (card.name, dict(card.numbers)) == ("Bosun", {"kind": 2, "value": 3, "points": 2})


@pytest.mark.deep
def test_the_referee_needs_fourteen_taps_a_round(visit: Open, server: Served) -> None:
    remember(server)
    ui = at_the_table(visit, server, Options(level=Level.REFEREE))
    for position, card in enumerate(("Sheriff", "Skald", "Shadow", "Bosun"), 1):
        expect_prompt(ui, f"Position {position} of 4")
        ui.tap_id(f"card_laid.card:{card}")
    ui.see_id("bids_turned.bids[0]=1")
    for seat, position in enumerate((3, 1, 3, 4)):
        ui.tap_id(f"bids_turned.bids[{seat}]={position}")
    ui.tap_id("confirm")
    expect_prompt(ui, "Ana reveals")
    ui.tap_id("card_revealed.card=2")
    expect_prompt(ui, "Cleo reveals")
    ui.tap_id("card_revealed.card=kunoichi")
    expect_prompt(ui, "Position 1 of 4")
    assert ui.taps <= 14, f"{ui.taps} taps"


def test_a_bid_is_sealed_in_three_taps_and_seen_by_nobody(visit: Open, server: Served) -> None:
    ui = at_the_table(visit, server, Options(level=Level.ROUNDS, bids=Bids.SEALED))
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
    assert box is not None
    ui.page.mouse.move(box["x"] + 60, box["y"] + box["height"] / 2)
    ui.page.mouse.down()
    ui.page.wait_for_timeout(900)
    ui.page.mouse.up()
    ui.taps += 1
    ui.see_id(f"bid_sealed.bid={position}").tap_id(f"bid_sealed.bid={position}")
