"""The first schema: the tables of `storage/models.py` and the triggers of `storage/triggers.py`.

Nothing has been released, so it follows the models. The release freezes it: from then on a change of the schema is a
new script, and this module gets the statements as text.
"""

from sqlalchemy import Connection
from sqlmodel import SQLModel

from storage.models import EVER, RATING_STATE
from storage.triggers import TRIGGERS


def create(db: Connection) -> None:
    """Create everything in an empty database."""
    SQLModel.metadata.create_all(db, checkfirst=False)
    db.execute(RATING_STATE.insert().values(id=1, changes=1, rated=0, since=EVER))
    if db.dialect.name == "sqlite":
        for trigger in TRIGGERS:
            db.exec_driver_sql(trigger)
