"""`companion restore`: restore a backup."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.cli.arguments import file_path
from companion.cli.console import report
from companion.device.paths import database_path
from storage.errors import Damaged
from storage.store import Store
from storage.upkeep import backups
from storage.upkeep.set_aside import set_aside


def add_arguments(parser: ArgumentParser) -> None:
    parser.add_argument("file", type=file_path)


def run(options: Namespace) -> int:
    """Replace the database with the backup; a damaged database is set aside."""
    backups.check_backup(Path(options.file), options.file)  # before Store creates a new database
    path = database_path(options.database)
    was_empty, aside = not path.exists(), None
    try:
        store = Store(path)
    except Damaged:
        aside = set_aside(path)
        store = Store(path)
    with store:
        kept = backups.restore(store, Path(options.file))
    if kept and (was_empty or aside):
        kept.unlink()
        kept = aside
    values = {"file": options.file, "kept": str(kept) if kept else None}
    state = f" The damaged data were set aside as {kept}." if aside else f" The data before that were saved as {kept}."
    return report(options, values, f"{options.file} was restored.{state if kept else ''}")
