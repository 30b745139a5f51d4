"""Read the input files of commands."""

import os
import sys
from contextlib import suppress
from pathlib import Path

from storage.errors import TransferError
from storage.file import file_io


def read_lines(file: str) -> tuple[str, ...]:
    """Read the lines of a file, or of stdin if it is "-"; raises TransferError."""
    if file != "-":
        return file_io.read_lines(Path(file))
    if sys.stdin is None:
        raise TransferError("The input cannot be read: there is none.")
    try:
        return file_io.split_lines(sys.stdin.buffer.read(file_io.MAX_BYTES + 1), "The input")
    except OSError as error:
        raise TransferError(f"The input cannot be read: {error.strerror or error}.") from error


def refuse_pipe(path: Path, name: str) -> None:
    """Raise TransferError for a pipe, because the file is read more than once."""
    with suppress(OSError):  # reported when the file is read
        if path.is_fifo():
            raise TransferError(f"{name} is a pipe; save its content as a file first.")


def printable(path: str) -> str:
    """A path as valid text; bytes that are not UTF-8 are replaced."""
    return os.fsencode(path).decode("utf-8", "replace")
