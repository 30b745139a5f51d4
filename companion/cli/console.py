"""Print the output of a command as text or JSON, on any terminal and into any pipe."""

import json
import os
import sys
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any, Final

OK: Final = 0
FAILED: Final = 2
"""Exit code if the input or the database cannot be used; stderr has a sentence that says why."""

PIPE_CLOSED: Final = 141
"""The exit code of a command whose reader closed the pipe: 128 plus the number of SIGPIPE."""


def run_command(command: Callable[[], int]) -> int:
    """Run a command and return its exit code, or another one if its output could not be written."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        return _run_and_flush(command)
    except BrokenPipeError:
        _discard_output()
        return PIPE_CLOSED
    except OSError as error:
        _discard_output()
        return fail(f"The output cannot be written: {error.strerror or error}.")


def _run_and_flush(command: Callable[[], int]) -> int:
    try:
        return command()
    finally:
        if sys.stdout is not None:
            sys.stdout.flush()


def _discard_output() -> None:
    """Redirect stdout to nowhere; otherwise the interpreter would fail again at exit, with a traceback."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def print_lines(*lines: str) -> None:
    """Print lines; characters the terminal cannot show are escaped."""
    for line in lines:
        print(line)


def print_data(lines: Iterable[str]) -> None:
    """Print the content of a file, always in UTF-8."""
    if sys.stdout is not None:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(f"{line}\n".encode() for line in lines)


def print_json(values: Any) -> None:
    """Print JSON, in ASCII unless stdout is UTF-8."""
    utf_8 = sys.stdout is not None and sys.stdout.encoding.lower().replace("-", "") == "utf8"
    print(json.dumps(values, ensure_ascii=not utf_8, indent=2))


def add_force(parser: ArgumentParser) -> None:
    """Add the option that lets an export replace a file."""
    parser.add_argument("--force", action="store_true", help="replace an existing file")


def report(options: Namespace, values: dict[str, Any], sentence: str) -> int:
    """Print the outcome as JSON values or as a sentence; returns the exit code."""
    if options.json:
        print_json(values)
    else:
        print_lines(sentence)
    return OK


def fail(sentence: str) -> int:
    """Print to stderr why the command failed; returns the exit code."""
    with suppress(OSError):  # stderr may be closed too
        print(sentence, file=sys.stderr)
    return FAILED
