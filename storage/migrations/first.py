"""The first schema: the tables of `storage/models.py`, and triggers that guard the journal.

Nothing has been released, so it follows the models. The release freezes it: from then on a change of the schema is a
new script, and this module gets the statements as text. No trigger derives anything; see `storage/derived/pipeline.py`.
"""

from typing import Final

from sqlalchemy import Connection
from sqlmodel import SQLModel

import storage.models  # noqa: F401  # its tables are in the metadata

_APPEND_ONLY: Final = "SELECT RAISE(ABORT, 'entries are append-only')"

TRIGGERS: Final = (
    f"CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry BEGIN {_APPEND_ONLY}; END",
    "CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry"
    " WHEN (SELECT binned_at FROM session WHERE id = OLD.session_id) IS NULL"
    f" BEGIN {_APPEND_ONLY}; END",
    "CREATE TRIGGER entry_no_gap BEFORE INSERT ON entry"
    " WHEN NEW.number IS NOT (SELECT entries FROM session WHERE id = NEW.session_id) OR NEW.number <> 0"
    " AND NOT EXISTS (SELECT 1 FROM entry WHERE session_id = NEW.session_id AND number = NEW.number - 1)"
    " BEGIN SELECT RAISE(ABORT, 'entries have no gaps'); END",
    "CREATE TRIGGER entry_counted AFTER INSERT ON entry"
    " BEGIN UPDATE session SET entries = entries + 1 WHERE id = NEW.session_id; END",
)
"""Entries are never changed and never skipped, and are deleted only with a session that is in the bin.

They are counted as they are added, so that one which is no longer where it was written is missed.
"""


def create(db: Connection) -> None:
    """Create everything in an empty database."""
    SQLModel.metadata.create_all(db, checkfirst=False)
    for trigger in TRIGGERS:
        db.exec_driver_sql(trigger)
