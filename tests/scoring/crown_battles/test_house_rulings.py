"""Every value of every house ruling of section 24 changes something compared with the printed rules."""

import random
from dataclasses import replace
from enum import StrEnum
from typing import Any, Final

import pytest

from scoring.contract.rulebook import RuleViolation
from scoring.engine import agreements
from scoring.games.crown_battles.deck import CrownSuit, Special
from scoring.games.crown_battles.entry import LevelChosen
from scoring.games.crown_battles.options import Options, RoundType
from scoring.games.crown_battles.rounds import ROUNDS
from scoring.kit.trick_taking import Level
from scoring.testing.walks import Walk, play_on, rolled, start, table_of
from tests.scoring.crown_battles.table import GAME

UNFOLDED: Final = ("screw_the_dealer", "secrets")

WHERE: Final[dict[str, dict[str, Any]]] = {  # what a table needs so that the ruling can matter
    "absent_suit_spin": {"suits": (CrownSuit.RED, CrownSuit.BLUE, CrownSuit.GREEN), "lowest": 6},
    "bid_cap": {"schedule": (12,)},
    "double_on_single_trick": {"pool": (RoundType.LONG_PLAY,), "schedule": (2,)},
    "screw_compares_with": {"pool": (RoundType.LONG_PLAY,), "schedule": (4, 4), "screw_the_dealer": True},
    "screw_double_mode": {"screw_the_dealer": True},
    "wizard_affects_kings": {"specials": (Special.WIZARD, Special.GOLEM_KING, Special.DRAGON_KING)},
    "summoner_beats_dragon_king": {"specials": (Special.SUMMONER, Special.DRAGON_KING)},
    "alchemist_from": {"specials": (Special.ALCHEMIST,)},
    "bomb_rest_still_plays": {"specials": (Special.BOMB,)},
    "thief_optional": {"specials": (Special.THIEF,)},
    "witch_victim_floor": {"specials": (Special.WITCH,)},
    "shield_duration": {"specials": (Special.THIEF,)},
    "shield_window": {"specials": (Special.THIEF,)},
    "final_tie_points": {"schedule": (1,)},
    "final_tie_eligible": {"schedule": (1,)},
    "round_type_draw": {"pool": (RoundType.NORMAL, RoundType.LONG_PLAY)},
}


def pool_of(name: str) -> tuple[RoundType, ...]:
    """The types with this ruling; Normal Bidding for those of the base game."""
    own = tuple(kind for kind, rules in ROUNDS.items() if name in {ruling.name for ruling in rules.rulings})
    return own or (RoundType.NORMAL,)


def rulings() -> tuple[str, ...]:
    """The house rulings, with the options that the set-up shows."""
    form = GAME.option_fields(table_of(5), Options(pool=tuple(ROUNDS)))
    return tuple(option.field.name for option in form if option.house or option.field.name in UNFOLDED)


def others(name: str) -> tuple[Any, ...]:
    """Every value of an option but the printed one."""
    printed = getattr(Options(), name)
    if isinstance(printed, bool):
        return (not printed,)
    assert isinstance(printed, StrEnum)
    return tuple(value for value in type(printed) if value != printed)


def evening(name: str, value: Any, seed: int) -> Walk:
    """A short random game under this ruling."""
    rng = random.Random(f"{name} {value} {seed}")
    base = Options(
        schedule=tuple(rng.choice((1, 2, 3, 4, 5)) for _ in range(3)),
        pool=pool_of(name),
        level=rng.choice((Level.CARDS, Level.CARDS, *Level)),
    )
    options = replace(base, **WHERE.get(name, {}), **{name: value})
    types = [ROUNDS[kind] for kind in options.pool]
    fitting = [n for n in (3, 4, 5) if all(n in rules.players for rules in types)]
    players = 2 if len(options.suits) < len(CrownSuit) else rng.choice(fitting)
    aside = rng.choice((3, 8))
    return play_on(start(GAME, players, options), rolled(rng), aside=aside, without=(LevelChosen.kind,))


def differs(walk: Walk, name: str) -> bool:
    """Whether the same entries lead to other prompts, points or refusals under the printed rules."""
    printed = replace(walk.opened.options, **{name: getattr(Options(), name)})
    state = GAME.open(walk.states[0].table, printed)
    for number, event in enumerate(walk.events):
        if _seen(state) != _seen(walk.states[number]):
            return True
        try:
            state = agreements.judge(GAME, state, event)
        except RuleViolation:
            return True
    return _seen(state) != _seen(walk.state)


def _seen(state: Any) -> tuple[Any, ...]:
    """The prompts, the points and the outcome."""
    prompt = tuple((prompt.kind, prompt.fields) for prompt in GAME.prompts(state))
    return prompt, state.ledger, GAME.outcome(state), GAME.standings(state)


@pytest.mark.long
@pytest.mark.parametrize(("name", "value"), [(name, value) for name in rulings() for value in others(name)])
def test_an_evening_under_a_ruling_is_another_evening(name: str, value: Any) -> None:
    assert any(differs(evening(name, value, seed), name) for seed in range(120))
