"""Players keep the colour and symbol they chose, wherever their table is shown."""

import io
from collections.abc import Sequence

import flet as ft
import flet.canvas as cv
import pytest
from PIL import Image

from companion.setup.start_session import begin
from companion.sharing.picture import draw
from companion.sharing.story import build_story
from companion.testing.accessibility import hard_to_read, pressed_names
from companion.testing.headless import Page
from companion.ui.player_colours import COLOURS, colour_of, initials, seat_colours
from companion.ui.theme import NIGHT, READABLE, SEATS, Look, contrast
from storage.sessions.players import Player
from storage.store import Store
from tests.companion.pages import at, has
from tests.companion.tables import Desk, played, tiny
from tests.storage.conftest import named
from tests.storage.tiny import TINY

BLUE, GREEN, VIOLET, AMBER, TEAL, PINK = SEATS[1:7]
INK = "#2a211a"


def table(*colours: str) -> list[Player]:
    return [Player(str(seat), f"P{seat}", colour) for seat, colour in enumerate(colours)]


@pytest.mark.parametrize(
    ("chosen", "given"),
    [
        (("", "", ""), (TEAL, VIOLET, BLUE)),
        ((INK, "", ""), (INK, VIOLET, BLUE)),
        (("", "", TEAL), (PINK, VIOLET, TEAL)),
        ((VIOLET, "", VIOLET), (VIOLET, AMBER, BLUE)),
        (("no colour", "#123456", ""), (TEAL, VIOLET, BLUE)),
        ((), SEATS),
    ],
)
def test_a_chosen_colour_goes_before_that_of_the_name(chosen: tuple[str, ...], given: tuple[str, ...]) -> None:
    assert [*seat_colours(table(*chosen))] == [*given]


@pytest.mark.parametrize(
    "names", ["Ana Ben Cleo Dov", "Cleo Eve Fay", "Gus Ana Lea", "Ana Ben Cleo Dov Eve Fay Gus Hal Ivy"]
)
def test_players_who_change_seats_keep_their_colours(names: str) -> None:
    """Also those whose names go with the same colour, as those of Cleo, Eve and Fay do."""
    players = [Player(name, name) for name in names.split()]
    before = dict(zip(names.split(), seat_colours(players), strict=True))
    for turn in range(1, len(players)):
        turned = [*players[turn:], *players[:turn]]
        for order in (turned, turned[::-1]):
            assert {player.name: colour for player, colour in zip(order, seat_colours(order), strict=True)} == before


def test_a_player_has_the_same_colour_at_the_table_and_on_their_page() -> None:
    ana = Player("1", "Ana")
    assert seat_colours([ana]) == (colour_of(ana),)
    assert seat_colours([Player("", "ana")]) == (colour_of(ana),)  # at the set-up a new player has no id yet


def test_players_who_start_keep_their_colour_at_every_table_and_in_every_list(store: Store) -> None:
    names = ("Cleo", "Eve", "Fay", "Ana", "Ben")  # Cleo, Eve and Fay have names of the same colour
    for seats in (names[:2], names[2:4], names):
        begin(store, TINY, seats, TINY.options())
    people = {player.name: player for player in store.players.list_recent(10)}
    known = [colour_of(people[name]) for name in names]
    assert len(set(known)) == len(names)
    assert [*seat_colours([people[name] for name in names])] == known


def test_initials_tell_players_apart() -> None:
    assert initials(("Ana", "Ben", "alma", "Cleo", "Bo")) == ("An", "Be", "Al", "C", "Bo")
    assert Look(initials=("A",)).sign(0) == "A"
    assert Look().sign(2) == "3"


@pytest.mark.parametrize("chosen", [*((colour,) * 8 for colour in COLOURS), (*reversed(SEATS),), ("", *SEATS[:7])])
def test_no_two_of_a_table_look_alike_and_white_is_read_on_all(chosen: Sequence[str]) -> None:
    given = seat_colours(table(*chosen))
    assert len(set(given)) == 8
    assert min(contrast("#ffffff", colour) for colour in given) >= READABLE


@pytest.mark.parametrize("colour", COLOURS)
def test_a_line_in_any_colour_is_seen_by_night(colour: str) -> None:
    night, day = (Look(dark, seats=(colour,)) for dark in (True, False))
    assert contrast(night.line(0), NIGHT["surface_container_lowest"]) >= 2.4
    assert day.line(0) == day.seat(0) == colour


def fills(page: Page) -> list[str]:
    """The colours of the round badges on the screen, from the top."""
    rounds = [
        control for control in page.all(ft.Container) if control.width and control.border_radius == control.width / 2
    ]
    return [str(circle.bgcolor) for circle in rounds if circle.bgcolor in COLOURS]


@pytest.mark.parametrize("route", ["/result/{}", "/session/{}", "/table/{}/sheet"])
async def test_a_result_keeps_the_colour_and_the_symbol(route: str, store: Store) -> None:
    desk = tiny(store, (0, 5), (1, 8), (0, 9))
    store.players.set_look(named(store, "Ben"), colour=INK, symbol="moon")
    store.settings.put("theme", "dark")
    async with at(store, route.format(desk.session_id)) as page:
        assert sorted(fills(page)[:3]) == sorted((GREEN, INK, PINK))  # on the podium the second stands left
        assert hard_to_read(page, dark=True) == []
        if "sheet" not in route:
            assert has(page, "Moon")
            (canvas,) = page.all(cv.Canvas)
            dots = [shape.paint.color for shape in canvas.shapes if isinstance(shape, cv.Circle) and shape.paint]
            assert dots == [GREEN, INK, PINK]


async def test_a_colour_is_kept_from_the_set_up_to_the_table(store: Store) -> None:
    store.players.create("Ana")
    store.players.set_look(store.players.create("Ben").id, colour=INK, symbol="")
    async with at(store, "/new/tiny") as page:
        for tap in ("seat:Ana", "seat:Ben"):
            await page.tap(tap)
        assert fills(page) == [GREEN, INK]
        await page.tap("start")
        assert page.page.route.startswith("/table/")
        assert fills(page)[:2] == [GREEN, INK]


@pytest.mark.long
async def test_who_played_last_is_offered_first_and_of_one_table_who_played_most(store: Store) -> None:
    for names in (("Dov", "Eve"), ("Ben", "Cleo"), ("Ben", "Eve"), ("Ana", "Ben", "Cleo")):
        played(store, TINY, len(names), names=names)
    async with at(store, "/new/tiny") as page:
        offered = [name[5:] for name in pressed_names(page) if name.startswith("seat:")]
        assert offered == ["Ben", "Cleo", "Ana", "Eve", "Dov"]


@pytest.mark.long
def test_the_picture_has_the_colours_of_the_result(store: Store) -> None:
    desk = tiny(store, (0, 5), (1, 8), (0, 9))
    store.players.set_look(named(store, "Ben"), colour="#5e7322", symbol="")
    story = build_story(Desk(store, desk.session_id), store.sessions.load_head(desk.session_id))
    assert story.colours == (GREEN, "#5e7322", PINK)
    image = Image.open(io.BytesIO(draw(story).png())).convert("RGB")
    painted = {colour for _, colour in image.getcolors(1 << 24) or ()}
    assert {(0xB0, 0x43, 0x7F), (0x5E, 0x73, 0x22), (0x2D, 0x85, 0x53)} <= painted
    assert (0x2F, 0x6F, 0xB5) not in painted
