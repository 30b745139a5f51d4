"""Faults: a file that cannot be opened, a full disk. The page says so and nothing is lost."""

import os
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Final

import pytest
from playwright.sync_api import expect
from sqlalchemy import text

from companion.app import main_for
from companion.device.device import Unopened
from companion.packaged import open_store
from companion.testing.browser import PHONE, served
from companion.testing.guarding import guarded
from scoring.engine.journal import Amend
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.options import Options
from storage.errors import StorageFull
from storage.store import Store
from tests.journeys.conftest import Open
from tests.journeys.hands import FIVE, Round, chosen, events_of, opened, score, take

BIDS: Final = events_of(0, Round(((1,), (0,), (1,), (0,), (1,)), (1, 0, 1, 0, 0)))[:-1]


@pytest.fixture(autouse=True)
def _guarded() -> Iterator[None]:
    with guarded():
        yield


def damaged(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:4096] + os.urandom(8192))


def test_a_file_that_does_not_open_is_named_on_the_screen_and_left_as_it_is(visit: Open, tmp_path: Path) -> None:
    path = tmp_path / "evenings.sqlite"
    opened(path, FIVE, Options())
    damaged(path)
    before = path.read_bytes()
    unopened = open_store(str(path))
    assert isinstance(unopened, Unopened)
    with served(main_for(unopened)) as url:
        ui = visit(url, **PHONE).open().see(str(path)).see("damaged")
        ui.open("/history").see("damaged")
    assert path.read_bytes() == before


@pytest.mark.deep
def test_with_a_full_disk_nothing_is_shown_as_recorded_and_the_form_stays(visit: Open, tmp_path: Path) -> None:
    path = tmp_path / "full.sqlite"
    session = opened(path, FIVE, Options(), CROWN, *BIDS)
    with Store(path) as store, served(main_for(store)) as url:
        fill_up(store, session)
        before = store.sessions.load(session).journal
        ui = visit(url, **PHONE).open(f"/table/{session}").see_id("confirm")
        take(ui, 4, 0)
        ui.tap_id("confirm").see("Not recorded.").see("free some space")
        expect(chosen(ui, "tricks_taken.tricks[4]=0")).to_be_attached()
        assert store.sessions.load(session).journal == before
        allow_pages(store, 1_000_000)
        score(ui)
        ui.see("Round 2 of 6")
        assert len(store.sessions.load(session).journal) == len(before) + 1


def fill_up(store: Store, session: str) -> None:
    """Fill the disk: repeat a correction that changes nothing until it fails."""
    last = len(BIDS)
    bid = store.sessions.load(session).journal[last]
    allow_pages(store, 1)
    with suppress(StorageFull):
        for number in count(last + 1):
            store.sessions.append(session, number, CROWN, Amend(last, bid.event))


def allow_pages(store: Store, most: int) -> None:
    """Limit the file to this many pages, at least to those it has."""
    with store.database.reading() as db:
        db.execute(text(f"PRAGMA max_page_count = {most}"))
