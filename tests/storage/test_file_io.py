"""Files are read line by line, and written completely or not at all."""

import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from storage.errors import TransferError
from storage.file import file_io
from storage.store import Store
from storage.upkeep.backups import backup

HOUR = 3600


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """An existing file."""
    path = tmp_path / "evenings.jsonl"
    path.write_bytes(b"old")
    return path


def test_lines_are_read_as_they_were_written(target, monkeypatch) -> None:
    file_io.write_lines(target, ["one", "zwölf", ""])
    for content in (target.read_bytes(), b"\xef\xbb\xbf" + target.read_bytes().replace(b"\n", b"\r\n")):
        target.write_bytes(content)
        assert file_io.read_lines(target) == tuple(file_io.stream_lines(target, "all")) == ("one", "zwölf", "")
    monkeypatch.setattr(file_io, "MAX_BYTES", 9)
    for read in (file_io.read_lines, lambda path: list(file_io.stream_lines(path, str(path)))):
        target.write_bytes(b"one\n\xff\n")
        with pytest.raises(TransferError, match=r"^Line 2: this line is damaged\.$"):
            read(target)
        target.write_bytes(b"one, two, three")
        with pytest.raises(TransferError, match=r"is larger than|has a line longer than"):
            read(target)
        with pytest.raises(TransferError, match=r"nowhere cannot be read: No such file"):
            read(target.with_name("nowhere"))
        with pytest.raises(TransferError, match=r"cannot be read: Is a directory"):
            read(target.parent)


def test_who_reads_a_file_while_it_is_written_finds_the_old_one_whole(target) -> None:
    contents: list[bytes] = []

    def parts() -> Iterator[bytes]:
        for _ in range(3):
            yield b"new" * 10_000
            contents.append(target.read_bytes())

    file_io.write_file(target, parts())
    assert contents == [b"old"] * 3
    assert target.read_bytes() == b"new" * 30_000
    assert list(target.parent.iterdir()) == [target]


@pytest.mark.parametrize("fault", [OSError("no room"), TransferError("damaged."), ValueError("a mistake of ours")])
def test_a_file_that_cannot_be_finished_leaves_the_old_one_and_nothing_beside_it(target, fault) -> None:
    def parts() -> Iterator[bytes]:
        yield b"new" * 10_000
        raise fault

    with pytest.raises((TransferError, ValueError)):
        file_io.write_file(target, parts())
    assert target.read_bytes() == b"old"
    assert list(target.parent.iterdir()) == [target]


@pytest.mark.parametrize("name", ["folder", "no/folder.jsonl"])
def test_a_write_that_fails_leaves_nothing_and_says_why(tmp_path: Path, name: str) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(TransferError, match="cannot be written"):
        file_io.write_file(tmp_path / name, [b"x"])
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


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
