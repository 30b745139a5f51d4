"""Players who cannot play: a hand without a valid suit is replaced, a locked-out player skips the turn."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.names import join_words
from scoring.contract.prompts import Choice, Prompt, Subset
from scoring.contract.rulebook import Rule, require
from scoring.contract.scores import Seat
from scoring.games.recruits import bidding, order, piles, resolving, supply
from scoring.games.recruits.deck import BID_DECK, SUIT_OF, check_bid_card, in_words
from scoring.games.recruits.state import State, Turn

NO_SUIT: Final = Rule(
    "RS-030", "Without a valid suit, show your hand and replace it until you can play.", "When you can't play"
)
HALF_BID: Final = Rule("RS-031", "With one card on a recruit you can always play a second.", "Follows from RS-023")
A_MOVE: Final = Rule("RS-032", "If somebody finds you a move, keep your cards and play on.", "When you can't play")
LOCKED_OUT: Final = Rule(
    "RS-033", "If no card at all can be placed, replace your hand and skip the turn.", "When you can't play"
)
TWO_CASES: Final = Rule("RS-034", "Without a suit you still place a card; locked out you do not.", "Follows")
EVERY_CARD: Final = Rule("RS-R23", "A player who has drawn every card and can place none skips the turn.", "Our ruling")


def locked_out(state: State, seat: Seat) -> bool:
    """Whether this player may not place a card on any pile (RS-033)."""
    return all(bidding.why_not(state, pile, seat) for pile in state.piles)


def has_seen_all(state: State) -> bool:
    """Whether the player on turn has held every card that can be drawn (RS-R23): a shuffled pile is used up again."""
    return state.reshuffled > 1 or (state.reshuffled == 1 and not state.draw)


def pile_with_half_bid(state: State, seat: Seat) -> str:
    """The recruit on which this player has one card (RS-031); empty if there is none."""
    return next((piles.pile_name(pile) for pile in state.piles if pile.left and pile.count_of(seat) == 1), "")


def can_redraw(state: State) -> bool:
    """Whether the player on turn may have no valid suit."""
    phase = state.phase
    return isinstance(phase, Turn) and not pile_with_half_bid(state, phase.seat) and not locked_out(state, phase.seat)


def find_moves(state: State, seat: Seat, hand: tuple[str, ...]) -> tuple[str, ...]:
    """The moves a hand allows, in words (RS-032): "the 7 of clubs on the king of hearts"."""
    free = [pile for pile in state.piles if pile.left and not pile.count_of(seat)]
    return tuple(
        f"the {in_words(card)} on {piles.pile_name(pile)}"
        for card in hand
        for pile in free
        if SUIT_OF[card] in bidding.open_suits_on(pile)
    )


@dataclass(frozen=True, slots=True)
class HandRedrawn(Event[State]):
    """A player replaced their hand: without a valid suit (RS-030), or `locked_out`, which skips the turn (RS-033).

    `hand` holds the cards they showed; it is empty if nobody entered them.
    """

    seat: Seat
    hand: tuple[str, ...]
    locked_out: bool

    def apply(self, state: State, waived: Collection[str]) -> State:
        phase = order.require_phase(state, Turn)
        order.check_seat(state, self.seat, phase.seat)
        _check_skipping(state, phase, self)
        discarded = supply.discard(replace(state, begun=True), state.hand_size, self.hand)
        reshuffled = state.reshuffled + (discarded.draw < state.hand_size)
        redrawn = replace(supply.draw(discarded, state.hand_size), reshuffled=reshuffled)
        return resolving.start_next_turn(redrawn) if self.locked_out else redrawn

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        why = "is locked out, skips the turn" if self.locked_out else "has no valid suit"
        return f"{table.names[self.seat]} {why} and draws a new hand"


def _check_skipping(state: State, phase: Turn, event: HandRedrawn) -> None:
    """Refuse to skip a turn in which the player could still draw a playable card, or not to skip any other one."""
    name = state.name(phase.seat)
    if locked_out(state, phase.seat):
        message = f"{name} is locked out and skips the turn."
        require(event.locked_out and not event.hand, TWO_CASES, message, code="LOCKED_OUT")
        return
    if has_seen_all(state):
        message = f"{name} has drawn every card there is and skips the turn."
        require(event.locked_out, EVERY_CARD, message, field="locked_out")
    else:
        message = f"{name} can place a card and may not skip."
        require(not event.locked_out, LOCKED_OUT, message, field="locked_out")
    _check_stuck(state, phase, event)


def _check_stuck(state: State, phase: Turn, event: HandRedrawn) -> None:
    """Refuse to replace a hand from which a card could be placed (RS-030)."""
    name = state.name(phase.seat)
    half = pile_with_half_bid(state, phase.seat)
    require(not half, HALF_BID, f"{name} can place any card as the second on {half}.", code="NOT_COMPLETE")
    hand = event.hand
    message = f"A hand has {state.hand_size} different cards; enter all of them or none."
    require(len(hand) in (0, state.hand_size) and len(set(hand)) == len(hand), NO_SUIT, message, field="hand")
    for card in hand:
        check_bid_card(card, "hand")
        supply.check_new(state, card, "hand")
    moves = find_moves(state, phase.seat, event.hand)
    require(not moves, A_MOVE, f"{name} can play {join_words(moves, 'or')}.", field="hand")


def skip_question(state: State, phase: Turn) -> Prompt:
    name = state.name(phase.seat)
    return Prompt(
        HandRedrawn.kind,
        f"{name} is locked out",
        rule=LOCKED_OUT,
        given=(("hand", ()), ("locked_out", True)),
        confirm=f"Skip {name}'s turn",
        help=f"{name} cannot place a card anywhere: discard the hand, draw {state.hand_size} new cards, skip the turn.",
    ).for_seat(phase.seat)


def redraw_question(state: State, phase: Turn) -> Prompt:
    """A hand without a valid suit; once the player has held every card, they skip the turn."""
    name, cards = state.name(phase.seat), state.hand_size
    violations = {card.code: supply.objection(state, card.code) for card in BID_DECK}
    choices = tuple(
        Choice(card.code, card.short, violation.message if (violation := violations[card.code]) else "", card.suit)
        for card in BID_DECK
    )
    skips = has_seen_all(state)
    new_hand = f"Everybody has seen the hand and agrees. Discard it and draw {cards} new cards."
    skipped = f"{name} has held every card that can be drawn. Draw {cards} new cards and skip the turn."
    return Prompt(
        HandRedrawn.kind,
        f"{name} has seen every card" if skips else f"{name} has no valid suit",
        (Subset("hand", "The hand shown, if the app should check it", choices, 0, cards, likely=()),),
        rule=EVERY_CARD if skips else NO_SUIT,
        given=(("seat", phase.seat), ("locked_out", skips)),
        confirm=f"Skip {name}'s turn" if skips else "Replace the hand",
        help=skipped if skips else new_hand,
        menu="This turn",
    )
