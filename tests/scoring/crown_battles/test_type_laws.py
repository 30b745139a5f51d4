"""Every law of every game, over whole games of each type of round with every number of players it allows."""

import random

import pytest

from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.options import LeakedReveal, Options, RoundType, Secrets
from scoring.games.crown_battles.rounds import ROUNDS
from scoring.kit.trick_taking import Level
from scoring.testing.laws import LAWS
from scoring.testing.walks import Walk, play_on, rolled, start
from tests.scoring.crown_battles.table import GAME
from tests.seeds import one_short

EVENINGS = [(kind, players) for kind, rules in ROUNDS.items() for players in rules.players]
"""Each type at each size of table."""


def played(kind: RoundType, players: int) -> Walk:
    """A short game of one type, or drawn with Normal Bidding, at any level and with any special cards."""
    rng = random.Random(f"{kind.value} {players}")
    options = Options(
        schedule=(1, 2, 3, 4)[: rng.randint(2, 4)],
        pool=rng.choice(((kind,), (RoundType.NORMAL, kind))),
        level=rng.choice(tuple(Level)),
        specials=tuple(rng.sample(tuple(Special), min(4, players))) if players < 7 else (),
        secrets=rng.choice(tuple(Secrets)),
        leaked_reveal=rng.choice(tuple(LeakedReveal)),
        screw_the_dealer=rng.random() < 0.5,
    )
    return play_on(start(GAME, players, options), rolled(rng), aside=rng.choice((60, 8, 3)))


@pytest.mark.parametrize("evening", one_short(EVENINGS), ids=str)
def test_every_law_holds_for_a_game_of_this_type(evening: tuple[RoundType, int]) -> None:
    trail = played(*evening)
    assert GAME.outcome(trail.state) is not None
    for law in LAWS:
        law(trail)
