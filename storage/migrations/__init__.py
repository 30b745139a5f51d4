"""Changes of the schema, one script each, applied by Alembic without any file beside the package.

A script that shipped is never edited. `NEWEST` names the last one.
"""

from importlib import import_module
from types import ModuleType
from typing import Final

from sqlalchemy import Connection

from storage.migrations.first import create

FIRST: Final = "0001"
NEWEST: Final = "0001"

_VERSION_TABLE: Final = (
    "CREATE TABLE alembic_version (version_num VARCHAR(32) NOT NULL,"
    " CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num))"
)


def revision(db: Connection) -> str | None:
    """The last change applied to this database; None for an empty one."""
    found: str | None = _applying().revision(db)
    return found


def known() -> frozenset[str]:
    """The changes this version of the app knows."""
    revisions: frozenset[str] = _applying().known()
    return revisions


def upgrade(db: Connection, target: str = "") -> None:
    """Apply what is pending up to `target`, else to `NEWEST`, inside the caller's transaction: all of it or nothing.

    An empty database gets the first version without Alembic, which takes as long to load as a small file to examine.
    """
    target = target or NEWEST
    if target == FIRST and not db.exec_driver_sql("SELECT COUNT(*) FROM sqlite_master").scalar_one():
        db.exec_driver_sql(_VERSION_TABLE)
        create(db)
        db.exec_driver_sql(f"INSERT INTO alembic_version (version_num) VALUES ('{FIRST}')")
        return
    _applying().upgrade(db, target)


def _applying() -> ModuleType:
    """The part that needs Alembic, which a file of the newest version never does; see `companion/lazy_modules.py`."""
    return import_module("storage.migrations.applying")
