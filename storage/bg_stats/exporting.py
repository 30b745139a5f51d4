"""Export everything as a BG Stats file: imported plays as they were, our own sessions as plays.

The export is deterministic: importing the file elsewhere and exporting it again gives the same bytes.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Final

from sqlalchemy import func, select
from sqlmodel import Session

from scoring.contract.errors import GameFailed
from scoring.contract.game import AnyGame
from scoring.contract.names import name_key
from scoring.contract.scores import Best
from storage.clock import at_table
from storage.derived import imported_sessions
from storage.derived.imported_sessions import TOP
from storage.derived.results import replay_stored
from storage.errors import StorageError
from storage.models import IMPORTED_OBJECT, IMPORTED_PLAY, PLACING, PLAYER, RESULT, ROUND, ROUND_SCORE, SEAT, SESSION
from storage.play_file import play_facts, reading
from storage.play_file.own_ids import own_game_id, own_place_id
from storage.play_file.play_facts import JsonObject
from storage.play_file.reading import GAMES, PLACES, PLAYERS, TOMBSTONES
from storage.play_file.references import ReferenceNumbers
from storage.store import Store
from storage.valid_values import clean_name

_STANDARD_KEYS: Final = ("players", "locations", "games", "plays", "challenges", "userInfo")
"""The top-level keys every file has, in the order BG Stats writes them."""

_SCORE_SHEET_VERSION: Final = 6
"""The version of the score sheets that BG Stats writes."""


@dataclass(slots=True)
class _ObjectList:
    """The objects of one list, imported ones first, and the reference number of each id."""

    objects: list[JsonObject] = field(default_factory=list)
    refs: dict[str, int] = field(default_factory=dict)  # by id
    numbers: ReferenceNumbers = field(default_factory=ReferenceNumbers)

    def add_imported(self, object_id: str, ref: int | None, source: JsonObject) -> None:
        self.objects.append(source)
        if ref is not None:
            self.refs[object_id] = self.numbers.allocate(ref)

    def find_imported(self, ref: int) -> JsonObject:
        """The object with this reference number; empty if there is none."""
        return next((item for item in self.objects if item.get("id") == ref), {})

    def get_or_add(self, object_id: str, values: JsonObject) -> int:
        """The reference number of one of our own objects, which is added the first time."""
        if object_id not in self.refs:
            self.refs[object_id] = self.numbers.allocate()
            self.objects.append({"uuid": object_id, "id": self.refs[object_id]} | values)
        return self.refs[object_id]

    def find_ref(self, name: str) -> int | None:
        """The reference number of the first object of this name."""
        key = name_key(name)
        same = (item for item in self.objects if name_key(play_facts.get_text(item, "name")) == key)
        return next((item["id"] for item in same if isinstance(item.get("id"), int)), None)


@dataclass(frozen=True, slots=True)
class ExportedPlays:
    """An encoded file and the number of plays in it; `skipped` counts the sessions without a result."""

    content: bytes
    plays: int
    skipped: int


def export_plays(store: Store) -> ExportedPlays:
    """Export all sessions with a result. Open, uncounted and binned sessions are left out."""
    titles = store.titles.load()
    with store.database.reading() as db:
        return _export(db, store.games, titles)


def _export(db: Session, games: Sequence[AnyGame], titles: Mapping[str, str]) -> ExportedPlays:
    lists = {list_name: _ObjectList() for list_name in reading.LISTS}
    for row in db.execute(
        select(IMPORTED_OBJECT).where(IMPORTED_OBJECT.c.list_name != TOP).order_by(IMPORTED_OBJECT.c.position)
    ):
        lists[row.list_name].add_imported(row.id, row.ref, imported_sessions.parse_object(row.raw))
    _apply_renames(db, lists[PLAYERS])
    plays = [*_iter_imported_plays(db, lists), *_iter_own_plays(db, games, lists, titles)]
    lists[TOMBSTONES].objects = _drop_outdated_tombstones(lists[TOMBSTONES].objects, plays)
    query = select(func.count()).select_from(SESSION).where(SESSION.c.binned_at.is_(None))
    sessions = db.execute(query).scalar_one()
    return ExportedPlays(reading.encode_file(_build_file(db, lists, plays)), len(plays), sessions - len(plays))


def _drop_outdated_tombstones(tombstones: list[JsonObject], plays: list[JsonObject]) -> list[JsonObject]:
    """Drop the tombstones of exported plays, such as a play that was restored from the bin."""
    exported = {play_facts.stable_id(reading.PLAYS, play): play for play in plays}

    def is_valid(tombstone: JsonObject) -> bool:
        play = exported.get(play_facts.stable_id(reading.PLAYS, tombstone))
        return (
            play is None or not play_facts.is_play_tombstone(tombstone) or not play_facts.is_deleted_by(play, tombstone)
        )

    return [tombstone for tombstone in tombstones if is_valid(tombstone)]


def _build_file(db: Session, lists: Mapping[str, _ObjectList], plays: list[JsonObject]) -> JsonObject:
    """The file, with its top-level keys in the order of the first imported file."""
    query = select(IMPORTED_OBJECT.c.id, IMPORTED_OBJECT.c.raw).where(IMPORTED_OBJECT.c.list_name == TOP)
    rows = db.execute(query.order_by(IMPORTED_OBJECT.c.position))
    stored = {row.id: imported_sessions.parse_json(row.raw) for row in rows}
    keys = [*stored, *(key for key in _STANDARD_KEYS if key not in stored)]
    keys += [list_name for list_name in reading.LISTS if list_name not in keys and lists[list_name].objects]
    file: JsonObject = {}
    for key in keys:
        if key == reading.PLAYS:
            file[key] = plays
        elif key in reading.LISTS:
            file[key] = lists[key].objects or stored.get(key, [])
        else:
            file[key] = stored[key] if key in stored else _guess_user_info(plays)
    return file


def _guess_user_info(plays: list[JsonObject]) -> JsonObject:
    """Name the player with the most plays as the owner of the file, because this app does not know its owner."""
    rows = (row for play in plays for row in play_facts.get_player_rows(play))
    counts = Counter(play_facts.get_int(row, "playerRefId") for row in rows)
    return {"meRefId": max(counts, key=lambda ref: (counts[ref], -ref), default=0)}


def _apply_renames(db: Session, players: _ObjectList) -> None:
    """Export players who were renamed in this app under their new names."""
    names = {row.id: row.name for row in db.execute(select(PLAYER.c.id, PLAYER.c.name))}
    for raw in players.objects:
        name = names.get(play_facts.stable_id(PLAYERS, raw))
        if name is not None and name != (play_facts.get_name(raw) or "Player"):
            raw["name"] = name


# Imported plays ----------------------------------------------------------------------------------------------------


def _iter_imported_plays(db: Session, lists: Mapping[str, _ObjectList]) -> Iterator[JsonObject]:
    query = select(IMPORTED_PLAY.c.raw, SESSION.c.place, SESSION.c.note).join(
        SESSION, SESSION.c.id == IMPORTED_PLAY.c.session_id
    )
    query = query.where(SESSION.c.binned_at.is_(None)).order_by(IMPORTED_PLAY.c.position, SESSION.c.id)
    places = {play_facts.get_int(place, "id"): play_facts.get_name(place) for place in lists[PLACES].objects}
    for row in db.execute(query).all():
        play = imported_sessions.parse_object(row.raw)
        if row.note != play_facts.get_note(play):
            play["comments"] = row.note
        ref = play.get("locationRefId")
        if row.place != (places.get(ref, "") if isinstance(ref, int) else ""):
            play.pop("locationRefId", None)
            if row.place.strip():
                play["locationRefId"] = _get_place_ref(lists[PLACES], row.place)
        yield play


def _get_place_ref(places: _ObjectList, name: str) -> int:
    """The reference number of a place; an imported place of the same name is used if there is one."""
    known = places.find_ref(name)
    return places.get_or_add(own_place_id(name), {"name": clean_name(name)}) if known is None else known


# Our sessions ------------------------------------------------------------------------------------------------------


def _iter_own_plays(
    db: Session, games: Sequence[AnyGame], lists: Mapping[str, _ObjectList], titles: Mapping[str, str]
) -> Iterator[JsonObject]:
    """Our own sessions that have a result, oldest first."""
    query = (
        select(SESSION, RESULT.c.finished_at, RESULT.c.rounds, RESULT.c.seconds, RESULT.c.starter)
        .join(RESULT, RESULT.c.session_id == SESSION.c.id)
        .where(SESSION.c.binned_at.is_(None), SESSION.c.entries > 0)
    )
    refs = select(IMPORTED_OBJECT.c.game, IMPORTED_OBJECT.c.ref).order_by(IMPORTED_OBJECT.c.position.desc())
    refs = refs.where(IMPORTED_OBJECT.c.list_name == GAMES, IMPORTED_OBJECT.c.ref.is_not(None))
    imported = {row.game: row.ref for row in db.execute(refs)}
    for row in db.execute(query.order_by(SESSION.c.opened_at, SESSION.c.id)).all():
        yield _make_play(db, games, lists, row, titles.get(row.game, row.game), imported.get(row.game))


def _make_play(
    db: Session,
    games: Sequence[AnyGame],
    lists: Mapping[str, _ObjectList],
    row: Any,
    title: str,
    game_ref: int | None,
) -> JsonObject:
    """One of our sessions as a play; `game_ref` is the reference number of its game if that was imported."""
    placings = db.execute(
        select(PLACING, PLAYER.c.id, PLAYER.c.name)
        .join(SEAT, (SEAT.c.session_id == PLACING.c.session_id) & (SEAT.c.seat == PLACING.c.seat))
        .join(PLAYER, PLAYER.c.id == SEAT.c.player_id)
        .where(PLACING.c.session_id == row.id)
        .order_by(PLACING.c.seat)
    ).all()
    sides = sorted({placing.side for placing in placings})
    uses_teams = len(sides) < len(placings)
    lowest_wins = _does_lowest_win(db, games, row.id, placings)
    best = (min if lowest_wins else max)(placing.points for placing in placings)
    if game_ref is None:
        game_ref = lists[GAMES].get_or_add(
            own_game_id(row.game), _make_game(title, highest_wins=not lowest_wins, uses_teams=uses_teams)
        )
    is_usual = lowest_wins == (lists[GAMES].find_imported(game_ref).get("highestWins") is False)
    own_setting = play_facts.LOWEST_WINS if lowest_wins else play_facts.HIGHEST_WINS
    play: JsonObject = {
        "uuid": row.id,
        "modificationDate": _format_local(row.changed_at, row.utc_offset),
        "entryDate": _format_local(row.finished_at, row.utc_offset),
        "playDate": _format_local(row.opened_at, row.utc_offset),
        "usesTeams": uses_teams,
        "durationMin": round((row.seconds or 0) / 60),
        "ignored": False,
        "manualWinner": any(placing.won != (placing.points == best) for placing in placings),
        "rounds": row.rounds,
        "bggId": 0,
        "gameRefId": game_ref,
        "rating": 0,
        "nemestatsId": 0,
        "scoringSetting": play_facts.AS_THE_GAME if is_usual else own_setting,
        "playerScores": [
            _make_score(lists, placing, sides, row.starter, uses_teams=uses_teams) for placing in placings
        ],
    }
    if row.place.strip():
        play["locationRefId"] = _get_place_ref(lists[PLACES], row.place)
    if row.note:
        play["comments"] = row.note
    sheet = _make_score_sheet(db, row.id, {placing.seat: placing.id for placing in placings})
    return play | ({"scoresheet": reading.encode_file(sheet).decode()} if sheet else {})


def _format_local(at: datetime, offset: int) -> str:
    """Format as local time at the table; `offset` is in minutes east of UTC."""
    return f"{at_table(at, offset):%Y-%m-%d %H:%M:%S}"


def _does_lowest_win(db: Session, games: Sequence[AnyGame], session_id: str, placings: Sequence[Any]) -> bool:
    """Whether the sides ahead have fewer points than those behind. Where all are equal, the game is asked."""
    ranked = sorted((placing for placing in placings if placing.ranked), key=lambda placing: placing.rank)
    if ranked[0].points != ranked[-1].points:
        return bool(ranked[0].points < ranked[-1].points)
    try:
        game, run = replay_stored(db, session_id, games)
        return game.best(run.state) is Best.LOW
    except (StorageError, GameFailed):  # the most points win, as in most games
        return False


def _make_game(title: str, *, highest_wins: bool, uses_teams: bool) -> JsonObject:
    return {
        "name": title,
        "cooperative": False,
        "highestWins": highest_wins,
        "noPoints": False,
        "usesTeams": uses_teams,
        "bggId": 0,
        "bggName": "",
        "bggYear": 0,
        "isBaseGame": 1,
        "isExpansion": 0,
    }


def _make_score(
    lists: Mapping[str, _ObjectList], placing: Any, sides: list[int], starter: int | None, *, uses_teams: bool
) -> JsonObject:
    score: JsonObject = {
        "score": str(placing.points),
        "winner": placing.won,
        "newPlayer": False,
        "startPlayer": placing.seat == starter,
        "playerRefId": lists[PLAYERS].get_or_add(placing.id, {"name": placing.name, "isAnonymous": False}),
        "rank": placing.rank,
        "seatOrder": placing.seat + 1,
    }
    if uses_teams:
        score["team"] = str(sides.index(placing.side))
    return score | {"metaData": reading.encode_file({"scoreUuid": placing.id}).decode()}


def _make_score_sheet(db: Session, session_id: str, ids: Mapping[int, str]) -> JsonObject:
    """The points of every round; empty if no round was played."""
    points: dict[int, dict[str, str]] = defaultdict(dict)
    query = select(ROUND_SCORE).where(ROUND_SCORE.c.session_id == session_id)
    for row in db.execute(query.order_by(ROUND_SCORE.c.number, ROUND_SCORE.c.seat)):
        if row.seat in ids:
            points[row.number][ids[row.seat]] = str(row.points)
    if not points:
        return {}
    heads = select(ROUND.c.number, ROUND.c.title).where(ROUND.c.session_id == session_id)
    titles = {row.number: row.title for row in db.execute(heads)}
    rows = [_make_sheet_row(number, titles.get(number, "Agreed"), scores) for number, scores in sorted(points.items())]
    head = {
        "bggId": 0,
        "version": _SCORE_SHEET_VERSION,
        "langCode": "en",
        "variantId": "",
        "scoreType": "bestTotalWins",
    }
    return head | {"groups": [], "rounds": [{"rows": [row]} for row in rows]}


def _make_sheet_row(number: int, label: str, scores: Mapping[str, str]) -> JsonObject:
    return {
        "templateId": f"round-{number}",
        "label": label,
        "repetition": 0,
        "repeatable": False,
        "negative": any(points.startswith("-") for points in scores.values()),
        "isExtra": False,
        "scores": dict(scores),
    }
