"""The ids under which our own players, games and places leave in a file of BG Stats, and are known when they return."""

from typing import Final

from sqlalchemy import Connection, select

from scoring.names import name_key
from storage.bg_format import play_facts
from storage.bg_format.reading import GAMES, PLACES, PLAYERS
from storage.models import ENTRY, PLAYER, SESSION

IMPORTED_GAME: Final = "bgstats-"
"""Prefix of the key of every imported game. No game of the app has such a key."""


def game_id(key: str) -> str:
    """The id of a game of ours."""
    return play_facts.made_uuid(GAMES, key)


def place_id(name: str) -> str:
    """The id of a place of ours."""
    return play_facts.made_uuid(PLACES, name_key(name))


def own_things(db: Connection) -> dict[str, set[str]]:
    """The ids under which our own players, games and places leave in a file."""
    journaled = select(ENTRY.c.session_id).where(ENTRY.c.number == 0)
    rows = db.execute(select(SESSION.c.game, SESSION.c.place).distinct().where(SESSION.c.id.in_(journaled))).all()
    return {
        PLAYERS: set(db.execute(select(PLAYER.c.id)).scalars()),
        GAMES: {game_id(row.game) for row in rows},
        PLACES: {place_id(row.place) for row in rows if row.place.strip()},
    }
