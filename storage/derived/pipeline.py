"""Derived tables: what each is computed from, and how all of them are kept up to date.

    entries, imported play      ->  result, choice, placing, round, round_score, measure           results.py
    result, placing, seat, bin  ->  play                                                           here
    player_merge                ->  player.counts_as                                               merges.py
    play, counts_as             ->  ratings, in memory                                             ratings.py

No trigger derives anything. Code that changes the result, seats or bin of sessions calls `update_plays` afterwards.
`has_wrong_plays` compares the stored plays with recomputed ones, for the doctor; a rebuild corrects them.
"""

from collections.abc import Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import TextClause, bindparam, text, update
from sqlmodel import Session

from storage.derived.evening_date import EVENING
from storage.models import PLAY, SESSION, SettingRow
from storage.sessions.later_edit_wins import mark_edited
from storage.sessions.settings import load_setting

_CHANGES: Final = "storage.changes_to_plays"  # a setting
_IN_LIST: Final = "IN :sessions"
_OUTSIDE_THE_BIN: Final = "+session.binned_at IS NULL"
"""The + keeps SQLite from using its index, which lists every such session, for the few of a batch."""


def update_plays(db: Session, session_ids: Sequence[str]) -> None:
    """Recompute the plays of these sessions from their results, seats and bin, in the caller's transaction."""
    delete_plays(db, session_ids)
    _change_plays(db, _INSERT_PLAYS, session_ids)


def move_sessions(db: Session, session_ids: Sequence[str], binned_at: datetime | None, at: datetime) -> None:
    """Move sessions into the bin, or out of it if `binned_at` is None, in the caller's transaction."""
    db.execute(update(SESSION).where(SESSION.c.id.in_(session_ids)).values(binned_at=binned_at))
    mark_edited(db, SESSION, session_ids, ["bin"], at)
    update_plays(db, session_ids)


def delete_plays(db: Session, session_ids: Sequence[str]) -> None:
    """Delete the plays of these sessions."""
    _change_plays(db, _DELETE_PLAYS, session_ids)


def count_changes(db: Session) -> int:
    """How often plays, or the players they count for, were changed: ratings are outdated after any change."""
    changes: int = load_setting(db, _CHANGES, 0)
    return changes


def mark_changed(db: Session, after: int = 0) -> None:
    """Count a change to plays, or to the players they count for; go on `after` the count of the file before."""
    db.merge(SettingRow(key=_CHANGES, value=max(count_changes(db), after) + 1))


def has_wrong_plays(db: Session, session_id: str) -> bool:
    """Whether the plays of a session do not match its results, seats and bin."""
    return db.execute(_WRONG_PLAYS, {"sessions": [session_id]}).first() is not None


def _change_plays(db: Session, statement: TextClause, session_ids: Sequence[str]) -> None:
    result: Any = db.execute(statement, {"sessions": session_ids})
    if result.rowcount:
        mark_changed(db)


# Plays --------------------------------------------------------------------------------------------------------------

_SIDES: Final = "SELECT COUNT(DISTINCT other.side) FROM placing AS other WHERE other.session_id = place.session_id"
_PLAY_SOURCES: Final[dict[str, str]] = {
    "player_id": "seat.player_id",
    "finished_at": "result.finished_at",
    "session_id": "place.session_id",
    "seat": "place.seat",
    "game": "result.game",
    "evening": EVENING,
    "side": "place.side",
    "sides": f"({_SIDES})",
    "rank": "place.rank",
    "ahead": f"({_SIDES} AND other.rank < place.rank)",
    "behind": f"({_SIDES} AND other.rank > place.rank)",
    "points": "CASE WHEN place.ranked AND result.status = 'finished' THEN place.points END",
    "won": "place.won",
    "halfway": "place.halfway",
    "seconds": "result.seconds",
    "players": "result.players",
    "climb": "place.halfway - place.rank",
}
"""The source of each column of a play."""

_COLUMNS: Final = ", ".join(column.name for column in PLAY.columns)


def _select_plays() -> str:
    return (
        f"SELECT {', '.join(_PLAY_SOURCES[column.name] for column in PLAY.columns)}"
        " FROM placing AS place"
        " JOIN result ON result.session_id = place.session_id"
        " JOIN session ON session.id = place.session_id"
        " JOIN seat ON seat.session_id = place.session_id AND seat.seat = place.seat"
        f" WHERE {_OUTSIDE_THE_BIN} AND place.session_id {_IN_LIST}"
    )


def _with_sessions(statement: str) -> TextClause:
    return text(statement).bindparams(bindparam("sessions", expanding=True))


_INSERT_PLAYS: Final = _with_sessions(f"INSERT INTO play ({_COLUMNS}) {_select_plays()}")
_DELETE_PLAYS: Final = _with_sessions(f"DELETE FROM play WHERE session_id {_IN_LIST}")
_STORED_PLAYS: Final = f"SELECT {_COLUMNS} FROM play WHERE session_id {_IN_LIST}"
_WRONG_PLAYS: Final = _with_sessions(
    f"SELECT * FROM ({_STORED_PLAYS} EXCEPT {_select_plays()}) UNION ALL"
    f" SELECT * FROM ({_select_plays()} EXCEPT {_STORED_PLAYS})"
)
