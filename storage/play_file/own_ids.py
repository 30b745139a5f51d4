"""The ids our own players, games and places get in a BG Stats file, so that we recognise them on re-import."""

from typing import Final

from sqlalchemy import select
from sqlmodel import Session

from scoring.contract.names import name_key
from storage.models import PLAYER, SESSION
from storage.play_file import play_facts
from storage.play_file.reading import GAMES, PLACES, PLAYERS

IMPORTED_GAME_PREFIX: Final = "bgstats-"
"""Prefix of the key of every imported game. No game of the app has such a key."""


def own_game_id(key: str) -> str:
    """The exported id of one of our games."""
    return play_facts.make_uuid(GAMES, key)


def own_place_id(name: str) -> str:
    """The exported id of one of our places; upper and lower case give the same id."""
    return play_facts.make_uuid(PLACES, name_key(name))


def collect_own_ids(db: Session) -> dict[str, set[str]]:
    """The exported ids of all our own players, games and places, by the name of their list in the file."""
    rows = db.execute(select(SESSION.c.game, SESSION.c.place).distinct().where(SESSION.c.entries > 0)).all()
    return {
        PLAYERS: set(db.execute(select(PLAYER.c.id)).scalars()),
        GAMES: {own_game_id(row.game) for row in rows},
        PLACES: {own_place_id(row.place) for row in rows if row.place.strip()},
    }
