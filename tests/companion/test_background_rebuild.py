"""After an update the table is usable at once, and pages about the past say that their numbers are being rebuilt."""

import asyncio
import threading
from pathlib import Path

import pytest

from companion.app import main_for
from companion.repair import rebuild_strip
from companion.repair.background_rebuild import BackgroundRebuild
from companion.testing.headless import Page
from companion.window import long_work
from storage.derived import rebuilding
from storage.file import write_batches
from storage.file.database import MEMORY
from storage.store import Store
from tests.companion.tables import GAMES, played


@pytest.mark.long
async def test_the_table_is_usable_while_statistics_are_rebuilt(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuild_strip, "_LOOK_EVERY", 0.02)
    monkeypatch.setattr(write_batches, "ROWS", 40)
    path = tmp_path / "club.sqlite"
    with Store(path, GAMES) as store:
        for _ in range(30):
            played(store, GAMES[0], 2)
        rebuilding.restart(store.database)
    with Store(path, GAMES, rebuild=False) as store:
        page = await Page().run(main_for(store))
        assert store.is_outdated()
        assert "New game" in " ".join(page.texts())
        await page.go("/games")
        assert "Statistics are being rebuilt after an update" in " ".join(page.texts())
        await page.until(lambda: "being rebuilt" not in " ".join(page.texts()), seconds=30)
        assert not store.is_outdated()


def test_a_database_in_memory_is_rebuilt_at_once() -> None:
    with Store(MEMORY, GAMES) as store:
        played(store, GAMES[0], 2)
        rebuilding.restart(store.database)
        rebuild = BackgroundRebuild(store)
        rebuild.start()
        assert (rebuild.running, store.is_outdated()) == (False, False)


@pytest.mark.long
async def test_without_a_thread_statistics_are_rebuilt_between_taps(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(write_batches, "ROWS", 40)
    monkeypatch.setattr(long_work, "_IN_BACKGROUND", 0)
    path = tmp_path / "club.sqlite"
    with Store(path, GAMES) as store:
        for _ in range(6):
            played(store, GAMES[0], 2)
        rebuilding.restart(store.database)
    with Store(path, GAMES, rebuild=False) as store:
        threads = threading.active_count()
        rebuild = BackgroundRebuild(store)
        rebuild.start(in_thread=False)
        counts = set[int]()
        while rebuild.running:
            counts.add(rebuild.done)
            assert threading.active_count() == threads
            await asyncio.sleep(0)
        assert not store.is_outdated()
        assert len(counts) > 3, counts
