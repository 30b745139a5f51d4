"""The score pad at the set-up and on phones: titles that are offered, options that come back, one's own number."""

from dataclasses import replace
from typing import Any

import flet as ft
import pytest

from companion.open_session.desk import Desk
from companion.phones.invitation import Right
from companion.phones.rights import prompts_for
from companion.setup.setup_plan import Plan, new_plan, with_option
from companion.setup.start_session import begin, list_titles, recall_options
from companion.ui.theme import WIDE, Look
from scoring.contract.game import Table
from scoring.contract.prompts import Grid
from scoring.contract.scores import Best, Seat
from scoring.games.score_pad import GAME, Options, Sheet
from storage.bg_stats.importing import import_plays
from storage.store import Store
from tests.companion.pages import at, type_on
from tests.companion.tables import enter
from tests.companion.test_steady_table import column_of
from tests.storage.worlds import game, play, read, score, world

PAD = "round_entered.scores.pad"
FOUR = ("Ana", "Ben", "Cleo", "Dov")


def named(plan: Plan, name: str) -> Plan:
    return with_option(GAME, plan, "name", name)


def recalled(store: Store, plan: Plan, name: str) -> dict[str, Any]:
    return dict(recall_options(store, GAME, plan, named(plan, name)).options)


def test_the_options_of_a_game_come_back_with_its_name(store: Store) -> None:
    begin(store, GAME, FOUR, Options("Wingspan", sheet=Sheet.CATEGORIES, categories="birds, eggs", dealer=Seat(2)))
    plan = replace(new_plan(GAME, FOUR[:2]), options={**new_plan(GAME, FOUR).options, "dealer": 1})
    assert recalled(store, plan, "Wing") == plan.options | {"name": "Wing"}
    options = recalled(store, plan, "wingspan")
    assert (options["name"], options["sheet"], options["categories"]) == ("wingspan", "categories", "birds, eggs")
    assert options["dealer"] == 1  # who deals is not remembered


def test_the_options_of_a_shorter_title_are_taken_back_when_the_title_goes_on(store: Store) -> None:
    begin(store, GAME, FOUR, Options("Go", Best.LOW, Sheet.CATEGORIES, categories="stones", halves=True))
    plan = fresh = with_option(GAME, new_plan(GAME, FOUR), "zero_sum", True)
    for name in ("G", "Go", "Gol", "Golf"):
        plan = recall_options(store, GAME, plan, named(plan, name))
        assert (plan.options["categories"] == "stones") == (name == "Go")
    assert plan == named(fresh, "Golf")
    by_hand = with_option(
        GAME, recall_options(store, GAME, fresh, named(fresh, "Go")), "categories", "stones, prisoners"
    )
    assert recalled(store, by_hand, "Gob") == fresh.options | {"name": "Gob", "categories": "stones, prisoners"}


def test_what_this_table_cannot_play_does_not_come_back(store: Store) -> None:
    begin(store, GAME, FOUR, Options("Tichu", teams=2, target=500))
    options = recalled(store, new_plan(GAME, FOUR[:3]), "Tichu")
    assert (options["teams"], options["target"]) == (0, 500)


def test_a_change_of_something_else_recalls_nothing(store: Store) -> None:
    begin(store, GAME, FOUR, Options("Tichu", target=500))
    before = named(new_plan(GAME, FOUR), "Tichu")
    after = with_option(GAME, before, "target", 300)
    assert recall_options(store, GAME, before, after) is after


async def test_a_title_is_offered_whatever_its_letters_case_and_accents(store: Store) -> None:
    begin(store, GAME, FOUR[:2], Options("Café"))
    async with at(store, f"/new/{GAME.key}") as page:
        await page.tap("seat:Ana", "seat:Ben")
        await page.fill("Which game?", "CAFE")
        assert page.has("option.name:Café")


@pytest.mark.parametrize(("title", "key"), [("Recruit", "recruit"), ("Golf", GAME.key)])
async def test_a_game_of_the_pad_comes_back_as_last_time_with_the_options_of_the_right_game(
    title: str, key: str, store: Store
) -> None:
    begin(store, GAME, FOUR[:2], Options())
    begin(store, GAME, FOUR[1:], Options(title))
    async with at(store, f"/new/{key}") as page:
        await page.tap("seats.last", "start")
        desk = Desk(store, page.page.route.removeprefix("/table/"))
        assert (desk.game.key, desk.setup_names, desk.title) == (key, FOUR[1:], title)


def test_the_titles_of_other_games_are_offered(store: Store) -> None:
    assert list_titles(store) == ()
    for name in ("Tichu", "", "Crown Battles", "Azul"):
        begin(store, GAME, FOUR, Options(name))
    assert sorted(list_titles(store)) == ["Azul", "Tichu"]
    import_plays(store, read(world(games=[game(1, "Wingspan")], plays=[play(1, score(1, "81"))])))
    assert sorted(list_titles(store)) == ["Azul", "Tichu", "Wingspan"]


@pytest.mark.parametrize(("seat", "teams", "cells"), [(1, 0, [1]), (1, 2, [1]), (2, 2, [])])
def test_a_phone_enters_the_number_of_its_own_player(seat: int, teams: int, cells: list[int]) -> None:
    state = GAME.open(Table(FOUR), Options(teams=teams))
    parts = [prompt for prompt in prompts_for(GAME, state, Seat(seat), Right.OWN) if prompt.kind == "round_entered"]
    grids = [field for prompt in parts for field in prompt.fields if isinstance(field, Grid)]
    assert [cell.key for grid in grids for cell in grid.cells] == cells


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(412, 915), (360, 740), (1280, 800)])
@pytest.mark.parametrize("players", [2, 4, 5, 8])
async def test_the_pad_stays_where_it_is_when_a_button_comes(
    width: int, height: int, players: int, store: Store
) -> None:
    """After the first round the table may end the game: on a phone the button is above the pad, else below it."""
    names = (*FOUR, "Eve", "Fay", "Gus", "Hal")[:players]
    session_id = begin(store, GAME, names, Options())
    async with at(store, f"/table/{session_id}", width=width, height=height) as page:
        before = names_of(column_of(page, "upper"))
        await type_on(page, PAD, "›".join("7" * len(names)))
        await page.tap("confirm")
        assert "Round 2" in page.texts()
        after = names_of(column_of(page, "upper"))
        assert [part for part in after if part in before] == before
        assert after[-2:] == before[-2:], "nothing comes between the pad and the dock"
        assert (len(after) > len(before)) == (width < WIDE)
        await page.tap("game_ended")
        assert page.page.route == f"/result/{session_id}"


async def test_the_button_that_ends_the_game_says_that_a_half_filled_round_is_lost(store: Store) -> None:
    session_id = begin(store, GAME, ("Ana", "Ben"), Options())
    async with at(store, f"/table/{session_id}", width=412, height=915) as page:
        await type_on(page, PAD, "7›7")
        await page.tap("confirm")
        assert page.texts(page.id("game_ended")) == ["End the game"]
        await type_on(page, PAD, "5")
        assert page.texts(page.id("game_ended")) == ["End the game (drops what is filled in)"]
        await page.tap("undo")
        assert page.texts(page.id("game_ended")) == ["End the game"]


async def test_the_totals_above_the_pad_have_fixed_places(store: Store) -> None:
    """Longer numbers take no second line."""
    session_id = begin(store, GAME, ("Ana", "Donatella the Great", *"CDEFGH"), Options())
    async with at(store, f"/table/{session_id}", width=412, height=915) as page:
        (strip,) = page.all(key="strip")
        rows = [control for control in page.walk(strip) if isinstance(control, ft.Row) and control.wrap]
        assert rows == []
        assert all(page.texts(page.id(f"total[{seat}]"))[-1] == "0" for seat in range(8))


def names_of(controls: list[ft.Control]) -> list[tuple[str, str]]:
    """What is above the dock, by kind and key."""
    return [(type(control).__name__, str(control.key).partition("#")[0]) for control in controls]


@pytest.mark.long
async def test_another_target_is_typed_over_the_one_that_stands_there(store: Store) -> None:
    async with at(store, "/new/score_pad", width=412, height=915) as page:
        await page.fill("New player", ", ".join(FOUR[:2]), submit=True)
        await page.tap("option.ending=target")
        await type_on(page, "option.target.pad", ("5", "0"))
        assert page.texts(page.id("option.target.pad")) == ["50"]
        for _ in range(2):
            await page.tap("option.target.pad#⌫")
        assert page.texts(page.id("option.target.pad")) == ["–"]
        await page.tap("start")
        assert page.page.route == "/new/score_pad"
        assert any("The target is between 1 and 9999." in text for text in page.texts())
        await type_on(page, "option.target.pad", ("7", "5"))
        await page.tap("start")
    (session,) = store.history.list_sessions().sessions
    assert store.sessions.load(session.id).journal[0].event.options.target == 75


async def test_no_game_starts_while_a_digit_of_its_target_is_struck(store: Store) -> None:
    """The digit is taken back first, or goes with the pad."""
    async with at(store, "/new/score_pad", width=412, height=915) as page:
        await page.fill("New player", ", ".join(FOUR[:2]), submit=True)
        await page.tap("option.ending=target")
        await type_on(page, "option.target.pad", "10000")
        await page.tap("start")
        assert page.page.route == "/new/score_pad"
        assert any(text.endswith("⌫ takes it back.") for text in page.texts())
        await page.tap("option.ending=table")
        await page.tap("start")
    assert len(store.history.list_sessions().sessions) == 1


@pytest.mark.parametrize(("best", "rise", "fall"), [(Best.HIGH, "good", "bad"), (Best.LOW, "bad", "good")])
@pytest.mark.parametrize("path", ["", "/sheet"])
async def test_green_is_good_for_whoever_wants_few_points(
    best: Best, rise: str, fall: str, path: str, store: Store
) -> None:
    """In the rows of the players and on the sheet."""
    look = Look(cloth_seed=GAME.box.colour)
    session_id = two_rounds(store, best)
    async with at(store, f"/table/{session_id}{path}", width=1280, height=1200) as page:
        colours = {text.value: text.style.color for text in page.all(ft.Text) if text.value in ("+26", "−7")}
        assert colours == {"+26": getattr(look, rise), "−7": getattr(look, fall)}


@pytest.mark.parametrize(("best", "leading", "other"), [(Best.HIGH, "52", "−14"), (Best.LOW, "−14", "52")])
async def test_who_leads_is_drawn_stronger_than_the_others(best: Best, leading: str, other: str, store: Store) -> None:
    session_id = two_rounds(store, best)
    async with at(store, f"/table/{session_id}/sheet", width=412, height=915) as page:
        styles = {text.value: text.style for text in page.all(ft.Text)}
        assert styles[leading].color == ft.Colors.ON_SURFACE
        assert (styles[leading].weight, styles[other].weight) == (ft.FontWeight.W_700, ft.FontWeight.W_400)


def two_rounds(store: Store, best: Best) -> str:
    """A session in which Ana got 26 points twice and Ben lost 7 twice."""
    session_id = begin(store, GAME, FOUR[:2], Options(best=best))
    desk = Desk(store, session_id)
    for _ in range(2):
        enter(desk, "round_entered", scores=[[0, 26], [1, -7]])
    return session_id


async def test_no_word_of_a_category_is_torn_apart(store: Store) -> None:
    options = Options("Seven cities", sheet=Sheet.CATEGORIES, categories="war, civilian buildings, commerce")
    session = begin(store, GAME, FOUR, options)
    async with at(store, f"/table/{session}/sheet") as page:
        titles = [column for column in page.all(ft.Column) if column.width and "commerce" in page.texts(column)]
        assert [column.width for column in titles] == [len("buildings") * 9 + 4]
