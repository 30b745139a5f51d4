"""The score pad at the set-up and on phones: titles that are offered, options that come back, one's own number."""

from dataclasses import replace
from typing import Any

import pytest

from companion.app import main_for
from companion.phones.invitation import Right
from companion.phones.rights import prompts_for
from companion.session.setup_plan import Plan, new_plan, with_option
from companion.session.start_session import begin, list_titles, recall_options
from companion.testing.headless import headless, opened
from scoring.game import Table
from scoring.prompts import Grid
from scoring.score_pad import GAME, Options, Sheet
from scoring.scores import Seat
from storage.file.database import MEMORY
from storage.store import Store

TAPE = "round_entered.scores.tape"
FOUR = ("Ana", "Ben", "Cleo", "Dov")


def named(plan: Plan, name: str) -> Plan:
    return with_option(GAME, plan, "name", name)


def recalled(store: Store, plan: Plan, name: str) -> dict[str, Any]:
    return dict(recall_options(store, GAME, plan, named(plan, name)).options)


def test_the_options_of_a_game_come_back_with_its_name() -> None:
    with Store(MEMORY) as store:
        begin(store, GAME, FOUR, Options("Wingspan", sheet=Sheet.CATEGORIES, categories="birds, eggs", dealer=Seat(2)))
        plan = replace(new_plan(GAME, FOUR[:2]), options={**new_plan(GAME, FOUR).options, "dealer": 1})
        assert recalled(store, plan, "Wing") == plan.options | {"name": "Wing"}
        options = recalled(store, plan, "wingspan")
        assert (options["name"], options["sheet"], options["categories"]) == ("wingspan", "categories", "birds, eggs")
        assert options["dealer"] == 1  # who deals is not remembered


def test_what_this_table_cannot_play_does_not_come_back() -> None:
    with Store(MEMORY) as store:
        begin(store, GAME, FOUR, Options("Tichu", teams=2, target=500))
        options = recalled(store, new_plan(GAME, FOUR[:3]), "Tichu")
        assert (options["teams"], options["target"]) == (0, 500)


def test_a_change_of_something_else_recalls_nothing() -> None:
    with Store(MEMORY) as store:
        begin(store, GAME, FOUR, Options("Tichu", target=500))
        before = named(new_plan(GAME, FOUR), "Tichu")
        after = with_option(GAME, before, "target", 300)
        assert recall_options(store, GAME, before, after) is after


def test_the_titles_of_other_games_are_offered() -> None:
    with Store(MEMORY) as store:
        assert list_titles(store) == ()
        for name in ("Tichu", "", "Crown Battles", "Azul"):
            begin(store, GAME, FOUR, Options(name))
        assert sorted(list_titles(store)) == ["Azul", "Tichu"]


@pytest.mark.parametrize(("seat", "teams", "cells"), [(1, 0, [1]), (1, 2, [1]), (2, 2, [])])
def test_a_phone_enters_the_number_of_its_own_player(seat: int, teams: int, cells: list[int]) -> None:
    state = GAME.open(Table(FOUR), Options(teams=teams))
    parts = [prompt for prompt in prompts_for(GAME, state, Seat(seat), Right.OWN) if prompt.kind == "round_entered"]
    grids = [field for prompt in parts for field in prompt.fields if isinstance(field, Grid)]
    assert [cell.key for grid in grids for cell in grid.cells] == cells


@headless
async def test_the_players_may_become_a_strip_in_the_second_round() -> None:
    """The row that ends the game takes the room of their rows."""
    with Store(MEMORY) as store:
        session_id = begin(store, GAME, FOUR, Options())
        async with opened(main_for(store), width=412, height=915) as page:
            await page.go(f"/table/{session_id}")
            for seat in range(4):
                await page.tap(f"{TAPE}#7")
                if seat < 3:
                    await page.tap(f"{TAPE}.next")
            await page.tap("confirm")
            assert "Round 2" in page.texts()
            await page.tap("game_ended")
            assert page.page.route == f"/result/{session_id}"
