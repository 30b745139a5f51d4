"""A file of BG Stats taken in: what that would change, told first, then all of it or nothing.

Whoever and whatever has an id is known by it; a new player of a known name counts as that player, until that merge
is taken back. A play that cannot be understood is left out and named; the others do not wait for it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from storage import bg_file, bg_stats, imported, players, sums
from storage.bg_stats import Came, Thing
from storage.clock import offset_minutes
from storage.errors import StorageError
from storage.folding import sought
from storage.models import ENTRY, IMPORTED_PART, IMPORTED_PLAY, PLACING, PLAYER, RESULT, SEAT, SESSION
from storage.players import name_key
from storage.store import Store

GAMES, PLAYERS, PLACES, TOMBSTONES, TOP = "games", "players", "locations", "deletedObjects", "top"

APART: Final = ""
"""The choice that a player of the file is somebody of their own."""

_NOT_KEPT: Final = ("about",)
"""What a file says of itself only."""


class Fate(StrEnum):
    """What becomes of a play or a player of a file."""

    NEW = "new"
    CHANGED = "changed"
    KNOWN = "known"
    MERGED = "merged"


@dataclass(frozen=True, slots=True)
class PlayTaken:
    """A play of the file that can be understood: what it is called in lists, and what becomes of it."""

    session_id: str
    fate: Fate
    game: str
    at: datetime  # by the clock on the wall
    names: tuple[str, ...]
    winners: tuple[str, ...]
    counts: bool


@dataclass(frozen=True, slots=True)
class PlayerTaken:
    """A player of the file who played; `into` is the player here whom they count as, if they are merged."""

    id: str
    name: str
    fate: Fate
    plays: int
    into: str = APART
    into_name: str = ""


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A part of the file that is not taken in, and why, as a sentence."""

    what: str
    why: str

    def __str__(self) -> str:
        return f"{self.what}: {self.why}"


@dataclass(frozen=True, slots=True)
class Report:
    """What taking a file in changes; the same before it is applied and after."""

    plays: tuple[PlayTaken, ...]
    players: tuple[PlayerTaken, ...]
    games: tuple[str, ...]  # titles of those that are new here
    places: tuple[str, ...]  # names of those that are new here
    left_out: tuple[LeftOut, ...]
    deleted: tuple[str, ...]  # sessions here that the file says were deleted: they go into the bin

    def count(self, fate: Fate) -> int:
        """How many plays have this fate."""
        return sum(play.fate is fate for play in self.plays)

    @property
    def ignored(self) -> int:
        """How many plays are taken in but do not count, as BG Stats has it."""
        return sum(not play.counts for play in self.plays if play.fate in (Fate.NEW, Fate.CHANGED))

    @property
    def nothing(self) -> bool:
        """Whether taking it in would change nothing."""
        return not (self.count(Fate.NEW) or self.count(Fate.CHANGED) or self.deleted)


@dataclass(slots=True)
class _Part:
    """A thing of the file on its way in; `known` is how it lies here, if it does."""

    id: str
    raw: Thing
    ref: int | None
    known: str | None = None
    position: int = 0
    game: str = ""


@dataclass(frozen=True, slots=True)
class _Play:
    taken: PlayTaken
    raw: Thing
    game_id: str
    seats: tuple[tuple[str, str], ...]  # id and name, seat by seat
    place: str
    note: str
    came: tuple[Came, ...]


@dataclass(slots=True)
class _Plan:
    """Everything that is to be written, worked out beforehand."""

    parts: dict[str, dict[str, _Part]] = field(default_factory=dict)
    refs: dict[str, dict[int, int]] = field(default_factory=dict)  # those of the file to ours
    ids: dict[str, dict[int, str]] = field(default_factory=dict)  # those of the file to things
    plays: list[_Play] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    people: list[PlayerTaken] = field(default_factory=list)
    deleted: tuple[str, ...] = ()


def look_through(store: Store, data: Thing, choices: Mapping[str, str] | None = None) -> Report:
    """What taking the file in would change; nothing is changed yet.

    `choices` says for players of the file whom they count as: the id of a player here, or `APART`.
    """
    with store.database.reading() as db:
        return _told(_planned(db, data, choices or {}))


def take_in(store: Store, data: Thing, choices: Mapping[str, str] | None = None) -> Report:
    """Take the file in, whole or, with a StorageError, not at all; a second time adds nothing."""
    seen = store.version()
    with store.database.reading() as db:
        plan = _planned(db, data, choices or {})
    with (
        store.database.writing() as db
    ):  # nobody else can write from here on, so it is not held for longer than need be
        if store.version() != seen:
            plan = _planned(db, data, choices or {})
        _write(db, plan, data, store.now())
    return _told(plan)


def take_back(store: Store, report: Report) -> int:
    """Put what a file brought new into the bin, from where it can be taken again; gives how many sessions."""
    new = [play.session_id for play in report.plays if play.fate is Fate.NEW]
    with store.database.writing() as db:
        here = set(db.execute(select(SESSION.c.id).where(SESSION.c.binned_at.is_(None))).scalars())
        going = [{"key": each} for each in new if each in here]
        if going:
            binned = update(SESSION).where(SESSION.c.id == bindparam("key")).values(binned_at=store.now())
            db.execute(binned, going)
    return len(going)


# What is to be done ------------------------------------------------------------------------------------------------


def _told(plan: _Plan) -> Report:
    games = plan.parts.get(GAMES, {}).values()
    places = plan.parts.get(PLACES, {}).values()
    return Report(
        tuple(play.taken for play in plan.plays),
        tuple(plan.people),
        tuple(sorted(bg_stats.title(part.raw) for part in games if part.known is None)),
        tuple(sorted(_name(part.raw) for part in places if part.known is None)),
        tuple(plan.left_out),
        plan.deleted,
    )


def _planned(db: Connection, data: Thing, choices: Mapping[str, str]) -> _Plan:
    plan = _Plan()
    for sort in bg_file.LISTS:
        _plan_parts(db, plan, data, sort)
    _plan_games(db, plan)
    dead = set(plan.parts[TOMBSTONES])
    _plan_plays(db, plan, data, dead)
    _plan_people(db, plan, choices)
    _leave_ours(db, plan)
    plan.deleted = _deleted(db, dead)
    return plan


def _plan_parts(db: Connection, plan: _Plan, data: Thing, sort: str) -> None:
    """Number the things of one list as they are numbered here; the first that comes keeps its own number."""
    here = {row.id: row for row in db.execute(select(IMPORTED_PART).where(IMPORTED_PART.c.sort == sort))}
    taken = {row.ref for row in here.values()}
    parts: dict[str, _Part] = {}
    plan.parts[sort], plan.refs[sort], plan.ids[sort] = parts, {}, {}
    for at, raw in enumerate(bg_file.listed(data, sort), start=1):
        if not isinstance(raw, dict):
            plan.left_out.append(LeftOut(f"Number {at} of {sort}", "it is damaged."))
            continue
        part_id = bg_stats.identity(sort, raw.get("uuid"), raw.get("name") or raw.get("id"))
        theirs = _ref(raw)
        if part_id not in parts:
            known = here.get(part_id)
            ref = known.ref if known else _free(theirs, taken)
            taken.add(ref)
            position = known.position if known else 0
            parts[part_id] = _Part(part_id, raw, ref, known.raw if known else None, position)
        if theirs is not None:
            plan.ids[sort].setdefault(theirs, part_id)
            plan.refs[sort].setdefault(theirs, parts[part_id].ref or theirs)


def _ref(raw: Thing) -> int | None:
    ref = raw.get("id")
    return ref if isinstance(ref, int) and not isinstance(ref, bool) and abs(ref) < 2**31 else None


def _free(wanted: int | None, taken: set[int | None]) -> int | None:
    """The number a new thing gets: its own where nobody has it."""
    if wanted is None or wanted not in taken:
        return wanted
    return max((each for each in taken if each is not None), default=0) + 1


def _plan_games(db: Connection, plan: _Plan) -> None:
    """The key of every game: that of the same game here, by its number at BoardGameGeek or its name."""
    query = select(IMPORTED_PART.c.id, IMPORTED_PART.c.game, IMPORTED_PART.c.raw).where(IMPORTED_PART.c.sort == GAMES)
    by_id: dict[str, str] = {}
    by_sign: dict[Any, str] = {}
    for row in db.execute(query.order_by(IMPORTED_PART.c.position)):
        by_id[row.id] = row.game
        for sign in _signs(imported.thing(row.raw)):
            by_sign.setdefault(sign, row.game)
    for part in plan.parts[GAMES].values():
        same = next((by_sign[sign] for sign in _signs(part.raw) if sign in by_sign), None)
        part.game = by_id.get(part.id) or same or f"{imported.PREFIX}{part.id}"
        for sign in _signs(part.raw):
            by_sign.setdefault(sign, part.game)


def _signs(game: Thing) -> Iterator[Any]:
    if bg_stats.figure(game, "bggId") > 0:
        yield bg_stats.figure(game, "bggId")
    if _name(game):
        yield name_key(_name(game))


def _name(thing: Thing) -> str:
    return bg_stats.tidy(bg_stats.words(thing, "name"))


# Plays -------------------------------------------------------------------------------------------------------------


def _plan_plays(db: Connection, plan: _Plan, data: Thing, dead: set[str]) -> None:
    query = select(SESSION.c.id, IMPORTED_PLAY.c.raw).outerjoin(
        IMPORTED_PLAY, IMPORTED_PLAY.c.session_id == SESSION.c.id
    )
    here = {row.id: row.raw for row in db.execute(query)}
    seen: set[str] = set()
    for at, raw in enumerate(bg_file.listed(data, bg_file.PLAYS), start=1):
        what = _called(plan, at, raw)
        session_id = _session_of(raw)
        why = _unfit(plan, raw)
        if why or session_id in dead or session_id in seen:
            plan.left_out.append(LeftOut(what, why or _passed_over(session_id in dead)))
            continue
        seen.add(session_id)
        plan.plays.append(_play(plan, raw, session_id, here))


def _session_of(raw: Any) -> str:
    if not isinstance(raw, dict):
        return ""
    uuid = raw.get("uuid")
    return bg_stats.identity(bg_file.PLAYS, uuid, "" if uuid else bg_file.kept(raw))


def _called(plan: _Plan, at: int, raw: Any) -> str:
    """What a play is called in a sentence: its number, and what can be read of its game and day."""
    if not isinstance(raw, dict):
        return f"Play {at}"
    game = _part(plan, GAMES, raw.get("gameRefId"))
    when = bg_stats.played_at(raw)
    told = [bg_stats.title(game.raw) if game else "", f"{when:%Y-%m-%d}" if when else ""]
    return f"Play {at} ({', '.join(filter(None, told))})" if any(told) else f"Play {at}"


def _unfit(plan: _Plan, raw: Any) -> str:
    """Why a play cannot be taken in; empty where it can."""
    if not isinstance(raw, dict):
        return "it is damaged."
    if _part(plan, GAMES, raw.get("gameRefId")) is None:
        return "its game is not in the file."
    if bg_stats.played_at(raw) is None:
        return "its date cannot be read."
    rows = bg_stats.people(raw)
    if not rows:
        return "it names nobody who played."
    if any(_part(plan, PLAYERS, row.get("playerRefId")) is None for row in rows):
        return "somebody who played is not in the file."
    return ""


def _passed_over(deleted: bool) -> str:
    return "it was deleted in BG Stats." if deleted else "it stands in the file twice; the first one is taken."


def _part(plan: _Plan, sort: str, ref: Any) -> _Part | None:
    """The thing a reference leads to."""
    if not isinstance(ref, int) or isinstance(ref, bool):
        return None
    found = plan.ids[sort].get(ref)
    return plan.parts[sort][found] if found else None


def _play(plan: _Plan, raw: Thing, session_id: str, here: Mapping[str, str | None]) -> _Play:
    game = _part(plan, GAMES, raw.get("gameRefId"))
    at = bg_stats.played_at(raw)
    assert game is not None
    assert at is not None
    place = _part(plan, PLACES, raw.get("locationRefId"))
    ours = bg_file.referred(raw, plan.refs)
    seats = tuple(_seated(plan, raw))
    came = bg_stats.came_out(raw, game.raw)
    taken = PlayTaken(
        session_id,
        _fate(session_id, ours, here),
        bg_stats.title(game.raw),
        at,
        tuple(name for _, name in seats),
        tuple(name for (_, name), each in zip(seats, came, strict=True) if each.won),
        not bg_stats.holds(raw, "ignored"),
    )
    return _Play(taken, ours, game.id, seats, _name(place.raw) if place else "", note_of(raw), came)


def _fate(session_id: str, ours: Thing, here: Mapping[str, str | None]) -> Fate:
    """Known is what is here already, our own sessions that come back included; the later change holds."""
    if session_id not in here:
        return Fate.NEW
    kept = here[session_id]
    if kept is None or kept == bg_file.kept(ours):
        return Fate.KNOWN
    return Fate.CHANGED if _is_later(ours, kept) else Fate.KNOWN


def _seated(plan: _Plan, raw: Thing) -> Iterator[tuple[str, str]]:
    """Who sat where; whoever stands there twice, as the anonymous may, is somebody else the second time."""
    times: Counter[str] = Counter()
    for row in bg_stats.people(raw):
        part = _part(plan, PLAYERS, row.get("playerRefId"))
        assert part is not None
        times[part.id] += 1
        name, again = _name(part.raw) or "Player", times[part.id]
        yield (part.id, name) if again == 1 else (bg_stats.made_uuid(PLAYERS, part.id, again), f"{name} {again}")


# Players -----------------------------------------------------------------------------------------------------------


def _plan_people(db: Connection, plan: _Plan, choices: Mapping[str, str]) -> None:
    """Who of those who played is known, whom somebody new counts as, and who is new."""
    here = {row.id: row for row in db.execute(select(PLAYER.c.id, PLAYER.c.name, PLAYER.c.counts_as))}
    plays: Counter[str] = Counter()
    names: dict[str, str] = {}
    for play in plan.plays:
        plays.update(dict(play.seats).keys())
        names |= {player_id: name for player_id, name in play.seats if player_id not in names}
    finals = {here[each].counts_as for each in plays if each in here}
    often = Counter(name_key(name) for name in names.values())
    for player_id, name in names.items():
        if player_id in here:
            plan.people.append(PlayerTaken(player_id, name, Fate.KNOWN, plays[player_id]))
            continue
        likely = _namesake(db, plan, player_id, name, finals) if often[name_key(name)] == 1 else None
        into = choices.get(player_id, likely or APART)
        if into not in here:
            plan.people.append(PlayerTaken(player_id, name, Fate.NEW, plays[player_id]))
        else:
            plan.people.append(PlayerTaken(player_id, name, Fate.MERGED, plays[player_id], into, here[into].name))


def _namesake(db: Connection, plan: _Plan, player_id: str, name: str, finals: set[str]) -> str | None:
    """The player here of this name, unless they are in the file already or it is nobody's name."""
    part = plan.parts[PLAYERS].get(player_id)
    if part is None or bg_stats.holds(part.raw, "isAnonymous"):
        return None
    found = players.find(db, name)
    return found if found not in finals else None


def _leave_ours(db: Connection, plan: _Plan) -> None:
    """Our own players, games and places that come back with nothing new stay what they are."""
    used = {sort: set[str]() for sort in bg_file.LISTS}
    for play in plan.plays:
        if play.taken.fate is Fate.KNOWN:
            continue
        used[GAMES].add(play.game_id)
        used[PLAYERS].update(player_id for player_id, _ in play.seats)
        used[PLACES].update(
            part.id for part in plan.parts[PLACES].values() if part.ref == play.raw.get("locationRefId")
        )
    ours = own_things(db)
    for sort, parts in plan.parts.items():
        for part_id in [each for each in parts if parts[each].known is None]:
            if part_id in ours.get(sort, ()) and part_id not in used[sort]:
                del parts[part_id]


def own_things(db: Connection) -> dict[str, set[str]]:
    """The ids under which our own players, games and places leave in a file."""
    journaled = select(ENTRY.c.session_id).where(ENTRY.c.number == 0)
    rows = db.execute(select(SESSION.c.game, SESSION.c.place).distinct().where(SESSION.c.id.in_(journaled))).all()
    return {
        PLAYERS: set(db.execute(select(PLAYER.c.id)).scalars()),
        GAMES: {game_id(row.game) for row in rows},
        PLACES: {place_id(row.place) for row in rows if row.place.strip()},
    }


def game_id(key: str) -> str:
    """The id of a game of ours."""
    return bg_stats.made_uuid(GAMES, key)


def place_id(name: str) -> str:
    """The id of a place of ours."""
    return bg_stats.made_uuid(PLACES, name_key(name))


def _deleted(db: Connection, dead: set[str]) -> tuple[str, ...]:
    """Imported sessions here that the file says were deleted; our own are not for others to delete."""
    query = select(SESSION.c.id).join(IMPORTED_PLAY, IMPORTED_PLAY.c.session_id == SESSION.c.id)
    here = db.execute(query.where(SESSION.c.binned_at.is_(None))).scalars()
    return tuple(sorted(dead.intersection(here)))


# Writing -----------------------------------------------------------------------------------------------------------


def _write(db: Connection, plan: _Plan, data: Thing, at: datetime) -> None:
    for sort in bg_file.LISTS:
        _write_parts(db, plan, sort)
    _write_top(db, plan, data)
    taken = [play for play in plan.plays if play.taken.fate is not Fate.KNOWN]
    _write_people(db, plan, taken, at)
    _clear(db, [play.taken.session_id for play in taken if play.taken.fate is Fate.CHANGED])
    _write_plays(db, plan, taken, at)
    for person in plan.people:
        if person.fate is Fate.MERGED:
            _merge(db, plan, person, at)
    for session_id in plan.deleted:
        db.execute(update(SESSION).where(SESSION.c.id == session_id).values(binned_at=at))


def _write_parts(db: Connection, plan: _Plan, sort: str) -> None:
    position = _next_position(db, IMPORTED_PART.c.position, IMPORTED_PART.c.sort == sort)
    new: list[dict[str, Any]] = []
    for part in plan.parts[sort].values():
        raw = bg_file.referred(part.raw, plan.refs)
        if part.ref is not None:
            raw |= {"id": part.ref}
        text = bg_file.kept(raw)
        if part.known is None:
            row = {"sort": sort, "id": part.id, "ref": part.ref, "game": part.game, "raw": text}
            new.append(row | {"position": position + len(new)})
        elif part.known != text and _is_later(raw, part.known):
            where = (IMPORTED_PART.c.sort == sort, IMPORTED_PART.c.id == part.id)
            db.execute(update(IMPORTED_PART).where(*where).values(raw=text))
            if sort == PLAYERS:
                _rename(db, part.id, _name(imported.thing(part.known)), _name(raw))
    _insert(db, IMPORTED_PART, new)


def _is_later(raw: Thing, known: str) -> bool:
    """Whether a thing was changed after the one we have; where no file says when, any difference counts."""
    before = bg_stats.words(imported.thing(known), "modificationDate")
    return bg_stats.words(raw, "modificationDate") > before or not before


def _rename(db: Connection, player_id: str, before: str, now: str) -> None:
    """Follow a new name, unless the player was given another one here or somebody else has it."""
    if now and now != before and players.find(db, now) is None:
        where = (PLAYER.c.id == player_id, PLAYER.c.name_key == name_key(before))
        db.execute(update(PLAYER).where(*where).values(name=now, name_key=name_key(now)))


def _write_top(db: Connection, plan: _Plan, data: Thing) -> None:
    """The names of the lists in the order of the file, and what stands beside them; the first file is followed."""
    if not any(plan.parts.values()) and not any(play.taken.fate is not Fate.KNOWN for play in plan.plays):
        return
    here = set(db.execute(select(IMPORTED_PART.c.id).where(IMPORTED_PART.c.sort == TOP)).scalars())
    position = _next_position(db, IMPORTED_PART.c.position, IMPORTED_PART.c.sort == TOP)
    new: list[dict[str, Any]] = []
    for key, value in data.items():
        if key in here or key in _NOT_KEPT:
            continue
        beside = None if key in (*bg_file.LISTS, bg_file.PLAYS) else bg_file.referred(value, plan.refs)
        row = {"sort": TOP, "id": key, "ref": None, "game": "", "raw": bg_file.kept(beside)}
        new.append(row | {"position": position + len(new)})
    _insert(db, IMPORTED_PART, new)


def _write_people(db: Connection, plan: _Plan, taken: Iterable[_Play], at: datetime) -> None:
    """New players; those without a name to be asked for are not offered when seats are filled."""
    last: dict[str, datetime] = {}
    for play in taken:
        when = _utc(play.taken.at)
        last |= {player_id: max(when, last.get(player_id, when)) for player_id, _ in play.seats}
    rows: list[dict[str, Any]] = []
    for person in plan.people:
        if person.fate is Fate.KNOWN or person.id not in last:
            continue
        part = plan.parts[PLAYERS].get(person.id)
        nobody = part is None or bg_stats.holds(part.raw, "isAnonymous")
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


def _clear(db: Connection, session_ids: Iterable[str]) -> None:
    """Make room for plays that were changed."""
    for session_id in session_ids:
        sums.take(db, session_id)
        for table in (RESULT, SEAT):
            db.execute(delete(table).where(table.c.session_id == session_id))


def _write_plays(db: Connection, plan: _Plan, taken: list[_Play], at: datetime) -> None:
    position = _next_position(db, IMPORTED_PLAY.c.position, True)
    sessions: list[dict[str, Any]] = []
    plays: list[dict[str, Any]] = []
    seats: list[dict[str, Any]] = []
    derived: dict[str, list[dict[str, Any]]] = {RESULT.name: [], PLACING.name: []}
    for play in taken:
        row = _session_row(plan, play, at)
        raw = {"game_id": play.game_id, "raw": bg_file.kept(play.raw)}
        if play.taken.fate is Fate.NEW:
            sessions.append(row)
            plays.append({"session_id": row["id"], "position": position + len(plays)} | raw)
        else:
            db.execute(update(SESSION).where(SESSION.c.id == row["id"]).values(_unless_edited(db, row)))
            db.execute(update(IMPORTED_PLAY).where(IMPORTED_PLAY.c.session_id == row["id"]).values(raw))
        seats += _seat_rows(play, at)
        for table, rows in imported.rows_of(row["id"], row["game"], row["opened_at"], play.raw, play.came):
            derived[table.name] += rows
    for target, all_rows in ((SESSION, sessions), (IMPORTED_PLAY, plays), (SEAT, seats)):
        _insert(db, target, all_rows)
    _write_results(db, derived[RESULT.name], derived[PLACING.name])
    for result in derived[RESULT.name]:
        sums.add(db, result["session_id"])


def _write_results(db: Connection, results: list[dict[str, Any]], placings: list[dict[str, Any]]) -> None:
    """Placings before their results, which are then touched once: so plays follow once a session, not once a seat."""
    db.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
    _insert(db, PLACING, placings)
    _insert(db, RESULT, results)
    if results:
        touched = update(RESULT).where(RESULT.c.session_id == bindparam("key")).values(status=imported.FINISHED)
        db.execute(touched, [{"key": row["session_id"]} for row in results])


def _session_row(plan: _Plan, play: _Play, at: datetime) -> dict[str, Any]:
    opened_at = _utc(play.taken.at)
    return {
        "id": play.taken.session_id,
        "game": plan.parts[GAMES][play.game_id].game,
        "opened_at": opened_at,
        "utc_offset": offset_minutes(opened_at),
        "place": play.place,
        "note": play.note,
        "status": imported.FINISHED,
        "changed_at": at,
    }


def _unless_edited(db: Connection, row: dict[str, Any]) -> dict[str, Any]:
    """A changed play without the place and the note, where somebody wrote others here."""
    said = written_of(db, row["id"])
    query = select(SESSION.c.place, SESSION.c.note).where(SESSION.c.id == row["id"])
    here = db.execute(query).one()._asdict()
    values = {key: value for key, value in row.items() if key not in here or here[key] == said[key]}
    noted = here | values
    return values | {"sought": sought(noted["place"], noted["note"])}


def written_of(db: Connection, session_id: str) -> dict[str, str]:
    """Place and note of an imported play as they were written."""
    play, _ = imported.play_of(db, session_id)
    query = select(IMPORTED_PART.c.raw).where(IMPORTED_PART.c.sort == PLACES)
    raw = db.execute(query.where(IMPORTED_PART.c.ref == play.get("locationRefId"))).scalars().first()
    return {"place": _name(imported.thing(raw)) if raw else "", "note": note_of(play)}


def note_of(play: Thing) -> str:
    """What was remarked on a play."""
    return bg_stats.words(play, "comments").replace("\0", "")


def _seat_rows(play: _Play, at: datetime) -> Iterator[dict[str, Any]]:
    for seat, (player_id, name) in enumerate(play.seats):
        moments = {"created_at": at, "changed_at": at}
        yield {"session_id": play.taken.session_id, "seat": seat, "player_id": player_id, "name": name} | moments


def _merge(db: Connection, plan: _Plan, person: PlayerTaken, at: datetime) -> None:
    """Let somebody new count as a known player; two who sat at one table stay two, and the report says so."""
    try:
        players.merge(db, person.id, person.into, at)
    except StorageError as error:
        plan.people[plan.people.index(person)] = PlayerTaken(person.id, person.name, Fate.NEW, person.plays)
        plan.left_out.append(LeftOut(f"{person.name} as {person.into_name}", str(error)))


def _utc(at: datetime) -> datetime:
    """A moment on the wall of this device; what a file says does not tell the zone."""
    return (at if at.tzinfo else at.astimezone()).astimezone(UTC)


def _next_position(db: Connection, column: Any, where: Any) -> int:
    last: int | None = db.execute(select(func.max(column)).where(where)).scalar_one()
    return 0 if last is None else last + 1


def _insert(db: Connection, table: Any, rows: list[dict[str, Any]]) -> None:
    if rows:
        db.execute(insert(table), rows)
