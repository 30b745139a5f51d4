"""The files that commands read."""

import os
import sys
from contextlib import suppress
from pathlib import Path

from storage.errors import TransferError
from storage.file import file_io


def read_lines(file: str) -> tuple[str, ...]:
    """The lines of a file, or of the input where it is called "-"; TransferError."""
    if file != "-":
        return file_io.read_lines(Path(file))
    if sys.stdin is None:
        raise TransferError("The input cannot be read: there is none.")
    try:
        return file_io.lines_of(sys.stdin.buffer.read(file_io.LARGEST + 1), "The input")
    except OSError as error:
        raise TransferError(f"The input cannot be read: {error.strerror or error}.") from error


def refuse_pipe(path: Path, name: str) -> None:
    """TransferError for a pipe where a file is read more than once; whatever else is wrong shows on reading."""
    with suppress(OSError):
        if path.is_fifo():
            raise TransferError(f"{name} is a pipe; save what comes out of it as a file first.")


def printable(path: str) -> str:
    """A path as text that can be shown and stored, also where its bytes are not UTF-8."""
    return os.fsencode(path).decode("utf-8", "replace")
