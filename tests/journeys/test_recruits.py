"""Recruits on a phone: counted at the end, by recruits, by bids, and four players card by card."""

from typing import Any, Final

import pytest
from playwright.sync_api import expect

from companion.testing.browser import DESKTOP, PHONE, Ui
from scoring.contract.game import Table
from scoring.engine import agreements
from scoring.engine.codec import event_from
from scoring.games.recruits import GAME
from scoring.games.recruits.options import Level, Options, Reveal, Variant
from scoring.games.recruits.state import State
from tests.journeys.conftest import Open, Served
from tests.journeys.hands import expect_prompt, kept_totals, opened, shown_totals

FOUR: Final = ("Ana", "Ben", "Cleo", "Dov")
TWELVE: Final = "K 0 Q 1 K 1 J 2 Q 3 K 0 J 1 Q 2 K 3 J 0 Q 0 J 1"
RESOLVED: Final = "KD 3 9S 9D 7C AC 8H 4H"
"""Dov could not bid on the king of diamonds; Cleo takes it with 12."""
BIDDING: Final = "KD QH JS QC 1 9S 1 7C 1 8H 2 2S 1 1 1"
"""Tops turned up, three bids on the king of diamonds, the second cards face down."""


class RecruitsTable:
    """A table and its phone: every answer is tapped, and also judged by the rules alone."""

    def __init__(self, visit: Open, server: Served, **options: Any) -> None:
        chosen = Options(**options)
        session = opened(server.database, FOUR, chosen, GAME)
        self.state: State = GAME.open(Table(FOUR), chosen)
        self.ui: Ui = visit(server.url, **PHONE).open(f"/table/{session}")

    def answer(self, words: str) -> "RecruitsTable":
        """Tap these answers one after the other, each once the phone has recorded the one before."""
        for word in words.split():
            prompt = GAME.prompts(self.state)[0]
            (field,) = prompt.fields
            expect_prompt(self.ui, prompt.title).tap_id(f"{prompt.kind}.{field.name}={word}")
            value = int(word) if word.isdigit() else word
            event = event_from(GAME, prompt.kind, {**dict(prompt.given), field.name: value})
            self.state = agreements.judge(GAME, self.state, event)
            if GAME.outcome(self.state) is None:
                sentence = agreements.sentence(GAME, self.state, event)
                expect(self.ui.button(f"Undo: {sentence}")).to_be_attached()
        return self


def count(ui: Ui, kind: str, *spots: str) -> Ui:
    """Tap these numbers: "kings[0]=2"; the same key again goes on from two to three and four."""
    for spot in spots:
        ui.tap_id(f"{kind}.{spot}")
    return ui


def test_a_first_game_of_three_from_home_to_its_result_in_nine_taps(visit: Open, server: Served) -> None:
    ui = visit(server.url, **PHONE).open().tap_id("new.recruits").see("At the table")
    for seat, name in enumerate(FOUR[:3]):
        ui.fill("New player", name, submit=True).see_id(f"leave[{seat}]")
    ui.see("Count at the end").tap_id("start")
    expect_prompt(ui, "Count the recruits").see("4 kings still missing.")
    count(ui, "recruits_counted", "kings[0]=2", "kings[1]=1", "queens[0]=1", "queens[1]=2", "jacks[0]=1", "jacks[1]=1")
    expect(ui.id("confirm")).to_contain_text("Score the game")
    ui.tap_id("confirm").value("winner", "Ana wins")
    assert kept_totals(server.database) == [13, 12, 11]
    assert ui.taps == 9
    assert ui.scrolls == 0


@pytest.mark.parametrize(
    ("players", "size"),
    [
        pytest.param(2, PHONE, id="2", marks=pytest.mark.deep),
        pytest.param(4, PHONE, id="4"),
        pytest.param(3, DESKTOP, id="3 on a desktop", marks=pytest.mark.deep),
    ],
)
def test_the_count_is_on_one_screen(visit: Open, server: Served, players: int, size: dict[str, Any]) -> None:
    session = opened(server.database, FOUR[:players], Options(), GAME)
    ui = visit(server.url, **size).open(f"/table/{session}").see("4 kings still missing.").rest()
    assert ui.id("more.below").count() == 0
    button = ui.id("confirm").bounding_box()
    assert button is not None
    for seat in range(players):
        for rank in ("kings", "queens", "jacks"):
            key = ui.id(f"recruits_counted.{rank}[{seat}]=2").bounding_box()
            assert key is not None
            assert key["y"] + key["height"] < button["y"]
            assert key["width"] >= 40


@pytest.mark.deep
def test_an_impossible_count_is_refused_at_its_key(visit: Open, server: Served) -> None:
    session = opened(server.database, FOUR, Options(), GAME)
    ui = visit(server.url, **PHONE).open(f"/table/{session}").see("4 kings still missing.")
    count(ui, "recruits_counted", "kings[0]=2", "kings[0]=2").see("1 king still missing.")
    ui.tap_id("recruits_counted.kings[1]=2").see("The others leave at most 1 of the kings.")
    count(ui, "recruits_counted", "kings[0]=3").see("4 queens still missing.")


@pytest.mark.deep
def test_a_table_stops_early_and_counts_what_it_has(visit: Open, server: Served) -> None:
    session = opened(server.database, FOUR[:2], Options(), GAME)
    ui = (
        visit(server.url, **PHONE)
        .open(f"/table/{session}")
        .tap_id("main.counted_so_far")
        .see_id("counted_so_far.kings[0]=1")
    )
    count(ui, "counted_so_far", "kings[0]=2", "kings[0]=2", "queens[0]=2", "jacks[0]=1", "queens[1]=1").tap_id(
        "confirm"
    )
    ui.see("Counted 7 of 12").tap_id("main.ended_early").see("End the game here").tap_id("confirm")
    ui.value("winner", "Ana wins")
    assert kept_totals(server.database) == [20, 3]
    assert ui.taps == 9


@pytest.mark.deep
def test_recruits_entered_before_are_kept_in_the_count(visit: Open, server: Served) -> None:
    recruits = RecruitsTable(visit, server, level=Level.LEDGER).answer("K 0 Q 1")
    ui = recruits.ui.tap_id("asides").tap_id("aside.level_chosen").tap_id("level_chosen.level=count")
    ui.tap_id("aside.confirm").see("3 kings still missing.").see("4")
    assert shown_totals(ui, 4) == [4, 3, 0, 0]
    count(ui, "recruits_counted", "kings[2]=2", "kings[2]=2", "queens[3]=2", "queens[3]=2", "jacks[0]=2", "jacks[0]=2")
    count(ui, "recruits_counted", "jacks[0]=3").tap_id("confirm").value("winner", "Ana and Cleo win")
    assert kept_totals(server.database) == [12, 3, 12, 9]


def test_twelve_recruits_in_24_taps(visit: Open, server: Served) -> None:
    recruits = RecruitsTable(visit, server, level=Level.LEDGER).answer(TWELVE)
    recruits.ui.see("Ana won.").see("13")
    assert kept_totals(server.database) == [13, 11, 5, 7]
    assert recruits.ui.taps == 24
    assert recruits.ui.scrolls == 0


@pytest.mark.parametrize(
    ("reveal", "words", "budget"),
    [(Reveal.CARDS, RESOLVED, 10), (Reveal.TOTALS, "KD 3 9 8 12", 7)],
    ids=["cards", "totals"],
)
@pytest.mark.deep
def test_a_bid_is_resolved_within_its_taps(
    visit: Open, server: Served, reveal: Reveal, words: str, budget: int
) -> None:
    recruits = RecruitsTable(visit, server, level=Level.RESOLVER, reveal=reveal).answer(words)
    recruits.ui.see("Cleo takes the king of diamonds. 12 is the highest total.")
    assert shown_totals(recruits.ui, 4) == [0, 0, 4, 0]
    assert recruits.ui.taps <= budget
    assert recruits.ui.scrolls == 0


@pytest.mark.deep
def test_an_ace_asks_for_its_target_and_a_tie_for_its_cards(visit: Open, server: Served) -> None:
    variants = (Variant.UP_FOR_GRABS, Variant.POWERED_ACE)
    recruits = RecruitsTable(visit, server, level=Level.RESOLVER, variants=variants).answer("KD 3 9S 9D 7C AC 8H 4H")
    recruits.ui.tap_id("ace_aimed.target=1").see("Ben cannot cancel a card of their own.")
    recruits.answer("2").ui.see("Ana takes the king of diamonds.")
    recruits.answer("QH 3 9S 9D 7C 2C 8D 3S").ui.see("Tie: Ana plays a card")
    recruits.answer("5S 5D 6H none").ui.see("Cleo takes the queen of hearts. The 6 of hearts is the highest card.")
    assert shown_totals(recruits.ui, 4) == [4, 0, 3, 0]


def test_a_referee_says_why_a_card_may_not_lie_there(visit: Open, server: Served) -> None:
    recruits = RecruitsTable(visit, server, level=Level.REFEREE).answer("KD QH JS QC 1 9S 1")
    ui = recruits.ui.see("Ana has claimed spades; hearts and clubs are open.")
    ui.see("Diamonds is the recruit's own suit; hearts and clubs are open.")
    recruits.answer("7C 1 8H")
    ui.tap_id("bid_placed.pile=1").see("Dov is locked out and bids elsewhere.")
    recruits.answer("2 2S 1 1 1 9D AC 4H").ui.see("Cleo takes the king of diamonds.")
    assert shown_totals(recruits.ui, 4) == [0, 0, 4, 0]


@pytest.mark.deep
def test_a_recruit_card_by_card_within_its_taps(visit: Open, server: Served) -> None:
    recruits = RecruitsTable(visit, server, level=Level.REFEREE).answer(f"{BIDDING} 9D AC 4H")
    tops, elsewhere = 4, 2
    assert recruits.ui.taps == tops + elsewhere + 3 * 2 + 3 + 3  # 13 a recruit with its turn-up: 156 for twelve
    assert recruits.ui.scrolls == 0
