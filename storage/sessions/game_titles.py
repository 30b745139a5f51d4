"""Titles of games of other packages, kept for the time when they are not installed any more."""

from typing import Final

from sqlalchemy import Connection, select

from scoring.contract.game import AnyGame
from scoring.games import KEYS
from storage.models import SETTING
from storage.sessions.saved_state import upsert

_TITLES: Final = "storage.sessions.game_titles"
"""The setting with the titles by key."""


def load_kept(db: Connection) -> dict[str, str]:
    """The titles by key, as they were when a session of the game was last stored."""
    titles: dict[str, str] | None = db.execute(select(SETTING.c.value).where(SETTING.c.key == _TITLES)).scalar()
    return titles or {}


def keep(db: Connection, game: AnyGame) -> None:
    """Keep the title of a game that is not ours, inside the caller's transaction."""
    if game.key not in KEYS and (titles := load_kept(db)).get(game.key) != game.box.title:
        upsert(db, SETTING, {"key": _TITLES}, {"value": titles | {game.key: game.box.title}})
