"""Every combination of options can be played to the end."""

import random
from itertools import product

import pytest

from scoring.contract.scores import Seat
from scoring.engine.codec import options_from, options_payload
from scoring.games.recruit.options import JokerFollow, JokerLead, MatchMode, Options, PileCount
from scoring.kit.trick_taking import Level
from scoring.testing.walks import play_on, rolled, start
from tests.scoring.recruit.table import GAME

COMBINATIONS = list(product(GAME.box.players, Level, PileCount, MatchMode, JokerFollow, JokerLead))


@pytest.mark.parametrize(
    ("players", "level", "piles", "match", "follow", "lead"),
    [*COMBINATIONS[::13], *(pytest.param(*combination, marks=pytest.mark.long) for combination in COMBINATIONS)],
)
def test_every_combination_is_played_to_its_end(
    players: int, level: Level, piles: PileCount, match: MatchMode, follow: JokerFollow, lead: JokerLead
) -> None:
    options = Options(Seat(players - 1), level, piles, match, follow, lead)
    assert options_from(GAME, options_payload(GAME, options)) == options
    played = play_on(start(GAME, players, options), rolled(random.Random(players)), aside=1000)
    assert GAME.outcome(played.state) is not None
    assert len(played.state.past) == 4
