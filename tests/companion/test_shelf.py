"""The games in the order the table chooses."""

from datetime import UTC, datetime
from typing import Any

import flet as ft
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app import main_for
from companion.home.shelf_order import (
    SETTING,
    Arrangement,
    Sorting,
    arrange,
    format_arrangement,
    parse_arrangement,
)
from companion.testing.headless import Page, visited
from scoring.games import GAMES, KEYS
from scoring.games.score_pad import GAME as PAD
from scoring.games.score_pad import Options as PadOptions
from storage.errors import StorageFull
from storage.file.database import MEMORY
from storage.store import Store
from tests.companion.tables import opened, played

A, B, C, D = "abcd"
DAYS = {key: datetime(2026, 11, day, tzinfo=UTC) for key, day in ((B, 3), (D, 9))}

arrangements = st.builds(
    Arrangement,
    st.permutations("abcdx").map(tuple) | st.just(()),
    st.frozensets(st.sampled_from("abcdx")),
    st.frozensets(st.sampled_from("abcdx")),
    st.sampled_from(Sorting),
)


@pytest.mark.parametrize(
    ("wanted", "shown", "hidden"),
    [
        (Arrangement(), "abcd", ""),
        (Arrangement(order=(C, A)), "cabd", ""),
        (Arrangement(pinned=frozenset(D)), "dabc", ""),
        (Arrangement(order=(C, A), pinned=frozenset("bd"), hidden=frozenset("a")), "bdc", "a"),
        (Arrangement(sorting=Sorting.LAST_PLAYED), "dbac", ""),
        (Arrangement(order=(C, A), pinned=frozenset(C), sorting=Sorting.LAST_PLAYED), "cdba", ""),
        (Arrangement(hidden=frozenset("abcd")), "", "abcd"),
    ],
)
def test_pinned_games_come_first_and_hidden_ones_last(wanted: Arrangement, shown: str, hidden: str) -> None:
    assert arrange("abcd", wanted, DAYS) == (tuple(shown), tuple(hidden))


@pytest.mark.long
@given(arrangements)
def test_no_game_is_lost_and_an_arrangement_is_kept_as_it_is(wanted: Arrangement) -> None:
    shown, hidden = arrange("abcd", wanted, DAYS)
    assert sorted((*shown, *hidden)) == list("abcd")
    assert parse_arrangement(format_arrangement(wanted)) == wanted


@pytest.mark.parametrize("value", [None, 3, "a", {"order": 3}, {"sorting": "by_taste"}, {"hidden": [1]}])
def test_a_setting_that_is_none_counts_as_none(value: Any) -> None:
    assert parse_arrangement(value) == Arrangement()


def tiles(page: Page) -> list[str]:
    return [name.removeprefix("new.") for name in page.names("new.")]


@pytest.mark.long
async def test_a_table_pins_hides_and_drags_its_games_and_finds_them_so_again() -> None:
    first, second, third, *rest = KEYS
    with Store(MEMORY, list(GAMES)) as store:
        async with visited(main_for(store)) as page:
            assert tiles(page) == list(KEYS)
            await page.tap("home.arrange", f"pin[{third}]", f"hide[{second}]")
            dragged = page.one(ft.ReorderableListView)
            await page.fire(dragged, "reorder", {"old_index": 0, "new_index": len(KEYS) - 1})
            await page.tap("arrange.done")
            assert tiles(page) == [third, *rest, first]
            await page.tap("home.hidden")
            assert tiles(page) == [third, *rest, first, second]
        async with visited(main_for(store)) as page:
            assert tiles(page) == [third, *rest, first]
            assert "Show 1 hidden game" in page.texts()
            await page.tap("home.arrange", f"hide[{second}]", f"pin[{third}]", "arrange.done")
            assert "Show 1 hidden game" not in page.texts()
        assert store.settings.get(SETTING)["hidden"] == []


async def test_a_game_was_played_last_when_any_of_its_titles_was(store: Store) -> None:
    opened(store, PAD, 3, PadOptions("Golf"))
    played(store, GAMES[0], 3, seed=2, events=3)
    opened(store, PAD, 3, PadOptions("Rummy"))
    async with visited(main_for(store)) as page:
        await page.tap("home.arrange", "arrange.last_played", "arrange.done")
        assert tiles(page)[:2] == [PAD.key, GAMES[0].key]


async def test_an_arrangement_that_cannot_be_saved_says_so_and_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    with Store(MEMORY, list(GAMES)) as store:
        async with visited(main_for(store)) as page:
            await page.tap("home.arrange")

            def refuse(*_: Any) -> None:
                raise StorageFull("The disk is full.")

            monkeypatch.setattr(store.settings, "put", refuse)
            await page.tap(f"hide[{KEYS[0]}]", "arrange.done")
            assert "Not saved. The disk is full." in page.texts()
            assert tiles(page) == list(KEYS)
