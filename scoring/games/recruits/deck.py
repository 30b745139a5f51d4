"""The cards of Recruits: twelve face cards to win, forty cards to bid with, and how they are dealt."""

from typing import Final

from scoring.contract.cards import FRENCH_SUITS, Deck, PlayingCard, french_deck
from scoring.contract.rulebook import Rule, require
from scoring.contract.scores import Term

THE_DECK: Final = Rule("RS-001", "A deck of 52 cards; the jokers stay in the box.", "Setup")
COMPANY: Final = Rule("RS-002", "Two to four people play.", "Components")
TWELVE: Final = Rule("RS-003", "Jacks, queens and kings are the recruits, each of the twelve once.", "Setup")
POINTS: Final = Rule("RS-004", "A king is worth 4 points, a queen 3, a jack 2; together they make 36.", "Goal")

PLAYERS: Final = range(2, 5)
FOUR: Final = 4
"""The number of players at which piles and hands change size."""
COPIES: Final = 4
"""Recruits of each rank."""
POINTS_OF: Final = {"K": 4, "Q": 3, "J": 2}
RANKS: Final = tuple(POINTS_OF)
"""The letters that name a recruit without its suit."""
POINTS_TO_WIN: Final = COPIES * sum(POINTS_OF.values())
RECRUITS: Final = COPIES * len(POINTS_OF)

_FACES: Final = {"J": "jack", "Q": "queen", "K": "king"}
_DECK: Final = french_deck(ace_high=False)
RECRUIT_DECK: Final[Deck] = tuple(
    card for suit in FRENCH_SUITS for rank in RANKS for card in _DECK if (card.suit, card.short) == (suit.key, rank)
)
"""King, queen and jack, suit by suit."""
BID_DECK: Final[Deck] = tuple(card for card in _DECK if card.short not in _FACES)
CARD: Final[dict[str, PlayingCard]] = {card.code: card for card in _DECK}
VALUE: Final = {card.code: card.rank for card in BID_DECK}
"""What a card is worth in a bid: 1 to 10."""
SUIT_OF: Final = {card.code: card.suit for card in _DECK}
SUITS: Final = tuple(suit.key for suit in FRENCH_SUITS)
SUIT_NAMES: Final = {suit.key: suit.name.lower() for suit in FRENCH_SUITS}

COVERED: Final = "covered"
"""In place of a recruit: it is still face down."""


def pile_count(players: int) -> int:
    """Piles of recruits on the table (RS-005)."""
    return 4 if players == FOUR else 3


def pile_size(players: int) -> int:
    """Recruits in a pile at the start (RS-005)."""
    return RECRUITS // pile_count(players)


def hand_size(players: int) -> int:
    """Cards in a full hand (RS-007)."""
    return 4 if players == FOUR else 5


def draw_size(players: int) -> int:
    """Cards in the draw pile at the start (RS-008)."""
    return len(BID_DECK) - players * hand_size(players)


def check_bid_card(code: str, field: str = "card") -> None:
    if code in VALUE:
        return
    name = f"The {in_words(code)} is a recruit" if code in CARD else "That card is not in the deck"
    require(False, THE_DECK, f"{name}; bids are made with aces to tens.", field=field, code="NOT_A_BID_CARD")


def check_recruit(code: str) -> None:
    message = "Recruits are jacks, queens and kings; choose one of the twelve."
    require(code in CARD and code not in VALUE, TWELVE, message, field="recruit", code="NOT_A_RECRUIT")


def rank_of(recruit: str) -> str:
    """The rank of a recruit: "K" for "KD"."""
    return recruit[0]


def points_of(recruit: str) -> int:
    """The points of a recruit, given as a card or a rank alone."""
    return POINTS_OF[rank_of(recruit)]


def in_words(code: str) -> str:
    """A card, or a rank alone, in a sentence: "king of hearts", "7 of clubs", "king"."""
    if code in _FACES:
        return _FACES[code]
    card = CARD[code]
    word = "ace" if card.short == "A" else _FACES.get(card.short, card.short)
    return f"{word} of {SUIT_NAMES[card.suit]}"


def rank_name(rank: str, count: int = 1) -> str:
    """A rank of recruits as a word: "king", "queens"."""
    return _FACES[rank] if count == 1 else f"{_FACES[rank]}s"


def counted_term(rank: str, count: int) -> Term:
    """The points of several recruits of a rank, with the words of its score line."""
    return Term(f"for the {rank_name(rank)}" if count == 1 else f"for {rank_name(rank, count)}", POINTS_OF[rank], count)
