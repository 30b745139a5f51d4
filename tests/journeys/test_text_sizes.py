"""The table at 100, 150 and 200 % of the browser's text size: the player, the number and the keys in sight together."""

import re
from typing import Final

import pytest

from companion.testing.browser import DESKTOP, PHONE, Ui
from companion.ui.theme import TOUCH
from scoring.contract.game import Opened
from scoring.games import GAMES, find_game
from scoring.games.score_pad import GAME as SCORE_PAD
from storage.store import Store
from tests.companion.tables import enter, opened
from tests.journeys.conftest import Open, Served

SIZES: Final = ((412, 915), (360, 740), (740, 360), (1280, 800))
LARGER: Final = """addEventListener('DOMContentLoaded', () => {
  document.documentElement.style.fontSize = '%s%%';
});"""
"""As the browser's own setting does it."""

EIGHT: Final = ("Ana", "Ben", "Cleo", "Bartholomew", "Eve", "Fay", "Gus", "Maximiliane")

PAD: Final = "round_entered.scores.pad"


def read_large(visit: Open, server: Served, size: tuple[int, int], percent: int) -> Ui:
    """A window of this size whose browser enlarges text."""
    width, height = size
    device = (DESKTOP if width > 1000 else PHONE) | {"viewport": {"width": width, "height": height}}
    ui = visit(server.url, **device, locale="en-GB")  # of its own: the next test must not get its script
    ui.page.add_init_script(LARGER % percent)
    return ui


def assert_in_sight(ui: Ui, name: str, size: tuple[int, int], least: float = 0) -> None:
    box = ui.id(name).bounding_box()
    assert box is not None, name
    assert min(box["x"], box["y"]) >= 0, name
    assert box["x"] + box["width"] <= size[0], name
    assert box["y"] + box["height"] <= size[1], name
    assert min(box["width"], box["height"]) >= least, name


@pytest.mark.parametrize("percent", [100, 150, 200])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_whatever_the_text_size_the_player_the_number_and_the_keys_are_in_sight(
    visit: Open, server: Served, size: tuple[int, int], percent: int
) -> None:
    with Store(server.database) as store:
        desk = opened(store, SCORE_PAD, 8, names=EIGHT)
        enter(desk, "round_entered", scores=[[seat, seat] for seat in range(8)])  # from here on the game can be ended
        pad = desk.session_id
        tables = [(opened(store, game, 5 if 5 in game.box.players else 3).session_id, game.box.title) for game in GAMES]
    ui = read_large(visit, server, size, percent).open(f"/table/{pad}")
    for key in "27+5±":
        ui.tap_id(f"{PAD}#{key}")
    ui.see("27 − 5 = 22").rest()
    for name in [PAD, *(f"{PAD}#{key}" for key in "1234567890±+⌫›")]:
        assert_in_sight(ui, name, size, 0 if name == PAD else TOUCH)
    for name in ("round_entered.scores[0]", "confirm"):
        assert_in_sight(ui, name, size, TOUCH)
    for session, title in tables:
        # A new address first shows the table before: only its own title, whole, says that it is drawn.
        ui.open(f"/table/{session}").see(re.compile(f"^{title}$")).see_id("undo").rest()
        for name in ("undo", "asides"):
            assert_in_sight(ui, name, size)


def test_a_phone_held_sideways_shows_names_in_full_beside_keys(visit: Open, server: Served) -> None:
    recruit, size = find_game("recruit"), (915, 412)
    with Store(server.database) as store:
        session = store.sessions.open(recruit, Opened(("Ana", "Benedikt", "Cleo", "Dora"), recruit.options()))
    ui = read_large(visit, server, size, 100).open(f"/table/{session}").tap_id("suit_displayed.suit=H")
    for key, next_keys in (("tricks_counted.tricks[1]=0", (4, 4, 4)), ("doubles_counted.jacks[1]=2", ())):
        assert_in_sight(ui, key, size)
        name, keys = ui.page.get_by_text("Benedikt", exact=True).bounding_box(), ui.id(key).bounding_box()
        assert name["width"] > 60
        assert name["x"] + name["width"] < keys["x"]
        for seat, tricks in enumerate(next_keys):
            ui.tap_id(f"tricks_counted.tricks[{seat}]={tricks}")
        if next_keys:
            ui.tap_id("confirm")
