"""Sessions imported from BG Stats: they have no journal; their results are derived from the stored play."""

import json
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Table, bindparam, select
from sqlmodel import Session

from storage.errors import Unreadable
from storage.models import IMPORTED_OBJECT, IMPORTED_PLAY, PLACING, RESULT, SESSION
from storage.play_file import play_facts
from storage.play_file.reading import GAMES, PLACES

TOP: Final = "top"
"""The `list_name` of the objects stored from the top level of a file, outside its lists."""

FINISHED: Final = "finished"
BECAUSE: Final = "As recorded in BG Stats."

Rows = list[dict[str, Any]]

Texts = dict[str, str]
"""The place and the note of a session."""

_PLAY: Final = (
    select(IMPORTED_PLAY.c.raw, IMPORTED_OBJECT.c.raw.label("game_raw"))
    .outerjoin(
        IMPORTED_OBJECT, (IMPORTED_OBJECT.c.list_name == GAMES) & (IMPORTED_OBJECT.c.id == IMPORTED_PLAY.c.game_id)
    )
    .where(IMPORTED_PLAY.c.session_id == bindparam("session"))
)


def is_imported(db: Session, session_id: str) -> bool:
    """Whether a session was imported from another app, as a result without a journal."""
    query = select(IMPORTED_PLAY.c.session_id).where(IMPORTED_PLAY.c.session_id == session_id)
    return db.execute(query).first() is not None


def load_play(db: Session, session_id: str) -> tuple[play_facts.JsonObject, play_facts.JsonObject]:
    """The play and the game of an imported session, unchanged; raises Unreadable."""
    row = db.execute(_PLAY, {"session": session_id}).one_or_none()
    if row is None:
        raise Unreadable("This game was not imported from another app.")
    return parse_object(row.raw), parse_object(row.game_raw)


def derive_rows(db: Session, session_id: str) -> list[tuple[Table, Rows]]:
    """Derive the rows of a stored imported session; raises Unreadable."""
    play, game = load_play(db, session_id)
    session = db.execute(select(SESSION.c.game, SESSION.c.opened_at).where(SESSION.c.id == session_id)).one()
    return make_rows(session_id, session.game, session.opened_at, play, play_facts.compute_seat_results(play, game))


def make_rows(
    session_id: str,
    key: str,
    opened_at: datetime,
    play: play_facts.JsonObject,
    results: tuple[play_facts.SeatResult, ...],
) -> list[tuple[Table, Rows]]:
    """The derived rows of an imported play of the game `key`; none if it is marked as ignored."""
    if play_facts.get_bool(play, "ignored"):
        return []
    duration = play_facts.get_duration(play)
    points = [result.counted_points for result in results if result.counted_points is not None]
    session = {
        "session_id": session_id,
        "game": key,
        "status": FINISHED,
        "finished_at": opened_at + duration if duration else opened_at,
        "players": len(results),
        "rounds": max(0, min(play_facts.get_int(play, "rounds"), 1000)),
        "rule": "",
        "because": BECAUSE,
        "seconds": round(duration.total_seconds()) if duration else None,
        "most": max(points, default=None),
        "least": min(points, default=None),
    }
    placings = [
        {
            "session_id": session_id,
            "seat": seat,
            "side": result.side,
            "rank": result.rank,
            "points": result.counted_points,
            "won": result.won,
            "ranked": True,
        }
        for seat, result in enumerate(results)
    ]
    return [(RESULT, [session]), (PLACING, placings)]


def load_titles(db: Session) -> dict[str, str]:
    """The titles of imported games, by the key of their sessions."""
    query = select(IMPORTED_OBJECT.c.game, IMPORTED_OBJECT.c.raw).where(IMPORTED_OBJECT.c.list_name == GAMES)
    titles: dict[str, str] = {}
    for row in db.execute(query.order_by(IMPORTED_OBJECT.c.position)):
        titles.setdefault(row.game, play_facts.get_title(parse_object(row.raw)))
    return titles


def load_texts(db: Session, session_ids: set[str]) -> dict[str, tuple[Texts, Texts]]:
    """The place and note of imported plays, by session id: as they are now, and as the last file had them."""
    place_query = select(IMPORTED_OBJECT.c.ref, IMPORTED_OBJECT.c.raw).where(IMPORTED_OBJECT.c.list_name == PLACES)
    places = {row.ref: row.raw for row in db.execute(place_query.order_by(IMPORTED_OBJECT.c.id.desc()))}
    query = select(SESSION.c.id, SESSION.c.place, SESSION.c.note, IMPORTED_PLAY.c.raw)
    query = query.join(IMPORTED_PLAY, IMPORTED_PLAY.c.session_id == SESSION.c.id)
    texts: dict[str, tuple[Texts, Texts]] = {}
    for session_id, place, note, raw in db.execute(query.where(SESSION.c.id.in_(session_ids))):
        play = parse_object(raw)
        ref = play.get("locationRefId")
        imported_place = play_facts.get_name(parse_object(places.get(ref) if isinstance(ref, int) else None))
        imported = {"place": imported_place, "note": play_facts.get_note(play)}
        texts[session_id] = {"place": place, "note": note}, imported
    return texts


def parse_object(raw: str | None) -> play_facts.JsonObject:
    """Parse a stored JSON object; {} for None or any other value. Raises Unreadable."""
    stored = {} if raw is None else parse_json(raw)
    return stored if isinstance(stored, dict) else {}


def parse_json(raw: str) -> Any:
    """Parse stored JSON; raises Unreadable."""
    try:
        return json.loads(raw)
    except ValueError as error:
        raise Unreadable("This imported game cannot be read, and it was not changed: it is damaged.") from error
