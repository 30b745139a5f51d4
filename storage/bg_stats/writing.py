"""What was planned of a file of BG Stats, written inside one transaction of the caller."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from scoring.names import name_key
from storage.bg_format import play_facts, reading
from storage.bg_format.play_facts import Thing
from storage.bg_format.reading import GAMES, PLACES, PLAYERS
from storage.bg_stats.plan import Plan, Play
from storage.bg_stats.report import Fate, LeftOut, PlayerTaken
from storage.clock import offset_minutes
from storage.derived import imported_sessions, merges, results
from storage.derived.imported_sessions import TOP
from storage.derived.pipeline import changing
from storage.errors import StorageError
from storage.history import import_log
from storage.history.import_log import Arrival
from storage.models import IMPORTED_PART, IMPORTED_PLAY, PLACING, PLAYER, RESULT, SEAT, SESSION
from storage.sessions import players
from storage.text_folding import sought

Words = dict[str, str]
"""Place and note of a session."""

_FEW: Final = 1000  # ids in one query

_NOT_KEPT: Final = ("about",)
"""What a file says of itself only."""


def write(
    db: Connection, plan: Plan, data: Thing, arrival: Arrival, left: Iterable[tuple[str, str]] | None = None
) -> None:
    """Write all of a plan; who cannot be merged after all becomes somebody of their own, in the plan too.

    `left` are the merges of an import of the same file that was broken off, None if none was.
    """
    write_things(db, plan, data, arrival.at)
    write_plays(db, plan, coming(plan), arrival, next_position(db))
    bin_deleted(db, plan.deleted, arrival.at)
    merge_people(db, plan, left or (), arrival.at)
    if left is not None:
        import_log.forget_unfinished(db)


def coming(plan: Plan) -> list[Play]:
    """The plays that are new or changed."""
    return [play for play in plan.plays if play.taken.fate is not Fate.KNOWN]


def write_things(db: Connection, plan: Plan, data: Thing, at: datetime) -> None:
    """Write everything but the plays: players, games, places and what else stands in the file."""
    for sort in reading.LISTS:
        _write_parts(db, plan, sort)
    _write_top(db, plan, data)
    _write_people(db, plan, coming(plan), at)


def next_position(db: Connection) -> int:
    """Where the next new play stands in files; looks through all that came, so ask once an import."""
    return _next_position(db, IMPORTED_PLAY.c.position, True)


def write_plays(db: Connection, plan: Plan, plays: list[Play], arrival: Arrival, position: int) -> None:
    """Write some of the plays, with their results; the new ones stand in files from `position` on."""
    _clear(db, [play.taken.session_id for play in plays if play.taken.fate is Fate.CHANGED])
    _write_plays(db, plan, plays, arrival.at, position)
    import_log.note(db, (play.taken.session_id for play in plays if play.taken.fate is Fate.NEW), arrival)


def merge_people(db: Connection, plan: Plan, left: Iterable[tuple[str, str]], at: datetime) -> None:
    """Merge those who count as somebody known, and those whom an import that was broken off left to be merged."""
    for person in plan.people:
        if person.fate is Fate.MERGED:
            _merge(db, plan, person, at)
    for player_id, into in left:
        with suppress(StorageError):  # they sat at one table, or somebody merged them meanwhile
            merges.merge(db, player_id, into, at)


def bin_deleted(db: Connection, session_ids: Sequence[str], at: datetime) -> None:
    """Put into the bin what was deleted in BG Stats."""
    with changing(db, session_ids):
        _each(db, update(SESSION).where(SESSION.c.id == bindparam("key")).values(binned_at=at), list(session_ids))


# Things and players ------------------------------------------------------------------------------------------------


def _write_parts(db: Connection, plan: Plan, sort: str) -> None:
    position = _next_position(db, IMPORTED_PART.c.position, IMPORTED_PART.c.sort == sort)
    new: list[dict[str, Any]] = []
    for part in plan.parts[sort].values():
        raw = reading.referred(part.raw, plan.refs)
        if part.ref is not None:
            raw |= {"id": part.ref}
        text = reading.kept(raw)
        if part.known is None:
            row = {"sort": sort, "id": part.id, "ref": part.ref, "game": part.game, "raw": text}
            new.append(row | {"position": position + len(new)})
        elif part.known != text and play_facts.is_later(raw, imported_sessions.thing(part.known)):
            where = (IMPORTED_PART.c.sort == sort, IMPORTED_PART.c.id == part.id)
            db.execute(update(IMPORTED_PART).where(*where).values(raw=text))
            if sort == PLAYERS:
                _rename(db, part.id, play_facts.name(imported_sessions.thing(part.known)), play_facts.name(raw))
    _insert(db, IMPORTED_PART, new)


def _rename(db: Connection, player_id: str, before: str, now: str) -> None:
    """Follow a new name, unless the player was given another one here or somebody else has it."""
    if now and now != before and players.find(db, now) is None:
        where = (PLAYER.c.id == player_id, PLAYER.c.name_key == name_key(before))
        db.execute(update(PLAYER).where(*where).values(name=now, name_key=name_key(now)))


def _write_top(db: Connection, plan: Plan, data: Thing) -> None:
    """The names of the lists in the order of the file, and what stands beside them; the first file is followed."""
    if not any(plan.parts.values()) and not any(play.taken.fate is not Fate.KNOWN for play in plan.plays):
        return
    here = set(db.execute(select(IMPORTED_PART.c.id).where(IMPORTED_PART.c.sort == TOP)).scalars())
    position = _next_position(db, IMPORTED_PART.c.position, IMPORTED_PART.c.sort == TOP)
    new: list[dict[str, Any]] = []
    for key, value in data.items():
        if key in here or key in _NOT_KEPT:
            continue
        in_list = key in (*reading.LISTS, reading.PLAYS) and value is not None
        beside = [] if in_list else reading.referred(value, plan.refs)
        row = {"sort": TOP, "id": key, "ref": None, "game": "", "raw": reading.kept(beside)}
        new.append(row | {"position": position + len(new)})
    _insert(db, IMPORTED_PART, new)


def _write_people(db: Connection, plan: Plan, taken: Iterable[Play], at: datetime) -> None:
    """New players; those without a name to be asked for are not offered when seats are filled."""
    last: dict[str, datetime] = {}
    for play in taken:
        when = play_facts.instant(play.taken.at)
        last |= {player_id: max(when, last.get(player_id, when)) for player_id, _ in play.seats}
    rows: list[dict[str, Any]] = []
    for person in plan.people:
        if person.fate is Fate.KNOWN or person.id not in last:
            continue
        part = plan.parts[PLAYERS].get(person.id)
        nobody = part is None or play_facts.holds(part.raw, "isAnonymous")
        rows.append(
            {
                "id": person.id,
                "name": person.name,
                "name_key": name_key(person.name),
                "colour": "",
                "symbol": "",
                "counts_as": person.id,
                "created_at": at,
                "changed_at": at,
                "used_at": min(last[person.id], at),
                "archived_at": at if nobody else None,
            }
        )
    _insert(db, PLAYER, rows)


def _merge(db: Connection, plan: Plan, person: PlayerTaken, at: datetime) -> None:
    """Let somebody new count as a known player; two who sat at one table stay two, and the report says so."""
    try:
        merges.merge(db, person.id, person.into, at)
    except StorageError as error:
        plan.people[plan.people.index(person)] = PlayerTaken(person.id, person.name, Fate.NEW, person.plays)
        plan.left_out.append(LeftOut(f"{person.name} as {person.into_name}", str(error)))


# Plays -------------------------------------------------------------------------------------------------------------


def _clear(db: Connection, session_ids: list[str]) -> None:
    """Make room for plays that were changed."""
    results.erase(db, session_ids)
    _each(db, delete(SEAT).where(SEAT.c.session_id == bindparam("key")), session_ids)


def _each(db: Connection, change: Any, session_ids: list[str]) -> None:
    """The same change for each of them, in one go."""
    if session_ids:
        db.execute(change, [{"key": session_id} for session_id in session_ids])


def _write_plays(db: Connection, plan: Plan, taken: list[Play], at: datetime, position: int) -> None:
    sessions: list[dict[str, Any]] = []
    plays: list[dict[str, Any]] = []
    changed: list[dict[str, Any]] = []
    raws: list[dict[str, Any]] = []
    seats: list[dict[str, Any]] = []
    derived: dict[str, list[dict[str, Any]]] = {RESULT.name: [], PLACING.name: []}
    for play in taken:
        row = _session_row(plan, play, at)
        raw = {"game_id": play.game_id, "raw": reading.kept(play.raw)}
        if play.taken.fate is Fate.NEW:
            sessions.append(row)
            plays.append({"session_id": row["id"], "position": position + len(plays)} | raw)
        else:
            changed.append(row)
            raws.append({"key": row["id"]} | raw)
        seats += _seat_rows(play, at)
        for table, rows in imported_sessions.rows_of(row["id"], row["game"], row["opened_at"], play.raw, play.came):
            derived[table.name] += rows
    _update_plays(db, changed, raws)
    for target, all_rows in ((SESSION, sessions), (IMPORTED_PLAY, plays), (SEAT, seats)):
        _insert(db, target, all_rows)
    results.insert_many(db, derived)


def _session_row(plan: Plan, play: Play, at: datetime) -> dict[str, Any]:
    opened_at = play_facts.instant(play.taken.at)
    return {
        "id": play.taken.session_id,
        "game": plan.parts[GAMES][play.game_id].game,
        "opened_at": opened_at,
        "utc_offset": offset_minutes(opened_at),
        "place": play.place,
        "note": play.note,
        "status": imported_sessions.FINISHED,
        "changed_at": at,
    }


def _update_plays(db: Connection, changed: list[dict[str, Any]], raws: list[dict[str, Any]]) -> None:
    """Changed plays as they are written now, without the place and the note where somebody wrote others here."""
    if not changed:
        return
    written = _written(db, {row["id"] for row in changed})
    rows = [_unless_edited(row, *written[row["id"]]) for row in changed]
    db.execute(update(SESSION).where(SESSION.c.id == bindparam("key")), rows)
    db.execute(update(IMPORTED_PLAY).where(IMPORTED_PLAY.c.session_id == bindparam("key")), raws)


def _unless_edited(row: dict[str, Any], here: Words, said: Words) -> dict[str, Any]:
    """The values of a changed play: a place or a note that is not as it was written stays as it is."""
    noted = {key: row[key] if here[key] == said[key] else here[key] for key in here}
    values = {key: value for key, value in row.items() if key != "id"} | noted
    return values | {"key": row["id"], "sought": sought(noted["place"], noted["note"])}


def _written(db: Connection, session_ids: set[str]) -> dict[str, tuple[Words, Words]]:
    """Place and note of these imported plays: as they are here, and as they were written."""
    parts = select(IMPORTED_PART.c.ref, IMPORTED_PART.c.raw).where(IMPORTED_PART.c.sort == PLACES)
    places = {row.ref: row.raw for row in db.execute(parts.order_by(IMPORTED_PART.c.id.desc()))}
    query = select(SESSION.c.id, SESSION.c.place, SESSION.c.note, IMPORTED_PLAY.c.raw)
    query = query.join(IMPORTED_PLAY, IMPORTED_PLAY.c.session_id == SESSION.c.id)
    if len(session_ids) <= _FEW:
        query = query.where(SESSION.c.id.in_(session_ids))
    found: dict[str, tuple[Words, Words]] = {}
    for session_id, place, noted, raw in db.execute(query):
        if session_id in session_ids:
            play = imported_sessions.thing(raw)
            ref = play.get("locationRefId")
            at = places.get(ref) if isinstance(ref, int) else None
            said = {"place": play_facts.name(imported_sessions.thing(at)), "note": play_facts.note(play)}
            found[session_id] = {"place": place, "note": noted}, said
    return found


def _seat_rows(play: Play, at: datetime) -> Iterator[dict[str, Any]]:
    for seat, (player_id, name) in enumerate(play.seats):
        moments = {"created_at": at, "changed_at": at}
        yield {"session_id": play.taken.session_id, "seat": seat, "player_id": player_id, "name": name} | moments


def _next_position(db: Connection, column: Any, where: Any) -> int:
    last: int | None = db.execute(select(func.max(column)).where(where)).scalar_one()
    return 0 if last is None else last + 1


def _insert(db: Connection, table: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        db.execute(insert(table), rows)
