"""The shelf: every game the app knows, in the order it shows them."""

from collections.abc import Iterable
from typing import Final

from scoring import crown_battles, faction_wars, loot_and_recruit, recruit, recruits
from scoring.game import AnyGame

GAMES: Final[tuple[AnyGame, ...]] = (
    crown_battles.GAME,
    recruit.GAME,
    recruits.GAME,
    faction_wars.GAME,
    loot_and_recruit.GAME,
)


class UnknownGame(LookupError):
    """A key that is on no shelf: data of another or a newer app."""


def find_game(key: str, shelf: Iterable[AnyGame] = GAMES) -> AnyGame:
    """The game with this key; UnknownGame where there is none."""
    for game in shelf:
        if game.key == key:
            return game
    raise UnknownGame(f"This app does not know the game {key!r}.")
