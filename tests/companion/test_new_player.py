"""Names typed into a box that the app empties from afar."""

import random
from collections import deque

import flet as ft
import pytest

from companion.setup.new_player import TypedNames, split_names
from scoring.games.crown_battles import GAME as CROWN
from storage.store import Store
from tests.companion.pages import at, seated
from tests.companion.tables import finished
from tests.seeds import over_seeds

TYPED = "Ana\nBartholomew\nCleo\nDov\n"


@over_seeds(400)
def test_no_letter_is_lost_however_late_the_browser_and_the_app_hear_of_each_other(seed: int) -> None:
    rng = random.Random(seed)
    names, found = TypedNames(), list[str]()
    box, keys = "", deque(TYPED)
    to_app, to_box = deque[str](), deque[str]()
    hurry = rng.choice((1, 3, 10))
    while keys or to_app or to_box:
        match rng.choice(("key", *["app"] * hurry, "box", "pause")):
            case "key" if keys:
                box += keys.popleft()
                to_app.append(box)
            case "app" if to_app:
                found += names.read(to_app.popleft())
            case "box" if to_box:
                box = to_box.popleft()
            case "pause" if names.may_tidy:
                names.put(names.unfinished)
        if (text := names.take()) is not None:
            to_box.append(text)
    assert found == TYPED.split()
    assert names.unfinished == ""


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("Ana, Ben and Cleo", "Ana|Ben|Cleo"),
        ("Ana,Ben, and Cleo,", "Ana|Ben|Cleo"),
        ("Tom and Tina", "Tom|Tina"),
        ("Tom & Tina", "Tom & Tina"),
        ("Sandra, Anderson ", "Sandra|Anderson"),
        (" , ", ""),
    ],
)
def test_several_names_are_told_apart_by_commas_and_and(typed: str, names: str) -> None:
    assert "|".join(name.strip() for name in split_names(typed)) == names


def test_a_name_may_be_corrected_before_it_is_finished() -> None:
    names = TypedNames()
    assert [*names.read("Ana\n"), *names.read("Ana\nBem")] == ["Ana"]
    names.put(names.unfinished)
    assert (names.take(), names.take()) == ("Bem", None)
    assert names.read("Be") == []
    assert names.read("Ben\n") == ["Ben"]


def test_a_name_that_replaces_the_one_before_is_finished_too() -> None:
    names = TypedNames()
    assert names.read("Ana\n") == ["Ana"]
    assert names.read("Ben") == []
    assert names.read("Ben\n") == ["Ben"]
    assert names.read("Ben\nCleo\n") == ["Cleo"]


@pytest.mark.long
async def test_after_the_button_the_next_name_can_be_typed(store: Store) -> None:
    async with at(store, f"/new/{CROWN.key}") as page:
        for name in ("Ana", "Ben"):
            page.client.calls.clear()
            await page.fill("New player", name)
            await page.tap("new.player.add")
            assert "focus" in [call for call, _ in page.client.calls]
        assert {"Ana", "Ben"} <= set(page.texts())


async def test_several_names_are_typed_at_once(store: Store) -> None:
    async with at(store, "/new/tiny") as page:
        await page.fill("New player", "Ana, Ben,  , Cleo,", submit=True)
        assert seated(page) == ["Ana", "Ben", "Cleo"]
        await page.fill("New player", ",", submit=True)
        assert seated(page) == ["Ana", "Ben", "Cleo"]


async def test_a_known_name_that_is_longer_than_any_typed_one_is_the_known_player(store: Store) -> None:
    long = "Maximiliane Henriette Charlotte von und zu Hofenstein-Lichtenberg"
    finished(store, 0, names=(long, "Cleo", "Eve"))
    async with at(store, "/new/tiny") as page:
        await page.tap(f"seat:{long}", "seat:Cleo")
        assert seated(page) == [long, "Cleo"]
        await page.tap("start")
    assert len(store.players.list_recent()) == 3


@pytest.mark.long
async def test_after_a_pause_the_finished_name_is_taken_out_of_the_box(store: Store) -> None:
    async with at(store, f"/new/{CROWN.key}") as page:
        await page.fill("New player", "Ana\n")
        assert page.one(ft.TextField, label="New player").value == "Ana\n"
        await page.until(lambda: page.one(ft.TextField, label="New player").value == "")
