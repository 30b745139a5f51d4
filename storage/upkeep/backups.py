"""Back up the database and restore it."""

import os
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import func, select
from sqlmodel import Session

from storage.derived.pipeline import count_changes, mark_changed
from storage.errors import CannotOpen, StorageError
from storage.file.database import copy_file, damaged, examine, free_name, open_read_only
from storage.file.file_io import describe_os_errors
from storage.file.schema_check import schema_faults
from storage.models import PLAYER, SESSION
from storage.sessions import journals
from storage.store import Store
from storage.upkeep.export_targets import check_backup_target


@dataclass(frozen=True, slots=True)
class Contents:
    """The numbers of sessions and players in a database, and when the latest session was opened."""

    sessions: int
    players: int
    latest: datetime | None


def backup(store: Store, target: Path) -> None:
    """Copy everything into a new file without interrupting the app; raises StorageError if the file exists."""
    check_backup_target(target, store.database.path)
    with describe_os_errors(target, "written"):
        store.database.copy_to(target)


def restore(store: Store, source: Path) -> Path | None:
    """Replace everything with a backup. Returns the path of a copy of the data before; None for a store in memory.

    A backup of an older version is migrated in a temporary copy; the backup file itself does not change.
    """
    check_backup(source, str(source))
    with TemporaryDirectory() as folder:
        migrated = Path(folder) / source.name
        copy_file(source, migrated, store.database.page_size())
        with store.database.writing() as db:  # or Locked: `replace_by` waits as long as another program writes
            changes = count_changes(db)
        with Store(migrated, store.games) as new, new.database.writing() as db:
            mark_changed(db, after=changes)
        copy = None
        if path := store.database.path:
            copy = free_name(path, "before-restore")
            store.database.copy_to(copy)
        store.database.replace_by(migrated)
    return copy


def check_backup(source: Path, name: str) -> Contents:
    """Examine a backup; raises StorageError, which calls the file `name`, if it cannot be restored."""
    if not os.path.exists(source):  # also a name that is too long
        raise CannotOpen(f"{name} does not exist; choose another backup.")
    try:
        revision = examine(source)
        if revision is None:
            raise CannotOpen(f"{source} is empty; choose another backup.")
        with open_read_only(source) as db:
            if faults := schema_faults(db.connection(), revision):
                raise damaged(source, faults[0])
            if opened_at := journals.find_incomplete(db):
                raise damaged(source, f"entries of the game opened on {opened_at.day} {opened_at:%b %Y} are missing")
            return _query_contents(db)
    except StorageError as error:
        raise type(error)(str(error).replace(str(source), name)) from error


def contents(store: Store) -> Contents:
    """The contents of the current database, which a restore would replace."""
    with store.database.reading() as db:
        return _query_contents(db)


def _query_contents(db: Session) -> Contents:
    sessions = select(func.count(), func.max(SESSION.c.opened_at)).where(SESSION.c.binned_at.is_(None))
    number, latest = db.execute(sessions).one()
    players = select(func.count()).select_from(PLAYER).where(PLAYER.c.counts_as == PLAYER.c.id)
    return Contents(number, db.execute(players).scalar_one(), latest)
