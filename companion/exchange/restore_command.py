"""`companion restore`: restore a backup."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.cli.arguments import file_path
from companion.cli.console import report
from companion.device.paths import database_path
from storage.store import Store
from storage.upkeep import backups


def add_arguments(parser: ArgumentParser) -> None:
    """Define the arguments of the command."""
    parser.add_argument("file", type=file_path)


def run(options: Namespace) -> int:
    """Replace the database with the backup."""
    backups.check_backup(Path(options.file), options.file)  # before Store creates a new database
    path = database_path(options.database)
    was_empty = not path.exists()
    with Store(path) as store:
        kept = backups.restore(store, Path(options.file))
    if was_empty and kept:
        kept.unlink()
        return report(options, {"file": options.file, "kept": None}, f"{options.file} was restored.")
    sentence = f"{options.file} was restored. The data before that were saved as {kept}."
    return report(options, {"file": options.file, "kept": str(kept)}, sentence)
