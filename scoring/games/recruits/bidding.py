"""Placing a bid: where a card may go, which suits it may claim, and why the others are closed."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.names import join_words
from scoring.contract.prompts import Card, Choice, Pick, Prompt
from scoring.contract.rulebook import Rule, RuleViolation
from scoring.contract.scores import Seat
from scoring.games.recruits import order, piles, supply
from scoring.games.recruits.deck import BID_DECK, SUIT_NAMES, SUIT_OF, SUITS, check_bid_card, in_words
from scoring.games.recruits.state import Bid, Claiming, Pile, State, Turn

WHERE: Final = Rule("RS-016", "A card is placed next to the recruit on top of any pile.", "Step 1: Place bid")
TWO_CARDS: Final = Rule("RS-017", "A bid has two cards at most.", "Step 1: Place bid")
CLAIM: Final = Rule("RS-018", "The first card is face up and claims its suit.", "The first card")
NOT_ITS_SUIT: Final = Rule("RS-019", "The first card may not have the suit of the recruit.", "The first card")
NOT_CLAIMED: Final = Rule("RS-020", "The first card may not have a suit another player claims there.", "The first card")
THREE_CLAIMS: Final = Rule("RS-022", "At most three players bid on an open recruit.", "Follows from RS-021")
BLIND_SUIT: Final = Rule("RS-R07", "On a covered recruit only the claims of the others close a suit.", "Our ruling")

MOST: Final = 2
"""Cards in one bid."""


@dataclass(frozen=True, slots=True)
class BidPlaced(Event[State]):
    """A player placed a card next to a pile; a second one is face down (RS-016)."""

    seat: Seat
    pile: int

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} places a card on pile {self.pile}"


@dataclass(frozen=True, slots=True)
class CardShown(Event[State]):
    """A card of a bid was shown: the first, which claims a suit, or the second, which was face down."""

    seat: Seat
    card: str

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"{table.names[self.seat]} shows the {in_words(self.card)}"


def open_suits(recruit: str, claims: Iterable[str]) -> tuple[str, ...]:
    """The suits a first card may have (RS-021); a covered recruit, "", does not close its own."""
    closed = {*claims, SUIT_OF.get(recruit, "")}
    return tuple(suit for suit in SUITS if suit not in closed)


def claims(bids: Iterable[Bid]) -> tuple[str, ...]:
    return tuple(bid.claim for bid in bids if bid.first)


def open_suits_on(pile: Pile) -> tuple[str, ...]:
    return open_suits(pile.top, claims(pile.bids))


def check_claim(state: State, recruit: str, bids: Sequence[Bid], card: str) -> None:
    """Refuse a first card in the recruit's suit (RS-019) or in a claimed one (RS-020)."""
    suit = SUIT_OF[card]
    if suit in open_suits(recruit, claims(bids)):
        return
    rule, code = (NOT_ITS_SUIT, "RECRUIT_SUIT") if suit == SUIT_OF.get(recruit) else (NOT_CLAIMED, "SUIT_CLAIMED")
    raise RuleViolation(rule, closed_suits(state, recruit, bids)[suit], field="card", code=code)


def closed_suits(state: State, recruit: str, bids: Sequence[Bid]) -> dict[str, str]:
    """The suits a first card may not have, each with the reason."""
    still_open = f"{join_words(SUIT_NAMES[suit] for suit in open_suits(recruit, claims(bids)))} are open"
    closed = {
        bid.claim: f"{state.name(bid.seat)} has claimed {SUIT_NAMES[bid.claim]}; {still_open}."
        for bid in bids
        if bid.first
    }
    if recruit:
        own = SUIT_OF[recruit]
        closed[own] = f"{SUIT_NAMES[own].capitalize()} is the recruit's own suit; {still_open}."
    return closed


def why_not(state: State, pile: Pile, seat: Seat) -> str:
    """Why this player may not place a card on this pile; empty if they may."""
    objection = _objection(state, pile, seat)
    return objection.message if objection else ""


def _objection(state: State, pile: Pile, seat: Seat) -> RuleViolation | None:
    """The first rule that keeps this player from placing a card on this pile."""
    if not pile.left:
        message = f"Pile {pile.number} is empty; bid on another one."
        return RuleViolation(piles.USED_UP, message, field="pile", code="PILE_EMPTY")
    own, name = pile.count_of(seat), state.name(seat)
    if own == MOST:
        message = f"{name} already has two cards on {piles.pile_name(pile)}, and a bid has no third."
        return RuleViolation(TWO_CARDS, message, field="pile", code="THIRD_CARD")
    if not own and not open_suits_on(pile):
        message = f"No suit is open on {piles.pile_name(pile)}: {name} is locked out and bids elsewhere."
        return RuleViolation(THREE_CLAIMS, message, field="pile", code="LOCKED_OUT")
    return None


def place(state: State, phase: Turn, event: BidPlaced) -> State:
    """Place a card: a first one is shown next, a second one stays face down."""
    order.check_seat(state, event.seat, phase.seat)
    pile = piles.check_pile(state, event.pile)
    objection = _objection(state, pile, phase.seat)
    if objection:
        raise objection
    own = pile.bid_of(phase.seat)
    if own is None:
        return replace(state, phase=Claiming(phase.seat, pile.number), begun=True)
    bids = tuple(Bid(bid.seat, MOST, bid.first) if bid is own else bid for bid in pile.bids)
    return _draw_after_bid(state, pile, bids)


def claim(state: State, phase: Claiming, event: CardShown) -> State:
    """Show the first card: it claims its suit."""
    order.check_seat(state, event.seat, phase.seat)
    check_bid_card(event.card)
    pile = state.pile(phase.pile)
    supply.check_new(state, event.card)
    check_claim(state, pile.top, pile.bids, event.card)
    return _draw_after_bid(state, pile, (*pile.bids, Bid(phase.seat, 1, event.card)))


def _draw_after_bid(state: State, pile: Pile, bids: tuple[Bid, ...]) -> State:
    return supply.draw(piles.with_pile(state, replace(pile, bids=bids)), 1)


def question(state: State, phase: Turn) -> Prompt:
    choices = tuple(_choice(state, pile, phase.seat) for pile in state.piles)
    return Prompt(
        BidPlaced.kind,
        f"{state.name(phase.seat)} places a card",
        (Pick("pile", "Next to which recruit", choices),),
        rule=WHERE,
        instant=True,
    ).for_seat(phase.seat)


def card_question(state: State, phase: Claiming) -> Prompt:
    name, pile = state.name(phase.seat), state.pile(phase.pile)
    barred = barred_cards(state, pile.top, pile.bids)
    closed = tuple(card.code for card in BID_DECK if supply.objection(state, card.code))
    return Prompt(
        CardShown.kind,
        f"{name} bids on {piles.pile_name(pile)}",
        (Card("card", f"{name}'s card", BID_DECK, closed, barred),),
        rule=CLAIM,
        instant=True,
        help="The first card is face up and claims its suit.",
    ).for_seat(phase.seat)


def barred_cards(state: State, recruit: str, bids: tuple[Bid, ...]) -> tuple[tuple[str, str], ...]:
    """The cards that may not be the first of a bid, each with the reason."""
    closed = closed_suits(state, recruit, bids)
    return tuple((card.code, closed[card.suit]) for card in BID_DECK if card.suit in closed)


def _choice(state: State, pile: Pile, seat: Seat) -> Choice:
    reason = why_not(state, pile, seat)
    if not pile.left:
        return Choice(pile.number, f"Pile {pile.number}", reason)
    label = pile.top[:1] if pile.top else "Covered"
    suit = SUIT_OF[pile.top] if pile.top else ""
    return Choice(pile.number, f"{label}, face down" if pile.count_of(seat) == 1 else label, reason, suit)
