"""The back gesture closes what is open on top, and leads from a new session Home."""

import flet as ft
import pytest

from companion.app import main_for
from companion.phones.invitation import Invitation
from companion.testing.headless import Page, visited
from scoring.games.crown_battles import GAME as CROWN
from storage.store import Store
from tests.companion.pages import at, has
from tests.companion.phone_tables import admit, on_phone
from tests.companion.tables import enter, opened, tiny
from tests.storage.conftest import named


async def go_back(page: Page, route: str) -> None:
    """What a browser tells after its back button: another address that nobody asked for."""
    page.session.apply_page_patch({"route": route})
    await page.fire(page.page, "route_change", {"route": route})


def sheets(page: Page) -> list[ft.BottomSheet]:
    return [sheet for sheet in page.all(ft.BottomSheet) if sheet.open]


async def test_back_closes_the_menu_and_stays_at_the_table(store: Store) -> None:
    desk = opened(store, CROWN, 3)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("asides")
        assert sheets(page)
        await go_back(page, "/")
        assert not sheets(page)
        assert page.page.route == f"/table/{desk.session_id}"
        assert has(page, "Undo") or page.id("asked")
        await go_back(page, "/")
        assert page.page.route == "/"
        assert has(page, "New game")


async def test_back_on_a_phone_that_waits_for_the_host_changes_nothing(invitation: Invitation) -> None:
    async with on_phone(invitation, admit(invitation)) as page:
        before = page.texts()
        await go_back(page, "/")
        assert page.texts() == before


async def test_back_leaves_a_correction_and_keeps_what_was_typed(store: Store) -> None:
    desk = opened(store, CROWN, 3)
    number = enter(desk, "bid_placed", bid=[1])
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.tap("open.log", f"entry[{number}]")
        assert "bid_placed.bid=1" in chosen(page)
        await page.tap("bid_placed.bid=0")
        await go_back(page, f"/table/{desk.session_id}")
        assert not sheets(page)
        assert page.page.route.endswith("/log")
        await page.tap(f"entry[{number}]")
        assert "bid_placed.bid=0" in chosen(page)
        assert has(page, "Recorded: Ben bids 1")
        await page.tap("entry.again")
        assert "bid_placed.bid=1" in chosen(page)


async def test_a_correction_goes_on_after_its_preview_or_begins_again(store: Store) -> None:
    desk = opened(store, CROWN, 3)
    number = enter(desk, "bid_placed", bid=[1])
    async with at(store, f"/table/{desk.session_id}/log/{number}") as page:
        await page.tap("bid_placed.bid=0", "entry.check", "preview.cancel")
        assert "bid_placed.bid=0" in chosen(page)
        await page.tap("entry.again")
        assert "bid_placed.bid=1" in chosen(page)


async def test_back_from_an_entry_of_the_score_sheet_leads_to_the_sheet(store: Store) -> None:
    desk = opened(store, CROWN, 3)
    number = enter(desk, "bid_placed", bid=[1])
    async with at(store, f"/table/{desk.session_id}/sheet") as page:
        await page.go(f"/table/{desk.session_id}/log/{number}/1")
        assert sheets(page)
        await go_back(page, f"/table/{desk.session_id}/sheet")
        assert not sheets(page)
        assert has(page, "Tap a number")


async def test_right_after_the_start_back_leads_home(store: Store) -> None:
    async with at(store, f"/new/{CROWN.key}") as page:
        await page.fill("New player", "Ana, Ben, Cleo", submit=True)
        await page.tap("start")
        await page.settle()
        assert page.page.route.startswith("/table/")
        await go_back(page, f"/new/{CROWN.key}")
        assert page.page.route == "/"
        assert has(page, "New game")


@pytest.mark.parametrize("setup", ["/new/tiny", "/rematch/{session}"])
async def test_back_skips_the_set_up_from_the_result_too(setup: str, store: Store) -> None:
    """A long press on a browser's back button offers every earlier page."""
    session = tiny(store, (0, 5), (0, 1), (0, 1)).session_id
    path = setup.format(session=session)
    async with at(store, path) as page:
        await page.go(f"/result/{session}")
        await go_back(page, path)
        assert page.page.route == "/"
        assert has(page, "New game")


def chosen(page: Page) -> set[str]:
    return {control.identifier for control in page.all(ft.Semantics, selected=True) if control.identifier}


async def test_back_from_an_evening_leads_to_the_result_it_was_opened_from(store: Store) -> None:
    sessions = [tiny(store, (0, 5), (0, 1), (0, 1)).session_id for _ in range(2)]
    async with at(store, f"/result/{sessions[1]}") as page:
        await page.tap("evening")
        evening = page.page.route
        await page.tap(f"played[{sessions[0]}]", "session.log", "back")
        await page.tap("evening")  # the one that is open already: no second step on the way back
        assert page.page.route == evening
        await page.tap("back")
        assert page.page.route == f"/result/{sessions[1]}"


async def test_back_from_a_game_leads_to_the_tab_of_the_player_it_was_opened_from(store: Store) -> None:
    tiny(store, (0, 5), (0, 1), (0, 1))
    async with at(store, f"/player/{named(store, 'Ana')}") as page:
        await page.tap("tab=games", "game[tiny]", "back")
        assert chosen(page) == {"tab=games"}
        await page.go(f"/player/{named(store, 'Ben')}")
        assert chosen(page) >= {"tab=glance"}


async def test_back_leads_up_where_nobody_knows_the_way_here(store: Store) -> None:
    session = tiny(store, (0, 5), (0, 1), (0, 1)).session_id
    async with visited(main_for(store), route=f"/session/{session}/log") as page:
        for route in (f"/session/{session}", "/history"):
            await page.tap("back")
            assert page.page.route == route
