"""Helpers that set up a state of Loot & Recruit for a test."""

from dataclasses import replace
from typing import Any

from scoring.contract.cards import KnownCard
from scoring.contract.game import Table
from scoring.contract.scores import PerSeat, Seat
from scoring.games.loot_and_recruit import GAME, line_ups, targets
from scoring.games.loot_and_recruit.attacks import Attacked
from scoring.games.loot_and_recruit.days import EventFlipped
from scoring.games.loot_and_recruit.memory import BEARER
from scoring.games.loot_and_recruit.moving import GoblinAdded
from scoring.games.loot_and_recruit.options import Level, Options
from scoring.games.loot_and_recruit.platforms import add_card
from scoring.games.loot_and_recruit.playing import NewCardPlayed, TurnEnded
from scoring.games.loot_and_recruit.state import Goblin, State, Turn
from scoring.testing.tables import Tables

NAMES = ("Ana", "Ben", "Cleo", "Dov", "Eve")
A, B, C, D, E = map(Seat, range(5))


def goblin(name: str, vp: int = 2, defense: int = 3, cost: int = 4) -> KnownCard:
    """A goblin as it is typed."""
    return KnownCard(name, (("vp", vp), ("def", defense), ("cost", cost)))


def power(name: str, loot: int = 0, recruit: int = 0, attack: int = 0, cost: int = 0, kind: int = 0) -> KnownCard:
    """A card of a player's deck as it is typed."""
    numbers = {"kind": kind, "loot": loot, "recruit": recruit, "attack": attack, "cost": cost}
    return KnownCard(name, tuple(numbers.items()))


BAG = KnownCard("Money Bag", (("loot", 1),))
SHINIES = KnownCard("Box O' Shinies", (("loot", 4), ("cost", 4)))
CHOW = KnownCard("Pile O' Chow", (("recruit", 3), ("cost", 3)))
TRIO = goblin("Troublesome Trio", 1, 3, 3)
OCTET = goblin("Ornery Octet", 3, 7, 8)
GOB = goblin("Gob O' Goblins", 5, 6, 9)
PACK = goblin("Pint-Sized Pack", 2, 4, 7)


def opened(players: int = 3, **options: Any) -> State:
    """A table before its first round, entered by stacks unless the options say otherwise."""
    return GAME.open(Table(NAMES[:players]), Options(**({"level": Level.STACKS} | options)))


def aimed(state: State, event: Any) -> Any:
    """The entry, with its place replaced by the target of the card there."""
    return replace(event, target=target(state, event.target)) if hasattr(event, "target") else event


def target(state: State, place: str) -> str:
    """The target of the card at a place, "1-0-2" or "crowd-2"; without a card there, a target of no card."""
    on_stacks = (card for card, _ in targets.stack_targets(state))
    cards = map(str, (*on_stacks, *line_ups.line_up_targets(state)))
    return next((card for card in cards if card.split(":")[0] == place), place)


TABLES = Tables(GAME, aimed)
after = TABLES.after
enter = TABLES.enter
assert_refused = TABLES.assert_refused
prompt_for = TABLES.prompt_for
kinds = TABLES.kinds
main = TABLES.main
points = TABLES.points
fact = TABLES.fact
notes = TABLES.notes


def flipped(state: State, effect: bool = False) -> State:
    """Flip the next event."""
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


def turn(state: State) -> Turn:
    assert isinstance(state.phase, Turn)
    return state.phase


def names(state: State, seat: Seat, platform: int) -> list[str]:
    """The cards of a stack, bottom first."""
    return [card.name for card in state.stacks[seat][platform]]


def hit(seat: Seat, target: str, negated: bool = False) -> Attacked:
    return Attacked(seat, target, negated)


def row(*numbers: int) -> PerSeat:
    return tuple((Seat(seat), n) for seat, n in enumerate(numbers))
