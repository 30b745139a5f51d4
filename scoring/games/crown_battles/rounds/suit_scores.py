"""The score of bids on suits, for a player or a team: all met, some missed, or no trick at all."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from scoring.contract.rulebook import Rule
from scoring.contract.scores import Term
from scoring.games.crown_battles.events import Bid
from scoring.games.crown_battles.options import Options, SuitPartialCredit
from scoring.games.crown_battles.rounds.bid_scores import MISS, TRICK, missed_by

ALL_MET: Final = Rule(
    "CB-237",
    "All suits met: 10 for each trick, and 10 for each suit with a trick in it.",
    "Suit Precision: Meeting your bid",
)
ALL_ZERO: Final = Rule(
    "CB-238", "Bids of 0 in all suits and no trick won: 10 in all.", "Suit Precision: Meeting your bid"
)
MISSED: Final = Rule(
    "CB-239", "A missed suit costs 10 for each trick it is off.", "Suit Precision: Failing to meet your bid"
)
BESIDE: Final = Rule(
    "CB-240", "A met suit next to a missed one earns 10 for each trick.", "Suit Precision: Failing to meet your bid"
)
DOUBLES_MET: Final = Rule(
    "CB-241", "A double bid halves what its suit earns: 5 for each trick and 5 for the suit.", "Double-bids"
)
DOUBLES_MISSED: Final = Rule(
    "CB-242",
    "With a suit missed, a met double bid earns 5 for each trick; a missed one costs 10 for each trick it is off.",
    "Double-bids",
)
PARTIAL: Final = Rule("CB-R32", "Tricks in a missed suit earn nothing.", "Our ruling")
ZERO_DOUBLE: Final = Rule("CB-R33", "No trick at all with a double bid on a suit: 5.", "Our ruling")

_NO_TRICK: Final = 10
SUIT: Final = 10
"""Points for each met suit with a trick in it."""

Line = tuple[Rule, tuple[Term, ...]]


@dataclass(frozen=True, slots=True)
class SuitHand:
    """The bid on one suit and the tricks won in it, of a player or a team."""

    label: str
    bid: Bid
    won: int

    @property
    def miss(self) -> int:
        """How many tricks the suit is off; 0: met."""
        return missed_by(self.bid, self.won)

    @property
    def numbers(self) -> int:
        """1 for a single bid, 2 for a double bid, which halves the points."""
        return len(self.bid)


@dataclass(frozen=True, slots=True)
class Rates:
    """House rulings, and `times`: how often each trick counts for a player who plays alone."""

    options: Options
    times: int = 1
    beside: bool = True  # whether met suits pay next to a missed one


def worth(hands: tuple[SuitHand, ...], rates: Rates) -> Iterator[Line]:
    """The lines for all suits of one player or team (CB-237 to CB-242)."""
    if any(hand.miss for hand in hands):
        for hand in hands:
            double = hand.numbers > 1
            points = TRICK[hand.numbers] * rates.times
            if hand.miss:
                yield (
                    DOUBLES_MISSED if double else MISSED,
                    (Term(f"for a trick off in {hand.label}", -MISS, hand.miss),),
                )
                right = min(hand.won, hand.bid[-1])
                if rates.options.suit_partial_credit is SuitPartialCredit.MATCHED_TRICKS and right and rates.beside:
                    yield PARTIAL, (Term(f"for a trick as bid in {hand.label}", points, right),)
            elif hand.won and rates.beside:
                yield DOUBLES_MISSED if double else BESIDE, (Term(f"for a trick in {hand.label}", points, hand.won),)
    elif any(hand.won for hand in hands):
        doubled = any(hand.numbers > 1 and hand.won for hand in hands)
        yield DOUBLES_MET if doubled else ALL_MET, tuple(term for hand in hands for term in _met(hand, rates))
    else:
        yield _zero(hands, rates)


def _met(hand: SuitHand, rates: Rates) -> Iterator[Term]:
    if hand.won:
        yield Term(f"for a trick in {hand.label}", TRICK[hand.numbers] * rates.times, hand.won)
        yield Term(f"for {hand.label}", SUIT // hand.numbers)


def _zero(hands: tuple[SuitHand, ...], rates: Rates) -> Line:
    if all(hand.numbers == 1 for hand in hands):
        return ALL_ZERO, (Term("for no trick in any suit", _NO_TRICK),)
    return ZERO_DOUBLE, (Term("for no trick in any suit", int(rates.options.suit_zero_double_bonus.value)),)
