"""What a command writes to the shell: sentences or JSON, on any terminal, into any pipe."""

import json
import os
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final

OK: Final = 0
FAILED: Final = 2
"""For the shell: the input or the database cannot be used; a sentence on stderr says why."""

PIPE_CLOSED: Final = 141
"""What the shell itself reports for a command whose reader has left: 128 and the number of SIGPIPE."""


def answer(act: Callable[[], int]) -> int:
    """Run a command and make sure that its answer arrived; where it did not, the exit code says so."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        return _run_and_flush(act)
    except BrokenPipeError:
        _discard_answer()
        return PIPE_CLOSED
    except OSError as error:
        _discard_answer()
        return fail(f"The answer cannot be written: {error.strerror or error}.")


def _run_and_flush(act: Callable[[], int]) -> int:
    try:
        return act()
    finally:
        if sys.stdout is not None:
            sys.stdout.flush()


def _discard_answer() -> None:
    """Let the interpreter write what is left to nowhere: at its end it would fail once more, with a traceback."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_lines(*lines: str) -> None:
    """Sentences; what the terminal has no letter for is written as its number."""
    for line in lines:
        print(line)


def print_data(lines: Iterable[str]) -> None:
    """The content of a file, in UTF-8 whatever the terminal speaks."""
    if sys.stdout is not None:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(f"{line}\n".encode() for line in lines)


def print_json(values: Any) -> None:
    """Values for another program, readable in every encoding."""
    utf_8 = sys.stdout is not None and sys.stdout.encoding.lower().replace("-", "") == "utf8"
    print(json.dumps(values, ensure_ascii=not utf_8, indent=2))


def fail(sentence: str) -> int:
    """Say in one sentence why something is impossible; gives the exit code."""
    with suppress(OSError):  # where stderr is closed too, nobody can be told
        print(sentence, file=sys.stderr)
    return FAILED
