"""Check the target of an export or a backup; databases of this app and their side files are never overwritten."""

import os
from pathlib import Path

from storage.errors import CannotOpen, TransferError
from storage.file.database import SIDECARS, is_owned
from storage.file.file_io import describe_os_errors
from storage.store import Store


def check_export(path: Path, store: Store, *, force: bool = False) -> None:
    """Raise TransferError if an export must not be written to `path`; `force` allows it to replace a plain file."""
    with describe_os_errors(path, "written"):
        current = store.database.path
        if path.is_file() and ((current and path.samefile(current)) or is_owned(path)):
            raise TransferError(f"{path} is a database of this app and is never replaced; choose another file.")
        _refuse_sidecar(path, current)
        if not os.path.lexists(path):
            return
        if not path.is_file():
            raise TransferError(f"{path} is not a file that can be replaced; choose another name.")
        if not force:
            raise TransferError(f"{path} already exists; choose another name, or replace it with --force.")


def check_backup_target(path: Path, current: Path | None) -> None:
    """Raise StorageError if a backup must not be written to `path`; a backup never replaces a file."""
    with describe_os_errors(path, "written"):
        if os.path.lexists(path):
            raise CannotOpen(f"{path} already exists; choose another name for the backup.")
        if not path.parent.is_dir():
            raise CannotOpen(f"{path.parent} is not a folder; choose another place for the backup.")
        _refuse_sidecar(path, current)


def _refuse_sidecar(path: Path, current: Path | None) -> None:
    """`current` is the file that this process has open: reading it otherwise would drop the locks on it."""
    for suffix in SIDECARS:
        database = path.parent / path.name.removesuffix(suffix)
        if not path.name.endswith(suffix) or not database.is_file():
            continue
        if (current and database.samefile(current)) or is_owned(database):
            raise TransferError(f"{path} belongs to a database of this app; choose another file.")
