"""The copied rows of plays, held against the results, seats and bin they follow from, and made again.

Triggers keep them in step, whoever writes. So here is only what they should be: for the doctor, and for a file in
which something else has written.
"""

from typing import Final

from sqlalchemy import Connection, text

from storage.models import PLAY

_SIDES: Final = "SELECT COUNT(DISTINCT other.side) FROM placing AS other WHERE other.session_id = place.session_id"
_FRESH: Final[dict[str, str]] = {
    "player_id": "seat.player_id",
    "finished_at": "result.finished_at",
    "session_id": "place.session_id",
    "seat": "place.seat",
    "game": "result.game",
    "evening": "date(result.finished_at, session.utc_offset || ' minutes', '-5 hours')",
    "side": "place.side",
    "sides": f"({_SIDES})",
    "rank": "place.rank",
    "ahead": f"({_SIDES} AND other.rank < place.rank)",
    "behind": f"({_SIDES} AND other.rank > place.rank)",
    "points": "place.points",
    "won": "place.won",
    "halfway": "place.halfway",
    "seconds": "result.seconds",
    "players": "result.players",
    "climb": "place.halfway - place.rank",
}
"""Each column, and what it is copied from."""

_COLUMNS: Final = ", ".join(column.name for column in PLAY.columns)
_SHOULD_BE: Final = (
    f"SELECT {', '.join(_FRESH[column.name] for column in PLAY.columns)}"
    " FROM placing AS place"
    " JOIN result ON result.session_id = place.session_id"
    " JOIN session ON session.id = place.session_id"
    " JOIN seat ON seat.session_id = place.session_id AND seat.seat = place.seat"
    " WHERE session.binned_at IS NULL"
)
_IS: Final = f"SELECT {_COLUMNS} FROM play"
_WRONG: Final = text(
    f"SELECT session_id FROM (SELECT * FROM ({_IS} EXCEPT {_SHOULD_BE}) UNION ALL"
    f" SELECT * FROM ({_SHOULD_BE} EXCEPT {_IS})) GROUP BY session_id ORDER BY session_id"
)


def wrong(db: Connection) -> tuple[str, ...]:
    """The sessions whose plays are not what follows from their results, seats and the bin."""
    return tuple(db.execute(_WRONG).scalars())


def remake(db: Connection) -> None:
    """Copy everything anew, inside the caller's transaction."""
    db.execute(text("DELETE FROM play"))
    db.execute(text(f"INSERT INTO play ({_COLUMNS}) {_SHOULD_BE}"))
