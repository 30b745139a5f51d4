"""Plan the import of a BG Stats file: compare its objects, plays and players with what is stored.

Nothing is written here. Invalid items are skipped and reported; they do not stop the import of the others.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import chain, count
from typing import Any, Final

from sqlalchemy import select
from sqlmodel import Session

from scoring.contract.game import AnyGame
from scoring.contract.names import name_key
from scoring.games import titles_of
from storage.bg_stats.report import ImportReport, PlayReport
from storage.derived import imported_sessions
from storage.history import import_log
from storage.history.import_log import FileImport
from storage.history.player_matching import FilePlayers, FileSession, ImportAction, PlayerMatching
from storage.models import IMPORTED_OBJECT, IMPORTED_PLAY, NAMED_GAME, PLAYER, SESSION
from storage.play_file import play_facts, reading
from storage.play_file.own_ids import IMPORTED_GAME_PREFIX, collect_own_ids
from storage.play_file.play_facts import JsonObject, SeatResult
from storage.play_file.reading import GAMES, PLACES, PLAYERS, TOMBSTONES
from storage.play_file.references import ReferenceNumbers, parse_reference, replace_references
from storage.sessions.players import find_player

_NAMED_LISTS: Final = (PLAYERS, PLACES, GAMES)
"""The lists whose objects get a UUID and a reference number if they have none."""


@dataclass(slots=True)
class PlannedObject:
    """An object to import, such as a player or a game; `stored` is its stored JSON, None if it is new.

    `before` is the stored object, empty if it is new, and `after` the newer of both, which will be stored.
    """

    id: str
    raw: JsonObject
    ref: int | None
    before: JsonObject
    after: JsonObject
    stored: str | None = None
    position: int = 0
    game: str = ""


@dataclass(frozen=True, slots=True)
class PlannedPlay:
    """A valid play and everything to write about it."""

    report: PlayReport
    raw: JsonObject
    game_id: str
    seats: tuple[tuple[str, str], ...]  # (player id, name) by seat
    place: str
    note: str
    results: tuple[SeatResult, ...]


@dataclass(slots=True)
class ImportPlan:
    """Everything to write, computed before the first write. Dictionaries of dictionaries are keyed by list name.

    `file_import` is the interrupted import of the same file if there is one.
    """

    file_import: FileImport
    objects: dict[str, dict[str, PlannedObject]] = field(default_factory=dict)  # by object id
    refs: dict[str, dict[int, int]] = field(default_factory=dict)  # reference number in the file -> ours
    ids: dict[str, dict[int, str]] = field(default_factory=dict)  # reference number in the file -> object id
    plays: list[PlannedPlay] = field(default_factory=list)
    skipped: list[str] = field(default_factory=list)
    matched: FilePlayers = field(default_factory=FilePlayers)
    changed: list[str] = field(default_factory=list)
    outdated: tuple[str, ...] = ()  # stored plays whose game gets another win rule
    deleted: tuple[str, ...] = ()
    tombstones: dict[str, JsonObject] = field(default_factory=dict)  # deleted plays in this file, by session id
    stored_tombstones: dict[str, JsonObject] = field(default_factory=dict)  # the same from earlier files

    @property
    def first_session_id(self) -> str:
        return self.plays[0].report.session_id if self.plays else ""

    @property
    def plays_to_write(self) -> list[PlannedPlay]:
        """The new and the changed plays."""
        return [play for play in self.plays if play.report.action is not ImportAction.KNOWN]


def make_plan(
    db: Session, games: Iterable[AnyGame], data: JsonObject, choices: Mapping[str, str], new_import: FileImport
) -> ImportPlan:
    """Plan the import of a file; `games` are those of the shelf, `choices` as in `importing.preview_plays`."""
    plan = ImportPlan(new_import)
    for list_name in reading.LISTS:
        _plan_objects(db, plan, data, list_name)
    _assign_game_keys(db, plan, titles_of(games))
    _collect_tombstones(db, plan)
    _plan_plays(db, plan, data)
    _plan_players(db, plan, choices)
    _drop_unchanged_own_objects(db, plan)
    plan.changed = list(_describe_changes(db, plan))
    plan.outdated = _find_outdated_sessions(db, plan)
    plan.deleted = _find_deleted_sessions(db, plan)
    return plan


def make_report(plan: ImportPlan) -> ImportReport:
    """Summarise a plan."""
    games = plan.objects.get(GAMES, {}).values()
    places = plan.objects.get(PLACES, {}).values()
    return ImportReport(
        tuple(play.report for play in plan.plays),
        tuple(plan.matched.reports),
        tuple(
            sorted(
                play_facts.get_title(game.raw)
                for game in games
                if game.stored is None and game.game == _imported_key(game)
            )
        ),
        tuple(sorted(play_facts.get_name(place.raw) for place in places if place.stored is None)),
        (*plan.skipped, *plan.matched.refused),
        tuple(plan.matched.parted),
        tuple(plan.changed),
        plan.deleted,
    )


# Objects -----------------------------------------------------------------------------------------------------------


def _plan_objects(db: Session, plan: ImportPlan, data: JsonObject, list_name: str) -> None:
    """Plan one list and renumber its references; an object keeps its number if that is free here."""
    stored_rows = {
        row.id: row for row in db.execute(select(IMPORTED_OBJECT).where(IMPORTED_OBJECT.c.list_name == list_name))
    }
    numbers = ReferenceNumbers({row.ref for row in stored_rows.values() if row.ref is not None})
    objects: dict[str, PlannedObject] = {}
    plan.objects[list_name], plan.refs[list_name], plan.ids[list_name] = objects, {}, {}
    if not isinstance(data.get(list_name), list | None):
        plan.skipped.append(f"The list {list_name}: it is damaged.")
    for number, raw in enumerate(reading.iter_list(data, list_name), start=1):
        file_ref = parse_reference(raw.get("id")) if isinstance(raw, dict) else None
        object_id = _compute_object_id(plan, list_name, raw, file_ref)
        reason = _reason_to_skip_object(plan, list_name, raw, object_id, file_ref)
        if reason:
            plan.skipped.append(f"Item {number} of {list_name}: {reason}")
        if object_id and object_id not in objects and not reason:
            row = stored_rows.get(object_id)
            needs_number = file_ref is not None or list_name in _NAMED_LISTS
            ref = row.ref if row else numbers.allocate(file_ref) if needs_number else None
            with_id = play_facts.with_uuid(raw, object_id) if list_name in _NAMED_LISTS else raw
            objects[object_id] = _plan_object(object_id, with_id, ref, row)
        if object_id in objects and file_ref is not None:
            ref = objects[object_id].ref
            plan.ids[list_name].setdefault(file_ref, object_id)
            plan.refs[list_name].setdefault(file_ref, file_ref if ref is None else ref)


def _plan_object(object_id: str, raw: JsonObject, ref: int | None, row: Any) -> PlannedObject:
    """Plan one object; `row` is the stored one. A game that does not tell who wins keeps what is stored."""
    if row is None:
        return PlannedObject(object_id, raw, ref, {}, raw)
    before = imported_sessions.parse_object(row.raw)
    if "highestWins" in before:
        raw = raw | {"highestWins": raw.get("highestWins", before["highestWins"])}
    after = raw if play_facts.is_newer(raw, before) else before
    return PlannedObject(object_id, raw, ref, before, after, row.raw, row.position)


def _compute_object_id(plan: ImportPlan, list_name: str, raw: Any, ref: int | None) -> str:
    """The id of an item of a list; "" if it is not an object.

    Without UUIDs, players of the same name with numbers of their own are different people.
    """
    if not isinstance(raw, dict):
        return ""
    if list_name == TOMBSTONES and not play_facts.is_play_tombstone(raw):
        return play_facts.make_uuid(list_name, reading.encode_object([raw.get("uuid"), raw.get("objectType")]))
    object_id = play_facts.stable_id(list_name, raw, raw.get("name") or raw.get("id"))
    if list_name != PLAYERS or play_facts.get_uuid(raw) or ref is None or ref in plan.ids[PLAYERS]:
        return object_id
    namesakes = (play_facts.make_uuid(object_id, number) for number in count(2))
    return next(key for key in chain([object_id], namesakes) if key not in plan.objects[PLAYERS])


def _reason_to_skip_object(plan: ImportPlan, list_name: str, raw: Any, object_id: str, ref: int | None) -> str:
    """Why an item cannot be imported; "" if it can."""
    if not isinstance(raw, dict):
        return "it is damaged."
    if object_id in plan.objects[list_name]:
        return "it is in the file twice; only the first one is imported."
    if ref in plan.ids[list_name]:
        return f"another one also has the number {ref}; only the first one is imported."
    return ""


def _assign_game_keys(db: Session, plan: ImportPlan, shelf: Mapping[str, str]) -> None:
    """Give every game its key. A game with the BoardGameGeek id or name of a stored game gets that game's key,
    and so does one with a title that a table gave to a score pad, or with that of a game on the shelf.
    """
    query = select(IMPORTED_OBJECT.c.id, IMPORTED_OBJECT.c.game, IMPORTED_OBJECT.c.raw).where(
        IMPORTED_OBJECT.c.list_name == GAMES
    )
    by_id: dict[str, str] = {}
    named = db.execute(select(NAMED_GAME.c.name_key, NAMED_GAME.c.key))
    by_identifier: dict[int | str, str] = {row.name_key: row.key for row in named}
    for row in db.execute(query.order_by(IMPORTED_OBJECT.c.position)):
        by_id[row.id] = row.game
        for identifier in _iter_game_identifiers(imported_sessions.parse_object(row.raw)):
            by_identifier.setdefault(identifier, row.game)
    for key, title in shelf.items():
        by_identifier.setdefault(name_key(title), key)
    for game in plan.objects[GAMES].values():
        identifiers = list(_iter_game_identifiers(game.raw))
        same = next((by_identifier[identifier] for identifier in identifiers if identifier in by_identifier), None)
        game.game = by_id.get(game.id) or same or _imported_key(game)
        for identifier in identifiers:
            by_identifier.setdefault(identifier, game.game)


def _imported_key(game: PlannedObject) -> str:
    return IMPORTED_GAME_PREFIX + game.id


def _iter_game_identifiers(game: JsonObject) -> Iterator[int | str]:
    if play_facts.get_int(game, "bggId") > 0:
        yield play_facts.get_int(game, "bggId")
    if play_facts.get_name(game):
        yield name_key(play_facts.get_name(game))


# Plays -------------------------------------------------------------------------------------------------------------


def _collect_tombstones(db: Session, plan: ImportPlan) -> None:
    query = select(IMPORTED_OBJECT.c.raw).where(IMPORTED_OBJECT.c.list_name == TOMBSTONES)
    stored = (imported_sessions.parse_object(raw) for raw in db.execute(query).scalars())
    plan.stored_tombstones = dict(_iter_play_tombstones(stored))
    plan.tombstones = dict(_iter_play_tombstones(item.raw for item in plan.objects[TOMBSTONES].values()))


def _iter_play_tombstones(tombstones: Iterable[JsonObject]) -> Iterator[tuple[str, JsonObject]]:
    for tombstone in tombstones:
        if play_facts.is_play_tombstone(tombstone):
            yield play_facts.stable_id(reading.PLAYS, tombstone), tombstone


def _is_deleted(plan: ImportPlan, session_id: str, play: JsonObject, *, is_stored: bool) -> bool:
    """Whether a play of the file was deleted.

    Tombstones of earlier files do not apply to a stored play: the user has restored it from the bin since.
    """
    tombstones = [plan.tombstones.get(session_id), None if is_stored else plan.stored_tombstones.get(session_id)]
    return any(play_facts.is_deleted_by(play, tombstone) for tombstone in tombstones if tombstone is not None)


def _plan_plays(db: Session, plan: ImportPlan, data: JsonObject) -> None:
    query = select(SESSION.c.id, IMPORTED_PLAY.c.raw).outerjoin(
        IMPORTED_PLAY, IMPORTED_PLAY.c.session_id == SESSION.c.id
    )
    stored = {row.id: row.raw for row in db.execute(query)}
    seen: set[str] = set()
    equal_plays: Counter[str] = Counter()
    for number, raw in enumerate(reading.iter_list(data, reading.PLAYS), start=1):
        session_id = _compute_session_id(plan, raw, equal_plays)
        reason = _reason_to_skip_play(plan, raw)
        if not reason and _is_deleted(plan, session_id, raw, is_stored=session_id in stored):
            reason = "it was deleted in BG Stats."
        if not reason and session_id in seen:
            reason = "it is in the file twice; only the first one is imported."
        if reason:
            plan.skipped.append(f"{_describe_play(plan, number, raw)}: {reason}")
            continue
        seen.add(session_id)
        plan.plays.append(_plan_play(plan, raw, session_id, stored))


def _compute_session_id(plan: ImportPlan, raw: Any, equal_plays: Counter[str]) -> str:
    """The id of a play: without a UUID, from its content and from how many equal plays stand before it.

    The content has ids instead of reference numbers, which another file of the same plays may assign differently.
    """
    if not isinstance(raw, dict):
        return ""
    if play_facts.get_uuid(raw):
        return play_facts.stable_id(reading.PLAYS, raw)
    content = reading.encode_object(replace_references(raw, plan.ids))
    equal_plays[content] += 1
    return play_facts.stable_id(reading.PLAYS, raw, content, equal_plays[content])


def _describe_play(plan: ImportPlan, number: int, raw: Any) -> str:
    """ "Play 3 (Tichu, 2 Jan 2026)": the game and the date are left out if unknown."""
    if not isinstance(raw, dict):
        return f"Play {number}"
    game = _resolve(plan, GAMES, raw.get("gameRefId"))
    played_at = play_facts.get_play_date(raw)
    known = [play_facts.get_title(game.raw) if game else "", f"{played_at.day} {played_at:%b %Y}" if played_at else ""]
    return f"Play {number} ({', '.join(filter(None, known))})" if any(known) else f"Play {number}"


def _reason_to_skip_play(plan: ImportPlan, raw: Any) -> str:
    """Why a play cannot be imported; "" if it can."""
    if not isinstance(raw, dict):
        return "it is damaged."
    if _resolve(plan, GAMES, raw.get("gameRefId")) is None:
        return "its game is not in the file."
    if play_facts.get_play_date(raw) is None:
        return "its date cannot be read."
    rows = play_facts.get_player_rows(raw)
    if not rows:
        return "it has no players."
    if len(rows) > play_facts.MAX_PLAYERS:
        return f"it has {len(rows):,} players; at most {play_facts.MAX_PLAYERS} can be imported."
    if any(_resolve(plan, PLAYERS, row.get("playerRefId")) is None for row in rows):
        return "one of its players is not in the file."
    return ""


def _resolve(plan: ImportPlan, list_name: str, ref: Any) -> PlannedObject | None:
    """The object a reference of the file points to; None if there is none."""
    number = parse_reference(ref)
    object_id = None if number is None else plan.ids[list_name].get(number)
    return plan.objects[list_name][object_id] if object_id else None


def _plan_play(plan: ImportPlan, raw: JsonObject, session_id: str, stored: Mapping[str, str | None]) -> PlannedPlay:
    game = _resolve(plan, GAMES, raw.get("gameRefId"))
    played_at = play_facts.get_play_date(raw)
    assert game is not None
    assert played_at is not None
    place = _resolve(plan, PLACES, raw.get("locationRefId"))
    renumbered = play_facts.with_uuid(replace_references(raw, plan.refs), session_id)
    seats = tuple(_iter_seats(plan, raw))
    results = play_facts.compute_seat_results(raw, game.after)
    report = PlayReport(
        session_id=session_id,
        action=_choose_action(session_id, renumbered, stored),
        game=play_facts.get_title(game.after),
        at=played_at,
        names=tuple(name for _, name in seats),
        winners=tuple(name for (_, name), result in zip(seats, results, strict=True) if result.won),
        counts=not play_facts.get_bool(raw, "ignored"),
    )
    return PlannedPlay(
        report=report,
        raw=renumbered,
        game_id=game.id,
        seats=seats,
        place=play_facts.get_name(place.after) if place else "",
        note=play_facts.get_note(raw),
        results=results,
    )


def _choose_action(session_id: str, play: JsonObject, stored: Mapping[str, str | None]) -> ImportAction:
    """NEW, CHANGED or KNOWN. Our own exported sessions are always KNOWN; if a play differs, the newer one wins."""
    if session_id not in stored:
        return ImportAction.NEW
    stored_raw = stored[session_id]
    if stored_raw is None or stored_raw == reading.encode_object(play):
        return ImportAction.KNOWN
    is_newer = play_facts.is_newer(play, imported_sessions.parse_object(stored_raw))
    return ImportAction.CHANGED if is_newer else ImportAction.KNOWN


def _iter_seats(plan: ImportPlan, raw: JsonObject) -> Iterator[tuple[str, str]]:
    """Player id and name by seat. A player listed twice, such as an anonymous one, gets a new id for every repeat."""
    counts: Counter[str] = Counter()
    for row in play_facts.get_player_rows(raw):
        player = _resolve(plan, PLAYERS, row.get("playerRefId"))
        assert player is not None
        counts[player.id] += 1
        name, number = play_facts.get_name(player.raw) or "Player", counts[player.id]
        if number == 1:
            yield player.id, name
        else:
            yield play_facts.make_uuid(PLAYERS, player.id, number), f"{name} {number}"


# Players -----------------------------------------------------------------------------------------------------------


def _plan_players(db: Session, plan: ImportPlan, choices: Mapping[str, str]) -> None:
    """Decide for everybody who played: known, merged with a known player, or new."""
    sessions = [FileSession(play.seats, play.report.action is not ImportAction.KNOWN) for play in plan.plays]
    anonymous = {
        player_id
        for session in sessions
        for player_id in session.ids
        if (player := plan.objects[PLAYERS].get(player_id)) is None or play_facts.get_bool(player.raw, "isAnonymous")
    }
    unfinished = import_log.find_unfinished(db, plan.file_import, plan.first_session_id)
    plan.file_import = unfinished or plan.file_import
    added_at = unfinished.at if unfinished else None
    matching = PlayerMatching(db, sessions, namesakes_differ=True, added_at=added_at, anonymous=anonymous)
    plan.matched = matching.match(choices)


# Stored objects that change ----------------------------------------------------------------------------------------


def has_new_win_rule(game: PlannedObject) -> bool:
    """Whether the results of a game's stored plays may change."""
    is_known = game.stored is not None
    return is_known and play_facts.get_win_rule(game.before) != play_facts.get_win_rule(game.after)


def takes_new_name(db: Session, player: PlannedObject) -> bool:
    """Whether a stored player is renamed: not if they were renamed in this app, or if somebody else has the name."""
    old, new = play_facts.get_name(player.before), play_facts.get_name(player.after)
    if not new or new == old or find_player(db, new) not in (None, player.id):
        return False
    row = db.execute(select(PLAYER.c.name_key, PLAYER.c.edits).where(PLAYER.c.id == player.id)).one_or_none()
    return row is not None and row.name_key == name_key(old) and "name" not in row.edits


def _describe_changes(db: Session, plan: ImportPlan) -> Iterator[str]:
    """A sentence for each stored object that gets a new name, and each game that changes who won."""
    players = (player for player in plan.objects[PLAYERS].values() if takes_new_name(db, player))
    for item in chain(players, plan.objects[PLACES].values(), plan.objects[GAMES].values()):
        old, new = play_facts.get_name(item.before), play_facts.get_name(item.after)
        if old and new and new != old:
            yield f"{old} is now {new}"
    for game in plan.objects[GAMES].values():
        if has_new_win_rule(game):
            highest_wins, is_cooperative = play_facts.get_win_rule(game.after)
            points = f"the {'highest' if highest_wins else 'lowest'} points win"
            yield f"{play_facts.get_title(game.after)}: {'all win together' if is_cooperative else points}"


def _find_outdated_sessions(db: Session, plan: ImportPlan) -> tuple[str, ...]:
    """The stored plays of games that get another win rule."""
    games = [game.id for game in plan.objects[GAMES].values() if has_new_win_rule(game)]
    query = select(IMPORTED_PLAY.c.session_id).where(IMPORTED_PLAY.c.game_id.in_(games))
    return tuple(db.execute(query.order_by(IMPORTED_PLAY.c.session_id)).scalars())


# Objects to drop and plays to delete -------------------------------------------------------------------------------


def _drop_unchanged_own_objects(db: Session, plan: ImportPlan) -> None:
    """Drop our own exported players, games and places unless an imported play uses them."""
    used = {list_name: set[str]() for list_name in reading.LISTS}
    places = {place.ref: place.id for place in plan.objects[PLACES].values() if place.ref is not None}
    for play in plan.plays_to_write:
        used[GAMES].add(play.game_id)
        used[PLAYERS].update(player_id for player_id, _ in play.seats)
        place_id = places.get(play_facts.get_int(play.raw, "locationRefId"))
        if place_id is not None:
            used[PLACES].add(place_id)
    own_ids = collect_own_ids(db)
    for list_name, objects in plan.objects.items():
        for object_id in [key for key, item in objects.items() if item.stored is None]:
            if object_id in own_ids.get(list_name, ()) and object_id not in used[list_name]:
                del objects[object_id]


def _find_deleted_sessions(db: Session, plan: ImportPlan) -> tuple[str, ...]:
    """Stored imported sessions that the file marks as deleted. A file never deletes our own sessions."""
    query = select(SESSION.c.id, IMPORTED_PLAY.c.raw).join(IMPORTED_PLAY, IMPORTED_PLAY.c.session_id == SESSION.c.id)
    in_file = {play.report.session_id for play in plan.plays}
    return tuple(
        sorted(
            row.id
            for row in db.execute(query.where(SESSION.c.binned_at.is_(None)))
            if row.id in plan.tombstones and row.id not in in_file
            if play_facts.is_deleted_by(imported_sessions.parse_object(row.raw), plan.tombstones[row.id])
        )
    )
