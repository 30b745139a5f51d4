"""The types of rounds: each has a module, and a line in `ROUNDS`."""

from collections.abc import Iterator, Mapping
from typing import Final

from scoring.games.crown_battles.options import RoundType
from scoring.games.crown_battles.rounds import (
    alliances,
    blind,
    blind_missions,
    duel_fights,
    leaked_suit,
    long_play,
    missions,
    missions_alliances,
    normal,
    split,
    stealth,
    suit_precision,
    suit_precision_alliances,
    wagering,
)
from scoring.games.crown_battles.rounds.type_rules import TypeRules, Wait
from scoring.games.crown_battles.state import Bidding, Playing, State

ROUNDS: Final[Mapping[RoundType, TypeRules]] = {
    RoundType.NORMAL: normal.ROUND,
    RoundType.BLIND: blind.ROUND,
    RoundType.LONG_PLAY: long_play.ROUND,
    RoundType.STEALTH: stealth.ROUND,
    RoundType.LEAKED_SUIT: leaked_suit.ROUND,
    RoundType.SPLIT: split.ROUND,
    RoundType.SUIT_PRECISION: suit_precision.ROUND,
    RoundType.MISSIONS: missions.ROUND,
    RoundType.BLIND_MISSIONS: blind_missions.ROUND,
    RoundType.WAGERING: wagering.ROUND,
    RoundType.DUEL_FIGHTS: duel_fights.ROUND,
    RoundType.ALLIANCES: alliances.ROUND,
    RoundType.MISSIONS_ALLIANCES: missions_alliances.ROUND,
    RoundType.SUIT_PRECISION_ALLIANCES: suit_precision_alliances.ROUND,
}


def rules_of(state: State) -> TypeRules:
    return ROUNDS[state.deal.type]


def current_wait(state: State) -> Wait | None:
    """The step that the type of the current round waits for."""
    if isinstance(state.phase, Bidding):
        return rules_of(state).before_play(state)
    return rules_of(state).in_play(state, state.phase) if isinstance(state.phase, Playing) else None


def types_in_effect(state: State) -> Iterator[TypeRules]:
    """The type of the current round, and those of the pool that last beyond theirs."""
    for round_type, rules in ROUNDS.items():
        if round_type is state.deal.type or (rules.lasts and round_type in state.options.pool):
            yield rules
