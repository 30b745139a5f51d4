"""Draw pile and discard pile: every draw is counted, so the companion foresees when to shuffle."""

from collections.abc import Iterable
from typing import Final

from scoring.changing import replace
from scoring.prompts import Prompt, Role
from scoring.recruits import order
from scoring.recruits.deck import BID_DECK, in_words
from scoring.recruits.state import Breaking, Drawing, Phase, Pile, State
from scoring.rulebook import Rule, RuleViolation, require

DRAW_PILE: Final = Rule("RS-008", "The cards that were not dealt are the draw pile.", "Setup")
DISCARD_PILE: Final = Rule("RS-009", "Beside it grows the discard pile, empty at first.", "Setup")
IDENTITY: Final = Rule("RS-025", "A card that lies on the table cannot be played again.", "Follows from the deck")
REFILL: Final = Rule("RS-040", "Draw until your hand is full again.", "Turns, step 2")
SHUFFLE: Final = Rule(
    "RS-041", "When the draw pile runs out, the discard pile is shuffled in its place.", "Running out"
)
COUNT: Final = Rule(
    "RS-042", "Draw pile, discard pile, hands and bids are forty cards together.", "Follows from RS-001"
)
NEVER_OUT: Final = Rule("RS-043", "There are always cards to draw.", "Follows from RS-042")
FORESEEN: Final = Rule("RS-044", "Every draw can be counted, and so the shuffle is foreseen.", "Follows from RS-040")
TRACKED: Final = Rule("RS-095", "A card seen since the last shuffle lies in the discard pile.", "Our aid")
SCARCE: Final = Rule("RS-R14", "If there is too little to refill with, discard first and shuffle.", "Our ruling")
TURNED_BACK: Final = Rule(
    "RS-R18", "If a random draw runs out of cards, everything discarded is shuffled and it goes on.", "Our ruling"
)

SOON: Final = 3
"""So few cards in the draw pile are worth a reminder."""


def drawn(state: State, cards: int, piles: tuple[Pile, ...] | None = None) -> State:
    """The state after that many cards were drawn, with a shuffle where the pile runs out; maybe with new `piles`."""
    lie = state.piles if piles is None else piles
    if cards <= state.draw:
        return replace(state, draw=state.draw - cards, piles=lie)
    rest = cards - state.draw
    return replace(state, draw=state.discard - rest, discard=0, seen=frozenset(), piles=lie)


def ready(state: State) -> State:
    """The state before a card is turned: an empty draw pile is shuffled first (RS-041, RS-R18)."""
    return state if state.draw else replace(state, draw=state.discard, discard=0, seen=frozenset())


def discarded(state: State, cards: int, known: Iterable[str] = ()) -> State:
    """The state after that many cards were put away, some or all of them known."""
    return replace(state, discard=state.discard + cards, seen=state.seen.union(known))


def on_table(state: State) -> list[str]:
    """The bid cards that lie open beside the piles; second cards lie face down."""
    return [bid.first for pile in state.piles for bid in pile.bids]


def objection(state: State, card: str, field: str = "card") -> RuleViolation | None:
    """Why a card cannot come from a hand or the draw pile now: it lies open, or was discarded (RS-025, RS-095)."""
    if card in on_table(state):
        message = f"The {in_words(card)} lies on the table already."
        return RuleViolation(IDENTITY, message, field=field, code="DUPLICATE_CARD")
    if card in state.seen:
        message = f"The {in_words(card)} was seen and lies in the discard pile; if you have shuffled, enter that first."
        return RuleViolation(TRACKED, message, field=field, code="DUPLICATE_CARD")
    return None


def check_new(state: State, card: str, field: str = "card") -> None:
    """Refuse a card that cannot come from a hand or the draw pile."""
    refused = objection(state, card, field)
    if refused:
        raise refused


def unavailable(state: State) -> tuple[str, ...]:
    """The cards that cannot come from a hand or the draw pile."""
    return tuple(card.code for card in BID_DECK if objection(state, card.code))


def shuffle(state: State) -> State:
    """The state after the table shuffled the discard pile at a moment of its own."""
    empty = "There is nothing to shuffle: the discard pile is empty."
    unknown = "No card is known to lie in the discard pile, so nothing changes."
    require(can_shuffle(state), SHUFFLE, empty if state.piles else unknown)
    shuffled = replace(state, seen=frozenset(), repeated="", phase=_turned_again(state.phase))
    if not state.piles:
        return shuffled
    return replace(shuffled, draw=state.draw + state.discard, discard=0, reshuffled=_reshuffled(state))


def _reshuffled(state: State) -> int:
    """The shuffles in the turn after one more; a pile shuffled before it was used up is a new first one (RS-R23)."""
    used_up = not state.draw or state.reshuffled > 1
    return state.reshuffled + 1 if used_up else 1


def can_shuffle(state: State) -> bool:
    """Whether a shuffle changes anything: something was put away, or turned to break a tie."""
    return bool(state.discard if state.piles else state.seen or turned(state.phase))


def turned(phase: Phase) -> tuple[str, ...]:
    """The cards turned to break the tie, where draws are not counted: they lie in the discard pile."""
    match phase:
        case Drawing(contest) | Breaking(contest) if not contest.pile:
            return contest.drawn
        case _:
            return ()


def _turned_again(phase: Phase) -> Phase:
    """The phase in which cards turned before the shuffle may come again."""
    match phase:
        case Drawing() | Breaking() as tie if turned(tie):
            return replace(tie, contest=replace(tie.contest, drawn=()))
        case _:
            return phase


def shuffling(kind: str) -> Prompt:
    """The form that says so."""
    return Prompt(
        kind,
        "We have shuffled",
        (),
        rule=SHUFFLE,
        role=Role.ASIDE,
        confirm="The discard pile is shuffled in",
        help="Only if it happened at another moment than the companion counts.",
        group=order.GROUP,
    )
