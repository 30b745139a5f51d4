"""Who cannot play: a hand without a valid suit is replaced until it has one, a locked-out player skips."""

from typing import Final

from scoring.changing import replace
from scoring.prompts import Choice, Prompt, Role, Subset
from scoring.recruits import bidding, order, piles, supply
from scoring.recruits.deck import BID_DECK, SUIT_OF, check_bid_card, in_words, listed
from scoring.recruits.events import HandRedrawn
from scoring.recruits.state import State, Turn
from scoring.rulebook import Rule, require
from scoring.scores import Seat

NO_SUIT: Final = Rule(
    "RS-030", "Without a valid suit show your hand, replace it, and again until you can play.", "When you can't play"
)
HALF_BID: Final = Rule("RS-031", "Who has one card on a recruit can always play the second.", "Follows from RS-023")
A_MOVE: Final = Rule("RS-032", "If somebody finds you a move, keep your cards and play on.", "When you can't play")
LOCKED_OUT: Final = Rule(
    "RS-033", "Where no card at all could be placed, replace your hand and skip the turn.", "When you can't play"
)
TWO_CASES: Final = Rule("RS-034", "Without a suit you still place a card; locked out you place none.", "Follows")
ELSEWHERE: Final = Rule("RS-035", "Locked out of one recruit only, bid on another.", "The first card")
FEW_PLAYERS: Final = Rule(
    "RS-036", "With two or three players somebody without a card there always has a suit left.", "Follows from RS-021"
)
REPLACED: Final = Rule(
    "RS-R16", "The shown hand is discarded before drawing and may come back by a shuffle.", "Our ruling"
)
EVERY_CARD: Final = Rule(
    "RS-R23", "Who has seen every card that can be drawn, and may place none, skips the turn.", "Our ruling"
)


def locked_out(state: State, seat: Seat) -> bool:
    """Whether no card at all could lie anywhere (RS-033)."""
    return all(bidding.why_not(state, pile, seat) for pile in state.piles)


def has_seen_all(state: State) -> bool:
    """Whether every card that can be drawn was in hand this turn (RS-R23): a shuffled pile is used up again."""
    return state.reshuffled > 1 or (state.reshuffled == 1 and not state.draw)


def half_bid(state: State, seat: Seat) -> str:
    """Where this player has one card; empty: nowhere (RS-031)."""
    return next((piles.name_of(pile) for pile in state.piles if pile.left and pile.count_of(seat) == 1), "")


def can_redraw(state: State) -> bool:
    """Whether somebody might have no valid suit now."""
    phase = state.phase
    return isinstance(phase, Turn) and not half_bid(state, phase.seat) and not locked_out(state, phase.seat)


def moves(state: State, seat: Seat, hand: tuple[str, ...]) -> tuple[str, ...]:
    """What could be played from this hand, in words (RS-032)."""
    free = [pile for pile in state.piles if pile.left and not pile.count_of(seat)]
    return tuple(
        f"the {in_words(card)} on {piles.name_of(pile)}"
        for card in hand
        for pile in free
        if SUIT_OF[card] in bidding.open_on(pile)
    )


def redraw(state: State, phase: Turn, event: HandRedrawn) -> State:
    """The state after a whole hand was replaced; who was not locked out is still on."""
    order.check_seat(state, event.seat, phase.seat)
    _check_skipping(state, phase, event)
    away = supply.discarded(replace(state, begun=True), state.hand_size, event.hand)
    reshuffled = state.reshuffled + (away.draw < state.hand_size)
    return replace(supply.drawn(away, state.hand_size), reshuffled=reshuffled)


def _check_skipping(state: State, phase: Turn, event: HandRedrawn) -> None:
    """Refuse to skip where a card could come, or to go on where none can."""
    name = state.name(phase.seat)
    if locked_out(state, phase.seat):
        message = f"{name} is locked out everywhere and skips the turn."
        require(event.locked_out and not event.hand, TWO_CASES, message, code="LOCKED_OUT")
        return
    if has_seen_all(state):
        message = f"{name} has seen every card that can be drawn; the turn is skipped."
        require(event.locked_out, EVERY_CARD, message, field="locked_out")
    else:
        message = f"{name} can place a card and may not skip."
        require(not event.locked_out, LOCKED_OUT, message, field="locked_out")
    _check_stuck(state, phase, event)


def _check_stuck(state: State, phase: Turn, event: HandRedrawn) -> None:
    """Refuse to replace a hand from which a card could be placed (RS-030)."""
    name = state.name(phase.seat)
    half = half_bid(state, phase.seat)
    require(not half, HALF_BID, f"{name} can lay a second card on {half}, whatever it is.", code="NOT_COMPLETE")
    _check_hand(state, event.hand)
    found = moves(state, phase.seat, event.hand)
    message = f"{name} can play {listed(found, 'or')}." if found else ""
    require(not found, A_MOVE, message, field="hand")


def skip_question(state: State, phase: Turn) -> Prompt:
    """The form of a turn without a card."""
    name = state.name(phase.seat)
    return Prompt(
        HandRedrawn.kind,
        f"{name} is locked out",
        (),
        rule=LOCKED_OUT,
        seat=phase.seat,
        given=(("seat", phase.seat), ("hand", ()), ("locked_out", True)),
        confirm=f"{name} has {state.hand_size} new cards",
        help="No card may lie anywhere: the hand is discarded, a new one drawn, the turn passes.",
    )


def redraw_question(state: State, phase: Turn) -> Prompt:
    """The form of a hand without a valid suit; once every card was seen it skips the turn."""
    name, away = state.name(phase.seat), supply.unavailable(state)
    cards = tuple(
        Choice(card.code, card.short, f"The {in_words(card.code)} is not in a hand." * (card.code in away), card.suit)
        for card in BID_DECK
    )
    skips = has_seen_all(state)
    new_hand = "Everybody has seen the hand and agrees. It is discarded and a new one drawn."
    skipped = f"{name} has had every card that can be drawn this turn. A new hand is drawn and the turn skipped."
    return Prompt(
        HandRedrawn.kind,
        f"{name} has seen every card" if skips else f"{name} has no valid suit",
        (Subset("hand", "The shown hand, to have it checked", cards, 0, state.hand_size, likely=()),),
        rule=EVERY_CARD if skips else NO_SUIT,
        role=Role.ASIDE,
        given=(("seat", phase.seat), ("locked_out", skips)),
        confirm=f"{name} skips the turn" if skips else f"{name} has {state.hand_size} new cards",
        help=skipped if skips else new_hand,
        group="This turn",
    )


def _check_hand(state: State, hand: tuple[str, ...]) -> None:
    message = f"A hand has {state.hand_size} different cards; enter all of them or none."
    require(len(hand) in (0, state.hand_size) and len(set(hand)) == len(hand), NO_SUIT, message, field="hand")
    for card in hand:
        check_bid_card(card, "hand")
        supply.check_new(state, card, "hand")
