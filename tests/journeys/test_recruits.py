"""Recruits on a phone: counted at the end, by recruits, and four players card by card."""

from typing import Any, Final

import pytest
from playwright.sync_api import expect

from companion.testing.browser import DESKTOP, PHONE, Ui
from scoring.contract.game import Table
from scoring.engine import agreements
from scoring.engine.codec import event_from
from scoring.games.recruits import GAME
from scoring.games.recruits.options import Level, Options
from scoring.games.recruits.state import State
from tests.journeys.conftest import Open, Served
from tests.journeys.hands import FOUR, at_table, expect_prompt, kept_totals

TWELVE: Final = "K 0 Q 1 K 1 J 2 Q 3 K 0 J 1 Q 2 K 3 J 0 Q 0 J 1"


class RecruitsTable:
    """A table and its phone: every answer is tapped, and also judged by the rules alone."""

    def __init__(self, visit: Open, server: Served, **options: Any) -> None:
        chosen = Options(**options)
        self.state: State = GAME.open(Table(FOUR), chosen)
        self.ui: Ui = at_table(visit, server, FOUR, chosen, GAME)

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
    ui = at_table(visit, server, FOUR[:players], Options(), GAME, **size).see("4 kings still missing.").rest()
    assert ui.id("more.below").count() == 0
    button = ui.id("confirm").bounding_box()
    for seat in range(players):
        for rank in ("kings", "queens", "jacks"):
            key = ui.id(f"recruits_counted.{rank}[{seat}]=2").bounding_box()
            assert key["y"] + key["height"] < button["y"]
            assert key["width"] >= 40


def test_twelve_recruits_in_24_taps(visit: Open, server: Served) -> None:
    recruits = RecruitsTable(visit, server, level=Level.LEDGER).answer(TWELVE)
    recruits.ui.see("Ana won.").see("13")
    assert kept_totals(server.database) == [13, 11, 5, 7]
    assert recruits.ui.taps == 24
    assert recruits.ui.scrolls == 0
