"""The settings check the data and repair what can be, on a device with threads and on one without."""

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from companion.app import main_for
from companion.device.device import Device
from companion.device.served_page import ServedPage
from companion.repair import data_check
from companion.repair.data_check import DataCheck
from companion.testing.headless import Page, visited
from storage.errors import CannotOpen
from storage.file.write_batches import Steps
from storage.store import Store
from storage.upkeep.doctor import Report, doctor, doctor_in_steps
from tests.companion import tables
from tests.companion.tables import GAMES, Browser

pytestmark = pytest.mark.long


@pytest.fixture(params=[ServedPage, Browser])
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
    """Change the file as no app does: without its triggers and foreign keys."""
    with closing(sqlite3.connect(str(store.database.path))) as db:
        triggers = db.execute("SELECT name, sql FROM sqlite_schema WHERE type = 'trigger'").fetchall()
        dropped, made = (f"DROP TRIGGER {name}" for name, _ in triggers), (sql for _, sql in triggers)
        for statement in (*dropped, *statements, *made):
            db.execute(statement)
        db.commit()


async def check(page: Page) -> None:
    """Tap the button and wait for the result."""
    await page.tap("check.start")
    await page.until(lambda: page.has("message"))


def said(page: Page) -> str:
    return " ".join(page.texts())


async def test_data_without_a_fault_is_told_to_be_right(device: Device, store: Store) -> None:
    async with visited(main_for(store, device=device), route="/settings") as page:
        await check(page)
        assert "No problems found: 2 games with 8 lines, results and statistics." in said(page)
        assert not page.has("check.repair")


async def test_a_check_that_failed_says_so_until_the_next_one(
    device: Device, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> Iterator[None]:
        raise CannotOpen("There is no way in.")

    async with visited(main_for(store, device=device), route="/settings") as page:
        with monkeypatch.context() as patched:
            patched.setattr(data_check, "doctor_in_steps", fail)
            await check(page)
            assert "There is no way in." in said(page)
        await page.tap("check.start")
        await page.until(lambda: "No problems found" in said(page))
        assert "There is no way in." not in said(page)


async def test_a_check_begins_without_the_progress_of_the_one_before(
    device: Device, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    check, begun = DataCheck(store), list[tuple[str, int]]()

    def look(*inputs: Any) -> Steps[Report]:
        begun.append((check.stage, check.total))
        return doctor_in_steps(*inputs)

    monkeypatch.setattr(data_check, "doctor_in_steps", look)
    for _ in range(2):
        await check.run(device, with_repair=False)
    assert begun == [("", 0)] * 2


async def test_wrong_results_are_named_and_repaired(device: Device, store: Store) -> None:
    spoil(store, "UPDATE placing SET points = 99 WHERE seat = 0")
    async with visited(main_for(store, device=device), route="/settings") as page:
        await check(page)
        assert "Everything entered is intact" in said(page)
        assert "The results of 2 games do not match what was entered." in said(page)
        await page.tap("check.repair")
        await page.until(lambda: "Repaired. No problems found" in said(page))
    assert doctor(store.database.path, GAMES).healthy


async def test_results_of_games_that_are_gone_are_told_and_deleted(device: Device, store: Store) -> None:
    spoil(
        store,
        "CREATE TEMP TABLE stray AS SELECT * FROM result LIMIT 1",
        "UPDATE stray SET session_id = 'gone'",
        "INSERT INTO result SELECT * FROM stray",
    )
    async with visited(main_for(store, device=device), route="/settings") as page:
        await check(page)
        assert "There are results of games that do not exist any more." in said(page)
        await page.tap("check.repair")
        await page.until(lambda: "Repaired. No problems found" in said(page))


@pytest.mark.parametrize(
    "damage", ["DELETE FROM entry", "UPDATE entry SET payload = '{}'"], ids=["a gap", "unreadable"]
)
async def test_a_damaged_session_is_named_and_leads_to_the_backups(device: Device, store: Store, damage: str) -> None:
    first = store.history.list_sessions().sessions[0].id
    where = f"WHERE session_id = '{first}' AND number = 1"
    spoil(store, f"{damage} {where}")
    async with visited(main_for(store, device=device), route="/settings") as page:
        await check(page)
        assert "1 game is damaged; all others are intact." in said(page)
        assert "Damaged: Tiny with Ana, Ben and Cleo, Today." in said(page)
        assert not page.has("check.repair")  # nothing to compute it from
        await page.tap("check.restore")
        assert "Import and export" in page.texts()


async def test_a_file_that_is_not_ours_any_more_is_told_instead_of_checked(device: Device, store: Store) -> None:
    spoil(store, "PRAGMA application_id = 7")
    async with visited(main_for(store, device=device), route="/settings") as page:
        await check(page)
        assert "is a database of another app and was left untouched" in said(page)
        assert "intact" not in said(page)


async def test_a_game_whose_head_cannot_be_read_is_counted_all_the_same(device: Device, store: Store) -> None:
    first = store.history.list_sessions().sessions[0].id
    where = f"WHERE session_id = '{first}' AND number = 1"
    spoil(store, f"DELETE FROM entry {where}")
    spoil(store, f"UPDATE session SET opened_at = 'last Friday' WHERE id = '{first}'")
    async with visited(main_for(store, device=device), route="/settings") as page:
        await check(page)
        assert "Damaged: a game that cannot be read." in said(page)
