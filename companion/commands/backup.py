"""`companion backup`: everything in a new file."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.commands.data import existing_store
from companion.commands.outcome import report
from storage.upkeep import backups


def add_arguments(parser: ArgumentParser) -> None:
    """What can be said behind the command."""
    parser.add_argument("file")


def run(options: Namespace) -> int:
    """Copy everything."""
    with existing_store(options) as store:
        backups.backup(store, Path(options.file))
    return report(options, {"file": options.file}, f"Everything is in {options.file}.")
