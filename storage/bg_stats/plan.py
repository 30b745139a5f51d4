"""What a file of BG Stats would bring: every thing, play and player of it held against what is here.

Nothing is written. What cannot be understood is left out and named, and the rest does not wait for it.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sqlalchemy import Connection, select

from scoring.names import name_key
from storage.bg_format import play_facts, reading
from storage.bg_format.own_ids import IMPORTED_GAME_PREFIX, collect_own_ids
from storage.bg_format.play_facts import JsonObject, SeatResult
from storage.bg_format.reading import GAMES, PLACES, PLAYERS, TOMBSTONES
from storage.bg_stats.report import APART, Fate, LeftOut, PlayerTaken, PlayTaken, Report
from storage.derived import imported_sessions
from storage.models import IMPORTED_PART, IMPORTED_PLAY, PLAYER, SESSION
from storage.sessions import players

_ENDLESS: Final = 2**31
"""No number of a thing is as large."""


@dataclass(slots=True)
class Part:
    """A thing of the file on its way in; `known` is how it lies here, if it does."""

    id: str
    raw: JsonObject
    ref: int | None
    known: str | None = None
    position: int = 0
    game: str = ""


@dataclass(frozen=True, slots=True)
class Play:
    """A play of the file that can be understood, with all that is to be written of it."""

    taken: PlayTaken
    raw: JsonObject
    game_id: str
    seats: tuple[tuple[str, str], ...]  # id and name, seat by seat
    place: str
    note: str
    came: tuple[SeatResult, ...]


@dataclass(slots=True)
class Plan:
    """Everything that is to be written, worked out beforehand."""

    parts: dict[str, dict[str, Part]] = field(default_factory=dict)
    refs: dict[str, dict[int, int]] = field(default_factory=dict)  # those of the file to ours
    ids: dict[str, dict[int, str]] = field(default_factory=dict)  # those of the file to things
    plays: list[Play] = field(default_factory=list)
    left_out: list[LeftOut] = field(default_factory=list)
    people: list[PlayerTaken] = field(default_factory=list)
    deleted: tuple[str, ...] = ()
    tombstones: dict[str, JsonObject] = field(default_factory=dict)  # of plays, by session
    old_tombstones: dict[str, JsonObject] = field(default_factory=dict)  # the same, from files that came before


def planned(db: Connection, data: JsonObject, choices: Mapping[str, str]) -> Plan:
    """What is to be done with a file; `choices` as in `bg_import.look_through`."""
    plan = Plan()
    for sort in reading.LISTS:
        _plan_parts(db, plan, data, sort)
    _plan_games(db, plan)
    _plan_tombstones(db, plan)
    _plan_plays(db, plan, data)
    _plan_people(db, plan, choices)
    _leave_ours(db, plan)
    plan.deleted = _deleted(db, plan)
    return plan


def told(plan: Plan) -> Report:
    """The plan in the words of its report."""
    games = plan.parts.get(GAMES, {}).values()
    places = plan.parts.get(PLACES, {}).values()
    return Report(
        tuple(play.taken for play in plan.plays),
        tuple(plan.people),
        tuple(sorted(play_facts.get_title(part.raw) for part in games if part.known is None)),
        tuple(sorted(play_facts.get_name(part.raw) for part in places if part.known is None)),
        tuple(plan.left_out),
        plan.deleted,
    )


# Things ------------------------------------------------------------------------------------------------------------


def _plan_parts(db: Connection, plan: Plan, data: JsonObject, sort: str) -> None:
    """Number the things of one list as they are numbered here; the first that comes keeps its own number."""
    here = {row.id: row for row in db.execute(select(IMPORTED_PART).where(IMPORTED_PART.c.sort == sort))}
    numbers = _Numbers({row.ref for row in here.values() if row.ref is not None})
    parts: dict[str, Part] = {}
    plan.parts[sort], plan.refs[sort], plan.ids[sort] = parts, {}, {}
    if not isinstance(data.get(sort), list | None):
        plan.left_out.append(LeftOut(f"The list of {sort}", "it is damaged."))
    for at, raw in enumerate(reading.iter_list(data, sort), start=1):
        part_id, theirs = _part_id(sort, raw), _ref(raw)
        why = _useless(plan, sort, raw, part_id, theirs)
        if why:
            plan.left_out.append(LeftOut(f"Number {at} of {sort}", why))
        if part_id and part_id not in parts and not why:
            known = here.get(part_id)
            ref = known.ref if known else numbers.take(theirs)
            position = known.position if known else 0
            parts[part_id] = Part(part_id, raw, ref, known.raw if known else None, position)
        if part_id in parts and theirs is not None:
            plan.ids[sort].setdefault(theirs, part_id)
            plan.refs[sort].setdefault(theirs, parts[part_id].ref or theirs)


def _part_id(sort: str, raw: Any) -> str:
    """How a thing of a list is known; empty where it is none."""
    if not isinstance(raw, dict):
        return ""
    if sort == TOMBSTONES and not play_facts.is_play_tombstone(raw):
        return play_facts.make_uuid(sort, reading.encode_object([raw.get("uuid"), raw.get("objectType")]))
    return play_facts.stable_id(sort, raw.get("uuid"), raw.get("name") or raw.get("id"))


def _useless(plan: Plan, sort: str, raw: Any, part_id: str, ref: int | None) -> str:
    """Why a thing cannot be taken in; empty where it can."""
    if not isinstance(raw, dict):
        return "it is damaged."
    if part_id in plan.parts[sort]:
        return "it stands in the file twice; the first one is taken."
    if ref in plan.ids[sort]:
        return f"another one has the number {ref} too; the first one is taken."
    return ""


def _ref(raw: Any) -> int | None:
    ref = raw.get("id") if isinstance(raw, dict) else None
    return ref if isinstance(ref, int) and not isinstance(ref, bool) and abs(ref) < _ENDLESS else None


class _Numbers:
    """The numbers by which the things of a list are called."""

    def __init__(self, taken: set[int]) -> None:
        self._taken = taken
        self._next = max(taken, default=0) + 1
        if self._next >= _ENDLESS // 2:
            self._next = 1

    def take(self, wanted: int | None) -> int | None:
        """The number a new thing gets: its own where nobody has it; none where it has none."""
        if wanted is None:
            return None
        number = wanted
        if wanted in self._taken:
            while self._next in self._taken:
                self._next += 1
            number = self._next
        self._taken.add(number)
        return number


def _plan_games(db: Connection, plan: Plan) -> None:
    """The key of every game: that of the same game here, by its number at BoardGameGeek or its name."""
    query = select(IMPORTED_PART.c.id, IMPORTED_PART.c.game, IMPORTED_PART.c.raw).where(IMPORTED_PART.c.sort == GAMES)
    by_id: dict[str, str] = {}
    by_sign: dict[Any, str] = {}
    for row in db.execute(query.order_by(IMPORTED_PART.c.position)):
        by_id[row.id] = row.game
        for sign in _signs(imported_sessions.thing(row.raw)):
            by_sign.setdefault(sign, row.game)
    for part in plan.parts[GAMES].values():
        same = next((by_sign[sign] for sign in _signs(part.raw) if sign in by_sign), None)
        part.game = by_id.get(part.id) or same or f"{IMPORTED_GAME_PREFIX}{part.id}"
        for sign in _signs(part.raw):
            by_sign.setdefault(sign, part.game)


def _signs(game: JsonObject) -> Iterator[Any]:
    if play_facts.get_int(game, "bggId") > 0:
        yield play_facts.get_int(game, "bggId")
    if play_facts.get_name(game):
        yield name_key(play_facts.get_name(game))


# Plays -------------------------------------------------------------------------------------------------------------


def _plan_tombstones(db: Connection, plan: Plan) -> None:
    """Which plays were deleted in BG Stats, by this file and by those that came before."""
    known = select(IMPORTED_PART.c.raw).where(IMPORTED_PART.c.sort == TOMBSTONES)
    before = (imported_sessions.thing(raw) for raw in db.execute(known).scalars())
    plan.old_tombstones = dict(_of_plays(before))
    plan.tombstones = dict(_of_plays(part.raw for part in plan.parts[TOMBSTONES].values()))


def _of_plays(tombstones: Iterable[JsonObject]) -> Iterator[tuple[str, JsonObject]]:
    for tombstone in tombstones:
        if play_facts.is_play_tombstone(tombstone):
            yield play_facts.stable_id(reading.PLAYS, tombstone.get("uuid")), tombstone


def _is_dead(plan: Plan, session_id: str, play: JsonObject, *, is_here: bool) -> bool:
    """Whether a play of the file was deleted; one that is here was taken out of the bin since, if it was in it."""
    tombstones = [plan.tombstones.get(session_id), None if is_here else plan.old_tombstones.get(session_id)]
    return any(play_facts.is_deleted_by(play, tombstone) for tombstone in tombstones if tombstone is not None)


def _plan_plays(db: Connection, plan: Plan, data: JsonObject) -> None:
    query = select(SESSION.c.id, IMPORTED_PLAY.c.raw).outerjoin(
        IMPORTED_PLAY, IMPORTED_PLAY.c.session_id == SESSION.c.id
    )
    here = {row.id: row.raw for row in db.execute(query)}
    seen: set[str] = set()
    for at, raw in enumerate(reading.iter_list(data, reading.PLAYS), start=1):
        what = _called(plan, at, raw)
        session_id = _session_of(raw)
        why = _unfit(plan, raw)
        dead = not why and _is_dead(plan, session_id, raw, is_here=session_id in here)
        if why or dead or session_id in seen:
            plan.left_out.append(LeftOut(what, why or _passed_over(dead)))
            continue
        seen.add(session_id)
        plan.plays.append(_play(plan, raw, session_id, here))


def _session_of(raw: Any) -> str:
    if not isinstance(raw, dict):
        return ""
    uuid = raw.get("uuid")
    return play_facts.stable_id(reading.PLAYS, uuid, "" if uuid else reading.encode_object(raw))


def _called(plan: Plan, at: int, raw: Any) -> str:
    """What a play is called in a sentence: its number, and what can be read of its game and day."""
    if not isinstance(raw, dict):
        return f"Play {at}"
    game = _part(plan, GAMES, raw.get("gameRefId"))
    when = play_facts.get_play_date(raw)
    told = [play_facts.get_title(game.raw) if game else "", f"{when:%Y-%m-%d}" if when else ""]
    return f"Play {at} ({', '.join(filter(None, told))})" if any(told) else f"Play {at}"


def _unfit(plan: Plan, raw: Any) -> str:
    """Why a play cannot be taken in; empty where it can."""
    if not isinstance(raw, dict):
        return "it is damaged."
    if _part(plan, GAMES, raw.get("gameRefId")) is None:
        return "its game is not in the file."
    if play_facts.get_play_date(raw) is None:
        return "its date cannot be read."
    rows = play_facts.get_player_rows(raw)
    if not rows:
        return "it names nobody who played."
    if len(rows) > play_facts.MAX_PLAYERS:
        return f"{len(rows):,} people played; no more than {play_facts.MAX_PLAYERS} can be taken in."
    if any(_part(plan, PLAYERS, row.get("playerRefId")) is None for row in rows):
        return "somebody who played is not in the file."
    return ""


def _passed_over(deleted: bool) -> str:
    return "it was deleted in BG Stats." if deleted else "it stands in the file twice; the first one is taken."


def _part(plan: Plan, sort: str, ref: Any) -> Part | None:
    """The thing a reference leads to."""
    if not isinstance(ref, int) or isinstance(ref, bool):
        return None
    found = plan.ids[sort].get(ref)
    return plan.parts[sort][found] if found else None


def _play(plan: Plan, raw: JsonObject, session_id: str, here: Mapping[str, str | None]) -> Play:
    game = _part(plan, GAMES, raw.get("gameRefId"))
    at = play_facts.get_play_date(raw)
    assert game is not None
    assert at is not None
    place = _part(plan, PLACES, raw.get("locationRefId"))
    ours = reading.renumber_references(raw, plan.refs)
    seats = tuple(_seated(plan, raw))
    came = play_facts.compute_seat_results(raw, game.raw)
    taken = PlayTaken(
        session_id,
        _fate(session_id, ours, here),
        play_facts.get_title(game.raw),
        at,
        tuple(name for _, name in seats),
        tuple(name for (_, name), each in zip(seats, came, strict=True) if each.won),
        not play_facts.get_bool(raw, "ignored"),
    )
    return Play(
        taken, ours, game.id, seats, play_facts.get_name(place.raw) if place else "", play_facts.get_note(raw), came
    )


def _fate(session_id: str, ours: JsonObject, here: Mapping[str, str | None]) -> Fate:
    """Known is what is here already, our own sessions that come back included; the later change holds."""
    if session_id not in here:
        return Fate.NEW
    kept = here[session_id]
    if kept is None or kept == reading.encode_object(ours):
        return Fate.KNOWN
    return Fate.CHANGED if play_facts.is_newer(ours, imported_sessions.thing(kept)) else Fate.KNOWN


def _seated(plan: Plan, raw: JsonObject) -> Iterator[tuple[str, str]]:
    """Who sat where; whoever stands there twice, as the anonymous may, is somebody else the second time."""
    times: Counter[str] = Counter()
    for row in play_facts.get_player_rows(raw):
        part = _part(plan, PLAYERS, row.get("playerRefId"))
        assert part is not None
        times[part.id] += 1
        name, again = play_facts.get_name(part.raw) or "Player", times[part.id]
        yield (part.id, name) if again == 1 else (play_facts.make_uuid(PLAYERS, part.id, again), f"{name} {again}")


# Players -----------------------------------------------------------------------------------------------------------


def _plan_people(db: Connection, plan: Plan, choices: Mapping[str, str]) -> None:
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


def _namesake(db: Connection, plan: Plan, player_id: str, name: str, finals: set[str]) -> str | None:
    """The player here of this name, unless they are in the file already or it is nobody's name."""
    part = plan.parts[PLAYERS].get(player_id)
    if part is None or play_facts.get_bool(part.raw, "isAnonymous"):
        return None
    found = players.find(db, name)
    return found if found not in finals else None


# What stays as it is, and what goes ---------------------------------------------------------------------------------


def _leave_ours(db: Connection, plan: Plan) -> None:
    """Our own players, games and places that come back with nothing new stay what they are."""
    used = {sort: set[str]() for sort in reading.LISTS}
    places = {part.ref: part.id for part in plan.parts[PLACES].values() if part.ref is not None}
    for play in plan.plays:
        if play.taken.fate is Fate.KNOWN:
            continue
        used[GAMES].add(play.game_id)
        used[PLAYERS].update(player_id for player_id, _ in play.seats)
        place = places.get(play_facts.get_int(play.raw, "locationRefId"))
        if place is not None:
            used[PLACES].add(place)
    ours = collect_own_ids(db)
    for sort, parts in plan.parts.items():
        for part_id in [each for each in parts if parts[each].known is None]:
            if part_id in ours.get(sort, ()) and part_id not in used[sort]:
                del parts[part_id]


def _deleted(db: Connection, plan: Plan) -> tuple[str, ...]:
    """Imported sessions here that the file says were deleted; our own are not for others to delete."""
    query = select(SESSION.c.id, IMPORTED_PLAY.c.raw).join(IMPORTED_PLAY, IMPORTED_PLAY.c.session_id == SESSION.c.id)
    alive = {play.taken.session_id for play in plan.plays}
    here = db.execute(query.where(SESSION.c.binned_at.is_(None)))
    return tuple(
        sorted(
            row.id
            for row in here
            if row.id in plan.tombstones and row.id not in alive
            if play_facts.is_deleted_by(imported_sessions.thing(row.raw), plan.tombstones[row.id])
        )
    )
