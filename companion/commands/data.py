"""The database of a command."""

from argparse import Namespace

from companion.files.paths import database_path
from storage.errors import CannotOpen
from storage.store import Store


def existing_store(options: Namespace) -> Store:
    """Open an existing store. A mistyped path raises CannotOpen instead of creating a new file."""
    path = database_path(options.database)
    try:
        exists = path.exists()
    except OSError as error:
        raise CannotOpen(f"{path} cannot be used: {error.strerror or error}.") from error
    if not exists:
        raise CannotOpen(f"{path} does not exist; name another file with --database, or open the app once.")
    return Store(path)
