"""The statistics of a game in a real browser: from the home screen to a record and its session."""

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import expect

from companion.testing.browser import PHONE
from storage.statistics.games import load_game_page
from storage.store import Store
from tests.benchmarks.evenings import fill
from tests.journeys.conftest import Open, Served

GAME = "crown_battles"


@pytest.fixture
def running(server: Served) -> Served:
    """The app with sixty evenings."""
    fill(server.database, 60, seed=4, until=datetime(2026, 11, 1, 12, tzinfo=UTC))
    return server


def load_record_sessions(path: Path) -> dict[str, str]:
    """The session of every record of the game."""
    with Store(path) as store:
        return {record.key: record.session_id for record in load_game_page(store.database, GAME).records}


def test_from_the_start_to_a_game_its_numbers_and_the_evening_of_a_record(visit: Open, running: Served) -> None:
    phone = visit(running.url, **PHONE).open()
    phone.tap_id("home.games").see("Your games in numbers")
    phone.tap_id(f"game[{GAME}]").see("Records").see("Most wins")
    phone.tap_id("game.plays.numbers").see("To the end").see("Hide the numbers")
    phone.tap_id("game.plays.numbers").gone("To the end")
    phone.tap_id("record[most_points]")
    expect(phone.page).to_have_url(re.compile(load_record_sessions(running.database)["most_points"]))
