"""`companion restore`: back to a backup."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.commands.outcome import report
from companion.files.paths import database_path
from storage.store import Store
from storage.upkeep import backups


def add_arguments(parser: ArgumentParser) -> None:
    """What can be said behind the command."""
    parser.add_argument("file")


def run(options: Namespace) -> int:
    """Put the backup in the place of everything that is here."""
    backups.check_backup(Path(options.file), options.file)  # before a new database is made for it
    with Store(database_path(options.database)) as store:
        kept = backups.restore(store, Path(options.file))
    sentence = f"Everything is as in {options.file}. What was here before is kept in {kept}."
    return report(options, {"file": options.file, "kept": str(kept)}, sentence)
