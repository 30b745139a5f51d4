"""Changes of the schema, one script each, applied by Alembic without any file beside the package.

A script that shipped is never edited. `NEWEST` names the last one.
"""

from importlib import import_module
from types import ModuleType
from typing import Final

from sqlalchemy import Connection

NEWEST: Final = "0001"


def revision(db: Connection) -> str | None:
    """The last change applied to this database; None for an empty one."""
    found: str | None = _applying().revision(db)
    return found


def known() -> frozenset[str]:
    """The changes this version of the app knows."""
    revisions: frozenset[str] = _applying().known()
    return revisions


def upgrade(db: Connection, target: str = "") -> None:
    """Apply what is pending up to `target`, else to `NEWEST`, inside the caller's transaction: all of it or nothing."""
    _applying().upgrade(db, target or NEWEST)


def _applying() -> ModuleType:
    """The part that needs Alembic, which a file of the newest version never does; see `companion/lazy_modules.py`."""
    return import_module("storage.migrations.applying")
