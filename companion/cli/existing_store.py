"""Open the database for commands that need an existing one."""

from argparse import Namespace
from pathlib import Path

from companion.device.paths import database_path
from storage.errors import CannotOpen
from storage.file.database import damaged, find_damage
from storage.store import Store


def open_existing_store(options: Namespace) -> Store:
    """Open the store; raises CannotOpen if the file does not exist, so that a typing error creates no new file."""
    path = database_path(options.database)
    if not does_exist(path):
        raise CannotOpen(f"{path} does not exist; choose another file with --database, or open the app once.")
    return Store(path)


def does_exist(path: Path) -> bool:
    """Whether the file exists; raises CannotOpen if that cannot be found out."""
    try:
        return path.exists()
    except OSError as error:
        raise CannotOpen(f"{path} cannot be used: {error.strerror or error}.") from error


def describe_damage(options: Namespace) -> str:
    """What is damaged in the database file, as a sentence; empty if nothing is."""
    path = database_path(options.database)
    fault = find_damage(path)
    return str(damaged(path, fault)) if fault else ""
