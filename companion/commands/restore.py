"""`companion restore`: back to a backup."""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from companion.commands.outcome import report
from companion.place import database_path
from storage import upkeep
from storage.store import Store


def add_arguments(parser: ArgumentParser) -> None:
    """What can be said behind the command."""
    parser.add_argument("file")


def run(options: Namespace) -> int:
    """Put the backup in the place of everything that is here."""
    upkeep.check_backup(Path(options.file), options.file)  # before a new database is made for it
    with Store(database_path(options.database)) as store:
        kept = upkeep.restore(store, Path(options.file))
    sentence = f"Everything is as in {options.file}. What was here before is kept in {kept}."
    return report(options, {"file": options.file, "kept": str(kept)}, sentence)
