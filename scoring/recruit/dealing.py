"""The start of the game and of every hand: who deals, the displayed card, the trump."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.changing import replace
from scoring.game import Table
from scoring.prompts import Card, Prompt, Role
from scoring.recruit import order
from scoring.recruit.deck import COMPANY, COPIES, DECK, PLAYERS, check_code, face_of
from scoring.recruit.options import Options
from scoring.recruit.precedence import in_words
from scoring.recruit.state import (
    ByCards,
    ByCounts,
    ByTricks,
    Counts,
    Dealing,
    Event,
    Hand,
    Noted,
    Phase,
    State,
    Variation,
)
from scoring.rulebook import Rule, require
from scoring.seats import check_player, check_table_size
from scoring.trick_taking import Level

FIRST_DEALER: Final = Rule("RT-003", "The first dealer is chosen at random.", "Setting up each hand")
NEXT_DEALER: Final = Rule("RT-004", "The deal moves one seat clockwise every hand.", "Setting up each hand")
DEAL: Final = Rule("RT-006", "Everybody is dealt thirteen cards.", "Setting up each hand")
DISPLAY: Final = Rule("RT-007", "After the deal one card is displayed.", "Setting up each hand")
TRUMP: Final = Rule(
    "RT-008", "The suit of the displayed card is trump; the joker means no trump.", "Setting up each hand"
)
OUT_OF_PLAY: Final = Rule("RT-009", "The displayed card is in no hand and in no trick.", "Follows from RT-007")
NOBODY_TAKES: Final = Rule("RT-R07", "Nobody takes the displayed card.", "Our ruling")
UNKNOWN_DISPLAY: Final = Rule(
    "RT-095",
    "If the displayed card is not entered, one rank may be one short; Match needs the card.",
    "Follows from RT-091",
)
FIRST_LEADER: Final = Rule(
    "RT-020", "Left of the dealer leads first, then the winner of each trick.", "Playing each trick"
)
EXTRA_DEAL: Final = Rule("RT-R13", "With two or three players, some deal more often than others.", "Our ruling")


def open_table(table: Table, options: Options) -> State:
    """Open a session; raises RuleViolation for options that cannot be played."""
    check_table_size(table, PLAYERS, "Recruit", COMPANY)
    check_player(table, options.first_dealer, FIRST_DEALER, field="first_dealer")
    return State(table, options, options.level, deal_hand(table, options, 1, options.level), Dealing())


def deal_hand(table: Table, options: Options, number: int, level: Level) -> Hand:
    """Deal hand `number` (RT-004)."""
    return Hand(number, table.left_of(options.first_dealer, number - 1), level)


@dataclass(frozen=True, slots=True)
class CardDisplayed:
    """The card turned up after the deal (RT-007)."""

    kind: ClassVar[str] = "card_displayed"
    card: str

    def apply(self, state: State, waived: Collection[str]) -> State:
        check_code(self.card)
        hand = state.hand
        if hand.displayed is not None:
            message = f"The {in_words(hand.displayed)} is already displayed; there is only one such card."
            require(False, DISPLAY, message, field="card")
        require(
            order.takes_display(state),
            DISPLAY,
            "The piles have already been counted; correct an earlier entry instead.",
        )
        _check_noted(state, self.card)
        phase = first_phase(state) if isinstance(state.phase, Dealing) else state.phase
        return replace(state, hand=replace(hand, displayed=self.card), phase=phase)

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return f"The {in_words(self.card)} is displayed"


def _check_noted(state: State, card: str) -> None:
    """Refuse a face if all four were noted in the tricks."""
    face = face_of(card)
    if face is None or not isinstance(state.phase, ByTricks):
        return
    phase, name = state.phase, f"{face.value}s"
    seen = sum(getattr(counts, name) for counts in phase.counts) + phase.noted.count(Noted(face.value))
    message = f"All four {name} have been seen in the tricks; none of them can be displayed."
    require(seen < COPIES, OUT_OF_PLAY, message, field="card", code="DISPLAYED_CARD_PLAYED")


@dataclass(frozen=True, slots=True)
class CardLeftOut:
    """The displayed card is not entered (RT-095)."""

    kind: ClassVar[str] = "card_left_out"

    def apply(self, state: State, waived: Collection[str]) -> State:
        require(isinstance(state.phase, Dealing), DISPLAY, "Leave out the displayed card before the hand is played.")
        why = why_needed(state.hand)
        require(not why, UNKNOWN_DISPLAY, why)
        return replace(state, phase=first_phase(state))

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return "The displayed card is not entered"


def why_needed(hand: Hand) -> str:
    """Why the displayed card must be entered in this hand; empty: it need not."""
    if hand.level is Level.CARDS:
        return "To enter cards, enter the displayed card: it decides the trump."
    return "Match counts cards of the displayed rank, so enter the card." if hand.has(Variation.MATCH) else ""


def first_phase(state: State) -> Phase:
    """The first phase after a card is displayed."""
    match state.hand.level:
        case Level.COUNTS:
            return ByCounts()
        case Level.TRICKS:
            return ByTricks(state.opening_seat, (0,) * state.players, (Counts(),) * state.players)
        case Level.CARDS:
            return ByCards(state.opening_seat)


def question() -> Prompt:
    """Asks for the displayed card."""
    return Prompt(
        CardDisplayed.kind,
        "Which card is displayed?",
        (Card("card", "Displayed", DECK),),
        rule=DISPLAY,
        instant=True,
    )


def left_out_question() -> Prompt:
    """Offers to play on without entering the card."""
    return Prompt(
        CardLeftOut.kind,
        "Play on without the card",
        (),
        rule=UNKNOWN_DISPLAY,
        role=Role.ASIDE,
        confirm="Play on without it",
        help="The app does not know the trump then, and checks the counts less strictly.",
        group=order.GROUP,
    )


def later_question() -> Prompt:
    """Offers to enter the displayed card later."""
    return Prompt(
        CardDisplayed.kind,
        "Enter the displayed card",
        (Card("card", "Displayed", DECK),),
        rule=DISPLAY,
        role=Role.ASIDE,
        confirm="Enter the card",
        group=order.GROUP,
    )


EVENTS: Final[tuple[type[Event], ...]] = (CardDisplayed, CardLeftOut)
