"""A tap answers the prompt the user saw: keys persist across entries, and a late tap records nothing."""

import asyncio

import flet as ft
import pytest

from companion.app import main_for
from companion.flet_guard import painted
from companion.testing.headless import Page, headless
from companion.testing.headless import opened as visited
from scoring.games import find_game
from storage.store import Store
from tests.companion.tables import open_store, opened
from tests.companion.test_redrawing import crowned
from tests.storage.tiny import TINY


def entries(store: Store, session_id: str) -> int:
    return len(store.sessions.load(session_id).journal)


async def tap_blindly(page: Page, name: str) -> None:
    """Tap what was on the screen at the last paint."""
    await page.fire(page.tappable(name), "click")


@pytest.mark.long
@headless
async def test_a_key_is_the_same_control_for_the_next_player() -> None:
    with open_store() as store:
        session_id = crowned(store, bids=1)
        async with visited(main_for(store)) as page:
            await page.go(f"/table/{session_id}")
            before = page.id("bid_placed.bid=2")
            await page.tap("bid_placed.bid=0")
            assert page.id("bid_placed.bid=2") is before
            await page.tap("bid_placed.bid=2")
            assert [entry.event.bid for entry in store.sessions.load(session_id).journal[2:]] == [(0,), (2,)]


@pytest.mark.long
@headless
async def test_two_taps_before_the_next_frame_are_one_bid() -> None:
    with open_store() as store:
        session_id = crowned(store, bids=1)
        async with visited(main_for(store)) as page:
            await page.go(f"/table/{session_id}")
            page.client.paints = False
            key = page.tappable("bid_placed.bid=1")
            page.use()
            both = (page.session.dispatch_event(key._i, "click", None) for _ in range(2))
            await asyncio.gather(*both)  # both were under way before anything was drawn
            await page.settle()
            assert entries(store, session_id) == 3
            await tap_blindly(page, "bid_placed.bid=1")  # drawn, but not painted yet
            assert entries(store, session_id) == 3
            page.client.paint()
            await page.settle()
            await tap_blindly(page, "bid_placed.bid=1")
            assert entries(store, session_id) == 4


@pytest.mark.long
@headless
async def test_a_frame_that_was_painted_late_proves_nothing_about_the_present_question() -> None:
    with open_store() as store:
        session_id = crowned(store, bids=1)
        main = main_for(store)
        async with visited(main) as page, visited(main) as near:
            page.use()
            await page.go(f"/table/{session_id}")
            near.use()
            await near.go(f"/table/{session_id}")
            page.client.paints = False
            (mark,) = (control for control in page.all(ft.Container) if str(control.key).startswith("painted."))
            for _ in range(2):  # two entries from another window
                await near.tap("bid_placed.bid=0")
                await page.settle()
            assert "Ana bids" in page.texts()
            late = {"w": float(entries(store, session_id) - 1), "h": 0.0}
            await page.fire(mark, "size_change", late)  # the frame between the two
            await tap_blindly(page, "bid_placed.bid=1")
            assert entries(store, session_id) == 4
            page.client.paint()
            await page.settle()
            await tap_blindly(page, "bid_placed.bid=1")
            assert entries(store, session_id) == 5


@pytest.mark.long
@headless
async def test_the_button_tapped_twice_before_the_next_frame_scores_one_round() -> None:
    with open_store() as store:
        session_id = crowned(store, bids=4)
        async with visited(main_for(store)) as page:
            await page.go(f"/table/{session_id}")
            for seat, tricks in enumerate((1, 1, 1, 1)):
                await page.tap(f"tricks_taken.tricks[{seat}]={tricks}")
            page.client.paints = False
            button = page.tappable("confirm")
            await page.fire(button, "click")
            scored = entries(store, session_id)
            assert scored == 6
            await page.fire(button, "click")
            await tap_blindly(page, "bid_placed.bid=1")  # another kind of form has keys that nobody taps unseen
            assert entries(store, session_id) == scored + 1


@pytest.mark.long
@headless
async def test_a_second_tap_on_the_button_is_not_blamed_on_another_window() -> None:
    with open_store() as store:
        session_id = opened(store, TINY, 3).session_id
        async with visited(main_for(store)) as page:
            await page.go(f"/table/{session_id}")
            for key in ("scored.seat=0", "scored.points=5"):
                await page.tap(key)
            page.client.paints = False
            button = page.tappable("confirm")
            for _ in range(2):
                await page.fire(button, "click")
            page.client.paint()
            await page.settle()
            assert entries(store, session_id) == 2
            assert not any("Somebody else" in text for text in page.texts())


@pytest.mark.long
@headless
async def test_an_answer_to_the_last_question_does_not_fill_in_the_next() -> None:
    with open_store() as store:
        session_id, main = opened(store, TINY, 3).session_id, main_for(store)
        async with visited(main) as page, visited(main) as near:
            page.use()
            await page.go(f"/table/{session_id}")
            near.use()
            await near.go(f"/table/{session_id}")
            page.client.paints = False
            for key in ("scored.seat=0", "scored.points=5", "confirm"):
                await near.tap(key)
            await page.settle()
            await tap_blindly(page, "scored.seat=1")
            assert page.all(ft.Semantics, selected=True) == []
            page.client.paint()
            await page.settle()
            await tap_blindly(page, "scored.seat=1")
            assert [holder.identifier for holder in page.all(ft.Semantics, selected=True)] == ["scored.seat=1"]


@pytest.mark.long
@headless
async def test_a_report_that_is_lost_costs_one_tap() -> None:
    with open_store() as store:
        session_id = crowned(store, bids=1)
        async with visited(main_for(store)) as page:
            await page.go(f"/table/{session_id}")
            page.client.paints = False
            await page.tap("bid_placed.bid=1")
            page.client.paint(heard=False)
            page.client.paints = True
            await tap_blindly(page, "bid_placed.bid=1")
            assert entries(store, session_id) == 3
            await asyncio.sleep(painted._TIMEOUT)
            await tap_blindly(page, "bid_placed.bid=1")
            assert entries(store, session_id) == 3
            await tap_blindly(page, "bid_placed.bid=1")
            assert entries(store, session_id) == 4


@pytest.mark.long
@headless
async def test_the_keys_of_another_session_are_other_controls() -> None:
    game = find_game("crown_battles")
    with open_store() as store:
        one, other = (opened(store, game, 4, game.presets(4)[0].options) for _ in range(2))
        async with visited(main_for(store)) as page:
            await page.go(f"/table/{one.session_id}")
            before = {
                control._i for control in page.walk() if str(getattr(control, "identifier", "")).startswith("bid")
            }
            await page.go(f"/table/{other.session_id}")
            after = {control._i for control in page.walk() if str(getattr(control, "identifier", "")).startswith("bid")}
            assert before
            assert after
            assert not before & after
