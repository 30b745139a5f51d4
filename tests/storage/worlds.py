"""Build small BG Stats files, with any part replaced."""

import json
from typing import Any

from storage.play_file import reading


def uuid(number: int) -> str:
    return f"00000000-0000-4000-8000-{number:012x}"


def player(number: int, name: str, **more: Any) -> dict[str, Any]:
    return {"uuid": uuid(100 + number), "id": number, "name": name, "isAnonymous": False} | more


def game(number: int, name: str, **more: Any) -> dict[str, Any]:
    return {"uuid": uuid(200 + number), "id": number, "name": name, "highestWins": True, "bggId": 0} | more


def score(who: int, points: Any, *, winner: Any = False, **more: Any) -> dict[str, Any]:
    return {"score": points, "winner": winner, "playerRefId": who, "rank": 0, "seatOrder": 0} | more


def play(number: int, *scores: Any, **more: Any) -> dict[str, Any]:
    at = {"playDate": "2026-01-02 20:00:00", "modificationDate": "2026-01-02 23:00:00"}
    base = {"uuid": uuid(900 + number), "gameRefId": 1, "durationMin": 90, "usesTeams": False, "ignored": False}
    return base | at | {"playerScores": list(scores)} | more


def world(*plays: Any, **more: Any) -> dict[str, Any]:
    """Ana, Ben, Cleo and an anonymous player; Tichu and Golf; two places."""
    return {
        "players": [
            player(1, "Ana"),
            player(2, "Ben"),
            player(3, "Cleo"),
            player(4, "Anonymous player", isAnonymous=True),
        ],
        "locations": [
            {"uuid": uuid(301), "id": 1, "name": "Kitchen"},
            {"uuid": uuid(302), "id": 2, "name": "Club"},
        ],
        "games": [game(1, "Tichu", bggId=215), game(2, "Golf", highestWins=False)],
        "plays": list(plays) or [play(1, score(1, "12", winner=True), score(2, "7"), locationRefId=1)],
        "challenges": [],
        "userInfo": {"meRefId": 1},
    } | more


def read(data: Any) -> dict[str, Any]:
    """The file as the app parses it from bytes."""
    return reading.parse_file(json.dumps(data).encode(), "plays.json")
