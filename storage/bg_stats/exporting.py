"""Everything that was played, as a file that BG Stats reads: what came from there as it came, our sessions as plays.

The same sessions give the same bytes; taken in somewhere else and written again, they give them once more.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Connection, select

from scoring.names import name_key
from storage.bg_format import play_facts, reading
from storage.bg_format.own_ids import own_game_id, own_place_id
from storage.bg_format.play_facts import JsonObject
from storage.bg_format.reading import GAMES, PLACES, PLAYERS, TOMBSTONES
from storage.derived import imported_sessions
from storage.derived.imported_sessions import TOP
from storage.models import (
    ENTRY,
    IMPORTED_PART,
    IMPORTED_PLAY,
    PLACING,
    PLAYER,
    RESULT,
    ROUND,
    ROUND_SCORE,
    SEAT,
    SESSION,
)
from storage.store import Store

_ALWAYS: Final = ("players", "locations", "games", "plays", "challenges", "userInfo")
"""What every file has, in the order of the app."""

_SHEET: Final = 6
"""The version of the score sheet that BG Stats writes today."""


@dataclass(slots=True)
class _Things:
    """The things of one list: those that came, then ours, and the numbers they are called by."""

    written: list[JsonObject] = field(default_factory=list)
    refs: dict[str, int] = field(default_factory=dict)  # by id
    last: int = 0

    def came(self, thing_id: str, ref: int | None, thing: JsonObject) -> None:
        """Something that was taken in from a file."""
        self.written.append(thing)
        if ref is not None:
            self.refs[thing_id] = ref
            self.last = max(self.last, ref)

    def ours(self, thing_id: str, thing: JsonObject) -> int:
        """The number of one of ours, which is written with the first that asks."""
        if thing_id not in self.refs:
            self.last += 1
            self.refs[thing_id] = self.last
            self.written.append({"uuid": thing_id, "id": self.last} | thing)
        return self.refs[thing_id]


@dataclass(frozen=True, slots=True)
class BgFile:
    """A written file, and how many plays are in it; `left_out` are sessions without a result that counts."""

    content: bytes
    plays: int
    left_out: int


def export_plays(store: Store) -> BgFile:
    """All sessions with a result; those that go on, do not count or lie in the bin stay here."""
    titles = store.titles()
    with store.database.reading() as db:
        return _exported(db, titles)


def _exported(db: Connection, titles: Mapping[str, str]) -> BgFile:
    things = {sort: _Things() for sort in reading.LISTS}
    for row in db.execute(select(IMPORTED_PART).where(IMPORTED_PART.c.sort != TOP).order_by(IMPORTED_PART.c.position)):
        things[row.sort].came(row.id, row.ref, imported_sessions.thing(row.raw))
    _follow_names(db, things[PLAYERS])
    plays = [*_came(db, things), *_ours(db, things, titles)]
    things[TOMBSTONES].written = _true(things[TOMBSTONES].written, plays)
    query = select(SESSION.c.id).where(SESSION.c.binned_at.is_(None))
    sessions = len(db.execute(query).all())
    return BgFile(reading.encode_file(_whole(db, things, plays)), len(plays), sessions - len(plays))


def _true(tombstones: list[JsonObject], plays: list[JsonObject]) -> list[JsonObject]:
    """The tombstones without those of plays that are in the file, such as one that was taken out of the bin."""
    here = {play_facts.stable_id(reading.PLAYS, play.get("uuid")): play for play in plays}

    def is_true(tombstone: JsonObject) -> bool:
        play = here.get(play_facts.stable_id(reading.PLAYS, tombstone.get("uuid")))
        return (
            play is None or not play_facts.is_play_tombstone(tombstone) or not play_facts.is_deleted_by(play, tombstone)
        )

    return [tombstone for tombstone in tombstones if is_true(tombstone)]


def _whole(db: Connection, things: Mapping[str, _Things], plays: list[JsonObject]) -> JsonObject:
    """The file, its lists in the order in which the first file that came had them."""
    query = select(IMPORTED_PART.c.id, IMPORTED_PART.c.raw).where(IMPORTED_PART.c.sort == TOP)
    beside = {row.id: row.raw for row in db.execute(query.order_by(IMPORTED_PART.c.position))}
    order = [*beside, *(key for key in _ALWAYS if key not in beside)]
    order += [sort for sort in reading.LISTS if sort not in order and things[sort].written]
    found: JsonObject = {}
    for key in order:
        if key == reading.PLAYS:
            found[key] = plays
        elif key in reading.LISTS:
            empty = imported_sessions.value(beside[key]) if key in beside else []
            found[key] = things[key].written or empty
        else:
            found[key] = imported_sessions.value(beside[key]) if key in beside else _about_me(plays)
    return found


def _about_me(plays: list[JsonObject]) -> JsonObject:
    """Whose file it is: whoever played most, for nobody ever told us."""
    times: dict[int, int] = defaultdict(int)
    for play in plays:
        for row in play_facts.get_player_rows(play):
            times[play_facts.get_int(row, "playerRefId")] += 1
    return {"meRefId": max(times, key=lambda ref: (times[ref], -ref), default=0)}


def _follow_names(db: Connection, people: _Things) -> None:
    """A player who was renamed here leaves under the new name."""
    names = {row.id: row.name for row in db.execute(select(PLAYER.c.id, PLAYER.c.name))}
    for raw in people.written:
        here = names.get(play_facts.stable_id(PLAYERS, raw.get("uuid"), raw.get("name") or raw.get("id")))
        if here is not None and here != (play_facts.get_name(raw) or "Player"):
            raw["name"] = here


# What came from there ----------------------------------------------------------------------------------------------


def _came(db: Connection, things: Mapping[str, _Things]) -> Iterator[JsonObject]:
    query = select(IMPORTED_PLAY.c.raw, SESSION.c.place, SESSION.c.note).join(
        SESSION, SESSION.c.id == IMPORTED_PLAY.c.session_id
    )
    query = query.where(SESSION.c.binned_at.is_(None)).order_by(IMPORTED_PLAY.c.position, SESSION.c.id)
    places = {
        play_facts.get_int(each, "id"): play_facts.clean_name(play_facts.get_text(each, "name"))
        for each in things[PLACES].written
    }
    for row in db.execute(query).all():
        play = imported_sessions.thing(row.raw)
        if row.note != play_facts.get_note(play):
            play["comments"] = row.note
        ref = play.get("locationRefId")
        if row.place != (places.get(ref, "") if isinstance(ref, int) else ""):
            _move(play, things[PLACES], row.place)
        yield play


def _move(play: JsonObject, places: _Things, name: str) -> None:
    """Let a play have been somewhere else."""
    play.pop("locationRefId", None)
    if name.strip():
        play["locationRefId"] = _place(places, name)


def _place(places: _Things, name: str) -> int:
    """The number of a place, whoever named it first."""
    for each in places.written:
        if name_key(play_facts.get_text(each, "name")) == name_key(name) and isinstance(each.get("id"), int):
            return play_facts.get_int(each, "id")
    return places.ours(own_place_id(name), {"name": play_facts.clean_name(name)})


# Our sessions ------------------------------------------------------------------------------------------------------


def _ours(db: Connection, things: Mapping[str, _Things], titles: Mapping[str, str]) -> Iterator[JsonObject]:
    """Our sessions with a result, the oldest first."""
    journaled = select(ENTRY.c.session_id).where(ENTRY.c.number == 0)
    query = (
        select(SESSION, RESULT.c.finished_at, RESULT.c.rounds, RESULT.c.seconds)
        .join(RESULT, RESULT.c.session_id == SESSION.c.id)
        .where(SESSION.c.binned_at.is_(None), SESSION.c.id.in_(journaled))
    )
    for row in db.execute(query.order_by(SESSION.c.opened_at, SESSION.c.id)).all():
        yield _play(db, things, row, titles.get(row.game, row.game))


def _play(db: Connection, things: Mapping[str, _Things], row: Any, title: str) -> JsonObject:
    placings = db.execute(
        select(
            PLACING.c.seat, PLACING.c.side, PLACING.c.rank, PLACING.c.points, PLACING.c.won, PLAYER.c.id, PLAYER.c.name
        )
        .join(SEAT, (SEAT.c.session_id == PLACING.c.session_id) & (SEAT.c.seat == PLACING.c.seat))
        .join(PLAYER, PLAYER.c.id == SEAT.c.player_id)
        .where(PLACING.c.session_id == row.id)
        .order_by(PLACING.c.seat)
    ).all()
    sides = sorted({each.side for each in placings})
    teams = len(sides) < len(placings)
    best = max(each.points for each in placings)
    play: JsonObject = {
        "uuid": row.id,
        "modificationDate": _local(row.changed_at, row.utc_offset),
        "entryDate": _local(row.finished_at, row.utc_offset),
        "playDate": _local(row.opened_at, row.utc_offset),
        "usesTeams": teams,
        "durationMin": round((row.seconds or 0) / 60),
        "ignored": False,
        "manualWinner": any(each.won != (each.points == best) for each in placings),
        "rounds": row.rounds,
        "bggId": 0,
        "gameRefId": things[GAMES].ours(own_game_id(row.game), _game(title)),
        "rating": 0,
        "nemestatsId": 0,
        "scoringSetting": 0,
        "playerScores": [_score(things, each, sides, teams=teams) for each in placings],
    }
    if row.place.strip():
        play["locationRefId"] = _place(things[PLACES], row.place)
    if row.note:
        play["comments"] = row.note
    sheet = _score_sheet(db, row.id, {each.seat: each.id for each in placings})
    return play | ({"scoresheet": reading.encode_file(sheet).decode()} if sheet else {})


def _local(at: datetime, offset: int) -> str:
    """A moment by the clock on the wall at that table."""
    return f"{at + timedelta(minutes=offset):%Y-%m-%d %H:%M:%S}"


def _game(title: str) -> JsonObject:
    return {
        "name": title,
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
        "bggId": 0,
        "bggName": "",
        "bggYear": 0,
        "isBaseGame": 1,
        "isExpansion": 0,
    }


def _score(things: Mapping[str, _Things], each: Any, sides: list[int], *, teams: bool) -> JsonObject:
    score: JsonObject = {
        "score": str(each.points),
        "winner": each.won,
        "newPlayer": False,
        "startPlayer": False,
        "playerRefId": things[PLAYERS].ours(each.id, {"name": each.name, "isAnonymous": False}),
        "rank": each.rank,
        "seatOrder": each.seat + 1,
    }
    if teams:
        score["team"] = str(sides.index(each.side))
    return score | {"metaData": reading.encode_file({"scoreUuid": each.id}).decode()}


def _score_sheet(db: Connection, session_id: str, ids: Mapping[int, str]) -> JsonObject:
    """The points of every round, so that the whole sheet travels; empty where no round was played."""
    points: dict[int, dict[str, str]] = defaultdict(dict)
    query = select(ROUND_SCORE).where(ROUND_SCORE.c.session_id == session_id)
    for row in db.execute(query.order_by(ROUND_SCORE.c.number, ROUND_SCORE.c.seat)):
        if row.seat in ids:
            points[row.number][ids[row.seat]] = str(row.points)
    if not points:
        return {}
    heads = select(ROUND.c.number, ROUND.c.title).where(ROUND.c.session_id == session_id)
    titles = {row.number: row.title for row in db.execute(heads)}
    rows = [_sheet_row(number, titles.get(number, "Agreed"), scores) for number, scores in sorted(points.items())]
    head = {"bggId": 0, "version": _SHEET, "langCode": "en", "variantId": "", "scoreType": "bestTotalWins"}
    return head | {"groups": [], "rounds": [{"rows": [row]} for row in rows]}


def _sheet_row(number: int, label: str, scores: Mapping[str, str]) -> JsonObject:
    return {
        "templateId": f"round-{number}",
        "label": label,
        "repetition": 0,
        "repeatable": False,
        "negative": any(points.startswith("-") for points in scores.values()),
        "isExtra": False,
        "scores": dict(scores),
    }
