"""Unfinished files of killed exports and backups do not stay for ever."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from storage.errors import TransferError
from storage.file import file_io
from storage.store import Store
from storage.upkeep.backups import backup

HOUR = 3600


def put(path: Path, age: float) -> Path:
    path.write_bytes(b"half")
    os.utime(path, (time.time() - age,) * 2)
    return path


def export(_: Store, target: Path) -> None:
    file_io.write_file(target, [b"all"])


@pytest.mark.parametrize("write", [export, backup])
def test_the_next_file_in_a_folder_deletes_what_killed_ones_left(
    store: Store, tmp_path: Path, write: Callable[[Store, Path], None]
) -> None:
    folder = tmp_path / "out"
    folder.mkdir()
    for name in ("plays.csv", "x" * 200, "zo\u00eb\n.json"):
        put(file_io.make_partial_path(folder / name), 2 * HOUR)
    running = put(file_io.make_partial_path(folder / "plays.csv"), HOUR / 2)
    others = [put(folder / name, 9 * HOUR) for name in ("notes.partial", "a.1234567.partial", "a.1234567g.partial")]
    (folder / "dir.12345678.partial").mkdir()
    (folder / "link.12345678.partial").symlink_to(others[0])
    write(store, folder / "new")
    left = {path.name for path in folder.iterdir()}
    kept = {path.name for path in others} | {"dir.12345678.partial", "link.12345678.partial"}
    assert left == kept | {"new", running.name}


def test_a_write_that_fails_leaves_nothing_and_says_why(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(TransferError, match="cannot be written"):
        file_io.write_file(tmp_path / "folder", [b"x"])
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
