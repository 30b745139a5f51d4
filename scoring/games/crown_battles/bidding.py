"""Bids: whose turn it is, which are legal, and which ones Screw the Dealer bars."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract import prompts
from scoring.contract.game import Event, Table
from scoring.contract.prompts import Prompt
from scoring.contract.rulebook import Refusal, Rule, RuleViolation, require
from scoring.contract.scores import Seat
from scoring.games.crown_battles.events import Bid
from scoring.games.crown_battles.options import BidCap, ScrewComparesWith, ScrewDoubleMode
from scoring.games.crown_battles.state import Bidding, Bids, State
from scoring.kit.seats import check_player

ONE_CARD: Final = Rule("CB-022", "With one card each there are only single bids.", "Gameplay suggestions")
BID_ORDER: Final = Rule("CB-070", "Players bid clockwise, from left of the dealer to the dealer.", "Bidding phase")
SINGLE: Final = Rule("CB-071", "A bid is the number of tricks a player expects to win.", "Bidding phase")
DOUBLE: Final = Rule("CB-072", "A double bid is two numbers in a row; it pays half.", "Double Bidding")
BID_RANGE: Final = Rule("CB-074", "No bid is higher than the number of tricks in the round.", "Our ruling")
HIGH_BIDS: Final = Rule("CB-075", "A bid above the tokens is said aloud.", "Set up; our ruling")
SCREW_THE_DEALER: Final = Rule(
    "CB-076", "The dealer may not make the bids add up to the tricks.", "Variations: Screw the dealer", waivable=True
)
SCREW_DOUBLES: Final = Rule(
    "CB-077", "The dealer may not bid a double with the barred number either.", "Our ruling", waivable=True
)
SUM_OF_BIDS: Final = Rule("CB-078", "The app shows the sum of the bids and the number of tricks.", "Our aid")
BIDS_STAND: Final = Rule("CB-079", "A bid stands once it is placed; only a Jester moves it.", "Bidding phase")
ONE_DOUBLE: Final = Rule("CB-333", "Only one player of a team may bid a double.", "Alliances: Notes")
SINGLE_TRICK: Final = Rule("CB-R05", "There are no double bids if there is a single trick.", "Our ruling")
BID_CAP: Final = Rule("CB-R06", "Bids above the tokens are allowed.", "Our ruling")
SCREW_COUNT: Final = Rule("CB-R07", "For Screw the Dealer, a double bid counts with its lower number.", "Our ruling")
SCREW_WHEN: Final = Rule(
    "CB-R08", "For Screw the Dealer, the bids of all others are compared with the round's tricks.", "Our ruling"
)

_TOP_TOKEN: Final = {7: 9, 8: 8}
_TOP_TOKEN_OF_FEW: Final = 10

_NO_DOUBLE: Final = "Only one trick is played, so there are no double bids."


@dataclass(frozen=True, slots=True)
class BidPlaced(Event[State]):
    """A player's bid (CB-070)."""

    seat: Seat
    bid: Bid

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = require_bidding(state)
        check_turn(state, phase, self.seat)
        check_bid(state, phase, self.seat, self.bid)
        return place_bids(state, phase, self.seat, self.bid)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} bids {format_bid(self.bid)}"


def format_bid(bid: Bid) -> str:
    """A bid as text: "2" or "2–3"."""
    return "–".join(map(str, bid))


def count_tricks(number: int, one: str = "", several: str = "") -> str:
    """A number of tricks with its verb: "1 trick is", "3 tricks are"."""
    return f"1 trick{one}" if number == 1 else f"{number} tricks{several}"


def top_token(players: int) -> int:
    return _TOP_TOKEN.get(players, _TOP_TOKEN_OF_FEW)


def tricks_in_part(state: State, part: int = 0) -> int:
    """How many tricks can be won in a part; those of the round if the parts share them."""
    tricks = state.deal.parts[part].tricks
    return state.deal.tricks if tricks is None else tricks


def highest_bid(state: State, part: int = 0) -> int:
    """The highest number that may be bid (CB-074, CB-075)."""
    tricks = tricks_in_part(state, part)
    if state.options.bid_cap is BidCap.TOKENS:
        return min(tricks, top_token(state.players))
    return tricks


def yet_to_bid(state: State, phase: Bidding) -> tuple[Seat, ...]:
    """The seats that have not bid yet, in bidding order (CB-070)."""
    placed = {seat for seat, _ in phase.bids}
    return tuple(seat for seat in state.deal.order if seat not in placed)


def require_bidding(state: State) -> Bidding:
    if isinstance(state.phase, Bidding):
        return state.phase
    raise RuleViolation(BIDS_STAND, "The bids stand; only a Jester changes one.")


def question(state: State, phase: Bidding) -> Prompt:
    """Asks for the next bid."""
    seat = yet_to_bid(state, phase)[0]
    return Prompt(
        BidPlaced.kind,
        f"{state.name(seat)} bids",
        (bid_field(state, phase, seat),),
        rule=BID_ORDER,
        instant=True,
        help=remind_of_ally(state, seat),
    ).for_seat(seat)


def bid_field(state: State, phase: Bidding, seat: Seat, part: int = 0, screw: bool = True) -> prompts.Bid:
    """The field for a bid on one part; without `screw`, Screw the Dealer does not apply."""
    refusal = why_no_double(state, phase, seat, part)
    closed = tuple((n, _why_barred(state, phase, n, part)) for n in barred_numbers(state, phase, seat, part) if screw)
    singles_only = state.options.screw_double_mode is ScrewDoubleMode.IGNORE_DOUBLES
    return prompts.Bid(
        "bid",
        f"{state.name(seat)}'s bid",
        0,
        highest_bid(state, part),
        no_doubles=refusal.why if refusal else "",
        barred=() if singles_only else closed,
        barred_singles=closed if singles_only else (),
    )


def remind_of_ally(state: State, seat: Seat) -> str:
    """Who the ally is, as help for a bid; empty in a round without teams."""
    if not state.deal.teams:
        return ""
    name, ally = state.name(seat), state.ally_of(seat)
    return f"{name} plays alone." if ally is None else f"{name} plays with {state.name(ally)}; do not talk about it."


def check_turn(state: State, phase: Bidding, seat: Seat, field: str = "bid") -> None:
    """Refuse a second bid of a seat."""
    check_player(state.table, seat, BID_ORDER)
    if seat in dict(phase.bids) or seat not in state.deal.order:
        message = f"{state.name(seat)} has already bid; only a Jester changes a bid."
        raise RuleViolation(BIDS_STAND, message, field=field)


def check_bid(
    state: State,
    phase: Bidding,
    seat: Seat,
    bid: Bid,
    field: str = "bid",
    part: int = 0,
    screw: bool = True,
) -> None:
    """Refuse a bid on one part that is malformed, out of range or barred."""
    if len(bid) != 1:
        _check_double(state, seat, bid, field, why_no_double(state, phase, seat, part))
    _check_range(state, seat, bid, field, part)
    closed = barred_numbers(state, phase, seat, part) if screw else ()
    if closed and (len(bid) == 1 or state.options.screw_double_mode is not ScrewDoubleMode.IGNORE_DOUBLES):
        for n in bid:
            rule = SCREW_THE_DEALER if len(bid) == 1 else SCREW_DOUBLES
            require(
                n not in closed, rule, _why_barred(state, phase, n, part), field=field, code="E_BID_FORBIDDEN_DEALER"
            )


def place_bids(state: State, phase: Bidding, seat: Seat, *bids: Bid) -> State:
    return replace(state, phase=replace(phase, bids=(*phase.bids, (seat, bids))))


def shift_bids(bids: Bids, part: int, seat: Seat, delta: int) -> Bids:
    """Change the bid of one seat on one part."""
    return tuple(
        tuple(shift_bid(bid, delta) if (n, other) == (part, seat) else bid for other, bid in enumerate(part_bids))
        for n, part_bids in enumerate(bids)
    )


def shift_bid(bid: Bid, delta: int) -> Bid:
    """Change every number of a bid."""
    return tuple(n + delta for n in bid)


def bids_by_part(phase: Bidding) -> Bids:
    """All bids by part and seat, once they are complete."""
    return tuple(zip(*(bids for _, bids in sorted(phase.bids)), strict=True))


def first_out_of_order(state: State, phase: Bidding) -> Seat | None:
    """The first seat that bid before its turn (W_ORDER)."""
    return next((seat for (seat, _), turn in zip(phase.bids, state.deal.order, strict=False) if seat != turn), None)


def barred_numbers(state: State, phase: Bidding, seat: Seat, part: int = 0) -> tuple[int, ...]:
    """The numbers that Screw the Dealer bars for this seat, the dealer bidding last (CB-076).

    Only for parts with tricks of their own; types whose parts share the tricks check the sum themselves.
    """
    last = seat == state.deal.dealer and len(phase.bids) == state.players - 1
    if not (state.options.screw_the_dealer and last):
        return ()
    low, high = sum_other_bids(tuple(bids[part] for _, bids in phase.bids), state.options.screw_double_mode)
    target, tricks = screw_target(state, part), tricks_in_part(state, part)
    closed = tuple(n for n in range(target - high, target - low + 1) if 0 <= n <= tricks)
    return closed if len(closed) <= tricks else ()  # the dealer must have something left to bid


def waive_screw(state: State, waived: Collection[str]) -> State:
    """The state without Screw the Dealer for a bid that was made in spite of it."""
    if {SCREW_THE_DEALER.id, SCREW_DOUBLES.id}.isdisjoint(waived):
        return state
    return replace(state, options=replace(state.options, screw_the_dealer=False))


def screw_target(state: State, part: int = 0) -> int:
    """The sum that the bids may not have with Screw the Dealer (CB-R08)."""
    dealt = state.options.screw_compares_with is ScrewComparesWith.CARDS_DEALT
    return state.deal.cards if dealt and len(state.deal.parts) == 1 else tricks_in_part(state, part)


def sum_bids(bids: tuple[Bid, ...]) -> tuple[int, int]:
    """The lowest and the highest sum of bids (CB-078)."""
    return sum(bid[0] for bid in bids), sum(bid[-1] for bid in bids)


def sum_other_bids(bids: tuple[Bid, ...], mode: ScrewDoubleMode) -> tuple[int, int]:
    """The lowest and the highest sum of the other bids, as Screw the Dealer counts them (CB-R07)."""
    low, high = sum_bids(bids)
    match mode:
        case ScrewDoubleMode.LOW:
            return low, low
        case ScrewDoubleMode.ANY_OVERLAP:
            return low, high
        case ScrewDoubleMode.IGNORE_DOUBLES:
            singles = sum(bid[0] for bid in bids if len(bid) == 1)
            return singles, singles


_DOUBLES_COUNTED: Final = {
    ScrewDoubleMode.LOW: ", the others' double bids by their lower number",
    ScrewDoubleMode.ANY_OVERLAP: ", the others' double bids by one of their numbers",
    ScrewDoubleMode.IGNORE_DOUBLES: ", without the double bids",
}


def _why_barred(state: State, phase: Bidding, number: int, part: int) -> str:
    dealer, label = state.name(state.deal.dealer), state.deal.parts[part].label
    target = screw_target(state, part)
    what = "cards" if target != tricks_in_part(state, part) else "tricks"
    where = f" of the {label}" if label else ""
    has_double = any(len(bids[part]) > 1 for _, bids in phase.bids)
    by = _DOUBLES_COUNTED[state.options.screw_double_mode] if has_double else ""
    return f"{dealer} deals and may not bid {number}: the bids would add up to the {target} {what}{where}{by}."


def why_no_double(state: State, phase: Bidding, seat: Seat, part: int = 0) -> Refusal | None:
    """Why a seat may not bid a double on this part: a single trick (CB-022, CB-R05), the type, or the ally's bid."""
    if state.deal.cards == 1:
        return Refusal(ONE_CARD, _NO_DOUBLE, "E_DOUBLE_ONE_TRICK")
    if tricks_in_part(state, part) == 1 and not state.options.double_on_single_trick:
        return Refusal(SINGLE_TRICK, _NO_DOUBLE, "E_DOUBLE_ONE_TRICK")
    return state.deal.no_doubles or _why_ally_doubled(state, phase, seat)


def _why_ally_doubled(state: State, phase: Bidding, seat: Seat) -> Refusal | None:
    ally = state.ally_of(seat)
    if ally is None or not any(len(bid) > 1 for bid in dict(phase.bids).get(ally, ())):
        return None
    name, other = state.name(seat), state.name(ally)
    why = f"{other} has already bid a double, and only one of a team may; {name} bids one number."
    return Refusal(ONE_DOUBLE, why, "E_DOUBLE_BOTH_TEAMMATES")


def _check_double(state: State, seat: Seat, bid: Bid, field: str, refusal: Refusal | None) -> None:
    name = state.name(seat)
    require(bool(bid), SINGLE, f"{name} still has to bid.", field=field, code="E_BID_MISSING")
    double = len(bid) == 2 and bid[1] == bid[0] + 1
    message = f"{name} can bid one number, or two in a row, like {format_bid((1, 2))}."
    require(double, DOUBLE, message, field=field, code="E_DOUBLE_NOT_CONSECUTIVE")
    if refusal:
        raise RuleViolation(refusal.rule, refusal.why, field=field, code=refusal.code)


def _check_range(state: State, seat: Seat, bid: Bid, field: str, part: int) -> None:
    top = highest_bid(state, part)
    if bid[0] >= 0 and bid[-1] <= top:
        return
    name, tricks, label = state.name(seat), tricks_in_part(state, part), state.deal.parts[part].label
    where = f"in the {label}" if label else "this round"
    message = f"{name} can bid 0 to {tricks} {where}, not {bid[-1]}."
    require(bid[0] >= 0 and bid[-1] <= tricks, BID_RANGE, message, field=field, code="E_BID_RANGE")
    message = f"The highest token is {top}, and this table bids only with tokens; {name} can bid 0 to {top}."
    raise RuleViolation(HIGH_BIDS, message, field=field, code="E_BID_TOKEN_LIMIT")
