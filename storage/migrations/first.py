"""The first schema: the tables of `storage/models.py` and the triggers of `storage/triggers.py`.

Nothing has been released, so it follows the models. The release freezes it: from then on a change of the schema is a
new script, and this module gets the statements as text.
"""

from sqlalchemy import Connection
from sqlmodel import SQLModel

import storage.models  # noqa: F401  # its tables are in the metadata
from storage.triggers import TRIGGERS


def create(db: Connection) -> None:
    """Create everything in an empty database."""
    SQLModel.metadata.create_all(db, checkfirst=False)
    for trigger in TRIGGERS:
        db.exec_driver_sql(trigger)
