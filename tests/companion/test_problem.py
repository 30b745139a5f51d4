"""What the app shows where its file does not open: a sentence for the device, and the way out of it."""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from io import BytesIO
from pathlib import Path
from zipfile import ZipFile

import pytest

from companion.app import main_for
from companion.device.device import Device, Unopened
from companion.device.downloads import OutgoingFile
from companion.device.pocket_page import Pocket
from companion.device.served_page import ServedPage
from companion.packaged import open_store
from companion.testing.headless import visited
from storage.store import Store


class Drawer(Pocket):
    """A browser that keeps what it is given to save."""

    def __init__(self) -> None:
        super().__init__()
        self.saved: list[OutgoingFile] = []

    async def deliver_file(self, file: OutgoingFile) -> str:
        self.saved.append(file)
        return f"{file.name} is saved."


def spoiled(folder: Path) -> Path:
    """A database with a damaged page."""
    path = folder / "companion.sqlite"
    Store(path).close()
    content = bytearray(path.read_bytes())
    content[4096:8192] = b"\x07" * 4096
    path.write_bytes(content)
    return path


def newer(folder: Path) -> Path:
    """A database that a newer version of the app wrote."""
    path = folder / "companion.sqlite"
    Store(path).close()
    with closing(sqlite3.connect(path, isolation_level=None)) as db:
        db.execute("UPDATE alembic_version SET version_num = '9999'")
    return path


def unopened_at(path: Path) -> Unopened:
    """What opening the file ends in."""
    opened = open_store(str(path))
    assert isinstance(opened, Unopened)
    return opened


@pytest.mark.parametrize(("spoil", "words"), [(spoiled, "damaged"), (newer, "newer version")], ids=["damaged", "newer"])
def test_a_browser_names_no_path_and_a_computer_does(tmp_path: Path, spoil: Callable[[Path], Path], words: str) -> None:
    path = spoil(tmp_path)
    unopened = unopened_at(path)
    in_browser, on_computer = (device.describe_problem(unopened) for device in (Pocket(), ServedPage()))
    assert words in in_browser
    assert words in on_computer
    assert str(path) in on_computer
    assert path.name not in in_browser
    assert str(tmp_path) not in in_browser


async def test_the_file_is_saved_before_it_can_be_set_aside_and_the_next_start_is_empty(tmp_path: Path) -> None:
    path = spoiled(tmp_path)
    before, device = path.read_bytes(), Drawer()
    async with visited(main_for(unopened_at(path), device)) as page:
        assert not page.has("start_afresh")
        await page.tap("save_file")
        await page.settle()
        assert [(file.name, file.content) for file in device.saved] == [("table-companion-saved.sqlite", before)]
        await page.tap("start_afresh")
        assert "open it again" in (shown := " ".join(page.texts()))
        assert "The old file is kept. It is stored in this browser" in shown.replace("\n", " ")
    assert (tmp_path / "companion.set-aside.sqlite").read_bytes() == before
    opened = open_store(str(path))
    assert opened.history.count() == 0
    opened.close()


async def test_entries_in_the_journal_are_saved_with_the_file(tmp_path: Path) -> None:
    path, device = newer(tmp_path), Drawer()
    async with visited(main_for(unopened_at(path), device)) as page:
        path.with_name(f"{path.name}-wal").write_bytes(b"frames")
        await page.tap("save_file")
        await page.settle()
    (file,) = device.saved
    with ZipFile(BytesIO(file.content)) as archive:
        assert sorted(archive.namelist()) == [path.name, f"{path.name}-wal"]
        assert archive.read(path.name) == path.read_bytes()


async def test_what_is_no_file_is_not_offered(tmp_path: Path) -> None:
    folder = tmp_path / "companion.sqlite"
    folder.mkdir()
    device: Device = Drawer()
    async with visited(main_for(unopened_at(folder), device)) as page:
        assert "The file in this browser is a folder" in " ".join(page.texts())
        assert not {"save_file", "start_afresh"} & set(page.names())


async def test_a_file_that_may_be_somebody_else_s_is_set_aside_in_a_browser_only(tmp_path: Path) -> None:
    path = tmp_path / "companion.sqlite"
    path.write_bytes(b"a file of another program")
    for device, offered in ((ServedPage(), set()), (Drawer(), {"save_file"})):
        async with visited(main_for(unopened_at(path), device)) as page:
            assert {"save_file", "start_afresh"} & set(page.names()) == offered


async def test_a_file_that_cannot_be_read_or_renamed_is_spoken_of_as_the_device_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, device = spoiled(tmp_path), Drawer()

    def refuse(*_: object) -> bytes:
        raise PermissionError(13, "Permission denied")

    async with visited(main_for(unopened_at(path), device)) as page:
        with monkeypatch.context() as patch:
            patch.setattr(Path, "read_bytes", refuse)
            await page.tap("save_file")
            await page.settle()
        assert "The file in this browser cannot be read: Permission denied." in page.texts()
        assert not page.has("start_afresh")
        await page.tap("save_file")
        await page.settle()
        assert "table-companion-saved.sqlite is saved." in page.texts()
        assert "The file in this browser cannot be read: Permission denied." not in page.texts()
        monkeypatch.setattr(Path, "rename", refuse)
        await page.tap("start_afresh")
        assert "The file in this browser cannot be set aside: Permission denied." in page.texts()
    assert path.is_file()


async def test_a_computer_names_the_file_that_was_set_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = spoiled(tmp_path)

    async def save(_: ServedPage, file: OutgoingFile) -> str:
        return f"{file.name} is in your downloads."

    monkeypatch.setattr(ServedPage, "deliver_file", save)
    async with visited(main_for(unopened_at(path), ServedPage())) as page:
        await page.tap("save_file")
        await page.settle()
        await page.tap("start_afresh")
        assert str(tmp_path / "companion.set-aside.sqlite") in " ".join(page.texts())
