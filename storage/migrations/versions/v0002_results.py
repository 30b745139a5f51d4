"""The derived tables that history and statistics read; filled again from the journals."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create what can be rebuilt."""
    op.create_table(
        "result",
        sa.Column("session_id", sa.String, sa.ForeignKey("session.id"), primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("finished_at", sa.DateTime, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("rule", sa.String, nullable=False),
        sa.Column("because", sa.String, nullable=False),
    )
    op.create_index("ix_result_finished_at", "result", ["finished_at", "session_id"])
    op.create_index("ix_result_game", "result", ["game", "finished_at"])
    _below("placing", ("seat",), ("side", "rank", "points"), sa.Column("won", sa.Boolean, nullable=False))
    _below(
        "round",
        ("number",),
        ("size",),
        sa.Column("title", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
    )
    _below("round_score", ("number", "seat"), ("points",))
    _below("measure", ("round", "seat"), ("value", "of"), sa.Column("key", sa.String, primary_key=True))
    op.create_index("ix_measure_key", "measure", ["key"])


def _below(name: str, keys: tuple[str, ...], numbers: tuple[str, ...], *others: sa.Column[object]) -> None:
    """A table that lives and dies with a row of `result`."""
    op.create_table(
        name,
        sa.Column("session_id", sa.String, sa.ForeignKey("result.session_id", ondelete="CASCADE"), primary_key=True),
        *(sa.Column(key, sa.Integer, primary_key=True, autoincrement=False) for key in keys),
        *(sa.Column(number, sa.Integer, nullable=False) for number in numbers),
        *others,
    )
