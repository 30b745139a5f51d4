"""The start of the game and of every hand: who deals, the displayed card, the trump."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.cards import FRENCH_SUITS, JOKER
from scoring.contract.game import Event, Table
from scoring.contract.prompts import Card, Choice, Pick, Presentation, Prompt
from scoring.contract.rulebook import Rule, refuse_if, require
from scoring.games.recruit import order
from scoring.games.recruit.deck import CARD, COMPANY, COPIES, DECK, PLAYERS, SUIT_NAMES, check_code, face_of
from scoring.games.recruit.options import Options
from scoring.games.recruit.state import (
    ByCards,
    ByCounts,
    ByTricks,
    Counts,
    Dealing,
    Hand,
    Least,
    Noted,
    Phase,
    State,
    Variation,
)
from scoring.games.recruit.trick_rules import in_words
from scoring.kit.seats import check_player, check_table_size
from scoring.kit.trick_taking import Level

FIRST_DEALER: Final = Rule("RT-003", "The first dealer is chosen at random.", "Setting up each hand")
NEXT_DEALER: Final = Rule("RT-004", "The deal moves one seat clockwise every hand.", "Setting up each hand")
DISPLAY: Final = Rule("RT-007", "After the deal one card is displayed.", "Setting up each hand")
TRUMP: Final = Rule(
    "RT-008", "The suit of the displayed card is trump; the joker means no trump.", "Setting up each hand"
)
OUT_OF_PLAY: Final = Rule("RT-009", "The displayed card is in no hand and in no trick.", "Follows from RT-007")
UNKNOWN_DISPLAY: Final = Rule(
    "RT-095",
    "If the displayed card is not entered, one rank may be one short; Match needs the card.",
    "Follows from RT-091",
)


def open_table(table: Table, options: Options) -> State:
    """Open a session; raises RuleViolation for options that cannot be played."""
    check_table_size(table, PLAYERS, "Recruit", COMPANY)
    check_player(table, options.first_dealer, FIRST_DEALER, field="first_dealer")
    return State(table, options, options.level, deal_hand(table, options, 1, options.level), Dealing())


def deal_hand(table: Table, options: Options, number: int, level: Level) -> Hand:
    """Deal hand `number` (RT-004)."""
    return Hand(number, table.left_of(options.first_dealer, number - 1), level)


@dataclass(frozen=True, slots=True)
class CardDisplayed(Event[State]):
    """The card turned up after the deal (RT-007)."""

    card: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        check_code(self.card)
        hand = state.hand
        if hand.displayed is not None:
            message = f"The {in_words(hand.displayed)} is already displayed; there is only one such card."
            require(False, DISPLAY, message, field="card")
        message = "The piles have already been counted; correct something earlier instead."
        require(order.takes_display(state), DISPLAY, message)
        _check_noted(state, self.card)
        refuse_if(_why_not_suit(hand, self.card), TRUMP, field="card")
        phase = first_phase(state) if isinstance(state.phase, Dealing) else state.phase
        return replace(state, hand=replace(hand, displayed=self.card, suit=""), phase=phase)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"The {in_words(self.card)} is displayed"


def _check_noted(state: State, card: str) -> None:
    face = face_of(card)
    if face is None:
        return
    match state.phase:
        case ByTricks(counts=piles, noted=noted):
            seen = noted.count(Noted(face.value))
        case ByCounts(least=Least(counts=piles)):
            seen = 0
        case _:
            return
    name = f"{face.value}s"
    seen += sum(getattr(counts, name) for counts in piles)
    message = f"All four {name} have been seen in the tricks; none of them can be displayed."
    require(seen < COPIES, OUT_OF_PLAY, message, field="card", code="DISPLAYED_CARD_PLAYED")


def _why_not_suit(hand: Hand, card: str) -> str:
    """Why this cannot be the displayed card, of which the suit is known; empty: it can."""
    if not hand.suit or CARD[card].suit == hand.suit:
        return ""
    return f"The displayed card is one of the {SUIT_NAMES[hand.suit]}."


@dataclass(frozen=True, slots=True)
class SuitDisplayed(Event[State]):
    """The suit of the card turned up after the deal, or the joker; nothing in this hand scores by the card's rank."""

    suit: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        message = "The suit of the displayed card is entered before the hand is played."
        require(isinstance(state.phase, Dealing), TRUMP, message, field="suit")
        message = why_needed(state.hand) or "Enter the whole card: its rank is checked against the tricks."
        require(is_suit_enough(state), UNKNOWN_DISPLAY, message, field="suit")
        is_joker = self.suit == JOKER.code
        require(is_joker or self.suit in SUIT_NAMES, TRUMP, "Hearts, spades, diamonds, clubs or joker.", field="suit")
        displayed, suit = (JOKER.code, "") if is_joker else (None, self.suit)
        return replace(state, hand=replace(state.hand, displayed=displayed, suit=suit), phase=first_phase(state))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return "The joker is displayed" if self.suit == JOKER.code else f"Displayed suit: {SUIT_NAMES[self.suit]}"


def is_suit_enough(state: State) -> bool:
    """Whether the suit of the displayed card is all that is asked: by counts, and if nothing scores by its rank."""
    return state.hand.level is Level.COUNTS and not why_needed(state.hand)


@dataclass(frozen=True, slots=True)
class CardLeftOut(Event[State]):
    """The displayed card is not entered (RT-095)."""

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(isinstance(state.phase, Dealing), DISPLAY, "Leave out the displayed card before the hand is played.")
        refuse_if(why_needed(state.hand), UNKNOWN_DISPLAY)
        return replace(state, phase=first_phase(state))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return "The displayed card is not entered"


def why_needed(hand: Hand) -> str:
    """Why the displayed card must be entered in this hand; empty: it need not."""
    if hand.level is Level.CARDS:
        return "To enter cards, enter the displayed card: it decides the trump."
    return "Match counts cards of the displayed rank, so enter the card." if hand.has(Variation.MATCH) else ""


def first_phase(state: State) -> Phase:
    match state.hand.level:
        case Level.COUNTS:
            return ByCounts()
        case Level.TRICKS:
            return ByTricks(state.opening_seat, (0,) * state.players, (Counts(),) * state.players)
        case Level.CARDS:
            return ByCards(state.opening_seat)


def question(state: State) -> Prompt:
    """Asks for the displayed card, or for its suit if that is enough."""
    if is_suit_enough(state):
        suits = tuple(Choice(suit.key, suit.name, suit=suit.key) for suit in FRENCH_SUITS)
        choices = (*suits, Choice(JOKER.code, "Joker", text="No trump."))
        return Prompt(
            SuitDisplayed.kind,
            "Which suit is trump?",
            (Pick("suit", "", choices),),
            rule=TRUMP,
            instant=True,
            help="The suit of the displayed card.",
        )
    return Prompt(
        CardDisplayed.kind,
        "Which card is displayed?",
        (Card("card", "Displayed card", DECK),),
        rule=DISPLAY,
        # by counts the cards take the place of chips that were just tapped, so a tap too many must not record
        instant=state.hand.level is not Level.COUNTS,
        confirm="Record the card",
    )


def left_out_question(state: State) -> Prompt:
    """Offers to play on without entering the card; in plain sight where nothing scores by it."""
    return Prompt(
        CardLeftOut.kind,
        "Play on without the card",
        rule=UNKNOWN_DISPLAY,
        confirm="Skip the trump",
        help="The app does not know the trump then, and checks the counts less strictly.",
        menu="" if is_suit_enough(state) else order.GROUP,
        shown=Presentation(beside=is_suit_enough(state)),
    )


def later_question(state: State) -> Prompt:
    """Offers to enter the whole displayed card where its suit is asked, or later."""
    barred = tuple((card.code, why) for card in DECK if (why := _why_not_suit(state.hand, card.code)))
    return Prompt(
        CardDisplayed.kind,
        "Enter the displayed card",
        (Card("card", "Displayed card", DECK, barred=barred),),
        rule=DISPLAY,
        confirm="Enter the card",
        menu=order.GROUP,
    )
