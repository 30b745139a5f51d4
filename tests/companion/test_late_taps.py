"""A tap answers the question the user saw: each question has controls of its own, and a late tap records nothing."""

import asyncio
from collections.abc import Sequence

import flet as ft
import pytest
from flet.controls.base_control import BaseControl

from companion.forms import form
from companion.open_session.desk import Desk
from companion.testing.headless import Page
from scoring.games import find_game
from storage.store import Store
from tests.companion.pages import at, in_two_windows
from tests.companion.tables import crowned, enter, opened
from tests.storage.tiny import TINY

pytestmark = pytest.mark.long


def entries(store: Store, session_id: str) -> int:
    return len(store.sessions.load(session_id).journal)


async def tap_at_once(page: Page, keys: Sequence[BaseControl]) -> None:
    """Taps that are all under way before anything is drawn."""
    page.use()
    await asyncio.gather(*(page.session.dispatch_event(key._i, "click", None) for key in keys))
    await page.settle()


async def test_two_taps_before_the_next_frame_are_one_bid(store: Store) -> None:
    session_id = crowned(store, bids=1)
    async with at(store, f"/table/{session_id}") as page:
        key = page.tappable("bid_placed.bid=1")
        await tap_at_once(page, [key, key])
        assert entries(store, session_id) == 3
        await page.fire(key, "click")  # drawn anew, but not painted yet
        assert entries(store, session_id) == 3
        await page.tap("bid_placed.bid=1")
        assert entries(store, session_id) == 4


async def test_a_double_tap_on_a_bid_does_not_bid_for_the_next_player_too(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [1000.0]
    monkeypatch.setattr(form, "monotonic", lambda: now[0])
    session_id = crowned(store, bids=0)
    async with at(store, f"/table/{session_id}") as page:
        for seconds, bid, count in ((0, 1, 2), (0.18, 1, 2), (0.18, 1, 3), (0.1, 0, 4), (1, 0, 5)):
            now[0] += seconds
            await page.tap(f"bid_placed.bid={bid}")
            assert entries(store, session_id) == count


async def test_a_bid_tapped_while_another_window_records_is_not_the_next_player_s(store: Store) -> None:
    session_id = crowned(store, bids=1)
    async with in_two_windows(store, f"/table/{session_id}") as (page, near):
        seen = [page.tappable("bid_placed.bid=1")]
        for _ in range(2):
            await near.tap("bid_placed.bid=0")
            await page.settle()
            seen.append(page.tappable("bid_placed.bid=1"))
        for late in seen[:-1]:
            await page.fire(late, "click")
            assert entries(store, session_id) == 4
        await page.fire(seen[-1], "click")
        assert entries(store, session_id) == 5


async def test_the_button_tapped_twice_before_the_next_frame_scores_once_and_blames_no_other_window(
    store: Store,
) -> None:
    session_id = opened(store, TINY, 3).session_id
    async with at(store, f"/table/{session_id}") as page:
        await page.tap("scored.seat=0", "scored.points=5")
        button = page.tappable("confirm")
        await tap_at_once(page, [button, button])
        assert entries(store, session_id) == 2
        await page.fire(button, "click")
        assert entries(store, session_id) == 2
        assert not any("Somebody else" in text for text in page.texts())


async def test_that_another_window_was_first_is_said_of_the_question_it_answered_alone(store: Store) -> None:
    session_id = crowned(store, bids=1)
    async with at(store, f"/table/{session_id}") as page:
        enter(Desk(store, session_id), "bid_placed", bid=[0])  # a process that cannot wake this window
        await page.tap("bid_placed.bid=1")
        assert any("Somebody else" in text for text in page.texts())
        await page.tap("asides", "aside.came_late")
        assert sum("Somebody else" in text for text in page.texts()) == 1


async def test_an_answer_to_the_last_question_does_not_fill_in_the_next(store: Store) -> None:
    session_id = opened(store, TINY, 3).session_id
    async with in_two_windows(store, f"/table/{session_id}") as (page, near):
        late = page.tappable("scored.seat=1")
        await near.tap("scored.seat=0", "scored.points=5", "confirm")
        await page.settle()
        await page.fire(late, "click")
        assert page.all(ft.Semantics, selected=True) == []
        await page.tap("scored.seat=1")
        assert [holder.identifier for holder in page.all(ft.Semantics, selected=True)] == ["scored.seat=1"]


async def test_an_answer_counts_while_another_window_records_beside_the_question(store: Store) -> None:
    session_id = crowned(store, bids=4)
    async with in_two_windows(store, f"/table/{session_id}") as (page, near):
        await page.tap("tricks_taken.tricks[0]=1")
        key = page.tappable("tricks_taken.tricks[1]=1")
        before = entries(store, session_id)
        names = [holder.identifier for holder in near.all(ft.Semantics) if holder.identifier]
        await near.tap(next(name for name in names if name.startswith("trump_spun.shows=")))
        await page.settle()
        assert entries(store, session_id) == before + 1
        await page.fire(key, "click")
        chosen = [holder.identifier for holder in page.all(ft.Semantics, selected=True)]
        assert {"tricks_taken.tricks[0]=1", "tricks_taken.tricks[1]=1"} <= set(chosen)


async def test_the_keys_of_another_session_are_other_controls(store: Store) -> None:
    game = find_game("crown_battles")
    one, other = (opened(store, game, 4) for _ in range(2))
    async with at(store, f"/table/{one.session_id}") as page:
        before = {control._i for control in page.walk() if str(getattr(control, "identifier", "")).startswith("bid")}
        await page.go(f"/table/{other.session_id}")
        after = {control._i for control in page.walk() if str(getattr(control, "identifier", "")).startswith("bid")}
        assert before
        assert after
        assert not before & after
