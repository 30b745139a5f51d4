"""A window that is closed during its work: the work finishes, and no other window notices."""

import asyncio
import gc
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from companion.app import main_for
from companion.device.native_window import OwnWindow
from companion.testing.browser import wait_until
from companion.testing.headless import Page, headless
from storage.clock import utc_now
from storage.derived import ratings
from storage.file import write_batches
from storage.store import Store
from storage.transfer.session_export import export_sessions
from tests.companion import tables
from tests.companion.tables import GAMES, open_store, played
from tests.companion.test_exchange import choose_file

pytestmark = pytest.mark.long


class Held:
    """A clock that blocks its readers while it is held."""

    def __init__(self) -> None:
        self.on = Event()
        self.on.set()
        self.waiting = Event()

    def __call__(self) -> datetime:
        if not self.on.is_set():
            self.waiting.set()
            self.on.wait(20)
        return utc_now()


async def disconnected(page: Page) -> None:
    """The browser is closed; the server keeps the session for a while."""
    await page.session.disconnect(3600)


async def forgotten(page: Page) -> None:
    """The browser was closed long ago, and the server has let go of the session."""
    await page.close()
    closed = page.page
    page.client.session = None
    del page.session
    gc.collect()
    with pytest.raises(RuntimeError, match="destroyed session"):
        assert closed.session


@pytest.mark.parametrize("leave", [disconnected, forgotten])
def test_a_window_that_is_closed_in_the_middle_lets_the_import_end_and_troubles_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leave: Callable[[Page], Any]
) -> None:
    monkeypatch.setattr(write_batches, "ROWS", 1)  # a session a piece
    with open_store() as other:
        for _ in range(3):
            played(other, GAMES[0], 3)
        (tmp_path / "evenings.jsonl").write_text("".join(f"{line}\n" for line in export_sessions(other)))
    clock = Held()

    @headless
    async def close(store: Store) -> None:
        page = await Page().run(main_for(store, device=OwnWindow()))
        await choose_file(page, tmp_path / "evenings.jsonl")
        await page.until(lambda: page.has("import.start"))
        clock.on.clear()
        await page.tap("import.start")
        assert await asyncio.to_thread(clock.waiting.wait, 20)
        await leave(page)
        clock.on.set()
        while any(".work" in repr(task.get_coro()) for task in asyncio.all_tasks()):  # it shows its end, too
            await asyncio.sleep(0.01)
        assert store.history.count() == 3

    with Store(tmp_path / "here.sqlite", GAMES, now=clock) as store:
        close(store)
    gc.collect()  # unseen failures are logged on collection


async def test_a_tap_at_the_table_does_not_stumble_over_a_window_that_is_long_gone(store: Store) -> None:
    session_id = tables.tiny(store).session_id
    main = main_for(store)
    one, other = await Page().run(main), await Page().run(main)
    for page in (one, other):
        await page.go(f"/table/{session_id}")
    await forgotten(one)
    await other.tap("scored.seat=0", "scored.points=5", "confirm")
    assert len(store.sessions.load(session_id).journal) == 2
    assert other.texts(other.id("total[0]")) == ["5", "+5"]
    await other.close()


async def test_ratings_that_are_ready_after_the_window_was_closed_trouble_nobody(tmp_path: Path) -> None:
    with Store(tmp_path / "here.sqlite", GAMES) as store:
        for _ in range(5):
            played(store, GAMES[0], 3)
        assert ratings.are_outdated(store.database)
        page = await Page().run(main_for(store, device=OwnWindow()))
        await page.go("/players")
        await forgotten(page)
        await asyncio.to_thread(wait_until, lambda: not ratings.are_outdated(store.database))
        await asyncio.sleep(0.1)
    gc.collect()  # unseen failures are logged on collection
