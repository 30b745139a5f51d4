"""The cards of Recruit: a standard deck with one joker, ranks from ace down to two, three faces."""

from enum import StrEnum
from typing import Final

from scoring.contract.cards import FRENCH_SUITS, JOKER, Deck, PlayingCard, french_deck
from scoring.contract.rulebook import Rule, require

COMPANY: Final = Rule("RT-001", "The game is for two to four players; four play as partners.", "Introduction")
ONE_JOKER: Final = Rule("RT-002", "One of the two jokers stays in the box: 53 cards for all hands.", "Setting up")
IDENTITY: Final = Rule(
    "RT-043", "Every card is played at most once in a hand, and the displayed one never.", "Follows from the deck"
)

PLAYERS: Final = range(2, 5)
TRICKS: Final = 13
COPIES: Final = 4
"""How many cards of each rank there are."""

DECK: Final[Deck] = (*french_deck(ace_high=True), JOKER)
CARD: Final[dict[str, PlayingCard]] = {card.code: card for card in DECK}
SUIT_NAMES: Final = {suit.key: suit.name.lower() for suit in FRENCH_SUITS}
PARTNERS: Final = 4
"""The number of players that play as partners."""


class Face(StrEnum):
    """A rank that costs points when collected more than once."""

    JACK = "jack"
    QUEEN = "queen"
    KING = "king"

    @property
    def short(self) -> str:
        return self.value[0].upper()


FACE_OF: Final = {face.short: face for face in Face}


def check_code(code: str) -> None:
    require(code in CARD, ONE_JOKER, "That card is not in the deck of 53.", field="card", code="UNKNOWN_CARD")


def rank_of(code: str | None) -> str:
    """The rank printed in the corner: "7", "K"; empty for the joker and for no card."""
    return "" if code in (None, JOKER.code) else CARD[code].short


def face_of(code: str | None) -> Face | None:
    """The face rank of a card; None for any other card and for no card."""
    return _FACES.get(code)


_FACES: Final[dict[str | None, Face]] = {
    card.code: FACE_OF[card.short] for card in CARD.values() if card.short in FACE_OF
}


def rank_name(code: str | None, count: int = 1) -> str:
    """The rank as a word in a sentence: "ace", "kings", "7s"."""
    word = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}.get(rank_of(code), rank_of(code))
    return word if count == 1 else f"{word}s"


def undealt(players: int) -> int:
    """How many cards are face down after the deal and the displayed card (RT-007)."""
    return len(DECK) - TRICKS * players - 1
