"""Suit Precision: a bid on every suit; each trick goes to the pile of a suit."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.changing import replace
from scoring.crown_battles import bidding, order, precedence
from scoring.crown_battles.bidding import Closed
from scoring.crown_battles.deck import SUITS, Composition, CrownSuit
from scoring.crown_battles.events import Bid, TypeEvent
from scoring.crown_battles.options import Ruling, ScrewDoubleMode, SuitPartialCredit, SuitZeroDoubleBonus
from scoring.crown_battles.rounds import suit_scores
from scoring.crown_battles.rounds.suit_scores import Rates, SuitHand, worth
from scoring.crown_battles.rounds.type_rules import BiddingRules, DealRules, Entry, PlayRules, TypeRules, Wait
from scoring.crown_battles.state import Bidding, Bids, ByCards, ByTricks, Part, Piles, State, Trick, lay, verdict
from scoring.game import Draft, Table
from scoring.prompts import Cell, Choice, Count, Each, Field, Pick, Prompt, Subset
from scoring.rulebook import Rule, require
from scoring.scores import Ledger, ScoreLine, Seat

BID_PER_SUIT: Final = Rule("CB-230", "Everybody bids on each suit by itself; 0 is a bid.", "Suit Precision")
SUM_LIMIT: Final = Rule("CB-231", "All bids of a player together are no more than the tricks.", "Our ruling")
LED: Final = Rule("CB-232", "A trick without a trump goes to the suit that was led.", "Suit Precision")
WITH_TRUMP: Final = Rule(
    "CB-233", "A trick won with a trump goes to the led suit or to the trump, as its winner likes.", "Suit Precision"
)
ANY_SUIT: Final = Rule("CB-234", "A trick won by a Golem or a Dragon goes to any suit.", "Suit Precision")
PEASANTS: Final = Rule("CB-235", "A trick of nothing but Peasants goes to any suit.", "Suit Precision")
STOLEN: Final = Rule("CB-236", "A stolen trick keeps its suit.", "Suit Precision: Notes")
ALL_SUITS: Final = Rule("CB-243", "The tricks in all suits add up to those of the round.", "Suit Precision")
ORDER: Final = Rule("CB-244", "Bids are placed in the usual order, all suits of a player at once.", "Suit Precision")
IMPOSSIBLE_SUM: Final = Rule("CB-R34", "Bids nobody could meet are refused.", "Our ruling")
ODD_TRICKS: Final = Rule(
    "CB-R35",
    "A Summoner is what it copies; without a copy its trick goes to any suit, as that of a Golem does.",
    "Our ruling",
)

_HALF: Final = "Two numbers are a double bid, for half the points."

SUIT_NAMES: Final = {suit.key: suit.name for suit in SUITS}


@dataclass(frozen=True, slots=True)
class SuitBidsPlaced(TypeEvent):
    """One player's bids, a number for every suit; those in `doubles` hold the next number as well (CB-230)."""

    kind: ClassVar[str] = "suit_bids_placed"
    seat: Seat
    bids: tuple[tuple[CrownSuit, int], ...]
    doubles: tuple[CrownSuit, ...]


@dataclass(frozen=True, slots=True)
class TrickLaid(TypeEvent):
    """The suit under whose token the last trick is put (CB-232 to CB-235)."""

    kind: ClassVar[str] = "trick_laid"
    suit: CrownSuit


def parts(tricks: int, deck: Composition) -> tuple[Part, ...]:
    """A pile for every suit of the deck."""
    return tuple(Part(None, suit.value, f"{SUIT_NAMES[suit].lower()} suit", suit.value) for suit in deck.suits)


def question(state: State, phase: Bidding) -> Prompt:
    """The form of the next player's bids: 0 in every suit until told otherwise."""
    return form(state, phase, None)


def form(state: State, phase: Bidding, doubles: Closed | None, reminder: str = "") -> Prompt:
    """The same for every type with bids on suits; `doubles` closes those as the type rules."""
    seat = bidding.missing(state, phase)[0]
    closed = bidding.no_double(state, 0) or doubles
    high = bidding.highest(state)
    cells = tuple(Cell(part.key, _name(part), Count("bid", "", 0, high, likely=0)) for part in state.deal.parts)
    totals = tuple(range(state.deal.tricks + 1)) if state.options.suit_bid_sum_cap else ()
    fields: tuple[Field, ...] = (Each("bids", "Tricks bid", cells, totals),)
    given: tuple[tuple[str, object], ...] = (("seat", seat),)
    if closed:
        given = (*given, ("doubles", []))
    else:
        fields = (*fields, Subset("doubles", _HALF, _doubles(state, {}), likely=()))
    help = reminder or f"{state.deal.tricks} tricks in all; what you leave at 0 is a bid of 0."
    title = f"{state.name(seat)} bids on the suits"
    prompt = Prompt(SuitBidsPlaced.kind, title, fields, rule=BID_PER_SUIT, seat=seat, given=given, help=help)
    return narrowed(state, prompt, {})


def narrowed(state: State, prompt: Prompt, draft: Draft) -> Prompt:
    """The form of bids on suits as it stands: its button says what is bid, and how many tricks that makes."""
    if prompt.kind != SuitBidsPlaced.kind:
        return prompt
    numbers, doubled = dict(map(tuple, draft.get("bids", ()))), draft.get("doubles", ())
    low = [(part, numbers.get(part.key, 0)) for part in state.deal.parts]
    bids = [(_name(part), (n, n + 1) if part.key in doubled else (n,)) for part, n in low]
    sums = sorted(set(bidding.sum_of(tuple(bid for _, bid in bids))))
    fields = tuple(
        replace(field, choices=_doubles(state, numbers)) if isinstance(field, Subset) else field
        for field in prompt.fields
    )
    told = f": {' to '.join(map(str, sums))} of {state.deal.tricks}" if sums[-1] else ""
    return replace(prompt, fields=fields, confirm=f"Bid {_listed(bids)}{told}")


def _doubles(state: State, numbers: Mapping[str, int]) -> tuple[Choice, ...]:
    """For each suit the number bid and the next one, as a double bid names them."""
    high = bidding.highest(state)
    pairs = [(part, numbers.get(part.key, 0)) for part in state.deal.parts]
    return tuple(
        Choice(part.key, bidding.say((n, n + 1)), "" if n < high else f"{high} is the highest bid.", part.suit)
        for part, n in pairs
    )


def place(state: State, event: SuitBidsPlaced) -> State:
    """The state with a player's bids on all suits."""
    return placed(state, event, None)


def placed(state: State, event: SuitBidsPlaced, doubles: Closed | None) -> State:
    """The same for every type with bids on suits (CB-230, CB-231)."""
    phase, name = order.bidding_phase(state), state.name
    bidding.check_turn(state, phase, event.seat, "bids")
    suits = tuple(part.key for part in state.deal.parts)
    complete = tuple(sorted(suit.value for suit, _ in event.bids)) == tuple(sorted(suits))
    message = f"{name(event.seat)} needs a number for every suit, 0 included."
    require(complete, BID_PER_SUIT, message, field="bids", code="E_SUIT_BIDS_FOUR")
    numbers = {suit.value: n for suit, n in event.bids}
    doubled = {suit.value for suit in event.doubles}
    once = doubled <= set(suits) and len(doubled) == len(event.doubles)
    require(once, BID_PER_SUIT, "Double each suit of this deck once at most.", field="doubles", code="E_SUIT_BIDS_FOUR")
    bids = tuple((numbers[suit], numbers[suit] + 1) if suit in doubled else (numbers[suit],) for suit in suits)
    for part, bid in enumerate(bids):
        at = f"bids[{suits[part]}]"
        bidding.check_bid(state, phase, event.seat, bid, at, part, doubles, screw=False)
    _check_sum(state, event.seat, bids)
    _check_screw(state, phase, event.seat, bids)
    return bidding.place(state, phase, event.seat, *bids)


def waits(state: State) -> Wait | None:
    """The pile of the last trick, where its winner has to say."""
    match state.phase:
        case ByTricks(tricks=tricks) | ByCards(tricks=tricks) if tricks and tricks[-1].part is None:
            return Wait(_laying(state, tricks[-1]), "Say first to which suit the last trick goes.")
        case _:
            return None


def pile(state: State, trick: Trick, number: int) -> int | None:
    """Where a trick lies if there is no choice; one that was destroyed lies nowhere."""
    if trick.winner is None:
        return 0
    open_to = suits_of(state, trick)
    return _keys(state).index(open_to[0]) if len(open_to) == 1 else None


def lay_down(state: State, event: TrickLaid) -> State:
    """The state with the last trick on its pile (CB-232 to CB-235)."""
    phase = order.trickwise(state)
    open_to = suits_of(state, phase.tricks[-1])
    fits = event.suit.value in open_to
    message = f"This trick can only go to {' or '.join(SUIT_NAMES[suit].lower() for suit in open_to)}."
    require(fits, _rule(state, phase.tricks[-1]), message, field="suit", code="E_TRICK_SUIT_CHOICE")
    return lay(state, _keys(state).index(event.suit.value))


def suits_of(state: State, trick: Trick) -> tuple[str, ...]:
    """The suits a finished trick may go to; all of the deck where its cards do not say with which one it was won."""
    won_with, led = _won_with(state, trick)
    if won_with is None:
        return _keys(state)
    return tuple(key for key in _keys(state) if key in (won_with, led))


def lines(state: State, bids: Bids, won: Piles) -> Ledger:
    """What everybody's suits are worth (CB-237 to CB-242)."""
    rates = Rates(state.options.suit_partial_credit, state.options.suit_zero_double_bonus)
    return tuple(
        ScoreLine(state.deal.number, seat, rule, terms)
        for seat in state.table.seats
        for rule, terms in worth(hands(state.deal.parts, bids, won, seat), rates)
    )


def hands(parts: tuple[Part, ...], bids: Bids, won: Piles, seat: Seat) -> tuple[SuitHand, ...]:
    """A player's suits, with what was bid and won in each."""
    return tuple(
        SuitHand(_name(part).lower(), said[seat], taken[seat])
        for part, said, taken in zip(parts, bids, won, strict=True)
    )


def told(table: Table, event: SuitBidsPlaced, veiled: frozenset[str]) -> str:
    """The bids on all suits as the log tells them."""
    bids = [(SUIT_NAMES[suit], (n, n + 1) if suit in event.doubles else (n,)) for suit, n in event.bids]
    return f"{table.names[event.seat]} bids {_listed(bids)}"


def _told_laid(table: Table, event: TrickLaid, veiled: frozenset[str]) -> str:
    return f"The trick goes to {SUIT_NAMES[event.suit].lower()}"


def _listed(bids: Sequence[tuple[str, Bid]]) -> str:
    """Bids on suits as players say them: a single 0 is no word worth."""
    said = [f"{bidding.say(bid)} {suit.lower()}" for suit, bid in bids if bid != (0,)]
    return ", ".join(said) or "0 in every suit"


def _keys(state: State) -> tuple[str, ...]:
    return tuple(part.key for part in state.deal.parts)


def _name(part: Part) -> str:
    return SUIT_NAMES[part.key]


def _won_with(state: State, trick: Trick) -> tuple[str | None, str | None]:
    """The suit of the winning card and the suit that was led; None, None where any suit will do."""
    if not trick.plays or trick.trump is None:
        return None, None
    wizard = state.options.wizard_affects_kings
    judged = verdict(state, trick.plays, trick.trump)
    if judged.index is None or judged.suit is None or trick.plays[judged.index].seat != trick.winner:
        return None, None
    return judged.suit, precedence.led_suit(trick.plays, wizard_affects_kings=wizard)


def _rule(state: State, trick: Trick) -> Rule:
    won_with, led = _won_with(state, trick)
    if won_with is None:
        return precedence.DECISION if trick.rule is precedence.DECISION else ANY_SUIT  # by ruling, or won by its card
    return LED if won_with == led else WITH_TRUMP


def _laying(state: State, trick: Trick) -> Prompt:
    open_to = suits_of(state, trick)
    why = "The trick was led in another suit, and this one is no trump."
    suits = tuple(
        Choice(part.key, _name(part), "" if part.key in open_to else why, part.suit) for part in state.deal.parts
    )
    assert trick.winner is not None, "a destroyed trick lies nowhere"
    title = f"{state.name(trick.winner)} puts the trick under"
    return Prompt(
        TrickLaid.kind, title, (Pick("suit", "Suit", suits),), rule=_rule(state, trick), seat=trick.winner, instant=True
    )


def _check_sum(state: State, seat: Seat, bids: tuple[Bid, ...]) -> None:
    """Refuse bids nobody could meet (CB-231, CB-R34)."""
    low, _ = bidding.sum_of(bids)
    fits = low <= state.deal.tricks or not state.options.suit_bid_sum_cap
    message = f"{state.name(seat)}'s bids add up to {low}, but only {state.deal.tricks} tricks are played."
    require(fits, SUM_LIMIT, message, field="bids", code="E_SUIT_OVERBID")


def _check_screw(state: State, phase: Bidding, seat: Seat, bids: tuple[Bid, ...]) -> None:
    """Refuse the dealer's bids if all bids on all suits could add up to the tricks (CB-244, CB-076, CB-077)."""
    last = seat == state.deal.dealer and len(phase.bids) == len(state.table.names) - 1
    if not (state.options.screw_the_dealer and last):
        return
    said = tuple(bid for _, each in phase.bids for bid in each)
    target, mode = bidding.compared(state), state.options.screw_double_mode
    least, most = bidding.others(said, mode)
    if state.options.suit_bid_sum_cap and least + state.deal.tricks <= target <= most:  # nothing would be left to bid
        return
    low, high = bidding.sum_of(bids)
    if mode is ScrewDoubleMode.IGNORE_DOUBLES:
        low, high = bidding.others(bids, mode)
    closed = range(target - most, target - least + 1)
    rule, how = (bidding.SCREW_THE_DEALER, "") if low == high else (bidding.SCREW_DOUBLES, ", not even by a double bid")
    message = f"{state.name(seat)} deals, and all bids together may not make {target}{how}; change one of them."
    fits = not any(n in closed for n in range(low, high + 1))
    require(fits, rule, message, field="bids", code="E_BID_FORBIDDEN_DEALER")


LAID: Final = Entry(lay_down, _told_laid)

RULINGS: Final = (
    Ruling(
        "suit_partial_credit",
        "Suit Precision: tricks in a missed suit",
        {SuitPartialCredit.PER_SUIT: "Earn nothing", SuitPartialCredit.MATCHED_TRICKS: "Earn 10 as far as bid"},
        suit_scores.PARTIAL,
    ),
    Ruling(
        "suit_zero_double_bonus",
        "Suit Precision: no trick at all with a double bid",
        {SuitZeroDoubleBonus.FIVE: "5", SuitZeroDoubleBonus.NONE: "0", SuitZeroDoubleBonus.TEN: "10"},
        suit_scores.ZERO_DOUBLE,
    ),
    Ruling("suit_bid_sum_cap", "Suit Precision: no more bid than tricks", {}, IMPOSSIBLE_SUM),
)
"""For every type with bids on suits."""

ROUND: Final = TypeRules(
    title="Suit Precision",
    text="A bid on every suit; each trick goes under the token of a suit.",
    rule=BID_PER_SUIT,
    lines=lines,
    deal=DealRules(parts=parts),
    bidding=BiddingRules(
        entries={SuitBidsPlaced: Entry(place, told), TrickLaid: LAID}, question=question, narrowed=narrowed, waits=waits
    ),
    play=PlayRules(pile=pile),
    rulings=RULINGS,
)
