"""Loot & Recruit in a browser, with counted taps: a game by checkpoints, turns by stacks."""

from typing import Any, Final

from playwright.sync_api import expect

from companion.testing.browser import DESKTOP, PHONE, Ui
from scoring.games.loot_and_recruit import GAME
from scoring.games.loot_and_recruit.options import Level, Options
from tests.journeys.conftest import Open, Served
from tests.journeys.hands import FOUR, expect_prompt, kept_totals, opened

GOBLINS: Final = (("Imp", 1, 2, 2), ("Brute", 3, 5, 4), ("Gob O' Goblins", 5, 6, 7))
PAD: Final = "checkpoint_counted.points.pad"
STACKS: Final = Options(level=Level.STACKS)
FLIP: Final = ("event_flipped", {"round": 1, "card": None, "effect": False})


def at_the_table(visit: Open, server: Served, options: Options, *events: tuple[str, Any]) -> Ui:
    """A phone at a table of four."""
    session = opened(server.database, FOUR, options, GAME, *events)
    return visit(server.url, **PHONE).open(f"/table/{session}")


def laid(seat: int, platform: int, goblin: tuple[str, int, int, int]) -> tuple[str, Any]:
    """Add a goblin that is already on a platform."""
    name, vp, defense, cost = goblin
    numbers = [["vp", vp], ["def", defense], ["cost", cost]]
    return ("goblin_added", {"seat": seat, "platform": platform, "card": {"name": name, "numbers": numbers}})


def refused(ui: Ui, message: str) -> Ui:
    """Expect this refusal, and the offer that a card overrules it."""
    expect(ui.page.get_by_role("group", name=message)).to_be_attached()
    return ui.see_id("waive")


def test_a_game_by_checkpoints(visit: Open, server: Served) -> None:
    ui = at_the_table(visit, server, Options())
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
    ui = visit(server.url, **DESKTOP).open(f"/table/{opened(server.database, FOUR, Options(), GAME, played)}")
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


def test_an_attack_strikes_out_what_would_fall(visit: Open, server: Served) -> None:
    imp, brute, gob = GOBLINS
    ui = at_the_table(visit, server, STACKS, FLIP, laid(1, 0, gob), laid(1, 0, brute), laid(2, 1, imp))
    ui.tap_id("board=1-0-0:1.1:Gob O' Goblins")
    ui.see("Trash Gob O' Goblins and 1 above")
    ui.tap_id("confirm")
    ui.see_id("goblin_recruited.name=Brute")
    assert ui.taps == 2
    ui.tap_id("board=2-1-0:1.1:Imp").see("Trash Imp").tap_id("confirm")
    refused(ui, "Ana has made one attack this turn; each Sergeant allows one more.")
    ui.tap_id("waive")
    ui.see_id("goblin_recruited.name=Brute")
    ui.tap_id("turn_ended")
    ui.see("Cleo's turn")


def test_a_coordinator_needs_three_taps(visit: Open, server: Served) -> None:
    imp, brute, gob = GOBLINS
    ui = at_the_table(visit, server, STACKS, FLIP, laid(0, 0, gob), laid(0, 0, brute), laid(0, 1, imp))
    ui.tap_id("main.goblin_moved").tap_id("goblin_moved.target=0-0-0:1.1:Gob O' Goblins")
    ui.tap_id("goblin_moved.platform=1").see_id("board=0-1-1:1.1:Gob O' Goblins")
    assert ui.taps == 3
