"""Placing a bid: where a card may lie, which suit it may claim, and what the form says of the rest."""

from collections.abc import Iterable, Sequence
from typing import Final

from scoring.changing import replace
from scoring.prompts import Card, Choice, Pick, Prompt
from scoring.recruits import order, piles, supply
from scoring.recruits.deck import BID_DECK, SUIT_NAMES, SUIT_OF, SUITS, check_bid_card, listed
from scoring.recruits.events import BidPlaced, CardShown
from scoring.recruits.state import Bid, Claiming, Pile, State, Turn
from scoring.rulebook import Rule, RuleViolation
from scoring.scores import Seat

WHERE: Final = Rule("RS-016", "A card is placed beside any recruit on top of a pile.", "Step 1: Place bid")
TWO_CARDS: Final = Rule("RS-017", "A bid has two cards at most.", "Step 1: Place bid")
CLAIM: Final = Rule("RS-018", "The first card lies open and claims its suit.", "The first card")
NOT_ITS_SUIT: Final = Rule("RS-019", "The first card may not have the suit of the recruit.", "The first card")
NOT_CLAIMED: Final = Rule("RS-020", "The first card may not have a suit another player claims there.", "The first card")
OPEN_SUITS: Final = Rule(
    "RS-021", "Open are the suits of neither the recruit nor a claim there.", "Follows from RS-019"
)
THREE_CLAIMS: Final = Rule("RS-022", "At most three players bid on an open recruit.", "Follows from RS-021")
SECOND: Final = Rule("RS-023", "The second card lies face down and may be of any suit.", "The second card")
WHEN_YOU_LIKE: Final = Rule("RS-024", "The second card may come whenever its player likes.", "The second card")
BLIND_SUIT: Final = Rule("RS-R07", "On a covered recruit only the claims of the others close a suit.", "Our ruling")
CLAIM_STANDS: Final = Rule("RS-R19", "A claim stands until the recruit is resolved.", "Our ruling")

MOST: Final = 2
"""Cards of one bid."""


# Suits -------------------------------------------------------------------------------------------------------------


def open_suits(recruit: str, claims: Iterable[str]) -> tuple[str, ...]:
    """The suits a first card may have there (RS-021); a covered recruit, "", closes none itself."""
    closed = {*claims, SUIT_OF.get(recruit, "")}
    return tuple(suit for suit in SUITS if suit not in closed)


def claims(bids: Iterable[Bid]) -> tuple[str, ...]:
    """The suits these bids claim."""
    return tuple(bid.claim for bid in bids if bid.first)


def open_on(pile: Pile) -> tuple[str, ...]:
    """The suits a first card may have on this pile."""
    return open_suits(pile.top, claims(pile.bids))


def check_claim(state: State, recruit: str, bids: Sequence[Bid], card: str) -> None:
    """Refuse a first card in the recruit's suit or in one that is claimed there."""
    suit = SUIT_OF[card]
    if suit in open_suits(recruit, claims(bids)):
        return
    rule, code = (NOT_ITS_SUIT, "RECRUIT_SUIT") if suit == SUIT_OF.get(recruit) else (NOT_CLAIMED, "SUIT_CLAIMED")
    raise RuleViolation(rule, closed_suits(state, recruit, bids)[suit], field="card", code=code)


def closed_suits(state: State, recruit: str, bids: Sequence[Bid]) -> dict[str, str]:
    """The suits a first card may not have there, each with the reason."""
    still = _instead(open_suits(recruit, claims(bids)))
    closed = {
        bid.claim: f"{state.name(bid.seat)} claims {SUIT_NAMES[bid.claim]} there; {still}." for bid in bids if bid.first
    }
    if recruit:
        own = SUIT_OF[recruit]
        closed[own] = f"The recruit itself is of {SUIT_NAMES[own]}; {still}."
    return closed


def _instead(suits: tuple[str, ...]) -> str:
    return f"{listed(SUIT_NAMES[suit] for suit in suits)} are open"


# Where a card may lie ----------------------------------------------------------------------------------------------


def why_not(state: State, pile: Pile, seat: Seat) -> str:
    """Why this player may place no card there; empty: a card may lie there."""
    objection = _objection(state, pile, seat)
    return objection.message if objection else ""


def _objection(state: State, pile: Pile, seat: Seat) -> RuleViolation | None:
    """What is against a card of this player there, the first rule of all; None: nothing is."""
    if not pile.left:
        message = f"Pile {pile.number} is used up; bid on another one."
        return RuleViolation(piles.USED_UP, message, field="pile", code="PILE_EMPTY")
    own, name = pile.count_of(seat), state.name(seat)
    if own == MOST:
        message = f"{name} has two cards on {piles.name_of(pile)} already; a bid has no third."
        return RuleViolation(TWO_CARDS, message, field="pile", code="THIRD_CARD")
    if not own and not open_on(pile):
        message = f"All suits are taken on {piles.name_of(pile)}: {name} is locked out there and bids elsewhere."
        return RuleViolation(THREE_CLAIMS, message, field="pile", code="LOCKED_OUT")
    return None


# Entries -----------------------------------------------------------------------------------------------------------


def place(state: State, phase: Turn, event: BidPlaced) -> State:
    """The state after a card was laid beside a pile: a first one is shown next, a second one stays covered."""
    order.check_seat(state, event.seat, phase.seat)
    pile = piles.check_pile(state, event.pile)
    objection = _objection(state, pile, phase.seat)
    if objection:
        raise objection
    own = pile.bid_of(phase.seat)
    if own is None:
        return replace(state, phase=Claiming(phase.seat, pile.number), begun=True)
    bids = tuple(Bid(bid.seat, MOST, bid.first) if bid is own else bid for bid in pile.bids)
    return supply.drawn(state, 1, piles.among(state, _with_bids(pile, bids)))


def claim(state: State, phase: Claiming, event: CardShown) -> State:
    """The state after the first card was seen: its suit is claimed."""
    order.check_seat(state, event.seat, phase.seat)
    check_bid_card(event.card)
    pile = state.pile(phase.pile)
    supply.check_new(state, event.card)
    check_claim(state, pile.top, pile.bids, event.card)
    bids = (*pile.bids, Bid(phase.seat, 1, event.card))
    return supply.drawn(state, 1, piles.among(state, _with_bids(pile, bids)))


def _with_bids(pile: Pile, bids: tuple[Bid, ...]) -> Pile:
    return Pile(pile.number, pile.left, pile.top, pile.blind, bids)


# Forms -------------------------------------------------------------------------------------------------------------


def question(state: State, phase: Turn) -> Prompt:
    """The form that asks where the next card lies."""
    name = state.name(phase.seat)
    choices = tuple(_choice(state, pile, phase.seat) for pile in state.piles)
    return Prompt(
        BidPlaced.kind,
        f"{name} places a card",
        (Pick("pile", "Beside which recruit", choices),),
        rule=WHERE,
        seat=phase.seat,
        given=(("seat", phase.seat),),
        instant=True,
    )


def card_question(state: State, phase: Claiming) -> Prompt:
    """The form that asks for a first card."""
    name, pile = state.name(phase.seat), state.pile(phase.pile)
    where = piles.name_of(pile)
    return Prompt(
        CardShown.kind,
        f"{name} bids on {where}",
        (Card("card", f"{name}'s card", BID_DECK, supply.unavailable(state), barred(state, pile.top, pile.bids)),),
        rule=CLAIM,
        seat=phase.seat,
        given=(("seat", phase.seat),),
        instant=True,
        help="The first card lies open and claims its suit.",
    )


def barred(state: State, recruit: str, bids: tuple[Bid, ...]) -> tuple[tuple[str, str], ...]:
    """The cards that cannot be a first card there, each with the reason."""
    closed = closed_suits(state, recruit, bids)
    return tuple((card.code, closed[card.suit]) for card in BID_DECK if card.suit in closed)


def _choice(state: State, pile: Pile, seat: Seat) -> Choice:
    shut = why_not(state, pile, seat)
    if not pile.left:
        return Choice(pile.number, f"Pile {pile.number}", shut)
    label = pile.top[:1] if pile.top else "Covered"
    suit = SUIT_OF[pile.top] if pile.top else ""
    return Choice(pile.number, f"{label}, face down" if pile.count_of(seat) == 1 else label, shut, suit)
