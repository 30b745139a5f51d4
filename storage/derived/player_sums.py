"""Sums over the plays of players, so that a page about somebody costs the same after twenty years.

Triggers on `play` and `tally` keep them in step, whoever writes. Here is only what they should be: for the doctor, and
for a file in which something else has written. They are kept by the player who sat there, so a merge changes none.
"""

from typing import Final

from sqlalchemy import Connection, Table, text

from storage.models import CROWD, EVENING_SUM, PLAY_SUM, RIVAL_SUM, TALLY_SUM

_FRESH: Final = {
    PLAY_SUM: (
        "SELECT player_id, game, sides, COUNT(*) AS count, SUM(won), SUM(rank), SUM(behind), SUM(ahead),"
        " COALESCE(SUM(points), 0), COUNT(points), COALESCE(SUM(seconds), 0), COUNT(seconds), SUM(players > sides)"
        " FROM play GROUP BY player_id, game, sides"
    ),
    EVENING_SUM: (
        "SELECT player_id, evening, COUNT(*) AS count, SUM(won), SUM(behind), SUM(ahead)"
        " FROM play GROUP BY player_id, evening"
    ),
    RIVAL_SUM: (
        "SELECT me.player_id, them.player_id, COUNT(*) AS count, SUM(me.side <> them.side),"
        " SUM(me.side <> them.side AND me.rank < them.rank), SUM(me.side <> them.side AND them.rank < me.rank),"
        " SUM(me.side = them.side), SUM(me.side = them.side AND me.won)"
        " FROM play AS me JOIN play AS them ON them.session_id = me.session_id"
        f" WHERE them.player_id <> me.player_id AND me.players <= {CROWD} GROUP BY me.player_id, them.player_id"
    ),
    TALLY_SUM: (
        "SELECT play.player_id, play.game, tally.key, COUNT(*) AS count, SUM(tally.rounds), SUM(tally.value),"
        " SUM(tally.of)"
        " FROM play JOIN tally ON tally.session_id = play.session_id AND tally.seat = play.seat"
        " GROUP BY play.player_id, play.game, tally.key"
    ),
}
"""Each table, and what its rows should be."""


def _keys(table: Table) -> str:
    """The places of the keys in a row, which come first."""
    return ", ".join(str(number) for number in range(1, len(table.primary_key) + 1))


_COLUMNS: Final = {table: ", ".join(column.name for column in table.columns) for table in _FRESH}
_COMPARED: Final = tuple(
    (
        text(f"SELECT {_COLUMNS[table]} FROM {table.name} WHERE count <> 0 ORDER BY {_keys(table)}"),
        text(f"{fresh} ORDER BY {_keys(table)}"),
    )
    for table, fresh in _FRESH.items()
)
_REMAKE: Final = tuple(
    text(statement)
    for table, fresh in _FRESH.items()
    for statement in (
        f"DELETE FROM {table.name}",
        f"INSERT INTO {table.name} ({_COLUMNS[table]}) SELECT * FROM ({fresh})",
    )
)


def are_right(db: Connection) -> bool:
    """Whether the sums kept are those of the plays kept."""
    return all(db.execute(kept).all() == db.execute(fresh).all() for kept, fresh in _COMPARED)


def remake(db: Connection) -> None:
    """Sum everything anew, inside the caller's transaction."""
    for statement in _REMAKE:
        db.execute(statement)
