"""What each player can still gain in the rounds that are left."""

from collections.abc import Callable
from typing import Final

from scoring.contract.game import Reach
from scoring.contract.scores import Seat, totals
from scoring.engine import agreements
from scoring.games.crown_battles import bidding, pool, shield
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.events import Bid
from scoring.games.crown_battles.options import FinalTiePoints
from scoring.games.crown_battles.powers import witch
from scoring.games.crown_battles.rounds import ROUNDS, rules_of, wagering
from scoring.games.crown_battles.state import ByCards, Drawing, Over, Playing, State

_THIEVES: Final = (Special.THIEF, Special.WITCH)


def reach(state: State) -> Reach | None:
    """The rounds from this one to the last, each at its worst and best; None before the first, and in a tie-break.

    A pot of Wagering that was carried over comes on top, as somebody may win it.
    """
    if isinstance(state.phase, Over) or state.is_tie_break or not state.past:
        return None
    later = [_round_range(state, number) for number in range(state.deal.number + 1, len(state.schedule) + 1)]
    low, high = (sum(range_[end] for range_ in later) for end in (0, 1))
    pot, so_far = wagering.open_pot(state), _gained(state)
    return Reach(
        tuple(
            (own_low + low - so_far[seat], own_high + high + pot - so_far[seat])
            for seat, (own_low, own_high) in zip(state.table.seats, _current_ranges(state), strict=True)
        ),
    )


def _current_ranges(state: State) -> list[tuple[int, int]]:
    """The least and most points of each seat in this round: by its bid, once it is known and decides alone."""
    number, rules, phase = state.deal.number, rules_of(state), state.phase
    if not isinstance(phase, Playing) or rules.worth is None or rules.hides_bids(state):
        return [_round_range(state, number)] * state.players
    steps = state.deck.times(Special.JESTER) - sum(power.card is Special.JESTER for power in phase.used)
    tricks = zip(phase.bids[0], _possible_tricks(state, phase), strict=True)
    ranges = (_range_of_bid(state, rules.worth, bid, won, steps) for bid, won in tricks)
    return [_widen(state, number, gain) for gain in ranges]


def _possible_tricks(state: State, phase: Playing) -> list[range]:
    """The tricks each seat can have at the end of the round; special cards may move or destroy any of them."""
    players, tricks = state.players, state.deal.tricks
    if state.deck.specials or not phase.owned:
        return [range(tricks + 1)] * players
    (owned,) = phase.owned
    last = phase.tricks[-1].winner if isinstance(phase, ByCards) and phase.tricks else None  # may still be ruled on
    settled = [won - (seat == last) for seat, won in enumerate(owned)]
    return [range(won, won + tricks - sum(settled) + 1) for won in settled]


def _range_of_bid(
    state: State, points: Callable[[Bid, int], int], bid: Bid, tricks: range, steps: int
) -> tuple[int, int]:
    """The least and most points for a bid that a Jester may still move, with any of these numbers of tricks."""
    bids = [bidding.shift_bid(bid, step) for step in range(-steps, steps + 1)]
    possible = [bid for bid in bids if bid[0] >= 0 and bid[-1] <= state.deal.tricks]
    worths = [points(bid, won) for bid in possible for won in tricks]
    if state.is_final and state.options.final_tie_points is FinalTiePoints.REPLACE:
        worths.append(0)  # a tie-break takes the whole round back
    return min(worths), max(worths)


def _gained(state: State) -> dict[Seat, float]:
    """What each seat has gained or lost in this round already: shields, and what the Witch took."""
    lines = (line for line in state.ledger if line.round == state.deal.number)
    return totals((line for line in lines if line.rule is not agreements.BY_AGREEMENT), state.table.seats)


def _round_range(state: State, number: int) -> tuple[int, int]:
    """The least and most points of a seat in a round, over all types that it may be of."""
    cards = state.schedule[number - 1]
    is_known = number == state.deal.number and not isinstance(state.phase, Drawing)
    types = {state.deal.type} if is_known else pool.possible_types(state, number)
    ranges = [rules.reach(state, rules.tricks(cards)) for rules in map(ROUNDS.__getitem__, types)]
    low, high = min(low for low, _ in ranges), max(high for _, high in ranges)
    return _widen(state, number, (low, high))


def _widen(state: State, number: int, gain: tuple[int, int]) -> tuple[int, int]:
    """The range with what the Witch, a Summoner's copy of it and Bubble Shields can move besides the round's points."""
    low, high = gain
    stolen = state.deck.times(Special.WITCH) * witch.most_points(final=number == len(state.schedule))
    return low - stolen - _shields(state), high + stolen


def _shields(state: State) -> int:
    """The most a seat can pay for Bubble Shields in a round: one, and one more for each that a theft may break."""
    return 0 if shield.is_useless(state) else shield.PRICE * (1 + sum(map(state.deck.times, _THIEVES)))
