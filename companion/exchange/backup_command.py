"""`companion backup`: copy the database into a new file."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.cli.arguments import file_path
from companion.cli.console import report
from companion.cli.existing_store import open_existing_store
from storage.upkeep import backups


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=file_path)


def run(options: Namespace) -> int:
    with open_existing_store(options) as store:
        backups.backup(store, Path(options.file))
    return report(options, {"file": options.file}, f"Everything was copied to {options.file}.")
