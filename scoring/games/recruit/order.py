"""The phase that an entry needs; in any other phase it is refused."""

from typing import Final, TypeVar

from scoring.contract.rulebook import Rule, RuleViolation
from scoring.games.recruit.state import ByCards, ByCounts, ByTricks, Dealing, Over, Sorting, State, Variation
from scoring.kit.trick_taking import Level

FOUR_HANDS: Final = Rule("RT-005", "The game is over after four hands.", "Introduction")
THIRTEEN_TRICKS: Final = Rule("RT-013", "Thirteen cards each make thirteen tricks.", "Setting up each hand")
HAND_OVER: Final = Rule("RT-030", "After thirteen tricks the hand is over.", "Playing each trick")

P = TypeVar("P", ByCounts, ByTricks, ByCards, Sorting)

HANDS: Final = 4
GROUP: Final = "This hand"
SESSION: Final = "This game"

ENTERED: Final = {
    Level.COUNTS: "by counting the piles at its end",
    Level.TRICKS: "trick by trick",
    Level.CARDS: "card by card",
}


def takes_display(state: State) -> bool:
    return state.hand.displayed is None and isinstance(state.phase, (Dealing, ByCounts, ByTricks))


def is_before_play(state: State) -> bool:
    """Whether a card is displayed, and no trick, card or pile of the hand was entered."""
    match state.phase:
        case ByCounts(least=least):
            return least is None
        case ByTricks(won=won, noted=noted):
            return not any(won) and not noted
        case ByCards(cards_played=cards):
            return not cards
        case Dealing() | Sorting() | Over():
            return False


def is_face_down(state: State, hand: int, trick: int) -> bool:
    """Whether a card of this trick is still secret: face down in a pile (RT-029), or entered for a later trick.

    The last trick may be looked at, and all of them when the hand is over or piles lie face up.
    """
    if hand != state.hand.number or isinstance(state.phase, Over):
        return hand > state.hand.number
    if state.hand.has(Variation.FACE_UP):
        return False
    match state.phase:
        case ByTricks() | ByCards() as phase:
            return trick not in (phase.running - 1, phase.running)
        case _:
            return True


def require_phase(state: State, kind: type[P]) -> P:
    """The phase of the hand; any other one is refused."""
    if isinstance(state.phase, kind):
        return state.phase
    raise refusal(state)


def refusal(state: State) -> RuleViolation:
    """The refusal of an entry in the wrong phase: it says what comes first."""
    match state.phase:
        case Dealing():
            return RuleViolation(HAND_OVER, f"{state.name(state.hand.dealer)} displays a card first.")
        case Sorting():
            message = "All thirteen tricks are entered; count the faces next."
            return RuleViolation(HAND_OVER, message, code="TRICK_SUM")
        case ByCounts() | ByTricks() | ByCards() | Over():
            return RuleViolation(HAND_OVER, f"This hand is entered {ENTERED[state.hand.level]}.")
