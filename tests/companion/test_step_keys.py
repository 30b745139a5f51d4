"""Ctrl+Z and Ctrl+Y of a keyboard do what the undo and redo buttons of the table do."""

import pytest

from companion.open_session.desk import Desk
from storage.store import Store
from tests.companion.pages import at
from tests.companion.tables import checkpoint, tiny

pytestmark = pytest.mark.long


def steps_of(store: Store, desk: Desk) -> int:
    return len(Desk(store, desk.session_id).run.steps)


async def test_what_was_recorded_is_taken_back_and_brought_back(store: Store) -> None:
    desk = tiny(store, (0, 1), (1, 2), rounds=4)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.key("Z", ctrl=True)
        assert steps_of(store, desk) == 1
        await page.key("z", "Z", ctrl=True)
        assert steps_of(store, desk) == 0
        await page.key("Y", ctrl=True)
        await page.key("Z", ctrl=True, shift=True)
        await page.key("Y", ctrl=True)
        assert steps_of(store, desk) == 2
        await page.key("Z", "Y")
        await page.key("Z", "Y", alt=True)
        assert steps_of(store, desk) == 2


async def test_in_a_half_filled_form_the_last_tap_is_taken_back_and_its_pad_goes_on_there(store: Store) -> None:
    desk = checkpoint(store)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.key("7", "Enter", "8", "Enter")
        await page.key("Z", ctrl=True)
        assert "8" not in page.texts(page.id("checkpoint_counted.points[1]"))
        await page.key("1", "2")
        await page.key("Z", ctrl=True)
        await page.key("3")
        assert [page.texts(page.id(f"checkpoint_counted.points[{seat}]"))[-1] for seat in (0, 1)] == ["7", "13"]
        assert steps_of(store, desk) == 1


async def test_a_number_pad_is_where_it_was_after_a_look_at_the_rules(store: Store) -> None:
    desk = checkpoint(store)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.key("1")
        await page.tap("open.rules", "back")
        await page.key("2")
        assert page.texts(page.id("checkpoint_counted.points[0]"))[-1] == "12"


async def test_what_is_pressed_in_a_sheet_changes_nothing_at_the_table(store: Store) -> None:
    desk = tiny(store, (0, 1), rounds=4)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("asides")
        await page.key("Z", ctrl=True)
        assert steps_of(store, desk) == 1


async def test_a_session_that_is_over_and_the_log_know_the_keys_too(store: Store) -> None:
    desk = tiny(store, (0, 1), (1, 2), rounds=2)
    async with at(store, f"/table/{desk.session_id}") as page:
        assert page.id("result")
        await page.key("Z", ctrl=True)
        assert steps_of(store, desk) == 1
        await page.go(f"/table/{desk.session_id}/log")
        await page.key("Y", ctrl=True)
        assert steps_of(store, desk) == 2
