"""Suits, ranks and decks as the players name them; each game declares its own."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True, slots=True)
class Suit:
    """A suit; `shape` and `colour` are names the screen knows."""

    key: str
    name: str
    shape: str
    colour: str


@dataclass(frozen=True, slots=True)
class PlayingCard:
    """One card of a deck, which may hold several copies of it. `code` is stored."""

    code: str
    name: str
    suit: str = ""  # Suit.key; empty for jokers and other suitless cards
    rank: int = 0  # strength within its suit; 0 where it has none
    short: str = ""  # what fits on a small key: "9", "K", "G"
    copies: int = 1


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card that players typed in: its name and the numbers printed on it, as (label, number) pairs."""

    name: str
    numbers: tuple[tuple[str, int], ...] = ()

    def number(self, label: str) -> int:
        """The number printed under `label`; 0 where the card has none."""
        return dict(self.numbers).get(label, 0)


Deck = tuple[PlayingCard, ...]

SPADES: Final = Suit("S", "Spades", "spade", "black")
HEARTS: Final = Suit("H", "Hearts", "heart", "red")
DIAMONDS: Final = Suit("D", "Diamonds", "diamond", "blue")
CLUBS: Final = Suit("C", "Clubs", "club", "green")
FRENCH_SUITS: Final = (SPADES, HEARTS, DIAMONDS, CLUBS)

_RANKS: Final = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

JOKER: Final = PlayingCard("JOKER", "Joker", short="★")


def french_deck(*, ace_high: bool) -> Deck:
    """The 52 cards, suit by suit; the ace ranks 14 or 1, jack to king 11 to 13."""

    def rank(n: int) -> int:
        return 14 if ace_high and n == 0 else n + 1

    return tuple(
        PlayingCard(f"{face}{suit.key}", f"{face} of {suit.name.lower()}", suit.key, rank(n), face)
        for suit in FRENCH_SUITS
        for n, face in enumerate(_RANKS)
    )


def count_cards(deck: Iterable[PlayingCard]) -> int:
    """How many cards the deck has, copies included."""
    return sum(card.copies for card in deck)


def count_left(deck: Iterable[PlayingCard], gone: Sequence[str]) -> dict[str, int]:
    """How many copies of each card are left without those in `gone`, by code; negative if more are gone than exist."""
    used = Counter(gone)
    return {card.code: card.copies - used[card.code] for card in deck}
