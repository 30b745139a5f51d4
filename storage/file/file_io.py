"""Files on the disk: read whole or line by line, written whole or not at all, each fault told in a sentence."""

import os
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import Final

from storage.errors import TransferError

LARGEST: Final = 64 * 1024 * 1024
"""Bytes of the largest file, or line, that is read at once."""


def read_start(path: Path, name: str, most: int) -> bytes:
    """The first bytes of a file, at most so many; TransferError, which calls it `name`, if it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise TransferError(f"{name} cannot be read: {error.strerror or error}.") from error


def read_lines(path: Path) -> tuple[str, ...]:
    """The lines of a file; TransferError if it is too large, cannot be read or is not text."""
    return lines_of(read_start(path, str(path), LARGEST + 1), str(path))


def lines_of(raw: bytes, name: str) -> tuple[str, ...]:
    """The bytes of a file, cut into lines; `name` is what messages call it."""
    if len(raw) > LARGEST:
        raise TransferError(f"{name} is larger than {LARGEST // 1024**2} MB; no session is.")
    lines = raw.removeprefix(b"\xef\xbb\xbf").removesuffix(b"\n").split(b"\n")
    return tuple(_text(at, line) for at, line in enumerate(lines, start=1))


def stream_lines(path: Path, name: str) -> Iterator[str]:
    """The lines of a file of any length, one by one; TransferError where one cannot be read."""
    try:
        with path.open("rb") as file:
            for at in count(1):
                line = file.readline(LARGEST + 1)
                if not line:
                    return
                if len(line) > LARGEST:
                    raise TransferError(f"{name} has a line longer than {LARGEST // 1024**2} MB; no entry is.")
                yield _text(at, line.removeprefix(b"\xef\xbb\xbf").removesuffix(b"\n"))
    except OSError as error:
        raise TransferError(f"{name} cannot be read: {error.strerror or error}.") from error


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write a file whole or not at all; TransferError where that is not possible."""
    write_file(path, (f"{line}\n".encode() for line in lines))


def write_file(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file whole or not at all; TransferError where that is not possible."""
    partial = partial_name(path)
    try:
        with partial.open("xb") as file:
            file.writelines(parts)
        os.replace(partial, path)
    except OSError as error:
        raise TransferError(f"{path} cannot be written: {error.strerror or error}.") from error
    finally:
        with suppress(OSError):  # where the folder is closed there is nothing to clear away
            partial.unlink(missing_ok=True)


def partial_name(path: Path) -> Path:
    """A name beside `path` that nobody uses, to write under until all is there; short enough for any disk."""
    return path.with_name(f"{path.name[:40]}.{token_hex(4)}.partial")


def _text(at: int, line: bytes) -> str:
    try:
        return line.removesuffix(b"\r").decode()
    except UnicodeDecodeError as error:
        raise TransferError(f"Line {at}: this line is damaged.") from error
