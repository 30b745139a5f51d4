"""Games that this app has no rules for, by the title a table gave them: what the sessions of a score pad count as."""

from collections.abc import Iterable
from typing import Any

from sqlmodel import Session, col, select

from scoring.contract.game import AnyGame, Opened, Payload
from scoring.contract.names import name_key
from scoring.engine.codec import options_payload
from scoring.engine.journal import effective
from scoring.games import titles_of
from storage.derived import imported_sessions
from storage.errors import Unreadable
from storage.file.store_part import StorePart
from storage.models import NamedGameRow, SessionRow
from storage.play_file import play_facts
from storage.play_file.reading import GAMES
from storage.sessions import game_titles, journals

PREFIX = "named-"
"""Prefix of the key of a game that is known by its title alone. No other game has such a key."""


def find_key(db: Session, games: Iterable[AnyGame], game: AnyGame, options: Any) -> str:
    """The key of the game that a session with these options counts as; a new title is stored.

    A known title counts as its game, whether it came from another session, an import or the shelf, in this order. Case
    is ignored.
    """
    game_titles.keep(db, game)
    with journals.running_rules():
        title = game.counts_as(options)
    name = name_key(title)
    if not name:
        return game.key
    if named := db.get(NamedGameRow, name):
        return named.key
    titles = (imported_sessions.load_titles(db), titles_of(games))
    known = (key for keys in titles for key, known_title in keys.items() if name_key(known_title) == name)
    key = next(known, PREFIX + play_facts.make_uuid(GAMES, name))
    db.add(NamedGameRow(name_key=name, key=key, name=title, rules=game.key))
    db.flush()
    return key


def rename(db: Session, session_id: str, games: Iterable[AnyGame], game: AnyGame, options: Any) -> None:
    """Let a session count as the game that its corrected options name; its result follows when it is derived again."""
    db.get_one(SessionRow, session_id).game = find_key(db, games, game, options)
    db.flush()


def load_all_titles(db: Session, games: Iterable[AnyGame]) -> dict[str, str]:
    """The titles of all games by key, including imported games and those that are not installed any more."""
    titles = game_titles.load_kept(db)
    for row in db.exec(select(NamedGameRow).order_by(NamedGameRow.name_key)):
        titles.setdefault(row.key, row.name)
    return titles | imported_sessions.load_titles(db) | titles_of(games)


class TitleStore(StorePart):
    """The part of the store for the games that were played here, and their titles."""

    def load(self) -> dict[str, str]:
        """The titles of all games by key, including imported games."""
        with self.database.reading() as db:
            return load_all_titles(db, self.games)

    def load_games(self) -> dict[str, AnyGame]:
        """The games by key: those of the shelf, and for a title that a table gave, the game whose rules keep it."""
        own = {game.key: game for game in self.games}
        with self.database.reading() as db:
            rows = db.exec(select(NamedGameRow)).all()
            return {row.key: own[row.rules] for row in rows if row.rules in own} | own

    def load_uninstalled(self) -> frozenset[str]:
        """The keys of games that were played here and are not on the shelf any more."""
        with self.database.reading() as db:
            return frozenset(game_titles.load_kept(db)) - titles_of(self.games).keys()

    def load_last_options(self, game: AnyGame, title: str) -> Payload | None:
        """The options with which this game was last played under this title; None if it never was."""
        with self.database.reading() as db:
            named = db.get(NamedGameRow, name_key(title))
            if named is None:
                return None
            query = select(SessionRow.id).where(
                SessionRow.game == named.key, SessionRow.rules == game.key, col(SessionRow.binned_at).is_(None)
            )
            query = query.order_by(col(SessionRow.opened_at).desc(), col(SessionRow.id).desc()).limit(3)
            for session_id in db.exec(query).all():
                try:
                    entries = journals.decode_journal(game, journals.load_entries(db, session_id))
                except Unreadable:
                    continue
                opened: Opened[Any] = effective(entries)[0].event
                return options_payload(game, opened.options)
        return None
