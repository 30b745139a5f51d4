"""How often each final score came and how each place from whoever began fared; the greatest comeback of a session."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Make room for what results derived anew will fill."""
    op.add_column("result", sa.Column("climb", sa.Integer))
    op.create_table(
        "result_sum",
        *(sa.Column(name, sa.String, primary_key=True) for name in ("game", "sort")),
        *(sa.Column(name, sa.Integer, primary_key=True, autoincrement=False) for name in ("players", "number")),
        sa.Column("won", sa.Boolean, primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
