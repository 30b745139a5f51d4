"""Open the database for commands that need an existing one."""

from argparse import Namespace

from companion.files.paths import database_path
from storage.errors import CannotOpen
from storage.store import Store


def open_existing_store(options: Namespace) -> Store:
    """Open the store; raises CannotOpen if the file does not exist, so that a typing error creates no new file."""
    path = database_path(options.database)
    try:
        exists = path.exists()
    except OSError as error:
        raise CannotOpen(f"{path} cannot be used: {error.strerror or error}.") from error
    if not exists:
        raise CannotOpen(f"{path} does not exist; choose another file with --database, or open the app once.")
    return Store(path)
