"""A database that cannot be opened is copied as it is, and set aside with all that belongs to it."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from storage.errors import CannotOpen, NewerSchema
from storage.upkeep.set_aside import copy_as_it_is, set_aside
from tests.storage.conftest import OPENED, open_store
from tests.storage.tiny import TINY


@pytest.fixture
def newer(path: Path) -> Path:
    """A file that a newer version of the app wrote, whose last transaction is in the journal only."""
    with open_store(path) as store:
        store.sessions.open(TINY, OPENED)
    db = sqlite3.connect(path, isolation_level=None)
    db.execute("UPDATE alembic_version SET version_num = '9999'")
    kept = {part: part.read_bytes() for part in path.parent.glob(f"{path.name}*")}
    db.close()
    for part, content in kept.items():  # as after a kill
        part.write_bytes(content)
    return path


def test_a_copy_holds_what_is_only_in_the_journal(newer: Path, tmp_path: Path) -> None:
    copied = tmp_path / "elsewhere"
    copied.mkdir()
    for name, content in copy_as_it_is(newer).items():
        (copied / name).write_bytes(content)
    with closing(sqlite3.connect(copied / newer.name)) as db:
        assert db.execute("SELECT version_num FROM alembic_version").fetchall() == [("9999",)]
        assert db.execute("SELECT COUNT(*) FROM session").fetchone() == (1,)


def test_a_file_that_was_set_aside_leaves_room_for_a_new_one_and_is_complete(newer: Path) -> None:
    with pytest.raises(NewerSchema):
        open_store(newer)
    before = copy_as_it_is(newer)
    aside = set_aside(newer)
    assert [content for _, content in sorted(copy_as_it_is(aside).items())] == [
        content for _, content in sorted(before.items())
    ]
    with open_store(newer) as store:
        assert store.history.count() == 0
    assert aside.name == "sessions.set-aside.db"


def test_a_second_file_is_set_aside_under_another_name(path: Path) -> None:
    for _ in range(2):
        path.write_bytes(b"nothing of ours")
        aside = set_aside(path)
    assert sorted(other.name for other in path.parent.iterdir()) == ["sessions.set-aside-2.db", "sessions.set-aside.db"]
    assert aside.name == "sessions.set-aside-2.db"


def test_no_journal_stays_behind_where_the_work_is_interrupted(newer: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rename, renamed = Path.rename, []

    def stop_at_the_file(self: Path, target: Path) -> Path:
        if self == newer:
            raise OSError(28, os.strerror(28))
        renamed.append(self.name)
        return rename(self, target)

    monkeypatch.setattr(Path, "rename", stop_at_the_file)
    with pytest.raises(CannotOpen, match="cannot be set aside"):
        set_aside(newer)
    assert newer.is_file()
    assert "sessions.db-wal" in renamed
    monkeypatch.undo()
    aside = set_aside(newer)
    assert (aside.is_file(), aside.with_name(f"{aside.name}-wal").is_file()) == (True, True)


def test_a_file_that_cannot_be_read_says_so(path: Path) -> None:
    with pytest.raises(CannotOpen, match="cannot be read"):
        copy_as_it_is(path)
