"""The score pad in a browser, an evening by rounds, the name of the game, categories, a phone."""

import json
from typing import Final

import pytest
from playwright.sync_api import expect

from companion.testing.browser import DESKTOP, PHONE, Ui
from companion.testing.hand import keys_of
from companion.ui.theme import TOUCH
from scoring.games.score_pad import GAME, Options
from storage.bg_stats.importing import import_plays
from storage.play_file import reading
from storage.store import Store
from tests.journeys.conftest import Open, Served
from tests.journeys.hands import FOUR, expect_prompt, kept_totals, opened

TWELVE: Final = (*FOUR, "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kim", "Lea")
PAD: Final = "round_entered.scores.pad"
ROUNDS: Final = ((7, 20, 0, 35), (12, 3, 41, 9), (60, 5, 8, 27))
TOTALS: Final = [79, 28, 49, 71]


def at_the_table(visit: Open, server: Served, options: Options, names: tuple[str, ...] = FOUR) -> Ui:
    return visit(server.url, **PHONE).open(f"/table/{opened(server.database, names, options, GAME)}")


def enter(ui: Ui, numbers: tuple[int, ...], seats: tuple[int, ...] = ()) -> None:
    """The numbers of a round, with the key that goes on between them; `seats` are those who play."""
    for place, number in enumerate(numbers):
        seat = seats[place] if seats else place
        for key in keys_of(number) + "›" * (place < len(numbers) - 1):
            ui.tap_id(f"{PAD}#{key}")
        expect(ui.id(f"round_entered.scores[{seat}]")).to_contain_text(f"{number}".replace("-", "−"))
    ui.tap_id("confirm")


def test_an_evening_by_rounds(visit: Open, server: Served) -> None:
    ui = at_the_table(visit, server, Options())
    for number, row in enumerate(ROUNDS, start=1):
        expect_prompt(ui, f"Round {number}")
        if number == 2:
            ui.see_id("game_ended")
        enter(ui, row)
    expect_prompt(ui, "Round 4")
    ui.tap_id("game_ended").value("winner", "Ana wins")
    assert kept_totals(server.database) == TOTALS


EIGHT: Final = (*FOUR[:3], "Bartholomew", "Eve", "Fay", "Gus", "Maximiliane")


@pytest.mark.parametrize(("width", "height"), [(412, 915), (360, 740), (740, 360)])
def test_eight_players_the_number_the_keys_and_the_button_are_in_sight(
    visit: Open, server: Served, width: int, height: int
) -> None:
    """27 is typed as 2, 7; the keys are large enough for a thumb."""
    size = PHONE | {"viewport": {"width": width, "height": height}}
    ui = visit(server.url, **size).open(f"/table/{opened(server.database, EIGHT, Options(), GAME)}")
    for key in "27+5±":
        ui.tap_id(f"{PAD}#{key}")
    expect(ui.id("round_entered.scores[0]")).to_contain_text("22")
    ui.see("27 − 5 = 22").rest()
    for name in [PAD, *(f"{PAD}#{key}" for key in "1234567890±+⌫›"), "round_entered.scores[0]", "confirm"]:
        box = ui.id(name).bounding_box()
        assert box is not None, name
        assert min(box["x"], box["y"]) >= 0, name
        assert box["x"] + box["width"] <= width, name
        assert box["y"] + box["height"] <= height, name
        assert min(box["width"], box["height"]) >= TOUCH or name == PAD, name


def test_a_game_known_from_bg_stats_is_offered_and_counts_beside_its_plays(visit: Open, server: Served) -> None:
    file = {
        "players": [{"uuid": "00000000-0000-4000-8000-000000000001", "id": 1, "name": "Ana"}],
        "games": [{"uuid": "00000000-0000-4000-8000-000000000002", "id": 1, "name": "Wingspan", "highestWins": True}],
        "plays": [
            {
                "uuid": "00000000-0000-4000-8000-000000000003",
                "gameRefId": 1,
                "playDate": "2026-01-02 20:00:00",
                "modificationDate": "2026-01-02 23:00:00",
                "playerScores": [{"score": "81", "winner": True, "playerRefId": 1, "rank": 1}],
            }
        ],
    }
    with Store(server.database) as store:
        import_plays(store, reading.parse_file(json.dumps(file).encode(), "plays.json"))
    ui = visit(server.url, **PHONE).open("/").see_id("new.score_pad")
    ui.tap_id("new.score_pad").tap_id("seat:Ana")
    ui.fill("New player", "Ben", submit=True).see_id("leave[1]")
    ui.tap_id("option.name:Wingspan").tap_id("option.sheet=categories").see_id("option.categories")
    ui.fill("Categories", "birds, eggs")
    ui.tap_id("start")
    expect_prompt(ui, "birds")
    enter(ui, (40, 38))
    expect_prompt(ui, "eggs")
    enter(ui, (9, 12))
    ui.value("winner", "Ben wins")
    assert kept_totals(server.database) == [49, 50]
    ui.open("/games")
    ui.see("2 games").tap(ui.text("Wingspan").first).see("Highest final score")
    ui.open("/history").see("Wingspan")
    ui.open("/new/score_pad").tap_id("seats.last").tap_id("option.name:Wingspan")
    ui.see_id("option.categories").rest()
    ui.tap_id("start")
    expect_prompt(ui, "birds")


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
    ui = at_the_table(visit, server, Options(), ("Ana", "Ben", "Cleo", "Donatella"))
    places = []
    for number in range(1, 4):
        expect_prompt(ui, f"Round {number}")
        ui.see_id(f"{PAD}#0").rest()
        places.append([ui.id(f"{PAD}#{key}").bounding_box() for key in "10+›"])
        enter(ui, (90, 0, 99, 95))
    assert places[0] == places[1] == places[2]


@pytest.mark.deep
def test_twelve_players_and_teams_have_room(visit: Open, server: Served) -> None:
    ui = at_the_table(visit, server, Options(), TWELVE)
    expect_prompt(ui, "Round 1")
    enter(ui, tuple(range(10, 22)))
    session = opened(server.database, TWELVE[:6], Options("Padel", teams=2), GAME)
    wide = visit(server.url, **DESKTOP).open(f"/table/{session}")
    expect_prompt(wide, "Round 1")
    enter_team(wide, 21, 15)
    wide.tap_id("game_ended").value("winner", "Ana, Cleo and Eve win")


def enter_team(ui: Ui, *numbers: int) -> None:
    for key in "›".join(map(str, numbers)):
        ui.tap_id(f"{PAD}#{key}")
    ui.tap_id("confirm").see_id("game_ended")
