"""Loot & Recruit in a browser: a game by checkpoints, by taps and by keys."""

from typing import Final

from playwright.sync_api import expect

from companion.testing.browser import DESKTOP, Ui
from scoring.games.loot_and_recruit import GAME
from scoring.games.loot_and_recruit.options import Options
from tests.journeys.conftest import Open, Served
from tests.journeys.hands import FOUR, at_table, expect_prompt, kept_totals

PAD: Final = "checkpoint_counted.points.pad"


def test_a_game_by_checkpoints(visit: Open, server: Served) -> None:
    ui = at_table(visit, server, FOUR, Options(), GAME)
    ui.tap_id("asides").tap_id("aside.event_flipped").tap_id("aside.confirm").see("Round 1 is being played")
    for last in (5, 9, 14):
        ui.see(f"Round {last} is over: count").tap_id("confirm").see_id(f"{PAD}#7")
        count(ui)
    ui.value("winner", "Dov wins")
    assert kept_totals(server.database) == [27, 54, 69, 126]


def count(ui: Ui) -> None:
    """Enter everybody's sum."""
    for seat, points in enumerate((9, 18, 23, 42)):
        for key in f"{points}{'›' * (seat < 3)}":
            ui.tap_id(f"{PAD}#{key}")
        expect(ui.id(f"checkpoint_counted.points[{seat}]")).to_contain_text(f"{points}")
    ui.tap_id("confirm")


def test_points_are_typed_on_a_laptop_as_fast_as_one_likes(visit: Open, server: Served) -> None:
    played = ("rounds_played", {"round": 5})
    ui = at_table(visit, server, FOUR, Options(), GAME, played, **DESKTOP)
    expect_prompt(ui, "Count the platforms after round 5")
    for key in ("2", "7", "Enter", "9", "Enter", "1", ".", "5"):
        ui.page.keyboard.press(key)
    ui.see("A point is not part of a whole number. ⌫ takes it back.")
    for key in ("Backspace", "4", "Enter", "3", "NumpadAdd", "5", "Enter"):
        ui.page.keyboard.press(key)
    for seat, points in enumerate((27, 9, 14, 8)):
        expect(ui.id(f"checkpoint_counted.points[{seat}]")).to_contain_text(f"{points}")
    ui.see("All in.").page.keyboard.press("Enter")
    expect_prompt(ui, "Flip the event of round 6")
    ui.page.keyboard.press("Control+z")
    expect_prompt(ui, "Count the platforms after round 5")
    ui.page.keyboard.press("Control+y")
    expect_prompt(ui, "Flip the event of round 6")
    assert ui.taps == 0
