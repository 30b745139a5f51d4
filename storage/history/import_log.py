"""The log of file imports: which sessions each one added, and how to undo or resume it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Final

from sqlalchemy import func, select, update
from sqlmodel import Session

from storage.derived.pipeline import move_sessions
from storage.file.store_part import StorePart
from storage.file.write_batches import Pace, split
from storage.models import SESSION, SettingRow
from storage.sessions.settings import delete_setting, load_setting

UNFINISHED_SETTING: Final = "storage.import"
"""The key of the setting that describes an interrupted import."""

_LATEST: Final = 5  # imports that can be undone from the screen
_ORIGIN: Final = (SESSION.c.imported_at, SESSION.c.imported_app, SESSION.c.imported_file)
_ROWS_PER_SESSION: Final = 40  # an estimate, for the size of transactions


class App(StrEnum):
    """The app whose format an imported file has; stored."""

    OURS = "table_companion"
    BG_STATS = "bg_stats"


@dataclass(frozen=True, slots=True)
class FileImport:
    """An imported file. Everything it added has the same time `at`, which identifies the import."""

    at: datetime
    app: App
    file: str = ""


def forget_imports(db: Session) -> None:
    """Empty the log: no session counts as imported any more."""
    db.execute(update(SESSION).values(imported_at=None, imported_app=None, imported_file=None))
    delete_setting(db, UNFINISHED_SETTING)


class ImportLog(StorePart):
    def find(self, session_id: str) -> FileImport | None:
        """The import that added a session; None if it was recorded in this app."""
        query = select(*_ORIGIN).where(SESSION.c.id == session_id, SESSION.c.imported_at.is_not(None))
        with self.database.reading() as db:
            row = db.execute(query).one_or_none()
        return FileImport(row.imported_at, App(row.imported_app), row.imported_file) if row else None

    def list_latest(self) -> tuple[tuple[FileImport, int], ...]:
        """The latest imports, newest first, each with the number of its sessions outside the bin."""
        query = (
            select(*_ORIGIN, func.count())
            .where(SESSION.c.imported_at.is_not(None), SESSION.c.binned_at.is_(None))
            .group_by(*_ORIGIN)
            .order_by(SESSION.c.imported_at.desc())
            .limit(_LATEST)
        )
        with self.database.reading() as db:
            return tuple((FileImport(at, App(app), file), number) for at, app, file, number in db.execute(query))

    def undo(self, at: datetime) -> int:
        """Move all sessions of the import at this time into the bin; returns their number.

        Players added by the import are hidden until one of their sessions is restored. Many sessions are moved in
        small transactions; calling it again completes an interrupted undo.
        """
        query = select(SESSION.c.id).where(SESSION.c.imported_at == at, SESSION.c.binned_at.is_(None))
        with self.database.reading() as db:
            ids = db.execute(query).scalars().all()
        return self._move_all(ids, self.now())

    def find_binned(self, session_ids: Iterable[str]) -> tuple[str, ...]:
        """Those of the sessions that lie in the bin."""
        with self.database.reading() as db:
            binned = set(db.execute(select(SESSION.c.id).where(SESSION.c.binned_at.is_not(None))).scalars())
        return tuple(session_id for session_id in session_ids if session_id in binned)

    def restore_all(self, session_ids: Sequence[str]) -> int:
        """Move sessions out of the bin, in small transactions; returns their number."""
        return self._move_all(session_ids, None)

    def _move_all(self, ids: Sequence[str], binned_at: datetime | None) -> int:
        """Move those of the sessions that are not there yet into the bin, or out of it if `binned_at` is None."""
        elsewhere = SESSION.c.binned_at.is_not(None) if binned_at is None else SESSION.c.binned_at.is_(None)
        pace, moved = Pace(), 0
        for batch in split(ids, _ROWS_PER_SESSION):
            among = select(SESSION.c.id).where(elsewhere, SESSION.c.id.in_(batch))
            with pace.writing(self.database) as db:
                moving = db.execute(among).scalars().all()
                move_sessions(db, moving, binned_at, self.now())
            moved += len(moving)
        return moved


def log_sessions(db: Session, session_ids: Iterable[str], file_import: FileImport) -> None:
    """Log that an import added these sessions, inside the caller's transaction."""
    origin = {"imported_at": file_import.at, "imported_app": file_import.app.value, "imported_file": file_import.file}
    db.execute(update(SESSION).where(SESSION.c.id.in_(list(session_ids))).values(origin))


def mark_unfinished(db: Session, file_import: FileImport, first: str) -> None:
    """Store that the import of a file whose first session is `first` is unfinished."""
    value = _identify(file_import, first) | {"at": file_import.at.isoformat()}
    db.merge(SettingRow(key=UNFINISHED_SETTING, value=value))


def find_unfinished(db: Session, file_import: FileImport, first: str) -> FileImport | None:
    """The interrupted import of the same file: of the same app, file name and first session. None if there is none."""
    stored = load_setting(db, UNFINISHED_SETTING, {})
    if not stored.items() >= _identify(file_import, first).items():
        return None
    return replace(file_import, at=datetime.fromisoformat(stored["at"]))


def _identify(file_import: FileImport, first: str) -> dict[str, str]:
    return {"app": file_import.app.value, "file": file_import.file, "first": first}


def clear_unfinished(db: Session, file_import: FileImport, first: str) -> None:
    """Delete the mark of `mark_unfinished` of the same file: the import is complete."""
    if find_unfinished(db, file_import, first):
        delete_setting(db, UNFINISHED_SETTING)
