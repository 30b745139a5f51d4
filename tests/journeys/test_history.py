"""The history on a phone and a desktop: search, filter, open, note, bin, restore and correct."""

from datetime import timedelta
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from companion.testing.browser import Ui
from scoring.contract.game import Adjusted
from scoring.contract.scores import Seat
from scoring.engine.journal import Record
from scoring.engine.replay import extend, replay
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.recruit import GAME as RECRUIT
from storage.clock import utc_now
from storage.derived.results import derive
from storage.history.session_filter import SessionFilter
from storage.store import Store
from tests.companion.tables import played
from tests.journeys.conftest import Open, Served, each_device
from tests.journeys.hands import journal

NAMES: Final = ("Ana", "Ben", "Cleo")
EVENINGS: Final = 40


@pytest.fixture
def slipped(server: Served) -> str:
    """Forty evenings in as many weeks; in one of them Ben won with 900 points entered by mistake."""
    with Store(server.database) as store:
        now = utc_now()
        ids = []
        for week in range(EVENINGS):
            store.sessions.now = lambda week=week: now - timedelta(weeks=EVENINGS - week)  # type: ignore[misc]
            ids.append(played(store, CROWN if week % 4 else RECRUIT, 3, seed=week, names=NAMES))
        slip = next(session_id for session_id in ids if store.sessions.load_head(session_id).winners == ("Ana",))
        store.sessions.set_details(slip, place="Café Süd")
        return give(store, slip, 1, 900)


def give(store: Store, session_id: str, seat: int, points: int) -> str:
    """Points by agreement, recorded as the table would."""
    loaded = store.sessions.load(session_id)
    number, event = len(loaded.journal), Adjusted(Seat(seat), points, "a slip")
    run = extend(loaded.game, replay(loaded.game, loaded.journal), number, event)
    store.sessions.append(session_id, number, loaded.game, Record(event), derive(loaded.game, run))
    return session_id


@each_device
def test_the_past_is_looked_through_and_mended(
    visit: Open, server: Served, slipped: str, device: dict[str, Any]
) -> None:
    ui = visit(server.url, **device).open("/history").see(f"{EVENINGS} games")
    search_and_filter(ui, slipped)
    correct_and_note(ui, server, slipped)
    throw_away_and_take_back(ui, slipped)
    empty_the_bin(ui, server, slipped)


def search_and_filter(ui: Ui, slipped: str) -> None:
    """Search for a word, set a filter without matches, and remove it."""
    ui.fill("Search", "cafe sud").see("1 game found")
    ui.tap_id("history.filter").see_id("sheet.close")
    ui.tap_id("winner:Cleo").see("0 games found: which ones?").tap_id("sheet.close")
    ui.see("Nothing matches “cafe sud” and Cleo won").see("Without Cleo won: 1 game")
    ui.tap_id("without.winner").see_id(f"session[{slipped}]")


def correct_and_note(ui: Ui, server: Served, slipped: str) -> None:
    """Remove the mistake in the log after a preview of the new winner; a note is saved while it is typed."""
    ui.tap_id(f"session[{slipped}]").see("Ben won.")
    ui.tap_id("session.log")
    slip = len(journal(server.database, slipped)) - 1
    ui.tap_id(f"entry[{slip}]").tap_id("entry.remove").see("Ben won → Ana won").see("1st → ")
    assert kept_winners(server, slipped) == ("Ben",)
    ui.tap_id("preview.save").gone("Ben won → Ana won")
    assert kept_winners(server, slipped) == ("Ana",)
    ui.tap_id("back").gone("Ben won.").see_id("session.open")
    ui.fill("Note", "with cake")


def kept_winners(server: Served, session: str) -> tuple[str, ...]:
    """Who won, as the file keeps it."""
    with Store(server.database) as store:
        return store.sessions.load_head(session).winners


def throw_away_and_take_back(ui: Ui, slipped: str) -> None:
    """Bin and undo by the toast, then bin and restore from the bin."""
    ui.tap_id("session.bin").see("Nothing matches “cafe sud”")
    ui.rest().tap("Undo").see_id(f"session[{slipped}]").see("with cake")
    ui.tap_id(f"session[{slipped}]").tap_id("session.bin").see("Nothing matches “cafe sud”")
    ui.tap_id("history.bin").see_id(f"session[{slipped}]")
    ui.tap_id(f"session[{slipped}]").see_id("binned")
    ui.tap_id("bin.restore")
    expect(ui.id("binned")).to_have_count(0)


def empty_the_bin(ui: Ui, server: Served, slipped: str) -> None:
    """Delete for ever, after a confirmation."""
    ui.tap_id("session.bin").see("Nothing matches “cafe sud”")
    ui.tap_id("history.bin").tap_id("bin.empty").see("Delete this game for ever?")
    ui.tap_id("delete.now").see("The bin is empty.")
    with Store(server.database) as store:
        assert store.history.count() == EVENINGS - 1
        assert store.history.count(SessionFilter(binned=True)) == 0
    ui.tap_id("back").see("Nothing matches “cafe sud”").tap_id("without.words").see(f"{EVENINGS - 1} games")
