"""Turn order, and the refusal of an entry that comes at the wrong moment."""

from typing import Final, TypeVar

from scoring.contract.rulebook import Rule, RuleViolation
from scoring.contract.scores import Seat
from scoring.games.recruits.deck import in_words
from scoring.games.recruits.options import Level
from scoring.games.recruits.state import (
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

FIRST_PLAYER: Final = Rule("RS-011", "Whoever jumped into a pile of leaves last goes first.", "Setup")
ONE_AFTER_THE_OTHER: Final = Rule("RS-013", "Place a card, draw, resolve; then the player to your left.", "Turns")
UNDO: Final = Rule("RS-098", "Everything can be taken back.", "Our aid")
OVER: Final = Rule("RS-070", "The game is over when the last recruit is earned.", "Game end")

P = TypeVar("P", bound=Running)

GROUP: Final = "This game"
_ENTERED: Final = {
    Level.COUNT: "Recruits are counted at the end of the game.",
    Level.LEDGER: "You enter only who earns which recruit.",
    Level.RESOLVER: "You enter the bids when a recruit is resolved.",
    Level.REFEREE: "You enter every card as it is placed.",
}


def is_between(state: State) -> bool:
    """Whether no bid is half placed and no recruit is being resolved."""
    return isinstance(state.phase, Awaiting | Turn | Turning)


def check_seat(state: State, seat: int, due: Seat, code: str = "NOT_YOUR_TURN") -> None:
    if seat != due:
        raise RuleViolation(ONE_AFTER_THE_OTHER, f"It is {state.name(due)}'s turn.", field="seat", code=code)


def require_phase(state: State, kind: type[P]) -> P:
    """The current phase; an entry that belongs to another one is refused."""
    if isinstance(state.phase, kind):
        return state.phase
    raise refusal(state)


def refusal(state: State, code: str = "") -> RuleViolation:
    """The refusal of an entry out of order; it says what comes first."""
    assert not isinstance(state.phase, Over), "flow.apply has refused every entry after the end"
    return RuleViolation(ONE_AFTER_THE_OTHER, _what_comes_first(state, state.phase), code=code)


def _what_comes_first(state: State, phase: Running) -> str:
    match phase:
        case Awaiting() if state.level is Level.COUNT:
            return _ENTERED[Level.COUNT]
        case Awaiting():
            return f"Name the recruit first. {_ENTERED[state.level]}"
        case Naming(recruit):
            return f"First enter who gets the {in_words(recruit)}."
        case Turning(pile):
            return f"First turn up the recruit on pile {pile}."
        case Turn(seat):
            return f"It is {state.name(seat)}'s turn to place a card."
        case Claiming(seat, pile):
            return f"First {state.name(seat)} shows the card placed on pile {pile}."
        case LeavingOut():
            return "First enter who could not bid."
        case Showing():
            return "First show all bids."
        case Aiming(seat=seat):
            return f"First {state.name(seat)} chooses whose card the ace cancels."
        case Breaking() as tie:
            return f"First break the tie: {state.name(tie.next)} plays a card."
        case Drawing():
            return "First break the tie: turn a card from the draw pile."
        case Uncovering():
            return "First turn up the covered recruit."
        case Deciding() as tie:
            return f"{state.name(tie.next)} plays a card for the win."
