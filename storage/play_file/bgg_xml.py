"""Read the plays of BoardGameGeek's XML API as if they came from BG Stats.

What BG Stats has and the XML has not stays out: the hour, ranks, whether the fewest points win. That is concluded from
the plays: the fewest win where every winner has them, and not the most. Where no play tells, the game says nothing.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from typing import Any, Final
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from scoring.contract.names import name_key
from storage.errors import TransferError
from storage.play_file.play_facts import JsonObject, make_uuid, parse_points
from storage.play_file.reading import GAMES, PLACES, PLAYERS, PLAYS

MOST_AT_ONCE: Final = 1000
"""The highest quantity that counts as so many plays; people use larger ones as a mark of their own."""


def parse_bgg_xml(text: str, name: str) -> JsonObject:
    """The plays as a file of BG Stats; raises TransferError with one sentence, which calls the file `name`."""
    if "<!DOCTYPE" in text or "<!ENTITY" in text:
        raise TransferError(f"{name} is no list of plays from BoardGameGeek: it defines texts of its own.")
    try:
        root = ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        line, column = error.position
        raise TransferError(
            f"{name} is damaged at line {line}, column {column + 1}; it may be an incomplete copy."
            " Save the page of the plays again."
        ) from error
    return _Reader(root.findall("play")).to_file()


class _Reader:
    """Collects players, places and games, each by the id that the plays refer to."""

    def __init__(self, plays: Sequence[Element]) -> None:
        self._plays = plays
        self._lists: dict[str, dict[str, JsonObject]] = {PLAYERS: {}, PLACES: {}, GAMES: {}}
        self._lowest: dict[str, list[bool]] = defaultdict(list)  # by game, for each play that tells it

    def to_file(self) -> JsonObject:
        plays = [entry for play in self._plays for entry in self._read_play(play)]
        for key, lowest in self._lowest.items():
            self._lists[GAMES][key]["highestWins"] = not all(lowest)
        return {name: list(objects.values()) for name, objects in self._lists.items()} | {PLAYS: plays}

    def _read_play(self, play: Element) -> Iterator[JsonObject]:
        """The play, as often as its quantity says."""
        item = play.find("item")
        bgg_id, title = _get(item, "objectid"), _get(item, "name")
        game = self._refer(GAMES, bgg_id, title, bggId=int(bgg_id) if bgg_id.isdecimal() else 0, bggName=title)
        scores = [self._read_score(player) for player in play.iterfind("players/player")]
        self._note_lowest(bgg_id, scores)
        place = _get(play, "location").strip()
        comments = play.findtext("comments") or ""
        number = _count(play)
        for copy in range(number):
            entry = {
                "uuid": make_uuid("bgg", play.get("id", ""), copy),
                "playDate": f"{_get(play, 'date')} 12:00:00",
                "gameRefId": game,
                "usesTeams": False,
                "durationMin": _whole(play, "length") // number,
                "ignored": _get(play, "nowinstats") == "1" or _get(play, "incomplete") == "1",
                "bggId": _whole(play, "id"),
                "comments": comments,
                "playerScores": scores,
            }
            if place:
                entry["locationRefId"] = self._refer(PLACES, name_key(place), place)
            yield entry

    def _read_score(self, player: Element) -> JsonObject:
        username, name = _get(player, "username").strip(), _get(player, "name").strip()
        key = f"user {username.casefold()}" if username else f"name {name_key(name)}"
        is_anonymous = not (username or name)
        who = self._refer(PLAYERS, key, name or username or "Anonymous player", isAnonymous=is_anonymous)
        start = _get(player, "startposition")
        return {
            "score": _get(player, "score"),
            "winner": _get(player, "win") == "1",
            "newPlayer": _get(player, "new") == "1",
            "startPlayer": start == "1",
            "playerRefId": who,
            "rank": 0,
            "seatOrder": 0,
        }

    def _refer(self, list_name: str, key: str, name: str, **more: Any) -> int:
        """The number by which plays refer to an object, which is added if it is new."""
        known = self._lists[list_name]
        if key not in known:
            known[key] = {"uuid": make_uuid("bgg", list_name, key), "id": len(known) + 1, "name": name} | more
        number: int = known[key]["id"]
        return number

    def _note_lowest(self, game: str, scores: Sequence[JsonObject]) -> None:
        """Note whether the winners of a play have its fewest points; nothing where its points do not tell."""
        points = [parse_points(score["score"]) for score in scores]
        known = [number for number in points if number is not None]
        won = [number for number, score in zip(points, scores, strict=True) if score["winner"] and number is not None]
        if len(known) == len(points) and won and min(known) < max(known):
            self._lowest[game].append(all(number == min(known) for number in won))


def _get(element: Element | None, name: str) -> str:
    return "" if element is None else element.get(name, "")


def _whole(element: Element, name: str) -> int:
    text = element.get(name, "")
    return int(text) if text.isdecimal() and len(text) < 12 else 0


def _count(play: Element) -> int:
    quantity: int = _whole(play, "quantity")
    return quantity if 0 < quantity <= MOST_AT_ONCE else 1
