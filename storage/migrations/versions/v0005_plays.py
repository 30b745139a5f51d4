"""Every play of every player in one place, sums of their measures, and ratings; kept in step by triggers."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"

_COLUMNS = (
    "player_id, finished_at, session_id, seat, game, evening, side, sides, rank, ahead, behind, points, won, halfway,"
    " seconds"
)
_SIDES = "SELECT COUNT(DISTINCT other.side) FROM placing AS other WHERE other.session_id = place.session_id"
_PLAYS = (
    f"INSERT INTO play ({_COLUMNS})"
    " SELECT seat.player_id, result.finished_at, place.session_id, place.seat, result.game,"
    " date(result.finished_at, session.utc_offset || ' minutes', '-5 hours'), place.side,"
    f" ({_SIDES}), place.rank, ({_SIDES} AND other.rank < place.rank), ({_SIDES} AND other.rank > place.rank),"
    " place.points, place.won, place.halfway, result.seconds"
    " FROM placing AS place"
    " JOIN result ON result.session_id = place.session_id"
    " JOIN session ON session.id = place.session_id"
    " JOIN seat ON seat.session_id = place.session_id AND seat.seat = place.seat"
    " WHERE session.binned_at IS NULL"
)
_EVER = "0001-01-01 00:00:00.000000"
_REFRESH = "DELETE FROM play WHERE session_id = {0}; " + _PLAYS + " AND place.session_id = {0};"
_CHANGED = (
    "UPDATE rating_state SET changes = changes + 1,"
    " since = CASE WHEN since IS NULL OR since > {0} THEN {0} ELSE since END"
)


def upgrade() -> None:
    """Create what can be rebuilt, and fill what can be filled without replaying anything."""
    op.add_column("placing", sa.Column("halfway", sa.Integer))
    _tallies()
    _plays()
    _ratings()
    op.execute(_PLAYS)
    op.execute(f"INSERT INTO rating_state (id, changes, rated, since) VALUES (1, 1, 0, '{_EVER}')")
    if op.get_context().dialect.name == "sqlite":
        _triggers()


def _tallies() -> None:
    op.create_table(
        "tally",
        sa.Column("session_id", sa.String, _of_result(), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("key", sa.String, primary_key=True),
        *map(_number, ("value", "of", "rounds")),
        sqlite_with_rowid=False,
    )


def _plays() -> None:
    op.create_table(
        "play",
        sa.Column("player_id", sa.String, sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("finished_at", sa.DateTime, primary_key=True),
        sa.Column("session_id", sa.String, _of_result(), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("evening", sa.String, nullable=False),
        *map(_number, ("side", "sides", "rank", "ahead", "behind")),
        sa.Column("points", sa.Integer),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("halfway", sa.Integer),
        sa.Column("seconds", sa.Integer),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_play_session", "play", ["session_id", "side", "rank", "player_id"])


def _ratings() -> None:
    op.create_table(
        "rating",
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("player_id", sa.String, sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("finished_at", sa.DateTime, nullable=False),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rating_finished_at", "rating", ["finished_at"])
    op.create_table(
        "rating_state",
        sa.Column("id", sa.Integer, primary_key=True),
        *map(_number, ("changes", "rated")),
        sa.Column("since", sa.DateTime),
    )


def _triggers() -> None:
    """Whoever writes a result, a seat, the bin or a merge need not know that plays and ratings follow."""
    for name, event, key in (
        ("placing_to_play", "INSERT ON placing", "NEW.session_id"),
        ("result_to_play", "UPDATE ON result", "NEW.session_id"),
        ("seat_added_to_play", "INSERT ON seat", "NEW.session_id"),
        ("seat_to_play", "UPDATE OF player_id ON seat", "NEW.session_id"),
        ("bin_to_play", "UPDATE OF binned_at ON session", "NEW.id"),
    ):
        op.execute(f"CREATE TRIGGER {name} AFTER {event} BEGIN {_REFRESH.format(key)} END")
    for event, row in (("INSERT", "NEW"), ("DELETE", "OLD")):
        changed = _CHANGED.format(f"{row}.finished_at")
        op.execute(f"CREATE TRIGGER play_{event.lower()}_to_rating AFTER {event} ON play BEGIN {changed}; END")
    first = "(SELECT MIN(finished_at) FROM play WHERE player_id = NEW.id)"
    op.execute(
        "CREATE TRIGGER merge_to_rating AFTER UPDATE OF counts_as ON player"
        f" WHEN NEW.counts_as <> OLD.counts_as AND {first} IS NOT NULL"
        f" BEGIN {_CHANGED.format(first)}; END"
    )


def _of_result() -> sa.ForeignKey:
    return sa.ForeignKey("result.session_id", ondelete="CASCADE")


def _number(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer, nullable=False)
