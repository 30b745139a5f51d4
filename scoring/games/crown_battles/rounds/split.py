"""The Split: two hands with a bid on each, played one after the other.

Both bids are placed clockwise, as in Normal Bidding (CB-217), so they are open; how a hand is split is never entered.
"""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scoring.contract.game import Table
from scoring.contract.prompts import Cell, Grid, Prompt
from scoring.contract.rulebook import Refusal, Rule, require
from scoring.contract.scores import Ledger, ScoreLine, Seat, Term
from scoring.games.crown_battles import bidding
from scoring.games.crown_battles.deck import Composition
from scoring.games.crown_battles.events import Bid, TypeEvent
from scoring.games.crown_battles.options import SplitPartialCredit, SplitSecondLead
from scoring.games.crown_battles.rounds.bid_scores import MISS, TRICK, miss_label, missed_by
from scoring.games.crown_battles.rounds.type_rules import TypeRules
from scoring.games.crown_battles.state import HALVES, Bidding, Bids, Part, Piles, State
from scoring.kit.rulings import Ruling

TWO_HANDS: Final = Rule(
    "CB-215", "Everybody divides the cards into two hands and plays one after the other.", "The Split"
)
TWO_BIDS: Final = Rule("CB-217", "Both hands are bid on before the first is played.", "The Split")
BOTH_MET: Final = Rule("CB-218", "Both bids met: 10 for each trick and 10 for each hand.", "The Split: Scoring")
BOTH_ZERO: Final = Rule("CB-219", "Two bids of 0, both met: 10 in all.", "The Split: Scoring")
MISSED: Final = Rule("CB-220", "A missed hand costs 10 for each trick it is off.", "The Split: Scoring")
BESIDE: Final = Rule("CB-221", "A met hand next to a missed one earns 10 for each trick.", "The Split: Scoring")
PARTIAL: Final = Rule("CB-R28", "A met hand next to a missed one pays for each trick.", "Our ruling")
OPEN_DOUBLES: Final = Rule("CB-R30", "Double bids are allowed in The Split.", "Our ruling")
WHO_LEADS: Final = Rule("CB-R31", "The second hand begins like the first; each has its own last trick.", "Our ruling")

_BONUS: Final = {1: 10, 2: 5}  # by the number of numbers in the bid
_SINGLES_ONLY: Final = Refusal(OPEN_DOUBLES, "This table plays The Split without double bids.", "E_DOUBLE_ONE_TRICK")
_FLAT: Final = 10  # for a met hand next to a missed one, even with a double bid (CB-R28)


class Half(StrEnum):
    """One of the two hands; the key of its part."""

    FIRST = "first"
    SECOND = "second"


@dataclass(frozen=True, slots=True)
class SplitBidPlaced(TypeEvent):
    """A player's bids on both hands (CB-217)."""

    seat: Seat
    bids: tuple[tuple[Half, Bid], ...]

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = bidding.require_bidding(state)
        bidding.check_turn(state, phase, self.seat, "bids")
        bid_by_half = dict(self.bids)
        both = len(self.bids) == len(Half) and all(bid_by_half.get(half) for half in Half)
        message = f"{state.name(self.seat)} needs a bid on each half."
        require(both, TWO_BIDS, message, field="bids", code="E_SPLIT_TWO_BIDS")
        for part, half in enumerate(Half):
            path = f"bids[{half.value}]"
            bidding.check_bid(state, phase, self.seat, bid_by_half[half], path, part)
        return bidding.place_bids(state, phase, self.seat, *(bid_by_half[half] for half in Half))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} bids {' and '.join(bidding.format_bid(bid) for _, bid in self.bids)}"


def parts(tricks: int, deck: Composition) -> tuple[Part, ...]:
    """The two hands; the larger one is the second (CB-216)."""
    sizes = (tricks // 2, tricks - tricks // 2)
    return tuple(Part(size, key, label) for size, (key, label) in zip(sizes, HALVES.items(), strict=True))


def leads(state: State, done: int, seat: Seat) -> Seat:
    """Who leads the next trick: the second hand starts left of the dealer again (CB-224)."""
    starts_second = done == state.deal.part_ends[0]
    left_of_dealer = state.options.split_second_lead is SplitSecondLead.LEFT_OF_DEALER
    return state.opening_seat if starts_second and left_of_dealer else seat


def question(state: State, phase: Bidding) -> Prompt:
    """Asks the next player for both bids."""
    seat = bidding.yet_to_bid(state, phase)[0]
    cells = tuple(
        Cell(part.key, part.label.capitalize(), bidding.bid_field(state, phase, seat, part=n))
        for n, part in enumerate(state.deal.parts)
    )
    title = f"{state.name(seat)} bids on both halves"
    fields = (Grid("bids", "", cells),)
    return Prompt(SplitBidPlaced.kind, title, fields, rule=TWO_BIDS, confirm="Bid").for_seat(seat)


def lines(state: State, bids: Bids, won: Piles) -> Ledger:
    """The lines for both hands of every seat (CB-218 to CB-222)."""
    ledger: list[ScoreLine] = []
    for seat in state.table.seats:
        hands = tuple((placed[seat], pile[seat]) for placed, pile in zip(bids, won, strict=True))
        ledger += (ScoreLine(state.deal.number, seat, *worth) for worth in _worth(state, hands))
    return tuple(ledger)


def _worth(state: State, hands: tuple[tuple[Bid, int], ...]) -> Iterator[tuple[Rule, tuple[Term, ...]]]:
    if all(bid == (0,) and tricks == 0 for bid, tricks in hands):
        yield BOTH_ZERO, (Term("for no trick in both halves", _BONUS[1]),)
    elif all(missed_by(bid, tricks) == 0 for bid, tricks in hands):
        yield BOTH_MET, tuple(_met_terms(hands))
    else:
        for (bid, tricks), (_, label) in zip(hands, HALVES.items(), strict=True):
            miss = missed_by(bid, tricks)
            if miss:
                yield MISSED, (Term(f"{miss_label(bid, tricks)} in the {label}", -MISS, miss),)
            elif state.options.split_partial_credit is SplitPartialCredit.FLAT_10:
                yield PARTIAL, (Term(f"for the {label}", _FLAT),)
            elif tricks:
                yield BESIDE, (Term(f"for a trick in the {label}", TRICK[len(bid)], tricks),)


def _met_terms(hands: tuple[tuple[Bid, int], ...]) -> Iterator[Term]:
    for (bid, tricks), (_, label) in zip(hands, HALVES.items(), strict=True):
        if tricks:
            yield Term(f"for a trick in the {label}", TRICK[len(bid)], tricks)
        yield Term(f"for the {label}", _BONUS[len(bid)])


def reach(state: State, tricks: int) -> tuple[int, int]:
    """Every trick off the bids, or every trick of two single bids."""
    return -MISS * tricks, TRICK[1] * tricks + 2 * max(_BONUS.values())


ROUND: Final = TypeRules(
    title="The Split",
    text="Divide your cards into two hands, bid on both, and play one after the other.",
    rule=TWO_HANDS,
    lines=lines,
    reach=reach,
    plain=True,
    fewest_cards=2,
    parts=parts,
    why_no_double=lambda options: None if options.split_double_bids else _SINGLES_ONLY,
    events=(SplitBidPlaced,),
    question=question,
    leads=leads,
    rulings=(
        Ruling(
            "split_partial_credit",
            "The Split: a met half beside a missed one earns",
            {SplitPartialCredit.PER_TRICK: "10 for each trick", SplitPartialCredit.FLAT_10: "10, a double bid too"},
            PARTIAL,
        ),
        Ruling("split_double_bids", "The Split: double bids", {}, OPEN_DOUBLES),
        Ruling(
            "split_second_lead",
            "The Split: the second half is led by",
            {SplitSecondLead.LEFT_OF_DEALER: "Left of the dealer", SplitSecondLead.LAST_WINNER: "The last winner"},
            WHO_LEADS,
        ),
    ),
)
