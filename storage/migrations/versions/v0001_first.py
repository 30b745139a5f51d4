"""The first schema: the tables of `storage/models.py` and the triggers of `storage/triggers.py`.

Nothing has been released, so this script follows the models. The release freezes it: from then on a change of the
schema is a new script, and this one gets the statements as text.
"""

from alembic import op
from sqlmodel import SQLModel

from storage.models import EVER, RATING_STATE
from storage.triggers import TRIGGERS

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create everything."""
    db = op.get_bind()
    SQLModel.metadata.create_all(db, tables=SQLModel.metadata.sorted_tables, checkfirst=False)
    db.execute(RATING_STATE.insert().values(id=1, changes=1, rated=0, since=EVER))
    if op.get_context().dialect.name == "sqlite":
        for trigger in TRIGGERS:
            op.execute(trigger)
