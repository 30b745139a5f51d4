"""The settings check the data and repair what can be, on a device with threads and on one without."""

from pathlib import Path

import pytest

from companion.app import main_for
from companion.device.device import Device
from companion.device.served_page import ServedPage
from companion.testing.headless import Page, visited
from storage.store import Store
from storage.upkeep.doctor import doctor
from tests.companion import tables
from tests.companion.tables import GAMES
from tests.companion.test_exchange import Kept

pytestmark = pytest.mark.long


@pytest.fixture(params=[ServedPage, Kept])
def device(request: pytest.FixtureRequest) -> Device:
    chosen: Device = request.param()
    return chosen


@pytest.fixture
def store(tmp_path: Path) -> Store:
    store = Store(tmp_path / "club.sqlite", GAMES)
    for points in (3, 7):
        tables.tiny(store, (0, points), (1, 2), (2, 5))
    return store


def spoil(store: Store, *statements: str) -> None:
    """Change the file as no app does."""
    with store.database.writing() as db:
        for statement in statements:
            db.connection().exec_driver_sql(statement)


async def check(page: Page) -> None:
    """Tap the button and wait for the result."""
    await page.tap("check.start")
    await page.until(lambda: page.has("message"))


def said(page: Page) -> str:
    return " ".join(page.texts())


async def test_data_without_a_fault_is_told_to_be_right(device: Device, store: Store) -> None:
    async with visited(main_for(store, device=device)) as page:
        await page.go("/settings")
        await check(page)
        assert "No problems found: 2 games with 8 lines, results and statistics." in said(page)
        assert not page.has("check.repair")


async def test_wrong_results_are_named_and_repaired(device: Device, store: Store) -> None:
    spoil(store, "UPDATE placing SET points = 99 WHERE seat = 0")
    async with visited(main_for(store, device=device)) as page:
        await page.go("/settings")
        await check(page)
        assert "Everything entered is intact" in said(page)
        assert "The results of 2 games do not match what was entered." in said(page)
        await page.tap("check.repair")
        await page.until(lambda: "Repaired. No problems found" in said(page))
    path = store.database.path
    assert path is not None
    assert doctor(path, GAMES).healthy


async def test_a_damaged_session_is_named_and_leads_to_the_backups(device: Device, store: Store) -> None:
    first = store.history.list_sessions().sessions[0].id
    where = f"WHERE session_id = '{first}' AND number = 1"
    spoil(store, "DROP TRIGGER entry_no_delete", f"DELETE FROM entry {where}")
    async with visited(main_for(store, device=device)) as page:
        await page.go("/settings")
        await check(page)
        assert "damaged" in said(page)
        assert not page.has("check.repair")  # nothing to compute it from
        await page.tap("check.restore")
        assert "Import and export" in page.texts()


async def test_a_game_whose_head_cannot_be_read_is_counted_all_the_same(device: Device, store: Store) -> None:
    first = store.history.list_sessions().sessions[0].id
    where = f"WHERE session_id = '{first}' AND number = 1"
    spoil(store, "DROP TRIGGER entry_no_delete", f"DELETE FROM entry {where}")
    spoil(store, f"UPDATE session SET opened_at = 'last Friday' WHERE id = '{first}'")
    async with visited(main_for(store, device=device), route="/settings") as page:
        await check(page)
        assert "Damaged: a game that cannot be read." in said(page)
