"""The output of commands: sentences or JSON, on any terminal or pipe."""

import json
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final

OK: Final = 0
FAILED: Final = 2
"""Exit code if the input or the database cannot be used; stderr says why."""

PIPE_CLOSED: Final = 141
"""Exit code if the reader of the pipe has gone: 128 plus the number of SIGPIPE, as shells report it."""


def run_command(act: Callable[[], int]) -> int:
    """Run a command and flush its output; the exit code tells if that failed."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        return _run_and_flush(act)
    except BrokenPipeError:
        _discard_output()
        return PIPE_CLOSED
    except OSError as error:
        _discard_output()
        return fail(f"The answer cannot be written: {error.strerror or error}.")


def _run_and_flush(act: Callable[[], int]) -> int:
    try:
        return act()
    finally:
        if sys.stdout is not None:
            sys.stdout.flush()


def _discard_output() -> None:
    """Redirect the remaining output to nowhere, or the interpreter would fail again on exit, with a traceback."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_lines(*lines: str) -> None:
    """Print sentences; characters that the terminal cannot encode are escaped."""
    for line in lines:
        print(line)


def print_data(lines: Iterable[str]) -> None:
    """Print the content of a file, in UTF-8 whatever the terminal's encoding."""
    if sys.stdout is not None:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(f"{line}\n".encode() for line in lines)


def print_json(values: Any) -> None:
    """Print values as JSON, escaped to ASCII unless stdout is UTF-8."""
    utf_8 = sys.stdout is not None and sys.stdout.encoding.lower().replace("-", "") == "utf8"
    print(json.dumps(values, ensure_ascii=not utf_8, indent=2))


def fail(sentence: str) -> int:
    """Print the reason to stderr and return the exit code."""
    with suppress(OSError):  # stderr may be closed too
        print(sentence, file=sys.stderr)
    return FAILED
