"""A file is written completely or not at all."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from storage.errors import TransferError
from storage.file import file_io


@pytest.fixture
def target(tmp_path: Path) -> Path:
    """An existing file."""
    path = tmp_path / "evenings.jsonl"
    path.write_bytes(b"old")
    return path


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


def test_a_file_that_does_not_exist_yet_appears_when_it_is_whole(tmp_path) -> None:
    path = tmp_path / "new.jsonl"
    there: list[bool] = []

    def parts() -> Iterator[bytes]:
        yield b"a"
        there.append(path.exists())

    file_io.write_file(path, parts())
    assert there == [False]
    assert path.read_bytes() == b"a"
