"""The list of games."""

import pytest

from scoring.contract.game import AnyGame
from scoring.games import GAMES, UnknownGame, find_game
from tests.scoring.sketches import SKETCHES


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_every_game_is_found_by_its_key(game: AnyGame) -> None:
    assert find_game(game.key) is game


def test_a_shelf_can_be_brought_along() -> None:
    assert find_game("wizard", SKETCHES) is SKETCHES[-1]


def test_an_unknown_game_is_named() -> None:
    with pytest.raises(UnknownGame, match="does not know the game 'sk_sealed'"):
        find_game("sk_sealed")


def test_keys_are_unique() -> None:
    assert len({game.key for game in GAMES}) == len(GAMES)


def test_a_game_is_named_briefly_and_can_be_a_key() -> None:
    (game, *_) = SKETCHES
    assert repr(game) == "<Game sk_sealed>"
    assert {game: 1}[game] == 1
