"""A form that is filled in two windows at once: each shows the taps of the other, and undoes its own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from functools import partial

import pytest

from companion.open_session.desk import Desk
from companion.open_session.desks import Desks
from companion.testing.headless import Page
from scoring.games.score_pad import GAME, Options, Ties
from storage.store import Store
from tests.companion.pages import at
from tests.companion.phone_tables import crown_table
from tests.companion.tables import bid_all, enter, opened

pytestmark = pytest.mark.long

KIND = "tricks_taken"


@asynccontextmanager
async def two_windows(store: Store) -> AsyncIterator[tuple[Desk, Page, Page]]:
    """Two windows at a table of three, which asks for everybody's tricks."""
    desks = Desks(store)
    desk = desks.desk(crown_table(store).session_id)
    bid_all(desk, 1)
    window = partial(at, store, f"/table/{desk.session_id}", desks=desks)
    async with window() as first, window() as second:
        yield desk, first, second


def without_undo(page: Page) -> list[str]:
    """The texts on the screen, except what undo would take back."""
    return [text for text in page.texts() if not text.startswith("Undo: ")]


async def test_a_tap_keeps_what_was_tapped_in_another_window_a_moment_before(store: Store) -> None:
    async with two_windows(store) as (desk, first, second):
        await first.tap(f"{KIND}.tricks[0]=0")
        await second.tap(f"{KIND}.tricks[1]=0")  # before the screen is drawn with the first one
        assert desk.draft(KIND) == {"tricks": [[0, 0], [1, 0]]}
        await first.tap(f"{KIND}.tricks[0]=1")
        assert desk.draft(KIND) == {"tricks": [[0, 1], [1, 0]]}
        await first.tap("undo")
        assert desk.draft(KIND) == {"tricks": [[0, 0], [1, 0]]}
        await first.tap("undo")
        assert desk.draft(KIND) == {"tricks": [[1, 0]]}, "only one's own taps are taken back"


async def test_taps_are_shown_in_the_other_window_and_a_form_emptied_there_has_nothing_to_take_back(
    store: Store,
) -> None:
    async with two_windows(store) as (desk, first, second):
        await first.tap(f"{KIND}.tricks[0]=0", f"{KIND}.tricks[0]=1")
        await second.until(lambda: without_undo(second) == without_undo(first))
        await first.until(lambda: "Undo: the last tap" in first.texts())
        await second.until(lambda: "Undo: all that is filled in" in second.texts())
        await second.tap("undo")  # this window has no taps of its own, so that all of them go
        assert desk.draft(KIND) == {}
        number = desk.number
        await first.until(lambda: second.texts() == first.texts())
        await first.tap("undo")
        assert desk.number == number + 1, "the entry before is taken back"


@pytest.mark.parametrize("screen", ["table", "result"])
async def test_two_windows_that_undo_at_the_same_moment_take_back_one_entry(screen: str, store: Store) -> None:
    desks = Desks(store)
    desk = desks.desk(opened(store, GAME, 3).session_id)
    for points in (10, 20, 30):
        enter(desk, desk.main.kind, **{desk.main.fields[0].name: [[seat, points] for seat in range(3)]})
    if screen == "result":
        enter(desk, "game_ended")
    window = partial(at, store, f"/{screen}/{desk.session_id}", desks=desks)
    async with window() as first, window() as second:
        seen, number = second.tappable("undo"), desk.number
        await first.tap("undo")
        await second.fire(seen, "click")
        assert desk.number == number + 1
        if screen == "table":
            await second.tap("undo")
            assert desk.number == number + 2, "the button that is drawn since then works"


async def test_the_result_opens_also_after_a_chip_that_records_at_once(store: Store) -> None:
    desk = opened(store, GAME, 3, Options(ties=Ties.TABLE))
    enter(desk, "round_entered", scores=[[seat, 10] for seat in range(3)])
    enter(desk, "game_ended")
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("tie_decided.winner=1")
        assert page.page.route == f"/result/{desk.session_id}"
