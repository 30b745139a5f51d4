"""The list of games, in the order in which the app shows them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from typing import Final, overload

from scoring.game import AnyGame


class Shelf(Sequence[AnyGame]):
    """Games by key and title; each is imported on first use, because a command needs one of them or none."""

    def __init__(self, titles: Mapping[str, str]) -> None:
        self.titles = dict(titles)

    def find(self, key: str) -> AnyGame | None:
        """The game with this key; None if it is not on this shelf."""
        return _load(key) if key in self.titles else None

    @overload
    def __getitem__(self, index: int) -> AnyGame: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[AnyGame, ...]: ...
    def __getitem__(self, index: int | slice) -> AnyGame | tuple[AnyGame, ...]:
        keys = tuple(self.titles)[index]
        return _load(keys) if isinstance(keys, str) else tuple(map(_load, keys))

    def __iter__(self) -> Iterator[AnyGame]:
        return map(_load, self.titles)

    def __len__(self) -> int:
        return len(self.titles)


GAMES: Final = Shelf(
    {
        "crown_battles": "Crown Battles",
        "recruit": "Recruit",
        "recruits": "Recruits",
        "faction_wars": "Faction Wars",
        "loot_and_recruit": "Loot & Recruit",
    }
)

KEYS: Final = tuple(GAMES.titles)


class UnknownGame(LookupError):
    """An unknown key: data of another or a newer app."""


def find_game(key: str, shelf: Iterable[AnyGame] = GAMES) -> AnyGame:
    """The game with this key; raises UnknownGame."""
    game = shelf.find(key) if isinstance(shelf, Shelf) else next((game for game in shelf if game.key == key), None)
    if game is None:
        raise UnknownGame(f"This app does not know the game {key!r}.")
    return game


def titles_of(games: Iterable[AnyGame]) -> dict[str, str]:
    """Titles by key."""
    return dict(games.titles) if isinstance(games, Shelf) else {game.key: game.title for game in games}


@cache
def _load(key: str) -> AnyGame:
    """Import a game; `companion/lazy_modules.py` says why this happens so late."""
    game: AnyGame = import_module(f"scoring.{key}").GAME
    return game
