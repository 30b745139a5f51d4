"""Bids: whose turn it is, which are legal, and what the dealer may not say."""

from typing import Final

from scoring import prompts
from scoring.crown_battles.events import Bid, BidPlaced
from scoring.crown_battles.options import BidCap, ScrewDoubleMode
from scoring.crown_battles.state import Bidding, State, check_seat
from scoring.prompts import Prompt
from scoring.rulebook import Rule, require
from scoring.scores import Seat

TOKENS: Final = Rule("CB-008", "The bid tokens end at 10; with seven players at 9, with eight at 8.", "Set up")
ONE_CARD: Final = Rule("CB-022", "With one card each there are only single bids.", "Gameplay suggestions")
BID_ORDER: Final = Rule(
    "CB-070", "Bids go round clockwise; left of the dealer begins, the dealer is last.", "Bidding phase"
)
SINGLE: Final = Rule("CB-071", "A bid is the number of tricks somebody means to win.", "Bidding phase")
DOUBLE: Final = Rule("CB-072", "A double bid is two numbers in a row; it pays half.", "Double Bidding")
DOUBLES: Final = Rule("CB-073", "Double bids are open wherever more than one trick is played.", "Double Bidding")
BID_RANGE: Final = Rule("CB-074", "No bid is higher than the tricks of the round.", "Our ruling")
HIGH_BIDS: Final = Rule("CB-075", "A bid above the tokens is said aloud.", "Set up; our ruling")
SCREW_THE_DEALER: Final = Rule(
    "CB-076", "The dealer may not make the bids add up to the tricks.", "Variations: Screw the dealer"
)
SCREW_DOUBLES: Final = Rule(
    "CB-077", "The number closed to the dealer closes the double bids that hold it.", "Our ruling"
)
SUM_OF_BIDS: Final = Rule("CB-078", "The sum of the bids is shown against the tricks.", "Our aid")
BIDS_STAND: Final = Rule("CB-079", "A bid stands once it is placed; only a Jester moves it.", "Bidding phase")
SINGLE_TRICK: Final = Rule("CB-R05", "No double bids wherever a single trick is played.", "Our ruling")
BID_CAP: Final = Rule("CB-R06", "Bids above the tokens are allowed.", "Our ruling")
SCREW_COUNT: Final = Rule("CB-R07", "For the dealer a double bid counts with its lower number.", "Our ruling")
SCREW_WHEN: Final = Rule("CB-R08", "The dealer's closed number is looked at once all others have bid.", "Our ruling")
RULES: Final = (
    TOKENS,
    ONE_CARD,
    BID_ORDER,
    SINGLE,
    DOUBLE,
    DOUBLES,
    BID_RANGE,
    HIGH_BIDS,
    SCREW_THE_DEALER,
    SCREW_DOUBLES,
    SUM_OF_BIDS,
    BIDS_STAND,
    SINGLE_TRICK,
    BID_CAP,
    SCREW_COUNT,
    SCREW_WHEN,
)

_TOP_TOKEN: Final = {7: 9, 8: 8}
_TOP_TOKEN_OF_FEW: Final = 10

NO_DOUBLE: Final = "Only one trick is played, so there are no double bids."


def say(bid: Bid) -> str:
    """A bid as players write it: "2" or "2–3"."""
    return "–".join(map(str, bid))


def top_token(players: int) -> int:
    """The highest bid token of a player (CB-008)."""
    return _TOP_TOKEN.get(players, _TOP_TOKEN_OF_FEW)


def highest(state: State) -> int:
    """The highest number a bid may hold (CB-074, CB-075)."""
    if state.options.bid_cap is BidCap.TOKENS:
        return min(state.deal.tricks, top_token(len(state.table.names)))
    return state.deal.tricks


def missing(state: State, phase: Bidding) -> tuple[Seat, ...]:
    """Who has not bid yet, in bidding order (CB-070)."""
    placed = {seat for seat, _ in phase.bids}
    return tuple(seat for seat in state.table.clockwise_from(state.opening_seat) if seat not in placed)


def question(state: State, phase: Bidding) -> Prompt:
    """The form of the next bid."""
    seat = missing(state, phase)[0]
    closed = tuple((n, _closed(state, n)) for n in barred(state, phase, seat))
    singles_only = state.options.screw_double_mode is ScrewDoubleMode.IGNORE_DOUBLES
    field = prompts.Bid(
        "bid",
        f"{state.name(seat)}'s bid",
        0,
        highest(state),
        no_doubles=NO_DOUBLE if state.deal.tricks == 1 else "",
        barred=() if singles_only else closed,
        barred_singles=closed if singles_only else (),
    )
    return Prompt(
        BidPlaced.kind,
        f"{state.name(seat)} bids",
        (field,),
        BID_ORDER,
        seat,
        given=(("seat", seat),),
        instant=True,
    )


def check(state: State, phase: Bidding, event: BidPlaced) -> None:
    """Refuse a bid that is out of shape or range, or closed to the dealer."""
    check_seat(state, event.seat, BID_ORDER)
    placed = any(seat == event.seat for seat, _ in phase.bids)
    require(
        not placed, BIDS_STAND, f"{state.name(event.seat)} has bid already; only a Jester changes a bid.", field="bid"
    )
    _check_shape(state, event.seat, event.bid)
    _check_range(state, event.seat, event.bid)
    closed = barred(state, phase, event.seat)
    if closed and (len(event.bid) == 1 or state.options.screw_double_mode is not ScrewDoubleMode.IGNORE_DOUBLES):
        for n in event.bid:
            rule = SCREW_THE_DEALER if len(event.bid) == 1 else SCREW_DOUBLES
            require(n not in closed, rule, _closed(state, n), field="bid", code="E_BID_FORBIDDEN_DEALER")


def by_seat(phase: Bidding) -> tuple[Bid, ...]:
    """All bids in the order of the seats, once they are complete."""
    return tuple(bid for _, bid in sorted(phase.bids))


def out_of_order(state: State, phase: Bidding) -> Seat | None:
    """The first who bid before it was their turn (W_ORDER)."""
    order = state.table.clockwise_from(state.opening_seat)
    return next((seat for (seat, _), turn in zip(phase.bids, order, strict=False) if seat != turn), None)


def barred(state: State, phase: Bidding, seat: Seat) -> tuple[int, ...]:
    """The numbers closed to this seat: to the dealer who bids last, with Screw the Dealer (CB-076)."""
    last = seat == state.deal.dealer and len(phase.bids) == len(state.table.names) - 1
    if not (state.options.screw_the_dealer and last):
        return ()
    low, high = _others(tuple(bid for _, bid in phase.bids), state.options.screw_double_mode)
    tricks = state.deal.tricks
    return tuple(n for n in range(tricks - high, tricks - low + 1) if 0 <= n <= tricks)


def sum_of(bids: tuple[Bid, ...]) -> tuple[int, int]:
    """The lower and the upper sum of some bids (CB-078)."""
    return sum(bid[0] for bid in bids), sum(bid[-1] for bid in bids)


def _others(bids: tuple[Bid, ...], mode: ScrewDoubleMode) -> tuple[int, int]:
    """Between what and what the other bids add up for the dealer."""
    low, high = sum_of(bids)
    match mode:
        case ScrewDoubleMode.LOW:
            return low, low
        case ScrewDoubleMode.ANY_OVERLAP:
            return low, high
        case ScrewDoubleMode.IGNORE_DOUBLES:
            singles = sum(bid[0] for bid in bids if len(bid) == 1)
            return singles, singles


def _closed(state: State, number: int) -> str:
    dealer = state.name(state.deal.dealer)
    return f"{dealer} deals and may not bid {number}: the bids would add up to the {state.deal.tricks} tricks."


def _check_shape(state: State, seat: Seat, bid: Bid) -> None:
    name = state.name(seat)
    require(bool(bid), SINGLE, f"{name} still has to bid.", field="bid", code="E_BID_MISSING")
    if len(bid) == 1:
        return
    double = len(bid) == 2 and bid[1] == bid[0] + 1
    message = f"{name} can bid one number, or two that follow each other, like {say((1, 2))}."
    require(double, DOUBLE, message, field="bid", code="E_DOUBLE_NOT_CONSECUTIVE")
    rule = ONE_CARD if state.deal.cards == 1 else SINGLE_TRICK
    require(state.deal.tricks > 1, rule, NO_DOUBLE, field="bid", code="E_DOUBLE_ONE_TRICK")


def _check_range(state: State, seat: Seat, bid: Bid) -> None:
    name, tricks = state.name(seat), state.deal.tricks
    message = f"{name} can bid 0 to {tricks} this round; {bid[-1]} tricks are not played."
    require(bid[0] >= 0 and bid[-1] <= tricks, BID_RANGE, message, field="bid", code="E_BID_RANGE")
    top = highest(state)
    message = f"The tokens end at {top}, and this table bids with tokens only; {name} can bid 0 to {top}."
    require(bid[-1] <= top, HIGH_BIDS, message, field="bid", code="E_BID_TOKEN_LIMIT")
