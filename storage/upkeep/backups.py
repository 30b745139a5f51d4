"""Care for the file: a copy in safe hands, and a copy taken back."""

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection, func, select

from storage.errors import CannotOpen, StorageError
from storage.file.database import copy_file, damaged, examine, free_name, looking
from storage.file.schema import schema_faults
from storage.models import PLAYER, SESSION
from storage.store import Store
from storage.upkeep.export_targets import check_backup_target


@dataclass(frozen=True, slots=True)
class Contents:
    """What a file holds: how many sessions and players, and when the latest session was opened."""

    sessions: int
    players: int
    latest: datetime | None


def backup(store: Store, target: Path) -> None:
    """Copy everything into one new file, while the app goes on; StorageError if the name is taken."""
    check_backup_target(target)
    store.database.copy_to(target)


def restore(store: Store, source: Path) -> Path | None:
    """Go back to a backup; gives the copy that was made of everything as it was before.

    A backup of an older version is brought up to date on the way; the backup itself stays as it is.
    """
    check_backup(source, str(source))
    with TemporaryDirectory() as folder:
        ready = Path(folder) / source.name
        copy_file(source, ready, store.database.page_size())
        Store(ready, store.games).close()
        kept = _keep(store)
        store.database.replace_by(ready)
    return kept


def check_backup(source: Path, name: str) -> Contents:
    """What a sound backup holds; the StorageError says why it is none, and calls it `name`."""
    if not source.exists():
        raise CannotOpen(f"{name} does not exist; choose another backup.")
    try:
        revision = examine(source)
        if revision is None:
            raise CannotOpen(f"{source} is empty; choose another backup.")
        with looking(source) as db:
            if faults := schema_faults(db, revision):
                raise damaged(source, faults[0])
            return _contents(db)
    except StorageError as error:
        raise type(error)(str(error).replace(str(source), name)) from error


def contents(store: Store) -> Contents:
    """What is here now, and would give way to a backup."""
    with store.database.reading() as db:
        return _contents(db)


def _contents(db: Connection) -> Contents:
    sessions = select(func.count(), func.max(SESSION.c.opened_at)).where(SESSION.c.binned_at.is_(None))
    number, latest = db.execute(sessions).one()
    people = select(func.count()).select_from(PLAYER).where(PLAYER.c.counts_as == PLAYER.c.id)
    return Contents(number, db.execute(people).scalar_one(), latest)


def _keep(store: Store) -> Path | None:
    path = store.database.path
    if path is None:
        return None
    kept = free_name(path, "before-restore")
    store.database.copy_to(kept)
    return kept
