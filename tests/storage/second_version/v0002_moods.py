"""A schema change that exists only in tests: moods and guests."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Change a table that has rows, and add one."""
    op.add_column("session", sa.Column("mood", sa.String))
    op.execute("UPDATE session SET mood = 'calm'")
    op.create_table("guest", sa.Column("id", sa.Integer, primary_key=True), sa.Column("name", sa.String))
    op.execute("INSERT INTO guest (name) SELECT DISTINCT name FROM seat")
