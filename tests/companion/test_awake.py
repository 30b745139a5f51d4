"""The screen stays awake at the table, all evening; where a browser cannot do it, it is said once."""

from functools import partial

import flet as ft
import pytest

from companion.phones.invitation import Invitation, Place, Use
from companion.phones.phone_app import guest_main
from companion.testing.headless import Page, visited
from scoring.contract.scores import Seat
from scoring.games.crown_battles import GAME as CROWN
from storage.store import Store
from tests.companion.pages import at, has
from tests.companion.phone_tables import admit
from tests.companion.tables import opened


def asked(page: Page) -> list[str]:
    """What the browser was asked about its screen, in order."""
    return [name for name, _ in page.client.calls if name in ("enable", "disable")]


async def test_the_screen_is_kept_awake_again_after_every_time_away(store: Store) -> None:
    desk = opened(store, CROWN, 3)
    async with at(store, f"/table/{desk.session_id}") as page:
        assert asked(page) == ["enable"]
        for state in ("hide", "show"):
            await page.fire(page.page, "app_lifecycle_state_change", {"state": state})
        assert asked(page) == ["enable", "disable", "enable"]
        await page.fire(page.page, "app_lifecycle_state_change", {"state": "resume"})
        assert asked(page) == ["enable", "disable", "enable"]


async def test_after_a_reload_the_browser_is_asked_again(store: Store) -> None:
    desk = opened(store, CROWN, 3)
    async with at(store, f"/table/{desk.session_id}") as page:
        await page.fire(page.page, "disconnect")
        await page.fire(page.page, "connect")
        assert asked(page)[-1] == "enable"
        assert asked(page).count("enable") == 2


async def test_a_browser_that_cannot_is_told_once(store: Store) -> None:
    desk = opened(store, CROWN, 3)
    async with at(store, f"/table/{desk.session_id}") as page:
        assert not has(page, "lets the screen go dark")
        page.client.faults["enable"] = "no wake lock here"
        for _ in range(2):
            for state in ("hide", "show"):
                await page.fire(page.page, "app_lifecycle_state_change", {"state": state})
        assert (
            page.texts().count("This browser lets the screen go dark. The device's own settings can keep it on.") == 1
        )
        (margin,) = [bar.margin for bar in page.all(ft.SnackBar)]
        assert margin.bottom > page.page.height * 2 / 3, "above the keys and the buttons"


@pytest.mark.parametrize("url", ["http://192.168.1.20:8600", "https://192.168.1.20:8600"])
async def test_a_phone_without_https_reads_it_when_it_joins_and_not_over_its_buttons(
    monkeypatch: pytest.MonkeyPatch, url: str, store: Store
) -> None:
    monkeypatch.setattr(ft.Page, "url", url)
    invitation = Invitation(opened(store, CROWN, 3))
    phone = admit(invitation, "Android phone")

    async with visited(partial(guest_main, invitation, phone)) as page:
        assert has(page, "lets the screen go dark") == url.startswith("http:")
        invitation.ask(phone, Place(Use.SEAT, Seat(1)))
        invitation.let_in(phone)
        await page.settle()
        assert not has(page, "lets the screen go dark")


@pytest.mark.parametrize("url", ["http://192.168.1.20:8600", "https://192.168.1.20:8600"])
async def test_the_switch_says_that_the_screen_goes_dark_all_the_same(
    monkeypatch: pytest.MonkeyPatch, url: str, store: Store
) -> None:
    monkeypatch.setattr(ft.Page, "url", url)
    async with at(store, "/settings") as page:
        assert has(page, "lets the screen go dark") == url.startswith("http:")
