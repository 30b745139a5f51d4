"""Everything the first version has."""

from alembic import op

from storage.migrations.first import create

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Create it all."""
    create(op.get_bind())
