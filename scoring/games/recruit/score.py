"""The score of a pile; it works for piles that no hand can produce, too (RT-R15)."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from scoring.contract.rulebook import Rule
from scoring.contract.scores import Ledger, ScoreLine, Seat, Term
from scoring.games.recruit import variations
from scoring.games.recruit.deck import Face, rank_name
from scoring.games.recruit.options import MatchMode
from scoring.games.recruit.state import Hand, Pile, Variation

EACH_ALONE: Final = Rule("RT-050", "After thirteen tricks everybody scores alone, even partners.", "Scoring the hand")
PER_CARD: Final = Rule("RT-051", "Every collected card scores a point, even the joker.", "Scoring the hand")
PENALTY: Final = Rule("RT-052", "Two or more cards of a face rank cost 5.", "Scoring the hand")
MATCH_MODE: Final = Rule("RT-R03", "With Match, a matching card scores 4 instead of 1.", "Our ruling")

CARD_POINTS: Final = 1
PENALTY_POINTS: Final = 5
LOW_PENALTY_POINTS: Final = 3
MATCH_POINTS: Final = 4
DREAM_POINTS: Final = 5


def lines(seat: Seat, pile: Pile, hand: Hand, match_mode: MatchMode = MatchMode.INSTEAD) -> Ledger:
    """The score lines of a pile, in the order of RT-081."""
    return tuple(_lines(seat, pile, hand, match_mode))


@lru_cache(maxsize=64)
def _collected(cards: int) -> tuple[Term, ...]:
    return (Term("a card", CARD_POINTS, cards),)


@lru_cache(maxsize=256)
def _penalties(pile: Pile, cost: int) -> tuple[Term, ...]:
    """A term for each face rank with more than one card."""
    return tuple(Term(f"for {'two or more' if pile.has_doubles else n} {face}s", -cost) for face, n in doubled(pile))


def doubled(pile: Pile) -> tuple[tuple[Face, int], ...]:
    """The face ranks with more than one card, with their number (RT-052)."""
    return tuple([(face, n) for face, n in faces(pile) if n > 1])


def is_dream_team(pile: Pile) -> bool:
    """Whether the pile has exactly one of each face (RT-077)."""
    return all(n == 1 for _, n in faces(pile))


def faces(pile: Pile) -> tuple[tuple[Face, int], ...]:
    return ((Face.JACK, pile.jacks), (Face.QUEEN, pile.queens), (Face.KING, pile.kings))


def _lines(seat: Seat, pile: Pile, hand: Hand, match_mode: MatchMode) -> Iterator[ScoreLine]:
    yield ScoreLine(hand.number, seat, PER_CARD, _collected(pile.cards))
    if hand.has(Variation.MATCH) and hand.displayed is not None and pile.match:
        extra = MATCH_POINTS - CARD_POINTS if match_mode is MatchMode.INSTEAD else MATCH_POINTS
        term = Term(f"more for each {rank_name(hand.displayed)}", extra, pile.match)
        yield ScoreLine(hand.number, seat, variations.MATCH, (term,))
    low = hand.has(Variation.LOW_PENALTY)
    terms = _penalties(pile, LOW_PENALTY_POINTS if low else PENALTY_POINTS)
    if terms:
        yield ScoreLine(hand.number, seat, variations.LOW_PENALTY if low else PENALTY, terms)
    if hand.has(Variation.DREAM_TEAM) and is_dream_team(pile):
        term = Term("for one jack, one queen and one king", DREAM_POINTS)
        yield ScoreLine(hand.number, seat, variations.DREAM_TEAM, (term,))
