"""The derived tables that history and statistics read; filled again from the journals."""

from typing import Any

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
    _below("placing", _key("seat"), _number("side"), _number("rank"), _number("points"), _yes("won"))
    _below("round", _key("number"), _text("title"), _text("kind"), _number("size"))
    _below("round_score", _key("number"), _key("seat"), _number("points"))
    measured = sa.Column("key", sa.String, primary_key=True)
    _below("measure", _key("round"), _key("seat"), measured, _number("value"), _number("of"))
    op.create_index("ix_measure_key", "measure", ["key"])


def _below(name: str, *columns: sa.Column[Any]) -> None:
    """A table that lives and dies with a row of `result`; the columns of its key come first."""
    of = sa.Column("session_id", sa.String, sa.ForeignKey("result.session_id", ondelete="CASCADE"), primary_key=True)
    op.create_table(name, of, *columns, sqlite_with_rowid=False)


def _key(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer, primary_key=True, autoincrement=False)


def _number(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer, nullable=False)


def _text(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.String, nullable=False)


def _yes(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Boolean, nullable=False)
