"""Shared by commands that write a file or the database."""

from argparse import ArgumentParser, Namespace
from typing import Any

from companion.cli.console import OK, print_json, print_lines


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
