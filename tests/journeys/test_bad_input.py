"""Faults: files that cannot be opened, a full disk, a bug in a screen. The page says so and nothing is lost."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import pytest
from playwright.sync_api import expect
from sqlalchemy import text

from companion.app import main_for
from companion.device.device import Unopened
from companion.flet_guard import guard
from companion.packaged import open_store
from companion.testing.browser import DESKTOP, PHONE, Server, served
from companion.testing.guarding import guarded
from scoring.engine.journal import Amend, Record
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.options import Options
from storage import migrations
from storage.errors import StorageFull
from storage.store import Store
from tests.journeys.conftest import Open
from tests.journeys.hands import FIVE, Round, chosen, events_of, opened, score, take

BIDS: Final = events_of(0, Round(((1,), (0,), (1,), (0,), (1,)), (1, 0, 1, 0, 0)))[:-1]
NOBODY: Final = 65534

IN_FRONT_OF_A_SCREEN: Final = (
    "-c",
    "import os, sys; os.environ.update(DISPLAY=':7', BROWSER='true');"
    "from companion.__main__ import main; sys.exit(main())",
)
"""The command as on a machine with a display, but opening no browser."""


@pytest.fixture(autouse=True)
def _guarded() -> Iterator[None]:
    with guarded():
        yield


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder everybody may read; pytest's own are closed to others."""
    with TemporaryDirectory() as name:
        path = Path(name).resolve()
        path.chmod(0o777)
        yield path


def damaged(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:4096] + os.urandom(8192))


def newer(path: Path) -> None:
    with Store(path) as store, store.database.reading() as db:
        db.execute(text("UPDATE alembic_version SET version_num = '9999'"))
        db.commit()


def read_only(path: Path) -> None:
    path.chmod(0o444)


@contextmanager
def as_nobody() -> Iterator[None]:
    """Run without administrator rights, to which every file is open."""
    migrations.known()  # loads Alembic, from folders that nobody else may read
    was = os.geteuid()
    if was == 0:
        os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(was)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        pytest.param(damaged, "damaged", id="damaged"),
        pytest.param(newer, "newer", id="newer", marks=pytest.mark.deep),
        pytest.param(read_only, "cannot be written", id="read-only", marks=pytest.mark.deep),
    ],
)
def test_a_file_that_does_not_open_is_named_on_the_screen_and_left_as_it_is(
    visit: Open, folder: Path, spoil: Callable[[Path], None], words: str
) -> None:
    path = folder / "evenings.sqlite"
    opened(path, FIVE, Options())
    spoil(path)
    before = path.read_bytes()
    with as_nobody():
        unopened = open_store(str(path))
    assert isinstance(unopened, Unopened)
    with served(main_for(unopened)) as url:
        ui = visit(url, **PHONE).open().see(str(path)).see(words)
        ui.open("/history").see(words)
    assert path.read_bytes() == before


def test_in_front_of_a_screen_the_app_itself_says_that_the_file_is_damaged(visit: Open, tmp_path: Path) -> None:
    path = tmp_path / "companion.sqlite"
    opened(path, FIVE, Options())
    damaged(path)
    server = Server(tmp_path, path, command=IN_FRONT_OF_A_SCREEN)
    visit(server.url, **DESKTOP).open().see(str(path)).see("damaged")
    server.stop()
    assert str(path) in server.log.read_text()


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
    assert isinstance(bid, Record)
    allow_pages(store, 1)
    with suppress(StorageFull):
        for number in count(last + 1):
            store.sessions.append(session, number, CROWN, Amend(last, bid.event))


def allow_pages(store: Store, most: int) -> None:
    """Limit the file to this many pages, at least to those it has."""
    with store.database.reading() as db:
        db.execute(text(f"PRAGMA max_page_count = {most}"))


@pytest.mark.deep
def test_a_session_whose_drawing_fails_shows_a_card_and_home_stays_in_reach(visit: Open, tmp_path: Path) -> None:
    def fail(state: Any) -> Any:
        raise LookupError("no such fact")

    broken = replace(CROWN, view=fail)
    path = tmp_path / "broken.sqlite"
    session = opened(path, FIVE, Options())
    with Store(path, games=(broken,)) as store, served(main_for(store)) as url:
        ui = visit(url, **PHONE).open(f"/table/{session}")
        expect(ui.page.get_by_label(guard.APOLOGY)).to_be_attached()
        ui.tap("Back to the start").see("New game").tap_id("new.crown_battles").see("At the table")
        ui.tap_id("back").see("New game")
