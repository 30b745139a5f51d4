"""`companion restore`: replaces all data by a backup."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.commands.outcome import report
from companion.files.paths import database_path
from storage.store import Store
from storage.upkeep import backups


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this command."""
    parser.add_argument("file")


def run(options: Namespace) -> int:
    """Restore the backup and keep a copy of the current data."""
    backups.check_backup(Path(options.file), options.file)  # before a new database is created
    with Store(database_path(options.database)) as store:
        kept = backups.restore(store, Path(options.file))
    sentence = f"Everything is as in {options.file}. What was here before is kept in {kept}."
    return report(options, {"file": options.file, "kept": str(kept)}, sentence)
