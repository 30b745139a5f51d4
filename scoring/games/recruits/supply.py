"""Draw pile and discard pile: every draw is counted, so the app knows when to shuffle."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Event, Table
from scoring.contract.prompts import Prompt
from scoring.contract.rulebook import Rule, RuleViolation, require
from scoring.games.recruits import order
from scoring.games.recruits.deck import in_words
from scoring.games.recruits.state import Breaking, Drawing, Phase, State

IDENTITY: Final = Rule("RS-025", "A card on the table cannot be played again.", "Follows from the deck")
SHUFFLE: Final = Rule(
    "RS-041", "When the draw pile runs out, the discard pile is shuffled in its place.", "Running out"
)
COUNT: Final = Rule(
    "RS-042", "Draw pile, discard pile, hands and bids are forty cards together.", "Follows from RS-001"
)
FORESEEN: Final = Rule("RS-044", "Every draw can be counted, so the next shuffle is known.", "Follows from RS-040")
TRACKED: Final = Rule("RS-095", "A card seen since the last shuffle is in the discard pile.", "Our aid")
TURNED_BACK: Final = Rule(
    "RS-R18", "If a random draw runs out of cards, shuffle the discard pile and go on.", "Our ruling"
)

SOON: Final = 3
"""From this many cards in the draw pile down, a notice announces the shuffle."""


def draw(state: State, cards: int) -> State:
    """Draw cards, shuffling when the draw pile runs out."""
    if cards <= state.draw:
        return replace(state, draw=state.draw - cards)
    rest = cards - state.draw
    return replace(state, draw=state.discard - rest, discard=0, seen=frozenset())


def shuffle_if_empty(state: State) -> State:
    """Shuffle an empty draw pile before a card is turned (RS-041, RS-R18)."""
    return state if state.draw else replace(state, draw=state.discard, discard=0, seen=frozenset())


def discard(state: State, cards: int, known: Iterable[str] = ()) -> State:
    """Discard this many cards, of which the `known` ones were seen."""
    return replace(state, discard=state.discard + cards, seen=state.seen.union(known))


def objection(state: State, card: str, field: str = "card") -> RuleViolation | None:
    """Why a card cannot come from a hand or the draw pile: it is on the table or discarded (RS-025, RS-095)."""
    if card in [bid.first for pile in state.piles for bid in pile.bids]:
        message = f"The {in_words(card)} is already on the table."
        return RuleViolation(IDENTITY, message, field=field, code="DUPLICATE_CARD")
    if card in state.seen:
        message = f"The {in_words(card)} is in the discard pile; if you have shuffled, enter that first."
        return RuleViolation(TRACKED, message, field=field, code="DUPLICATE_CARD")
    return None


def check_new(state: State, card: str, field: str = "card") -> None:
    if violation := objection(state, card, field):
        raise violation


@dataclass(frozen=True, slots=True)
class DeckShuffled(Event[State]):
    """The table shuffled the discard pile into the draw pile earlier than counted (RS-041)."""

    def apply(self, state: State, waived: Collection[str]) -> State:
        empty = "There is nothing to shuffle: the discard pile is empty."
        unknown = "No card in the discard pile is known, so nothing changes."
        require(can_shuffle(state), SHUFFLE, empty if state.piles else unknown)
        shuffled = replace(state, seen=frozenset(), repeated="", phase=_without_turned_cards(state.phase))
        if not state.piles:
            return shuffled
        used_up = not state.draw or state.reshuffled > 1
        return replace(
            shuffled, draw=state.draw + state.discard, discard=0, reshuffled=state.reshuffled + 1 if used_up else 1
        )

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        return "The discard pile is shuffled in"


def can_shuffle(state: State) -> bool:
    """Whether a shuffle changes anything: a card was discarded, or turned to break a tie."""
    return bool(state.discard if state.piles else state.seen or turned_cards(state.phase))


def turned_cards(phase: Phase) -> tuple[str, ...]:
    """The cards turned to break the tie, where draws are not counted: they are in the discard pile."""
    match phase:
        case Drawing(contest) | Breaking(contest) if not contest.pile:
            return contest.drawn
        case _:
            return ()


def _without_turned_cards(phase: Phase) -> Phase:
    """Cards turned before a shuffle may come again."""
    match phase:
        case Drawing() | Breaking() as tie if turned_cards(tie):
            return replace(tie, contest=replace(tie.contest, drawn=()))
        case _:
            return phase


def shuffle_question() -> Prompt:
    return Prompt(
        DeckShuffled.kind,
        "We have shuffled",
        rule=SHUFFLE,
        confirm="Shuffle the discard pile in",
        help="Only if you shuffled earlier than the app counted.",
        menu=order.GROUP,
    )
