"""Read files whole or line by line and write them atomically; every failure is a TransferError with one sentence."""

import os
import re
import stat
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from secrets import token_hex
from typing import Final

from storage.errors import TransferError

MAX_BYTES: Final = 64 * 1024 * 1024
"""The largest file or line that is read into memory."""

_PARTIAL: Final = re.compile(r".+\.[0-9a-f]{8}\.partial", re.DOTALL)
_ABANDONED_AFTER: Final = 3600  # seconds


@contextmanager
def describe_os_errors(name: str | Path, done: str) -> Iterator[None]:
    """Turn an OSError into a TransferError that says why a file cannot be `done`: read or written."""
    try:
        yield
    except OSError as error:
        raise TransferError(f"{name} cannot be {done}: {error.strerror or error}.") from error


def read_start(path: Path, name: str, max_bytes: int) -> bytes:
    """Read up to `max_bytes` from the start of a file; error messages call it `name`."""
    with describe_os_errors(name, "read"), path.open("rb") as file:
        return file.read(max_bytes)


def read_lines(path: Path) -> tuple[str, ...]:
    """Read the lines of a UTF-8 file of at most `MAX_BYTES`."""
    return split_lines(read_start(path, str(path), MAX_BYTES + 1), str(path))


def split_lines(raw: bytes, name: str) -> tuple[str, ...]:
    """Split the bytes of a UTF-8 file into lines; error messages call it `name`."""
    if len(raw) > MAX_BYTES:
        raise TransferError(f"{name} is larger than {MAX_BYTES // 1024**2} MB, too large to import.")
    lines = raw.removeprefix(b"\xef\xbb\xbf").removesuffix(b"\n").split(b"\n")
    return tuple(_decode(number, line) for number, line in enumerate(lines, start=1))


def stream_lines(path: Path, name: str) -> Iterator[str]:
    """Read a UTF-8 file of any size line by line; a line may have up to `MAX_BYTES`. Error messages call it `name`."""
    with describe_os_errors(name, "read"), path.open("rb") as file:
        for number in count(1):
            line = file.readline(MAX_BYTES + 1)
            if not line:
                return
            if len(line) > MAX_BYTES:
                raise TransferError(f"{name} has a line longer than {MAX_BYTES // 1024**2} MB, too long to import.")
            yield _decode(number, line.removeprefix(b"\xef\xbb\xbf").removesuffix(b"\n"))


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Write a UTF-8 file atomically."""
    write_file(path, (f"{line}\n".encode() for line in lines))


def write_file(path: Path, parts: Iterable[bytes]) -> None:
    """Write a file atomically: on failure, an existing file stays as it was."""
    partial = make_partial_path(path)
    try:
        with describe_os_errors(path, "written"):
            with partial.open("xb") as file:
                file.writelines(parts)
            os.replace(partial, path)
    finally:
        with suppress(OSError):  # in an unreadable folder there is no partial file to delete
            partial.unlink(missing_ok=True)


def make_partial_path(path: Path) -> Path:
    """A unique path beside `path` for an unfinished file, short enough for every file system.

    Deletes unfinished files in the same folder that a killed process left behind.
    """
    with suppress(OSError):
        for left in path.parent.glob("*.partial"):
            if _is_abandoned(left):
                left.unlink()
    return path.with_name(f"{path.name[:40]}.{token_hex(4)}.partial")


def _is_abandoned(partial: Path) -> bool:
    """Whether an unfinished file of ours has not been written to for so long that nobody is writing it."""
    status = partial.lstat()
    is_ours = _PARTIAL.fullmatch(partial.name) is not None and stat.S_ISREG(status.st_mode)
    return is_ours and time.time() - status.st_mtime > _ABANDONED_AFTER


def _decode(number: int, line: bytes) -> str:
    try:
        return line.removesuffix(b"\r").decode()
    except UnicodeDecodeError as error:
        raise TransferError(f"Line {number}: this line is damaged.") from error
