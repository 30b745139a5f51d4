"""Whose turn it is, what is waited for, and how an entry that comes at the wrong moment is refused."""

from typing import Final

from scoring.recruits.deck import in_words
from scoring.recruits.options import Level
from scoring.recruits.state import (
    Aiming,
    Awaiting,
    Breaking,
    Claiming,
    Deciding,
    Drawing,
    LeavingOut,
    Naming,
    Over,
    Running,
    Showing,
    State,
    Turn,
    Turning,
    Uncovering,
)
from scoring.rulebook import Rule, RuleViolation, require
from scoring.scores import Seat

SECRET: Final = Rule("RS-010", "Look at your own hand only; say about it what you like.", "Setup")
FIRST_PLAYER: Final = Rule("RS-011", "Whoever jumped into a pile of leaves last goes first.", "Setup")
ONE_AFTER_THE_OTHER: Final = Rule("RS-013", "Place a card, draw, resolve; then the player to the left.", "Turns")
ONE_CARD: Final = Rule("RS-014", "A turn places exactly one card; nobody passes.", "Turns")
WHOSE: Final = Rule("RS-015", "Everybody can see whose cards are whose.", "Turns")
ORDER_ONLY: Final = Rule("RS-097", "Only the turn order counts; who was locked out has placed fewer cards.", "Our aid")
UNDO: Final = Rule("RS-098", "Every entry can be taken back.", "Our aid")
OVER: Final = Rule("RS-070", "The game is over when the last recruit is earned.", "Game end")

GROUP: Final = "This game"
REGULAR: Final = {
    Level.LEDGER: "Only who earned which recruit is entered.",
    Level.RESOLVER: "The bids are entered when a recruit is fought for.",
    Level.REFEREE: "Every card is entered as it is placed.",
}


def check_running(state: State) -> None:
    """Refuse everything once the game is over."""
    message = "The game is over; correct an entry in the log if something is wrong."
    require(not isinstance(state.phase, Over), OVER, message, code="GAME_OVER")


def check_seat(state: State, seat: int, due: Seat, code: str = "NOT_YOUR_TURN") -> None:
    """Refuse an entry for anybody but `due`."""
    if seat != due:
        raise RuleViolation(ONE_AFTER_THE_OTHER, f"It is {state.name(due)}'s turn.", field="seat", code=code)


def refusal(state: State, code: str = "") -> RuleViolation:
    """Why an entry does not belong here: what is waited for instead."""
    assert not isinstance(state.phase, Over), "whatever comes after the end was refused already"
    return RuleViolation(ONE_AFTER_THE_OTHER, _waited_for(state, state.phase), code=code)


def _waited_for(state: State, phase: Running) -> str:
    match phase:
        case Awaiting():
            return f"Name the recruit first. {REGULAR[state.level]}"
        case Naming(recruit):
            return f"Who got the {in_words(recruit)} comes first."
        case Turning(pile):
            return f"The recruit on pile {pile} is turned up first."
        case Turn(seat):
            return f"It is {state.name(seat)}'s turn to place a card."
        case Claiming(seat, pile):
            return f"{state.name(seat)} shows the card laid beside pile {pile} first."
        case LeavingOut():
            return "Say first who had no suit left."
        case Showing():
            return "All bids are shown first."
        case Aiming(seat=seat):
            return f"{state.name(seat)} says first whose card the ace cancels."
        case Breaking() as tie:
            return f"The tie is broken first: {state.name(tie.next)} plays a card."
        case Drawing():
            return "The tie is broken first: turn a card from the draw pile."
        case Uncovering():
            return "The covered recruit is turned up first."
        case Deciding() as tie:
            return f"{state.name(tie.next)} plays a card for the win."
