"""Which sessions came in a file, in which, and when: so that they can be marked, and go again together."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Make room for it; of what came earlier nobody noted it."""
    op.create_table(
        "arrival",
        sa.Column("at", sa.DateTime, primary_key=True),
        sa.Column("session_id", sa.String, sa.ForeignKey("session.id"), primary_key=True),
        sa.Column("app", sa.String, nullable=False),
        sa.Column("file", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_arrival_session", "arrival", ["session_id"], unique=True)
