"""The score pad in a browser, an evening by rounds, the name of the game, categories, a phone."""

from typing import Final

import pytest
from playwright.sync_api import expect

from companion.testing.browser import DESKTOP, PHONE, Ui
from companion.testing.hand import keys_of
from scoring.games.score_pad import GAME, Options
from tests.journeys.conftest import Open, Served
from tests.journeys.hands import FOUR, at_table, expect_prompt, kept_totals, opened

TWELVE: Final = (*FOUR, "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kim", "Lea")
PAD: Final = "round_entered.scores.pad"
ROUNDS: Final = ((7, 20, 0, 35), (12, 3, 41, 9), (60, 5, 8, 27))
TOTALS: Final = [79, 28, 49, 71]


def enter(ui: Ui, numbers: tuple[int, ...]) -> None:
    """The numbers of a round, with the key that goes on between them."""
    for seat, number in enumerate(numbers):
        for key in keys_of(number) + "›" * (seat < len(numbers) - 1):
            ui.tap_id(f"{PAD}#{key}")
        expect(ui.id(f"round_entered.scores[{seat}]")).to_contain_text(f"{number}".replace("-", "−"))
    ui.tap_id("confirm")


def test_an_evening_by_rounds(visit: Open, server: Served) -> None:
    ui = at_table(visit, server, FOUR, Options(), GAME)
    for number, row in enumerate(ROUNDS, start=1):
        expect_prompt(ui, f"Round {number}")
        if number == 2:
            ui.see_id("game_ended")
        enter(ui, row)
    expect_prompt(ui, "Round 4")
    ui.tap_id("game_ended").value("winner", "Ana wins")
    assert kept_totals(server.database) == TOTALS


@pytest.mark.deep
def test_who_wins_is_asked_where_it_is_seen(visit: Open, server: Served) -> None:
    """With four players seated and eight others known, what everybody must decide is above the button."""
    opened(server.database, TWELVE, Options(), GAME)
    ui = visit(server.url, **PHONE).open("/new/score_pad")
    for seat, name in enumerate(FOUR):
        ui.rest().tap_id(f"seat:{name}").see_id(f"leave[{seat}]")  # the names that are left move together
    ui.see_id("option.best=low").rest()
    fewest, button = ui.id("option.best=low").bounding_box(), ui.id("start").bounding_box()
    assert fewest["y"] + fewest["height"] <= button["y"]
    ui.tap_id("option.best=low").tap_id("start").see("Fewest points win")


def test_the_keys_keep_their_places_from_round_to_round(visit: Open, server: Served) -> None:
    """Larger totals, a button that comes into the dock: nothing moves under a fast thumb."""
    ui = at_table(visit, server, ("Ana", "Ben", "Cleo", "Donatella"), Options(), GAME)
    places = []
    for number in range(1, 4):
        expect_prompt(ui, f"Round {number}")
        ui.see_id(f"{PAD}#0").rest()
        places.append([ui.id(f"{PAD}#{key}").bounding_box() for key in "10+›"])
        enter(ui, (90, 0, 99, 95))
    assert places[0] == places[1] == places[2]


@pytest.mark.deep
def test_twelve_players_and_teams_have_room(visit: Open, server: Served) -> None:
    ui = at_table(visit, server, TWELVE, Options(), GAME)
    expect_prompt(ui, "Round 1")
    enter(ui, tuple(range(10, 22)))
    wide = at_table(visit, server, TWELVE[:6], Options("Padel", teams=2), GAME, **DESKTOP)
    expect_prompt(wide, "Round 1")
    enter_team(wide, 21, 15)
    wide.tap_id("game_ended").value("winner", "Ana, Cleo and Eve win")


def enter_team(ui: Ui, *numbers: int) -> None:
    for key in "›".join(map(str, numbers)):
        ui.tap_id(f"{PAD}#{key}")
    ui.tap_id("confirm").see_id("game_ended")
