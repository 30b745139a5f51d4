"""What the commands that write something have in common."""

from argparse import ArgumentParser, Namespace
from typing import Any

from companion.commands.console import OK, print_json, print_lines


def add_force(parser: ArgumentParser) -> None:
    """The option that lets an export replace a file."""
    parser.add_argument("--force", action="store_true", help="replace a file that exists")


def report(options: Namespace, values: dict[str, Any], sentence: str) -> int:
    """Say what was done, as values or as a sentence; gives the exit code."""
    if options.json:
        print_json(values)
    else:
        print_lines(sentence)
    return OK
