"""A round is played with the Tab and Enter keys alone."""

from typing import Final

from playwright.sync_api import expect

from companion.testing.browser import DESKTOP, Ui
from scoring.games.crown_battles import GAME as CROWN
from storage.store import Store
from tests.companion.tables import NAMES, opened
from tests.journeys.conftest import Open, Served
from tests.journeys.hands import chosen

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
    with Store(server.database) as store:
        session = opened(store, CROWN, 3).session_id
    ui = visit(server.url, **DESKTOP).open(f"/table/{session}").see("Round 1")
    press(ui, "Yellow").see("Trump Yellow")
    for seat, bid in ((1, 0), (2, 1), (0, 2)):
        press(ui, f"bid_placed.bid={bid}").see(f"Undo: {NAMES[seat]} bids {bid}")
    for seat, won in ((0, 1), (1, 0)):
        trick = f"tricks_taken.tricks[{seat}]={won}"
        expect(chosen(press(ui, trick), trick)).to_be_attached()
    press(ui, "confirm").see("Round 2")
    ui.assert_untroubled()
