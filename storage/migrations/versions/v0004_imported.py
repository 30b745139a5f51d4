"""Plays that came from BG Stats, and everything else of its files; points that nobody wrote down."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Make room for what other apps know; a placing may have no points."""
    op.create_table(
        "imported_part",
        sa.Column("sort", sa.String, primary_key=True),
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("ref", sa.Integer),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("raw", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "imported_play",
        sa.Column("session_id", sa.String, sa.ForeignKey("session.id"), primary_key=True),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("game_id", sa.String, nullable=False),
        sa.Column("raw", sa.String, nullable=False),
    )
    op.create_table(
        "placing_now",
        sa.Column("session_id", sa.String, sa.ForeignKey("result.session_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("side", sa.Integer, nullable=False),
        sa.Column("rank", sa.Integer, nullable=False),
        sa.Column("points", sa.Integer),
        sa.Column("won", sa.Boolean, nullable=False),
        sqlite_with_rowid=False,
    )
    op.execute("INSERT INTO placing_now SELECT session_id, seat, side, rank, points, won FROM placing")
    op.drop_table("placing")
    op.rename_table("placing_now", "placing")
