"""The types of rounds: one module and one line each."""

from collections.abc import Iterator, Mapping
from typing import Final

from scoring.crown_battles.events import TypeEvent
from scoring.crown_battles.options import RoundType
from scoring.crown_battles.rounds import (
    alliances,
    blind,
    blind_missions,
    duel_fights,
    leaked_suit,
    long_play,
    mission_cards,
    mission_judging,
    missions,
    missions_alliances,
    normal,
    split,
    stealth,
    suit_precision,
    suit_precision_alliances,
    suit_scores,
    teams,
    wagering,
)
from scoring.crown_battles.rounds.type_rules import Entry, TypeRules, Wait, no_wait
from scoring.crown_battles.state import Bidding, ByCards, ByCounts, ByTricks, State
from scoring.game import Table

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


MODULES: Final = (
    alliances,
    blind,
    blind_missions,
    duel_fights,
    leaked_suit,
    long_play,
    mission_cards,
    mission_judging,
    missions,
    missions_alliances,
    normal,
    split,
    stealth,
    suit_precision,
    suit_precision_alliances,
    suit_scores,
    teams,
    wagering,
)
"""Where the rules of the types stand."""

_ENTRIES: Final[Mapping[type[TypeEvent], Entry]] = {
    event: entry
    for each in ROUNDS.values()
    for event, entry in each.bidding.entries.items()
    if issubclass(event, TypeEvent)
}
EVENTS: Final[tuple[type[TypeEvent], ...]] = tuple(_ENTRIES)
"""The events that only some types have."""


_WITH_STAGES: Final = (ByCards, Bidding, ByCounts, ByTricks)
"""The phases in which a type may wait for something of its own."""


def rules_of(state: State) -> TypeRules:
    """The rules of the round that is played."""
    return ROUNDS[state.deal.kind]


def waiting(state: State) -> Wait | None:
    """The stage of its own that the running type waits for."""
    waits = rules_of(state).bidding.waits
    if waits is no_wait:
        return None
    return waits(state) if isinstance(state.phase, _WITH_STAGES) else None


def in_pool(state: State) -> Iterator[TypeRules]:
    """The types that may come up in this game, Normal as the stopgap among them."""
    return (rules for kind, rules in ROUNDS.items() if kind in state.options.pool or kind is state.deal.kind)


def veil(state: State, event: TypeEvent) -> frozenset[str]:
    """What of a type's event may not be shown yet; entries that wait for a correction may be of another type."""
    own = (rules for rules in ROUNDS.values() if type(event) in rules.bidding.entries)
    return frozenset[str]().union(*(rules.shown.veil(state, event) for rules in own))


def told(table: Table, event: TypeEvent, veiled: frozenset[str]) -> str:
    """A type's event as the log tells it."""
    return _ENTRIES[type(event)].told(table, event, veiled)
