"""Loot & Recruit in a browser, with counted taps: a game by checkpoints, turns by stacks, a turn card by card."""

from typing import Any, Final

import pytest
from playwright.sync_api import expect

from companion.testing.browser import DESKTOP, PHONE, Ui
from scoring.games.loot_and_recruit import GAME
from scoring.games.loot_and_recruit.options import Level, Options
from storage.store import Store
from tests.journeys.conftest import Open, Served
from tests.journeys.hands import expect_prompt, kept_totals, opened

FOUR: Final = ("Ana", "Ben", "Cleo", "Dov")
GOBLINS: Final = (("Imp", 1, 2, 2), ("Brute", 3, 5, 4), ("Gob O' Goblins", 5, 6, 7))
CARDS: Final = (("Money Bag", (("loot", 1),)), ("Table Scraps", (("recruit", 1),)))
PAD: Final = "checkpoint_counted.points.pad"
STACKS: Final = Options(level=Level.STACKS)
FLIP: Final = ("event_flipped", {"round": 1, "card": None, "effect": False})


def remember(server: Served) -> None:
    """Store cards typed on an earlier evening."""
    with Store(server.database) as store:
        for name, vp, defense, cost in GOBLINS:
            store.cards.remember(GAME.key, "goblin", name, (("vp", vp), ("def", defense), ("cost", cost)))
        for card, numbers in CARDS:
            store.cards.remember(GAME.key, "power", card, numbers)


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
    for number in range(1, 15):
        begins_part = number in (1, 6, 10)
        expect_prompt(ui, f"Flip the event of round {number}" if begins_part else f"Round {number - 1} is being played")
        ui.tap_id("confirm" if number in (5, 9, 14) else "event_flipped")
        if number in (5, 9, 14):
            ui.see_id(f"{PAD}#7")
            count(ui)
    ui.value("winner", "Dov wins")
    assert kept_totals(server.database) == [27, 54, 69, 126]


@pytest.mark.deep
def test_a_game_is_played_undisturbed_with_six_taps_beside_its_numbers(visit: Open, server: Served) -> None:
    ui = at_the_table(visit, server, Options())
    numbers = 0
    for begun, last in ((1, 5), (6, 9), (10, 14)):
        expect_prompt(ui, f"Flip the event of round {begun}")
        ui.see(f"Round {last} is over: count").tap_id("confirm")
        ui.see_id(f"{PAD}#7")
        before = ui.taps
        count(ui)
        numbers += ui.taps - before - 1
    ui.value("winner", "Dov wins")
    assert kept_totals(server.database) == [27, 54, 69, 126]
    assert ui.taps - numbers == 6, f"{ui.taps - numbers} taps"


def count(ui: Ui) -> None:
    """Enter everybody's sum."""
    for seat, points in enumerate((9, 18, 23, 42)):
        for key in f"{points}›":
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


@pytest.mark.deep
def test_the_goblins_are_added_up_as_they_stand_on_the_platforms(visit: Open, server: Served) -> None:
    flips = [("event_flipped", {"round": number, "card": None, "effect": False}) for number in range(1, 6)]
    ui = at_the_table(visit, server, Options(), *flips)
    for seat, goblins in enumerate(((4, 2, 4), (5, 1), (3, 3, 3, 1), (6, 2))):
        for key in "+".join(map(str, goblins)):
            ui.tap_id(f"{PAD}#{key}")
        expect(ui.id(f"checkpoint_counted.points[{seat}]")).to_contain_text(f"{sum(goblins)}")
        if seat < 3:
            ui.tap_id(f"{PAD}#›")
    ui.tap_id("confirm")
    expect_prompt(ui, "Flip the event of round 6")
    ui.tap_id("total[2]").see("3 × 3 + 1 on the platforms = 10")


@pytest.mark.deep
def test_a_goblin_of_another_evening_needs_two_taps(visit: Open, server: Served) -> None:
    remember(server)
    ui = at_the_table(visit, server, STACKS, FLIP)
    ui.see_id("new_goblin_recruited.card:Brute")
    ui.tap_id("new_goblin_recruited.card:Brute")
    expect_prompt(ui, "Where does Brute go?")
    ui.tap_id("goblin_placed.platform=1")
    ui.see_id("goblin_recruited.name=Brute")
    assert ui.taps == 2
    ui.tap_id("goblin_recruited.name=Brute").tap_id("goblin_placed.platform=1")
    ui.see_id("goblin_recruited.name=Brute")
    assert ui.taps == 4


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


@pytest.mark.deep
def test_only_what_lies_in_the_line_up_is_recruited(visit: Open, server: Served) -> None:
    remember(server)
    ui = at_the_table(visit, server, Options(level=Level.STACKS, line_ups=True))
    for number, (name, *_) in enumerate((*GOBLINS, *GOBLINS[:2]), 1):
        expect_prompt(ui, f"Crowd: {f'card {number}' if number < 5 else 'which card is new?'}")
        ui.tap_id(f"card_turned_over.card:{name}")
    assert ui.taps == 5
    expect_prompt(ui, "Flip the event of round 1").tap_id("confirm")
    ui.see_id("goblin_recruited.name=Imp")
    ui.tap_id("goblin_recruited.name=Imp").tap_id("goblin_placed.platform=0")
    expect_prompt(ui, "Crowd: which card is new?").tap_id("card_turned_over.card:Gob O' Goblins")
    ui.see_id("goblin_recruited.name=Gob O' Goblins")
    assert ui.taps == 9
    ui.tap_id("goblin_recruited.name=Gob O' Goblins").tap_id("goblin_placed.platform=0")
    expect_prompt(ui, "Crowd: which card is new?").tap_id("line_up_skipped")
    ui.see("Ben's turn")


@pytest.mark.deep
def test_the_referee_needs_ten_taps_a_turn(visit: Open, server: Served) -> None:
    remember(server)
    rain = {"name": "Rain", "numbers": [["loot", 0], ["recruit", 0], ["attack", 0], ["flip", 0]]}
    flip = ("event_flipped", {"round": 1, "card": rain, "effect": False})
    ui = at_the_table(visit, server, Options(level=Level.REFEREE), flip)
    ui.see_id("new_card_played.card:Money Bag")
    ui.tap_id("new_card_played.card:Money Bag").see_id("card_played.name=Money Bag")
    ui.tap_id("main.new_card_played").tap_id("new_card_played.card:Table Scraps").see_id(
        "card_played.name=Table Scraps"
    )
    ui.tap_id("card_played.name=Table Scraps").see("Recruit 2")
    ui.tap_id("main.new_goblin_recruited").tap_id("new_goblin_recruited.card:Brute")
    refused(ui, "Brute costs 4 recruit power; 2 are left.")
    ui.tap_id("waive").tap_id("goblin_placed.platform=0")
    ui.see_id("card_played.name=Money Bag")
    ui.tap_id("turn_ended").see("Ben")
    assert ui.taps <= 10, f"{ui.taps} taps"
