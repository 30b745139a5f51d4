"""What sessions are looked for by, and the orders in which they are listed."""

import sqlalchemy as sa
from alembic import op

from storage.text_folding import sought

revision = "0006"
down_revision = "0005"

_SESSION = sa.table(
    "session", sa.column("id", sa.String), sa.column("place"), sa.column("note"), sa.column("sought", sa.String)
)


def upgrade() -> None:
    """Fold what was noted so far; nothing is replayed."""
    op.add_column("session", sa.Column("sought", sa.String, nullable=False, server_default=""))
    op.drop_index("ix_session_opened_at", "session")
    op.create_index("ix_session_listed", "session", ["binned_at", "opened_at", "id"])
    op.create_index("ix_session_place", "session", ["place", "opened_at"])
    db = op.get_bind()
    noted = sa.select(_SESSION).where(sa.or_(_SESSION.c.place != "", _SESSION.c.note != ""))
    found = [{"key": row.id, "folded": sought(row.place, row.note)} for row in db.execute(noted)]
    if found:
        change = sa.update(_SESSION).where(_SESSION.c.id == sa.bindparam("key")).values(sought=sa.bindparam("folded"))
        db.execute(change, found)
