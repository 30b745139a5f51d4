"""Which variants were chosen, who began, the extremes of a session, and sums of the rounds of every sort."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Make room for what results derived anew will fill."""
    for name in ("first", "high", "low", "top", "lead"):
        op.add_column("result", sa.Column(name, sa.Integer))
    op.add_column("round", sa.Column("first", sa.Integer))
    op.create_table(
        "choice",
        sa.Column("session_id", sa.String, sa.ForeignKey("result.session_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("name", sa.String, primary_key=True),
        sa.Column("value", sa.String, primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "round_sum",
        *(sa.Column(name, sa.String, primary_key=True) for name in ("game", "key", "kind")),
        *(sa.Column(name, sa.Integer, primary_key=True, autoincrement=False) for name in ("size", "turn")),
        *map(_number, ("count", "value", "of", "whole")),
        sqlite_with_rowid=False,
    )


def _number(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer, nullable=False)
