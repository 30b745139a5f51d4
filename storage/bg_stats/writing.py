"""Write a planned BG Stats import, inside the caller's transaction."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any, Final

from sqlalchemy import Table, bindparam, delete, func, insert, select, update
from sqlmodel import Session

from scoring.contract.names import name_key
from storage.bg_stats.import_plan import ImportPlan, PlannedObject, PlannedPlay, has_new_win_rule, takes_new_name
from storage.clock import offset_minutes
from storage.derived import imported_sessions, merges, results
from storage.derived.imported_sessions import TOP, Rows, Texts
from storage.derived.pipeline import update_plays
from storage.history import import_log
from storage.history.player_matching import ImportAction
from storage.models import DERIVATION, IMPORTED_OBJECT, IMPORTED_PLAY, PLACING, PLAYER, RESULT, SEAT, SESSION
from storage.play_file import play_facts, reading
from storage.play_file.play_facts import JsonObject
from storage.play_file.reading import GAMES, PLACES, PLAYERS
from storage.play_file.references import replace_references
from storage.text_folding import fold

_IGNORED_KEYS: Final = ("about",)
"""Keys that describe the file itself and are not stored."""


def write_objects(db: Session, plan: ImportPlan, data: JsonObject) -> None:
    """Write everything but the plays: players, games, places and the other parts of the file."""
    for list_name in reading.LISTS:
        _write_list(db, plan, list_name)
    _write_top_level_keys(db, plan, data)
    _write_players(db, plan)


def find_next_position(db: Session) -> int:
    """The export position of the next new play. Scans all imported plays, so call it once per import."""
    return _find_next(db, IMPORTED_PLAY.c.position, True)


def write_plays(db: Session, plan: ImportPlan, plays: Sequence[PlannedPlay], position: int) -> None:
    """Write some of the plays with their results; new ones get export positions from `position` on."""
    changed, new = (
        [play.report.session_id for play in plays if play.report.action is action]
        for action in (ImportAction.CHANGED, ImportAction.NEW)
    )
    results.delete_rows(db, changed)
    db.execute(delete(SEAT).where(SEAT.c.session_id.in_(changed)))
    _write_plays(db, plan, plays, position)
    update_plays(db, [*changed, *new])
    import_log.log_sessions(db, new, plan.file_import)
    merges.separate_players(db, [*changed, *new])


def rebuild_results(db: Session, session_ids: Sequence[str]) -> None:
    """Derive stored plays again whose game was changed by `write_objects`."""
    results.rebuild(db, (), session_ids)
    db.execute(update(SESSION).where(SESSION.c.id.in_(session_ids)).values(derived_by=DERIVATION))


def finish_import(db: Session, plan: ImportPlan) -> None:
    """Merge players, after all plays are written."""
    plan.matched.merge(db, plan.file_import.at)
    import_log.clear_unfinished(db, plan.file_import, plan.first_session_id)


# Objects and players -----------------------------------------------------------------------------------------------


def _write_list(db: Session, plan: ImportPlan, list_name: str) -> None:
    position = _find_next(db, IMPORTED_OBJECT.c.position, IMPORTED_OBJECT.c.list_name == list_name)
    new_rows: Rows = []
    for item in plan.objects[list_name].values():
        raw = replace_references(item.raw, plan.refs)
        if item.ref is not None:
            raw |= {"id": item.ref}
        text = reading.encode_object(raw)
        if item.stored is None:
            row = {"list_name": list_name, "id": item.id, "ref": item.ref, "game": item.game, "raw": text}
            new_rows.append(row | {"position": position + len(new_rows)})
        elif item.stored != text and play_facts.is_newer(raw, item.before):
            where = (IMPORTED_OBJECT.c.list_name == list_name, IMPORTED_OBJECT.c.id == item.id)
            db.execute(update(IMPORTED_OBJECT).where(*where).values(raw=text))
            _apply_change(db, list_name, item)
    _insert(db, IMPORTED_OBJECT, new_rows)


def _apply_change(db: Session, list_name: str, item: PlannedObject) -> None:
    """Apply the change of a stored object to what was taken from it: players, places and results of known plays."""
    old_name, new_name = play_facts.get_name(item.before), play_facts.get_name(item.after)
    if list_name == PLAYERS and takes_new_name(db, item):
        values = {"name": new_name, "name_key": name_key(new_name)}
        db.execute(update(PLAYER).where(PLAYER.c.id == item.id).values(values))
    elif list_name == PLACES and new_name != old_name:
        _rename_place(db, item.ref, old_name, new_name)
    elif list_name == GAMES and has_new_win_rule(item):
        _mark_outdated(db, item.id)


def _rename_place(db: Session, ref: int | None, old_name: str, new_name: str) -> None:
    """Rename a place in the stored plays that refer to it, unless their place was edited in this app."""
    query = select(SESSION.c.id, IMPORTED_PLAY.c.raw).join(IMPORTED_PLAY, IMPORTED_PLAY.c.session_id == SESSION.c.id)
    rows = [
        {"row_id": row.id, "place": new_name}
        for row in db.execute(query.where(SESSION.c.place == old_name))
        if imported_sessions.parse_object(row.raw).get("locationRefId") == ref
    ]
    if rows:
        db.execute(update(SESSION).where(SESSION.c.id == bindparam("row_id")), rows)


def _mark_outdated(db: Session, game_id: str) -> None:
    """Mark the stored plays of a game, so that they are also derived again if this import is interrupted."""
    plays = select(IMPORTED_PLAY.c.session_id).where(IMPORTED_PLAY.c.game_id == game_id)
    db.execute(update(SESSION).where(SESSION.c.id.in_(plays)).values(derived_by=0))


def _write_top_level_keys(db: Session, plan: ImportPlan, data: JsonObject) -> None:
    """Store the order of the top-level keys and the values that are not lists; the first file that has a key wins."""
    if not any(plan.objects.values()) and not plan.plays_to_write:
        return
    stored = set(db.execute(select(IMPORTED_OBJECT.c.id).where(IMPORTED_OBJECT.c.list_name == TOP)).scalars())
    position = _find_next(db, IMPORTED_OBJECT.c.position, IMPORTED_OBJECT.c.list_name == TOP)
    new_rows: Rows = []
    for key, value in data.items():
        if key in stored or key in _IGNORED_KEYS:
            continue
        is_list = key in (*reading.LISTS, reading.PLAYS) and value is not None
        content = [] if is_list else replace_references(value, plan.refs)
        row = {"list_name": TOP, "id": key, "ref": None, "game": "", "raw": reading.encode_object(content)}
        new_rows.append(row | {"position": position + len(new_rows)})
    _insert(db, IMPORTED_OBJECT, new_rows)


def _write_players(db: Session, plan: ImportPlan) -> None:
    """Insert the new players; anonymous ones are archived, so that they are not suggested for seats."""
    known = set(db.execute(select(PLAYER.c.id)).scalars())  # also those that an interrupted import added
    at = plan.file_import.at
    last_played: dict[str, datetime] = {}
    for play in plan.plays_to_write:
        played_at = play_facts.to_utc(play.report.at)
        last_played |= {player_id: max(played_at, last_played.get(player_id, played_at)) for player_id, _ in play.seats}
    rows: Rows = []
    for player in plan.matched.reports:
        if player.id in known or player.id not in last_played:
            continue
        source = plan.objects[PLAYERS].get(player.id)
        is_anonymous = source is None or play_facts.get_bool(source.raw, "isAnonymous")
        rows.append(
            {
                "id": player.id,
                "name": player.name,
                "name_key": name_key(player.name),
                "colour": "",
                "symbol": "",
                "counts_as": player.id,
                "created_at": at,
                "changed_at": at,
                "used_at": min(last_played[player.id], at),
                "archived_at": at if is_anonymous else None,
            }
        )
    _insert(db, PLAYER, rows)


# Plays -------------------------------------------------------------------------------------------------------------


def _write_plays(db: Session, plan: ImportPlan, planned: Sequence[PlannedPlay], position: int) -> None:
    at = plan.file_import.at
    new: dict[Table, Rows] = {table: [] for table in (SESSION, IMPORTED_PLAY, SEAT, RESULT, PLACING)}
    changed_sessions: Rows = []
    changed_plays: Rows = []
    for play in planned:
        row = _make_session_row(plan, play, at)
        raw = {"game_id": play.game_id, "raw": reading.encode_object(play.raw)}
        if play.report.action is ImportAction.NEW:
            new[IMPORTED_PLAY].append({"session_id": row["id"], "position": position + len(new[SESSION])} | raw)
            new[SESSION].append(row)
        else:
            changed_sessions.append(row)
            changed_plays.append({"row_id": row["id"]} | raw)
        new[SEAT] += _iter_seat_rows(play, at)
        for table, rows in imported_sessions.make_rows(
            row["id"], row["game"], row["opened_at"], play.raw, play.results
        ):
            new[table] += rows
    _update_plays(db, changed_sessions, changed_plays)
    for table, rows in new.items():
        _insert(db, table, rows)


def _make_session_row(plan: ImportPlan, play: PlannedPlay, at: datetime) -> dict[str, Any]:
    opened_at = play_facts.to_utc(play.report.at)
    return {
        "id": play.report.session_id,
        "game": plan.objects[GAMES][play.game_id].game,
        "opened_at": opened_at,
        "utc_offset": offset_minutes(opened_at),
        "place": play.place,
        "note": play.note,
        "status": imported_sessions.FINISHED,
        "changed_at": at,
        "size": len(play.seats),
    }


def _update_plays(db: Session, sessions: list[dict[str, Any]], plays: list[dict[str, Any]]) -> None:
    """Update changed plays, but keep a place or note that was edited in this app."""
    if not sessions:
        return
    texts = imported_sessions.load_texts(db, {row["id"] for row in sessions})
    rows = [_keep_edits(row, *texts[row["id"]]) for row in sessions]
    db.execute(update(SESSION).where(SESSION.c.id == bindparam("row_id")), rows)
    db.execute(update(IMPORTED_PLAY).where(IMPORTED_PLAY.c.session_id == bindparam("row_id")), plays)


def _keep_edits(row: dict[str, Any], current: Texts, imported: Texts) -> dict[str, Any]:
    """Parameters to update a session: a text that differs from the imported one was edited here and stays."""
    texts = {key: row[key] if current[key] == imported[key] else current[key] for key in current}
    values = {key: value for key, value in row.items() if key != "id"} | texts
    return values | {"row_id": row["id"], "sought": fold(texts["note"])}


def _iter_seat_rows(play: PlannedPlay, at: datetime) -> Iterator[dict[str, Any]]:
    for seat, (player_id, name) in enumerate(play.seats):
        times = {"created_at": at, "changed_at": at}
        yield {"session_id": play.report.session_id, "seat": seat, "player_id": player_id, "name": name} | times


def _insert(db: Session, table: Table, rows: Rows) -> None:
    if rows:
        db.execute(insert(table), rows)


def _find_next(db: Session, column: Any, where: Any) -> int:
    last: int | None = db.execute(select(func.max(column)).where(where)).scalar_one()
    return 0 if last is None else last + 1
