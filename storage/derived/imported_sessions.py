"""Sessions that came from another app: no journal, but the play as it was written, from which their results follow."""

import json
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, Table, bindparam, delete, select

from storage.bg_format import play_facts
from storage.bg_format.reading import GAMES
from storage.errors import Unreadable
from storage.models import IMPORTED_PART, IMPORTED_PLAY, PLACING, RESULT, SESSION

TOP: Final = "top"
"""The sort under which is kept what stands beside the lists of a file."""

FINISHED: Final = "finished"
BECAUSE: Final = "As it was written in BG Stats."

Rows = list[dict[str, Any]]

_PLAY: Final = (
    select(IMPORTED_PLAY.c.raw, IMPORTED_PART.c.raw.label("game_raw"), SESSION.c.game, SESSION.c.opened_at)
    .join(SESSION, SESSION.c.id == IMPORTED_PLAY.c.session_id)
    .outerjoin(IMPORTED_PART, (IMPORTED_PART.c.sort == GAMES) & (IMPORTED_PART.c.id == IMPORTED_PLAY.c.game_id))
    .where(IMPORTED_PLAY.c.session_id == bindparam("session"))
)


def is_imported(db: Connection, session_id: str) -> bool:
    """Whether a session came from another app."""
    query = select(IMPORTED_PLAY.c.session_id).where(IMPORTED_PLAY.c.session_id == session_id)
    return db.execute(query).first() is not None


def play_of(db: Connection, session_id: str) -> tuple[play_facts.JsonObject, play_facts.JsonObject]:
    """The play and the game of an imported session, as they were written; Unreadable."""
    row = db.execute(_PLAY, {"session": session_id}).one_or_none()
    if row is None:
        raise Unreadable("This session did not come from another app.")
    return thing(row.raw), thing(row.game_raw)


def derived_rows(db: Connection, session_id: str) -> list[tuple[Table, Rows]]:
    """The derived rows of an imported session that is stored, as they should be; Unreadable."""
    play, game = play_of(db, session_id)
    head = db.execute(select(SESSION.c.game, SESSION.c.opened_at).where(SESSION.c.id == session_id)).one()
    return rows_of(session_id, head.game, head.opened_at, play, play_facts.compute_seat_results(play, game))


def rows_of(
    session_id: str, key: str, opened_at: datetime, play: play_facts.JsonObject, came: tuple[play_facts.SeatResult, ...]
) -> list[tuple[Table, Rows]]:
    """The derived rows of an imported play; none where it is not to count."""
    if play_facts.get_bool(play, "ignored") or not came:
        return []
    lasted = play_facts.get_duration(play)
    head = {
        "session_id": session_id,
        "game": key,
        "status": FINISHED,
        "finished_at": opened_at + lasted if lasted else opened_at,
        "players": len(came),
        "rounds": max(0, min(play_facts.get_int(play, "rounds"), 1000)),
        "rule": "",
        "because": BECAUSE,
        "seconds": round(lasted.total_seconds()) if lasted else None,
        "most": max((each.whole_points for each in came if each.whole_points is not None), default=None),
        "least": min((each.whole_points for each in came if each.whole_points is not None), default=None),
    }
    placings = [
        {
            "session_id": session_id,
            "seat": seat,
            "side": each.side,
            "rank": each.rank,
            "points": each.whole_points,
            "won": each.won,
        }
        for seat, each in enumerate(came)
    ]
    return [(RESULT, [head]), (PLACING, placings)]


def fresh_rows(db: Connection, session_id: str) -> dict[str, list[tuple[Any, ...]]]:
    """The derived rows as they should be by table, where there are any."""
    return {
        table.name: [tuple(row.get(column.name) for column in table.columns) for row in rows]
        for table, rows in derived_rows(db, session_id)
    }


def titles(db: Connection) -> dict[str, str]:
    """What the imported games are called, by the key their sessions are kept under."""
    query = select(IMPORTED_PART.c.game, IMPORTED_PART.c.raw).where(IMPORTED_PART.c.sort == GAMES)
    found: dict[str, str] = {}
    for row in db.execute(query.order_by(IMPORTED_PART.c.position)):
        found.setdefault(row.game, play_facts.get_title(thing(row.raw)))
    return found


def forget(db: Connection, session_id: str) -> None:
    """Delete the play itself; the session goes by other hands."""
    db.execute(delete(IMPORTED_PLAY).where(IMPORTED_PLAY.c.session_id == session_id))


def thing(raw: str | None) -> play_facts.JsonObject:
    """An object as it was kept; Unreadable where somebody else wrote into the file."""
    found = {} if raw is None else value(raw)
    return found if isinstance(found, dict) else {}


def value(raw: str) -> Any:
    """Any part of a file as it was kept; Unreadable."""
    try:
        return json.loads(raw)
    except ValueError as error:
        raise Unreadable(f"This imported play cannot be read, and nothing of it was changed: {error}") from error
