"""Sessions, their entries, who sat where, players, half-filled forms, known cards and settings."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

_APPEND_ONLY = "SELECT RAISE(ABORT, 'entries are append-only')"


def upgrade() -> None:
    """Create everything that cannot be rebuilt."""
    _sessions()
    _players()
    _memory()
    if op.get_context().dialect.name == "sqlite":
        _triggers()


def _sessions() -> None:
    op.create_table(
        "session",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("opened_at", sa.DateTime, nullable=False),
        sa.Column("utc_offset", sa.Integer, nullable=False),
        sa.Column("place", sa.String, nullable=False),
        sa.Column("note", sa.String, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("closed_totals", sa.JSON),
        sa.Column("changed_at", sa.DateTime, nullable=False),
        sa.Column("binned_at", sa.DateTime),
    )
    op.create_index("ix_session_opened_at", "session", ["opened_at", "id"])
    op.create_index("ix_session_game", "session", ["game", "opened_at", "id"])
    op.create_index("ix_session_status", "session", ["status", "changed_at"])
    op.create_table(
        "entry",
        sa.Column("session_id", sa.String, sa.ForeignKey("session.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("action", sa.String, nullable=False),
        sa.Column("target", sa.Integer),
        sa.Column("kind", sa.String),
        sa.Column("format", sa.Integer),
        sa.Column("payload", sa.JSON),
        sa.Column("waived", sa.JSON),
        sa.Column("entered_at", sa.DateTime, nullable=False),
        sqlite_with_rowid=False,
    )


def _players() -> None:
    op.create_table(
        "player",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("name_key", sa.String, nullable=False, index=True),
        sa.Column("colour", sa.String, nullable=False),
        sa.Column("symbol", sa.String, nullable=False),
        sa.Column("counts_as", sa.String, sa.ForeignKey("player.id"), nullable=False, index=True),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("changed_at", sa.DateTime, nullable=False),
        sa.Column("used_at", sa.DateTime, nullable=False),
        sa.Column("archived_at", sa.DateTime),
    )
    op.create_table(
        "player_merge",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("player_id", sa.String, sa.ForeignKey("player.id"), nullable=False, index=True),
        sa.Column("into_id", sa.String, sa.ForeignKey("player.id"), nullable=False, index=True),
        sa.Column("merged_at", sa.DateTime, nullable=False),
        sa.Column("undone_at", sa.DateTime),
    )
    op.create_table(
        "seat",
        sa.Column("session_id", sa.String, sa.ForeignKey("session.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("player_id", sa.String, sa.ForeignKey("player.id"), nullable=False, index=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("created_at", sa.DateTime, nullable=False),
        sa.Column("changed_at", sa.DateTime, nullable=False),
        sqlite_with_rowid=False,
    )


def _memory() -> None:
    op.create_table(
        "half_form",
        sa.Column("session_id", sa.String, sa.ForeignKey("session.id"), primary_key=True),
        sa.Column("entry_number", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("draft", sa.JSON, nullable=False),
        sa.Column("changed_at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "known_card",
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("shelf", sa.String, primary_key=True),
        sa.Column("name_key", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("numbers", sa.JSON, nullable=False),
        sa.Column("changed_at", sa.DateTime, nullable=False),
    )
    op.create_table(
        "setting",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("value", sa.JSON, nullable=False),
    )


def _triggers() -> None:
    """Entries are never changed, never skipped, and go only with a session that lies in the bin."""
    op.execute(f"CREATE TRIGGER entry_no_update BEFORE UPDATE ON entry BEGIN {_APPEND_ONLY}; END")
    op.execute(
        "CREATE TRIGGER entry_no_delete BEFORE DELETE ON entry"
        " WHEN (SELECT binned_at FROM session WHERE id = OLD.session_id) IS NULL"
        f" BEGIN {_APPEND_ONLY}; END"
    )
    op.execute(
        "CREATE TRIGGER entry_no_gap BEFORE INSERT ON entry"
        " WHEN NEW.number <> 0 AND NOT EXISTS"
        " (SELECT 1 FROM entry WHERE session_id = NEW.session_id AND number = NEW.number - 1)"
        " BEGIN SELECT RAISE(ABORT, 'entries have no gaps'); END"
    )
