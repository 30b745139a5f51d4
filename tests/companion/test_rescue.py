"""The database file disappears during play: the app says so at once, and everything can be saved."""

from pathlib import Path

import pytest

from companion import app
from companion.app import main_for
from companion.device.downloads import OUTBOX
from companion.testing.headless import Page
from storage.store import Store
from tests.companion import tables
from tests.companion.tables import GAMES


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(app, "_POLL_SECONDS", 0.02)
    return tmp_path / "club.sqlite"


@pytest.mark.long
async def test_a_deleted_file_is_noticed_and_put_back(path: Path) -> None:
    with Store(path, GAMES) as store:
        session_id = tables.tiny(store, (0, 5)).session_id
        page = await Page().run(main_for(store))
        await page.go(f"/table/{session_id}")
        path.unlink()
        await page.until(lambda: "was moved, deleted or replaced" in " ".join(page.texts()))
        await page.tap("put_back")
        await page.until(lambda: "Put the file back" not in page.texts())
        assert store.sessions.load(session_id).journal[1:]
        await page.tap("scored.seat=1")
    with Store(path, GAMES) as again:
        assert again.sessions.load(session_id).journal[1:]


async def test_a_file_that_comes_back_is_gone_on_with(path: Path) -> None:
    away = path.with_name("away.sqlite")
    with Store(path, GAMES) as store:
        page = await Page().run(main_for(store))
        path.rename(away)
        await page.until(lambda: page.has("put_back"))
        away.rename(path)
        await page.until(lambda: not page.has("put_back"))


async def test_a_replaced_file_is_left_alone_and_a_copy_can_be_saved(path: Path) -> None:
    with Store(path, GAMES) as store:
        session_id = tables.tiny(store, (0, 5)).session_id
        page = await Page().run(main_for(store))
        await page.go(f"/table/{session_id}")
        path.unlink()
        path.write_bytes(b"something else")
        await page.until(lambda: "was moved, deleted or replaced" in " ".join(page.texts()))
        assert "Put the file back" not in page.texts()
        await page.tap("save_copy")
        await page.until(lambda: any(name == "launch_url" for name, _ in page.client.calls))
        address = next(args["url"] for name, args in page.client.calls if name == "launch_url")
        file = OUTBOX.take(str(address).split("/")[2])
        path.with_name("saved.sqlite").write_bytes(file.content)
    assert path.read_bytes() == b"something else"
    with Store(path.with_name("saved.sqlite"), GAMES) as saved:
        assert saved.sessions.load(session_id).journal[1:]
