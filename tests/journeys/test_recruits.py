"""Recruits on a phone, counted at the end."""

from typing import Any

import pytest
from playwright.sync_api import expect

from companion.testing.browser import DESKTOP, PHONE, Ui
from scoring.games.recruits import GAME
from scoring.games.recruits.options import Options
from tests.journeys.conftest import Open, Served
from tests.journeys.hands import FOUR, at_table, expect_prompt, kept_totals


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
