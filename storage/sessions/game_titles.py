"""Titles of games of other packages, kept for the time when they are not installed any more."""

from typing import Final

from sqlmodel import Session

from scoring.contract.game import AnyGame
from scoring.games import KEYS
from storage.models import SettingRow
from storage.sessions.settings import load_setting

_TITLES: Final = "storage.sessions.game_titles"
"""The setting with the titles by key."""


def load_kept(db: Session) -> dict[str, str]:
    """The titles by key, as they were when a session of the game was last stored."""
    titles: dict[str, str] = load_setting(db, _TITLES, {})
    return titles


def keep(db: Session, game: AnyGame) -> None:
    """Keep the title of a game that is not ours, inside the caller's transaction."""
    if game.key not in KEYS and (titles := load_kept(db)).get(game.key) != game.box.title:
        db.merge(SettingRow(key=_TITLES, value=titles | {game.key: game.box.title}))
