"""The back button of a real browser: what is open on top closes first, and no set-up is met again."""

import re

from playwright.sync_api import expect

from companion.testing.browser import Ui
from tests.journeys.conftest import Served
from tests.journeys.hands import expect_prompt, opened


def test_back_closes_the_menu_then_leaves_the_table(phone: Ui, server: Served) -> None:
    session = opened(server.database)
    phone.open("/").open(f"/table/{session}")
    expect_prompt(phone, "Ben bids").tap_id("asides").see_id("sheet.close").rest()
    phone.page.go_back()
    expect(phone.id("sheet.close")).to_have_count(0)
    expect(phone.page).to_have_url(re.compile(f"/table/{session}$"))
    expect_prompt(phone, "Ben bids")
    phone.page.go_back()
    phone.see("Games").see_id("home.games")


def test_back_right_after_the_start_leads_home(phone: Ui) -> None:
    phone.tap_id("new.crown_battles").fill("New player", "Ana, Ben, Cleo", submit=True).tap_id("start")
    expect_prompt(phone, "Ben bids").rest()
    phone.page.go_back()
    phone.see_id("home.games")
    expect(phone.page).to_have_url(re.compile(r"/$"))
