"""How long each session was played, without its pauses; filled from the journals when results are derived anew."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Add what can be rebuilt; None where a session cannot be read."""
    op.add_column("result", sa.Column("seconds", sa.Integer))
