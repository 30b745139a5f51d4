"""The list of games, in the order in which the app shows them: ours, then those of other packages."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Final, overload

from scoring.contract.game import AnyGame
from scoring.contract.names import quote
from scoring.engine.installed_games import InstalledGames
from scoring.engine.regrouping import allow_regrouping


class Shelf(Sequence[AnyGame]):
    """Games by key and title; each is imported on first use, because a command needs one of them or none.

    `own` are the titles of our games by key, `others` the games of other packages.
    """

    def __init__(self, own: Mapping[str, str], others: InstalledGames) -> None:
        self.own = dict(own)
        self.others = others

    @property
    def titles(self) -> dict[str, str]:
        """The titles of all games by key."""
        return self.own | {key: installed.game.box.title for key, installed in self.others.usable.items()}

    def find(self, key: str) -> AnyGame | None:
        """The game with this key; None if it is not on this shelf."""
        return self._get(key) if key in self.own or key in self.others.usable else None

    def why_not(self, key: str) -> str:
        """Why the game with this key cannot be played although a package offers it; empty if none does."""
        return next((str(game) for game in self.others.unusable if game.key == key), "")

    @overload
    def __getitem__(self, index: int) -> AnyGame: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[AnyGame, ...]: ...
    def __getitem__(self, index: int | slice) -> AnyGame | tuple[AnyGame, ...]:
        keys = (*self.own, *self.others.usable)[index]
        return self._get(keys) if isinstance(keys, str) else tuple(map(self._get, keys))

    def __iter__(self) -> Iterator[AnyGame]:
        yield from map(_load, self.own)
        yield from (installed.game for installed in self.others.usable.values())

    def _get(self, key: str) -> AnyGame:
        return _load(key) if key in self.own else self.others.usable[key].game

    def __len__(self) -> int:
        return len(self.own) + len(self.others.usable)


_OWN: Final = {
    "crown_battles": "Crown Battles",
    "recruit": "Recruit",
    "recruits": "Recruits",
    "faction_wars": "Faction Wars",
    "loot_and_recruit": "Loot & Recruit",
    "score_pad": "Score pad",
}

KEYS: Final = tuple(_OWN)
"""The keys of our own games."""

GAMES: Final = Shelf(_OWN, InstalledGames(KEYS))


class UnknownGame(LookupError):
    """An unknown key: data of another or a newer app, or of a game that is not installed or cannot be played."""

    def __init__(self, key: str, why: str = "") -> None:
        super().__init__(why or f"This app does not know the game {quote(key)}.")
        self.key, self.why = key, why

    def advise(self, title: str = "") -> str:
        """What to do, with the title that is known of it."""
        missing = f"The game {title or repr(self.key)} is not installed."
        return self.why or f"{missing} Install the package it came with, or update the app."


def find_game(key: str, shelf: Iterable[AnyGame] = GAMES) -> AnyGame:
    """The game with this key; raises UnknownGame."""
    game = shelf.find(key) if isinstance(shelf, Shelf) else next((game for game in shelf if game.key == key), None)
    if game is None:
        raise UnknownGame(key, shelf.why_not(key) if isinstance(shelf, Shelf) else "")
    return game


def titles_of(games: Iterable[AnyGame]) -> dict[str, str]:
    """Titles by key."""
    return dict(games.titles) if isinstance(games, Shelf) else {game.key: game.box.title for game in games}


@cache
def _load(key: str) -> AnyGame:
    """Import a game; `companion/lazy_modules.py` says why this happens so late."""
    return allow_regrouping(import_module(f"scoring.games.{key}").GAME)
