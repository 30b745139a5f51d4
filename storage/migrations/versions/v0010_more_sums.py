"""Sums for the pages about games and players, so that these pages cost the same after twenty years."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"

_CROWD = 20
_PLAY_COLUMNS = (
    "player_id, finished_at, session_id, seat, game, evening, side, sides, rank, ahead, behind, points, won, halfway,"
    " seconds, players, climb"
)
_SIDES = "SELECT COUNT(DISTINCT other.side) FROM placing AS other WHERE other.session_id = place.session_id"
_PLAYS = (
    f"INSERT INTO play ({_PLAY_COLUMNS})"
    " SELECT seat.player_id, result.finished_at, place.session_id, place.seat, result.game,"
    " date(result.finished_at, session.utc_offset || ' minutes', '-5 hours'), place.side,"
    f" ({_SIDES}), place.rank, ({_SIDES} AND other.rank < place.rank), ({_SIDES} AND other.rank > place.rank),"
    " place.points, place.won, place.halfway, result.seconds, result.players,"
    " place.halfway - place.rank"
    " FROM placing AS place"
    " JOIN result ON result.session_id = place.session_id"
    " JOIN session ON session.id = place.session_id"
    " JOIN seat ON seat.session_id = place.session_id AND seat.seat = place.seat"
    " WHERE session.binned_at IS NULL"
)
_REFRESH = "DELETE FROM play WHERE session_id = {0}; " + _PLAYS + " AND place.session_id = {0};"

_PLAY_SUM = (
    ("player_id", "game", "sides"),
    {
        "count": "1",
        "wins": "{0}.won",
        "ranks": "{0}.rank",
        "beaten": "{0}.behind",
        "lost": "{0}.ahead",
        "points": "COALESCE({0}.points, 0)",
        "scored": "{0}.points IS NOT NULL",
        "seconds": "COALESCE({0}.seconds, 0)",
        "timed": "{0}.seconds IS NOT NULL",
        "partnered": "{0}.players > {0}.sides",
    },
)
_EVENING_SUM = (
    ("player_id", "evening"),
    {"count": "1", "wins": "{0}.won", "beaten": "{0}.behind", "lost": "{0}.ahead"},
)
_RIVAL_SUM = ("count", "meetings", "beaten", "lost", "together", "won_together")
_TALLY_SUM = ("count", "rounds", "value", "of")


def upgrade() -> None:
    """Create the sums; those over plays are filled here, the others when results are derived anew."""
    sqlite = op.get_context().dialect.name == "sqlite"
    for name in ("most", "least"):
        op.add_column("result", sa.Column(name, sa.Integer))
    op.drop_index("ix_measure_key", "measure")  # 2 kB a session, and nothing asks for a key alone any more
    op.create_index("ix_result_seconds", "result", ["game", "players", "seconds"])
    for name in ("high", "low", "lead", "climb", "most", "least"):
        op.create_index(f"ix_result_{name}", "result", ["game", name, "finished_at", "session_id"])
    if sqlite:
        _drop_triggers()
    _plays()
    _tables()
    op.execute(_PLAYS)
    _fill()
    if sqlite:
        _triggers()


def _plays() -> None:
    op.drop_table("play")
    op.create_table(
        "play",
        sa.Column("player_id", sa.String, sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("finished_at", sa.DateTime, primary_key=True),
        sa.Column("session_id", sa.String, sa.ForeignKey("result.session_id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("evening", sa.String, nullable=False),
        *map(_number, ("side", "sides", "rank", "ahead", "behind")),
        sa.Column("points", sa.Integer),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("halfway", sa.Integer),
        sa.Column("seconds", sa.Integer),
        _number("players"),
        sa.Column("climb", sa.Integer),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_play_session", "play", ["session_id", "side", "rank", "player_id"])
    climbed = sa.text("climb > 0")
    op.create_index("ix_play_climb", "play", ["player_id", "climb", "finished_at"], sqlite_where=climbed)
    op.create_index("ix_play_crowd", "play", ["player_id", "session_id"], sqlite_where=sa.text(f"players > {_CROWD}"))


def _tables() -> None:
    _sum(
        "table_sum",
        ("game", ("players", sa.Integer), "status"),
        ["count", "timed", "seconds", "rounds", "scored", "top"],
    )
    _sum("choice_sum", ("game", "name", "value"), ["count", "timed", "seconds", "scored", "top"])
    _sum("play_sum", ("player_id", "game", ("sides", sa.Integer)), _PLAY_SUM[1])
    _sum("evening_sum", ("player_id", "evening"), _EVENING_SUM[1])
    _sum("rival_sum", ("player_id", "other_id"), _RIVAL_SUM)
    _sum("tally_sum", ("player_id", "game", "key"), _TALLY_SUM)


def _sum(name: str, keys: Any, values: Any) -> None:
    key_columns = [(key, sa.String) if isinstance(key, str) else key for key in keys]
    op.create_table(
        name,
        *(sa.Column(key, kind, primary_key=True, autoincrement=False) for key, kind in key_columns),
        *map(_number, values),
        sqlite_with_rowid=False,
    )


def _fill() -> None:
    for name, (keys, values) in (("play_sum", _PLAY_SUM), ("evening_sum", _EVENING_SUM)):
        sums = ", ".join(f"SUM({value.format('play')})" for value in values.values())
        listed = ", ".join(keys)
        op.execute(
            f"INSERT INTO {name} ({listed}, {', '.join(values)}) SELECT {listed}, {sums} FROM play GROUP BY {listed}"
        )
    op.execute(
        f"INSERT INTO rival_sum (player_id, other_id, {', '.join(_RIVAL_SUM)})"
        f" SELECT me.player_id, them.player_id, {_summed(_paired('me', 'them'))}"
        " FROM play AS me JOIN play AS them ON them.session_id = me.session_id"
        f" WHERE them.player_id <> me.player_id AND me.players <= {_CROWD} GROUP BY me.player_id, them.player_id"
    )
    op.execute(
        f"INSERT INTO tally_sum (player_id, game, key, {', '.join(_TALLY_SUM)})"
        f" SELECT play.player_id, play.game, tally.key, {_summed(_tallied('tally'))}"
        " FROM play JOIN tally ON tally.session_id = play.session_id AND tally.seat = play.seat"
        " GROUP BY play.player_id, play.game, tally.key"
    )


def _summed(values: tuple[str, ...]) -> str:
    return ", ".join(f"SUM({value})" for value in values)


def _paired(me: str, them: str) -> tuple[str, ...]:
    """The values of `rival_sum` for two plays at one table."""
    apart = f"{me}.side <> {them}.side"
    return (
        "1",
        apart,
        f"{apart} AND {me}.rank < {them}.rank",
        f"{apart} AND {them}.rank < {me}.rank",
        f"{me}.side = {them}.side",
        f"{me}.side = {them}.side AND {me}.won",
    )


def _tallied(tally: str) -> tuple[str, ...]:
    return ("1", f"{tally}.rounds", f"{tally}.value", f"{tally}.of")


# Triggers -----------------------------------------------------------------------------------------------------------

_REFRESHED = (
    ("placing_to_play", "INSERT ON placing", "NEW.session_id"),
    ("result_to_play", "UPDATE ON result", "NEW.session_id"),
    ("seat_added_to_play", "INSERT ON seat", "NEW.session_id"),
    ("seat_to_play", "UPDATE OF player_id ON seat", "NEW.session_id"),
    ("bin_to_play", "UPDATE OF binned_at ON session", "NEW.id"),
)
_CHANGED = (
    "UPDATE rating_state SET changes = changes + 1,"
    " since = CASE WHEN since IS NULL OR since > {0} THEN {0} ELSE since END"
)


def _drop_triggers() -> None:
    for name, _, _ in _REFRESHED:
        op.execute(f"DROP TRIGGER {name}")
    for event in ("insert", "delete"):
        op.execute(f"DROP TRIGGER play_{event}_to_rating")
    op.execute("DROP TRIGGER merge_to_rating")


def _triggers() -> None:
    """Whoever writes a result, a seat, the bin or a merge need not know that plays, sums and ratings follow."""
    for name, event, key in _REFRESHED:
        op.execute(f"CREATE TRIGGER {name} AFTER {event} BEGIN {_REFRESH.format(key)} END")
    first = "(SELECT MIN(finished_at) FROM play WHERE player_id = NEW.id)"
    op.execute(
        "CREATE TRIGGER merge_to_rating AFTER UPDATE OF counts_as ON player"
        f" WHEN NEW.counts_as <> OLD.counts_as AND {first} IS NOT NULL"
        f" BEGIN {_CHANGED.format(first)}; END"
    )
    for event, row, sign in (("INSERT", "NEW", "+"), ("DELETE", "OLD", "-")):
        changed = _CHANGED.format(f"{row}.finished_at")
        op.execute(f"CREATE TRIGGER play_{event.lower()}_to_rating AFTER {event} ON play BEGIN {changed}; END")
        added = [_add_play(name, keys, values, row, sign) for name, (keys, values) in _SIMPLE]
        tallies = f"FROM tally WHERE tally.session_id = {row}.session_id AND tally.seat = {row}.seat"
        added.append(_add_tally(f"{row}.player_id, {row}.game, tally.key", "tally", tallies, sign))
        op.execute(f"CREATE TRIGGER play_{event.lower()}_to_sums AFTER {event} ON play BEGIN {' '.join(added)} END")
        op.execute(
            f"CREATE TRIGGER play_{event.lower()}_to_rival_sum AFTER {event} ON play WHEN {row}.players <= {_CROWD}"
            f" BEGIN {_add_rivals(row, 'other', sign)} {_add_rivals('other', row, sign)} END"
        )
        plays = f"FROM play WHERE play.session_id = {row}.session_id AND play.seat = {row}.seat"
        op.execute(
            f"CREATE TRIGGER tally_{event.lower()}_to_sums AFTER {event} ON tally"
            f" BEGIN {_add_tally(f'play.player_id, play.game, {row}.key', row, plays, sign)} END"
        )


_SIMPLE = (("play_sum", _PLAY_SUM), ("evening_sum", _EVENING_SUM))


def _add_play(name: str, keys: tuple[str, ...], values: dict[str, str], row: str, sign: str) -> str:
    numbers = [value.format(row) for value in values.values()]
    listed = ", ".join([*(f"{row}.{key}" for key in keys), *(f"{sign}({number})" for number in numbers)])
    return _added(name, keys, tuple(values), f"SELECT {listed} WHERE 1")


def _add_rivals(me: str, them: str, sign: str) -> str:
    row = me if them == "other" else them
    numbers = ", ".join(f"{sign}({number})" for number in _paired(me, them))
    others = f"FROM play AS other WHERE other.session_id = {row}.session_id AND other.player_id <> {row}.player_id"
    query = f"SELECT {me}.player_id, {them}.player_id, {numbers} {others}"
    return _added("rival_sum", ("player_id", "other_id"), _RIVAL_SUM, query)


def _add_tally(keys: str, tally: str, where: str, sign: str) -> str:
    numbers = ", ".join(f"{sign}({number})" for number in _tallied(tally))
    return _added("tally_sum", ("player_id", "game", "key"), _TALLY_SUM, f"SELECT {keys}, {numbers} {where}")


def _added(name: str, keys: tuple[str, ...], values: tuple[str, ...], query: str) -> str:
    more = ", ".join(f"{value} = {name}.{value} + excluded.{value}" for value in values)
    return (
        f"INSERT INTO {name} ({', '.join(keys)}, {', '.join(values)}) {query}"
        f" ON CONFLICT ({', '.join(keys)}) DO UPDATE SET {more};"
    )


def _number(name: str) -> sa.Column[Any]:
    return sa.Column(name, sa.Integer, nullable=False)
