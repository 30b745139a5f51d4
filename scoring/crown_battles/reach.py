"""What each player can still gain in the rounds that are left."""

from typing import Final

from scoring import agreements
from scoring.crown_battles import shield
from scoring.crown_battles.deck import Special
from scoring.crown_battles.options import RoundType
from scoring.crown_battles.powers import witch
from scoring.crown_battles.rounds import ROUNDS
from scoring.crown_battles.state import Drawing, Over, State
from scoring.game import Reach
from scoring.names import count_of

_THIEVES: Final = (Special.THIEF, Special.WITCH)


def reach(state: State) -> Reach | None:
    """The rounds from this one to the last, each at its worst and best; None before the first was scored.

    None too in a tie-break, where a pot of Wagering is left, and where a round may be of a type whose points have no
    bound.
    """
    if isinstance(state.phase, Over) or state.is_tie_break or not state.past or state.pot:
        return None
    numbers = range(state.deal.number, len(state.schedule) + 1)
    ranges = [_round_range(state, number) for number in numbers]
    known = [bounds for bounds in ranges if bounds is not None]
    if len(known) < len(ranges):
        return None
    low, high = (sum(ends) for ends in zip(*known, strict=True))
    gained = _gained(state)
    return Reach(count_of(len(known), "round"), tuple((low - so_far, high - so_far) for so_far in gained))


def _gained(state: State) -> tuple[int, ...]:
    """What each seat has gained or lost in this round already: shields, and what the Witch took."""
    gained = [0] * len(state.table.names)
    for line in state.ledger:
        if line.round == state.deal.number and line.rule is not agreements.BY_AGREEMENT:
            gained[line.seat] += line.points
    return tuple(gained)


def _round_range(state: State, number: int) -> tuple[int, int] | None:
    """The least and most points of a seat in a round, over all types that it may be of."""
    cards = state.schedule[number - 1]
    ranges = []
    for round_type in _possible_types(state, number):
        rules = ROUNDS[round_type]
        if rules.reach is None:
            return None
        ranges.append(rules.reach(rules.deal.tricks(cards)))
    low, high = min(low for low, _ in ranges), max(high for _, high in ranges)
    stolen, shields = _stolen(state, number), _shields(state)
    return low - stolen - shields, high + stolen


def _possible_types(state: State, number: int) -> set[RoundType]:
    """The types that a round may be of; Normal Bidding may replace any other."""
    if number == state.deal.number and not isinstance(state.phase, Drawing):
        return {state.deal.type}
    return {RoundType.NORMAL, *state.options.pool}


def _stolen(state: State, number: int) -> int:
    """The most points the Witch and a Summoner's copy of it can move to or from a seat in a round."""
    if Special.WITCH not in state.deck.specials:
        return 0
    return (1 + (Special.SUMMONER in state.deck.specials)) * witch.most_points(final=number == len(state.schedule))


def _shields(state: State) -> int:
    """The most a seat can pay for Bubble Shields in a round: one, and one more for each that a theft may break."""
    if shield.is_useless(state):
        return 0
    thefts = sum(card in state.deck.specials for card in _THIEVES) * (1 + (Special.SUMMONER in state.deck.specials))
    return shield.PRICE * (1 + thefts)
