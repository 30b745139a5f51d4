"""Keyboards: a round is played with Tab and Enter alone, and one on the screen stays while a name is typed."""

from typing import Final

from playwright.sync_api import expect

from companion.testing.browser import DESKTOP, PHONE, Ui
from tests.journeys.conftest import Open, Served
from tests.journeys.hands import THREE, at_table, chosen

FOCUSED: Final = """() => {
  const node = document.activeElement, inner = node?.querySelector('[flt-semantics-identifier]');
  const named = node?.closest('[flt-semantics-identifier]') ?? inner;
  return [named?.getAttribute('flt-semantics-identifier'), node?.getAttribute('aria-label') ?? node?.innerText];
}"""
"""The identifier and the words of what has the focus."""

MOST: Final = 80
"""Presses of Tab that surely reach everything on the table."""


def press(ui: Ui, name: str) -> Ui:
    """Go on with Tab to what is called so, or says so, and press Enter once the screen is still, as a person would."""
    for _ in range(MOST):
        ui.page.keyboard.press("Tab")
        if name in ui.rest().page.evaluate(FOCUSED):
            ui.page.keyboard.press("Enter")
            return ui
    raise AssertionError(f"Tab does not reach {name}")


def test_a_round_of_crown_battles_is_played_with_the_keyboard(visit: Open, server: Served) -> None:
    ui = at_table(visit, server, THREE, **DESKTOP).see("Round 1")
    press(ui, "Yellow").see("Trump Yellow")
    for seat, bid in ((1, 0), (2, 1), (0, 2)):
        press(ui, f"bid_placed.bid={bid}").see(f"Undo: {THREE[seat]} bids {bid}")
    for seat, won in ((0, 1), (1, 0)):
        trick = f"tricks_taken.tricks[{seat}]={won}"
        expect(chosen(press(ui, trick), trick)).to_be_attached()
    press(ui, "confirm").see("Round 2")
    ui.assert_untroubled()


def test_the_keyboard_stays_while_a_name_gets_its_note(visit: Open, server: Served) -> None:
    small = {**PHONE, "viewport": {"width": 360, "height": 740}}
    host = at_table(visit, server, THREE, **small).expect_trouble("404", "Noto")
    host.tap_id("asides").see_id("aside.came_late").rest()
    host.tap_id("aside.came_late").see_id("aside.confirm").rest().fill("Name", "Dov")
    host.page.keyboard.insert_text(" \u0378")  # no letter so far, so no font has it
    host.see_id("letters").rest().page.keyboard.insert_text("xy")
    expect(host.page.get_by_role("textbox", name="Name", exact=True)).to_have_value("Dov \u0378xy")
