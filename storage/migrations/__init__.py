"""Migrations of the schema, one script each, applied by Alembic without configuration files.

A released script is never edited. `NEWEST` is the last revision.
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


def known() -> frozenset[str]:
    """The revisions that this version of the app knows."""
    revisions: frozenset[str] = _applying().known()
    return revisions


def upgrade(db: Connection, target: str = "") -> None:
    """Migrate to the revision `target`, by default `NEWEST`, inside the caller's transaction.

    The first version is created without Alembic, which takes as long to import as a small file to check.
    """
    target = target or NEWEST
    if target == FIRST and not db.exec_driver_sql("SELECT COUNT(*) FROM sqlite_master").scalar_one():
        db.exec_driver_sql(_VERSION_TABLE)
        create(db)
        db.exec_driver_sql(f"INSERT INTO alembic_version (version_num) VALUES ('{FIRST}')")
        return
    _applying().upgrade(db, target)


def _applying() -> ModuleType:
    """The module that needs Alembic, imported only for migrations; see `companion/lazy_modules.py`."""
    return import_module("storage.migrations.applying")
