"""Helpers that set up a state of Loot & Recruit for a test."""

from typing import Any

from scoring.contract.cards import KnownCard
from scoring.contract.scores import Seat
from scoring.games.loot_and_recruit.attacks import Attacked
from scoring.games.loot_and_recruit.days import EventFlipped
from scoring.games.loot_and_recruit.memory import BEARER
from scoring.games.loot_and_recruit.moving import GoblinAdded
from scoring.games.loot_and_recruit.options import Level, Options
from scoring.games.loot_and_recruit.platforms import add_card
from scoring.games.loot_and_recruit.playing import NewCardPlayed, TurnEnded
from scoring.games.loot_and_recruit.state import Goblin, State
from scoring.testing.walks import table_of
from tests.scoring.loot_and_recruit.table import GAME, after, enter, prompt_for, turn


def opened(players: int = 3, **options: Any) -> State:
    """A table before its first round, entered by stacks unless the options say otherwise."""
    return GAME.open(table_of(players), Options(**({"level": Level.STACKS} | options)))


def flipped(state: State, effect: bool = False) -> State:
    number = dict(prompt_for(state, EventFlipped.kind).given)["round"]
    card = None
    if state.level is Level.REFEREE:
        numbers = (("loot", 0), ("recruit", 0), ("attack", 0), ("flip", int(effect)))
        card, effect = KnownCard(f"Event {number}", numbers), False
    return after(state, EventFlipped(number, card, effect))


def playing(players: int = 3, **options: Any) -> State:
    """The first turn, entered by stacks unless the options say otherwise."""
    return flipped(opened(players, **options))


def refereed(players: int = 3, *cards: KnownCard, **options: Any) -> State:
    """The first turn with these cards played already."""
    state = playing(players, level=Level.REFEREE, **options)
    for card in cards:
        state = after(state, NewCardPlayed(turn(state).seat, card))
    return state


def rich(state: State, **powers: int) -> State:
    """Add these powers to the pool, as a card may."""
    full = {"loot": 0, "recruit": 0, "attack": 0} | powers
    return enter(state, "powers_changed", **full)


def stacked(state: State, seat: Seat, platform: int, *cards: KnownCard | str) -> State:
    """Put these cards on a platform, bottom first; "SB" is a Shield Bearer of defense 4."""
    for card in cards:
        if isinstance(card, KnownCard):
            state = after(state, GoblinAdded(seat, platform, card))
        else:
            state = add_card(state, seat, platform, Goblin(BEARER, 0, 4, bearer=True))
    return state


def round_over(state: State) -> State:
    """End everybody's turn."""
    for seat in state.table.clockwise_from(state.first):
        state = after(state, TurnEnded(seat))
    return state


def until(state: State, number: int) -> State:
    """Play on until the event of this round is to be flipped."""
    while state.number < number:
        state = round_over(flipped(state))
    return state


def hit(seat: Seat, target: str, negated: bool = False) -> Attacked:
    return Attacked(seat, target, negated)
