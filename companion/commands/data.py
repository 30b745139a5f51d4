"""The database that commands work on."""

from argparse import Namespace

from companion.files.paths import database_path
from storage.errors import CannotOpen
from storage.store import Store


def existing_store(options: Namespace) -> Store:
    """The store, for a command that only looks: a mistyped name does not begin a new file."""
    path = database_path(options.database)
    try:
        there = path.exists()
    except OSError as error:
        raise CannotOpen(f"{path} cannot be used: {error.strerror or error}.") from error
    if not there:
        raise CannotOpen(f"{path} does not exist; name another file with --database, or open the app once.")
    return Store(path)
