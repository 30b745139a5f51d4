"""`replace` of the rules does what that of `dataclasses` does, for every class of every game."""

import dataclasses
import random

import pytest

from scoring.contract.changing import replace
from scoring.contract.game import Table
from scoring.games import GAMES
from scoring.games.crown_battles.rounds.blind import FaceDown
from scoring.testing.walks import first_options, play_on, rolled, start


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.key)
def test_a_state_is_copied_as_by_dataclasses(game) -> None:
    walk = start(game, game.box.players[0], first_options(game, game.box.players[0]))
    state = play_on(walk, rolled(random.Random(3))).states[-2]
    for field in dataclasses.fields(state):
        changes = {field.name: getattr(walk.states[0], field.name)}
        assert replace(state, **changes) == dataclasses.replace(state, **changes)
    assert replace(state) == state
    assert replace(state) is not state


def test_the_original_stays_and_the_copy_is_frozen() -> None:
    table = Table(("Ana", "Ben"))
    other = replace(table, names=("Cleo",))
    assert (table.names, other.names) == (("Ana", "Ben"), ("Cleo",))
    with pytest.raises(dataclasses.FrozenInstanceError):
        other.names = ()  # type: ignore[misc]


def test_a_value_of_a_derived_class_is_copied() -> None:
    shown = replace(FaceDown(), shown=True)
    assert (shown, type(shown)) == (FaceDown(shown=True), FaceDown)


def test_a_name_that_is_no_field_is_an_error() -> None:
    with pytest.raises(TypeError, match="Table has no field 'colour'"):
        replace(Table(("Ana",)), colour="red")  # type: ignore[call-arg]
