"""The cards of Crown Battles: suits, specials, and the decks the rulebook allows."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Final, NamedTuple

from scoring.contract.cards import Deck, PlayingCard, Suit
from scoring.contract.rulebook import Rule, RuleViolation, require

PLAYERS: Final = range(2, 9)

COMPANY: Final = Rule("CB-001", "The game is for two to eight players.", "Box")
BOX: Final = Rule(
    "CB-004",
    "No deck holds more of a card than the box: 4 Peasants, 2 Golems, 2 Dragons, one of each special.",
    "Components",
)
SUITS_AND_VALUES: Final = Rule("CB-006", "There are four colours, each numbered 1 to 13; 13 is best.", "Components")
BASE_DECK: Final = Rule(
    "CB-010", "From three players on the deck has all 52 numbers, 2 Golems, 2 Dragons and 4 Peasants.", "Set up"
)
TWO_PLAYER_DECK: Final = Rule(
    "CB-011", "Two players use the numbers 5 to 13, 1 Golem, 1 Dragon and 2 Peasants.", "Set up"
)
SPECIALS_FOR_PEASANTS: Final = Rule(
    "CB-012", "A special card takes the place of a Peasant, so the deck keeps its size.", "Special Power cards: Set up"
)
SPECIALS_ONCE: Final = Rule(
    "CB-013", "There is one of each of the sixteen special cards.", "Components; Special Power cards"
)
UNDEALT: Final = Rule("CB-016", "Cards that are not dealt form the pile for Smuggler and Spy.", "Special Power cards")
CARD_ENTRY: Final = Rule(
    "CB-017", "A card that is entered must be in the deck, and have a copy left to be played.", "Components"
)
HEADING_COUNTS: Final = Rule(
    "CB-R02", "The larger decks have 67 and 68 cards: the list below the heading plus 4 Peasants.", "Our ruling"
)
MISSING_SUIT: Final = Rule(
    "CB-R04", "For a deck of three suits, the table chooses the suit to leave out.", "Our ruling"
)


class CrownSuit(StrEnum):
    """The four colours."""

    YELLOW = "yellow"
    BLUE = "blue"
    RED = "red"
    GREEN = "green"


class Trump(StrEnum):
    """The trump: a colour or none."""

    NONE = "none"
    YELLOW = "yellow"
    BLUE = "blue"
    RED = "red"
    GREEN = "green"


class Special(StrEnum):
    """The sixteen special power cards."""

    ALCHEMIST = "alchemist"
    BISHOP = "bishop"
    BOMB = "bomb"
    CURSED = "cursed"
    JESTER = "jester"
    MAGICIAN = "magician"
    MERCHANT = "merchant"
    SMUGGLER = "smuggler"
    SPY = "spy"
    SUMMONER = "summoner"
    THIEF = "thief"
    WITCH = "witch"
    WIZARD = "wizard"
    DOUBLE_FACED = "double_faced"
    GOLEM_KING = "golem_king"
    DRAGON_KING = "dragon_king"

    @property
    def label(self) -> str:
        return _NAMES[self][0]


GOLEM: Final = "golem"
DRAGON: Final = "dragon"
PEASANT: Final = "peasant"
HIGHEST: Final = 13
MOST: Final = {"golems": 2, "dragons": 2, "peasants": 4}

SUITS: Final[tuple[Suit, ...]] = (
    Suit("yellow", "Yellow", "sun", "yellow"),
    Suit("blue", "Blue", "drop", "blue"),
    Suit("red", "Red", "flame", "red"),
    Suit("green", "Green", "leaf", "green"),
)
SUIT_NAMES: Final = {suit.key: suit.name for suit in SUITS}

_NAMES: Final[dict[Special, tuple[str, str]]] = {
    Special.ALCHEMIST: ("Alchemist", "Al"),
    Special.BISHOP: ("Bishop", "Bi"),
    Special.BOMB: ("Bomb", "Bo"),
    Special.CURSED: ("Cursed", "Cu"),
    Special.JESTER: ("Jester", "Je"),
    Special.MAGICIAN: ("Magician", "Ma"),
    Special.MERCHANT: ("Merchant", "Me"),
    Special.SMUGGLER: ("Smuggler", "Sm"),
    Special.SPY: ("Spy", "Sp"),
    Special.SUMMONER: ("Summoner", "Su"),
    Special.THIEF: ("Thief", "Th"),
    Special.WITCH: ("Witch", "Wi"),
    Special.WIZARD: ("Wizard", "Wz"),
    Special.DOUBLE_FACED: ("Double-faced", "DF"),
    Special.GOLEM_KING: ("Golem King", "GG"),
    Special.DRAGON_KING: ("Dragon King", "DD"),
}


ALL_CARDS: Final[Deck] = (
    *(
        PlayingCard(f"{suit}-{value}", f"{suit.capitalize()} {value}", suit, value, str(value))
        for suit in CrownSuit
        for value in range(1, HIGHEST + 1)
    ),
    PlayingCard(GOLEM, "Golem", short="G", copies=MOST["golems"]),
    PlayingCard(DRAGON, "Dragon", short="D", copies=MOST["dragons"]),
    PlayingCard(PEASANT, "Peasant", short="P", copies=MOST["peasants"]),
    *(PlayingCard(special, name, short=short) for special, (name, short) in _NAMES.items()),
)
"""All cards in the box."""

CARD: Final[dict[str, PlayingCard]] = {card.code: card for card in ALL_CARDS}
"""All cards in the box by code."""


USES_PILE: Final = frozenset({Special.SMUGGLER, Special.SPY})
"""The special cards that need undealt cards."""


class Composition(NamedTuple):
    """The contents of a deck; `lowest` is the lowest number of each suit."""

    lowest: int
    suits: tuple[CrownSuit, ...]
    golems: int
    dragons: int
    peasants: int
    specials: tuple[Special, ...] = ()

    @property
    def size(self) -> int:
        numbers = len(self.suits) * (HIGHEST + 1 - self.lowest)
        return numbers + self.golems + self.dragons + self.peasants + len(self.specials)

    @property
    def cards(self) -> Deck:
        return _cards(self)

    def times(self, special: Special) -> int:
        """How often a special card can act in a round: not at all, once, or once more because a Summoner copies it."""
        return (special in self.specials) * (1 + (Special.SUMMONER in self.specials))

    @property
    def places(self) -> int:
        """How many cards are Peasants or replace one."""
        return self.peasants + len(self.specials)

    def undealt(self, players: int, dealt: int) -> int:
        """How many cards are left after everybody got `dealt` (CB-016)."""
        return self.size - players * dealt


@dataclass(frozen=True, slots=True)
class PrintedDeck:
    """A deck from the rulebook: its fixed part, and `places` for Peasants and at most `specials` special cards."""

    lowest: int
    suits: int
    golems: int
    dragons: int
    places: int
    specials: int

    @property
    def default(self) -> Composition:
        """The deck with as many Peasants as possible, and specials that are easy to play for the rest."""
        peasants = min(self.places, MOST["peasants"])
        return Composition(
            self.lowest,
            tuple(CrownSuit)[: self.suits],
            self.golems,
            self.dragons,
            peasants,
            EASY_SPECIALS[: self.places - peasants],
        )

    def matches(
        self, lowest: int | None, suits: int, golems: int | None, dragons: int | None, places: int | None
    ) -> bool:
        """Whether the deck has these numbers; None matches any."""
        numbers = (self.lowest, self.suits, self.golems, self.dragons, self.places)
        wanted = (lowest, suits, golems, dragons, places)
        return all(expected in (None, number) for expected, number in zip(wanted, numbers, strict=True))

    def has_fixed_part_of(self, composition: Composition) -> bool:
        """Whether the composition differs only in Peasants and specials."""
        return self.matches(composition.lowest, len(composition.suits), composition.golems, composition.dragons, None)

    def __str__(self) -> str:
        golems = f"{self.golems} Golem{'s' * (self.golems > 1)}"
        dragons = f"{self.dragons} Dragon{'s' * (self.dragons > 1)}"
        return f"{self.lowest}-{HIGHEST} in {self.suits} suits with {golems}, {dragons} and {self.places} more"


EASY_SPECIALS: Final = (
    Special.GOLEM_KING,
    Special.DRAGON_KING,
    Special.DOUBLE_FACED,
    Special.BISHOP,
    Special.MAGICIAN,
    Special.MERCHANT,
    Special.CURSED,
    Special.SPY,
)
"""Specials that move neither tricks nor points: the default if a deck needs more than Peasants."""

FULL: Final = PrintedDeck(lowest=1, suits=4, golems=2, dragons=2, places=4, specials=4)
TWO_BASE: Final = PrintedDeck(lowest=5, suits=4, golems=1, dragons=1, places=2, specials=2)
TWO_TOP: Final = PrintedDeck(lowest=10, suits=4, golems=1, dragons=1, places=2, specials=2)
TWO_THREE_SUITS: Final = PrintedDeck(lowest=6, suits=3, golems=1, dragons=1, places=2, specials=2)
TWO_MIDDLE: Final = PrintedDeck(lowest=8, suits=4, golems=1, dragons=1, places=2, specials=2)
THREE_SMALL: Final = PrintedDeck(lowest=5, suits=4, golems=2, dragons=1, places=3, specials=3)
THREE_LARGE: Final = PrintedDeck(lowest=1, suits=4, golems=2, dragons=1, places=2, specials=2)
SIX_LARGE: Final = PrintedDeck(lowest=1, suits=4, golems=2, dragons=2, places=10, specials=6)
SEVEN_HEADING: Final = PrintedDeck(lowest=1, suits=4, golems=2, dragons=2, places=11, specials=7)
SEVEN_LISTED: Final = PrintedDeck(lowest=1, suits=4, golems=2, dragons=2, places=7, specials=7)
EIGHT_HEADING: Final = PrintedDeck(lowest=1, suits=4, golems=2, dragons=2, places=12, specials=8)
EIGHT_LISTED: Final = PrintedDeck(lowest=1, suits=4, golems=2, dragons=2, places=8, specials=8)

PRINTED: Final[dict[int, tuple[PrintedDeck, ...]]] = {
    2: (TWO_BASE, TWO_TOP, TWO_THREE_SUITS, TWO_MIDDLE),
    3: (FULL, THREE_SMALL, THREE_LARGE),
    4: (FULL,),
    5: (FULL,),
    6: (FULL, SIX_LARGE),
    7: (SEVEN_HEADING, SEVEN_LISTED, FULL),
    8: (EIGHT_HEADING, EIGHT_LISTED, FULL),
}
"""The decks allowed for each number of players; the first is that of the base table (CB-R01)."""


def base_composition(players: int) -> Composition:
    """The deck of the base table, Peasants first (CB-010, CB-011, CB-R01, CB-R02)."""
    check_players(players)
    return PRINTED[players][0].default


def check_players(players: int) -> None:
    require(players in PLAYERS, COMPANY, "Crown Battles is for 2 to 8 players.", field="names", code="E_PLAYERS")


@lru_cache(maxsize=128)
def check_composition(composition: Composition, players: int) -> None:
    """Refuse a deck that is not printed for this number of players (CB-004, CB-010 to CB-013).

    Low numbers may be left out for a shorter evening if no printed deck leaves them out (CB-023).
    """
    check_players(players)
    fits = 1 <= composition.lowest <= HIGHEST
    _require_deck(fits, SUITS_AND_VALUES, f"Numbers go from 1 to {HIGHEST}.", "lowest")
    suits = composition.suits
    different = bool(suits) and len(set(suits)) == len(suits)
    _require_deck(different, SUITS_AND_VALUES, "Choose each suit of the deck once.", "suits")
    _check_box(composition)
    printed = PRINTED[players]
    matching = tuple(deck for deck in printed if deck.has_fixed_part_of(composition))
    matching = matching or _printed_with_low_numbers(printed, composition)
    base = TWO_PLAYER_DECK if players == 2 else BASE_DECK
    allowed = "; or ".join(map(str, printed))
    higher = "; its numbers may begin higher" if _may_begin_higher(printed) else ""
    _require_deck(bool(matching), base, f"With {players} players the deck is {allowed}{higher}.", "lowest")
    _check_places(composition, matching)


def check_card(deck: Composition, played: Sequence[str], code: str) -> None:
    """Refuse a card that is not in the deck, or that has no copy left to be played (CB-017)."""
    copies = next((card.copies for card in deck.cards if card.code == code), 0)
    if played.count(code) < copies:
        return
    name = CARD[code].name if code in CARD else code
    message = f"{name} is not in the deck you play with."
    require(copies > 0, CARD_ENTRY, message, field="card", code="E_CARD_NOT_IN_DECK")
    again = f"{name} has been played in this round; " + (
        "there is only one." if copies == 1 else f"the deck has no more than {copies}."
    )
    raise RuleViolation(CARD_ENTRY, again, field="card", code="E_CARD_DUPLICATE")


def _may_begin_higher(printed: tuple[PrintedDeck, ...]) -> bool:
    """Whether the table may leave out low numbers: from four players on."""
    return all(deck.lowest == 1 for deck in printed)


def _printed_with_low_numbers(printed: tuple[PrintedDeck, ...], composition: Composition) -> tuple[PrintedDeck, ...]:
    """The printed decks that differ from this one only by low numbers (CB-023)."""
    if not _may_begin_higher(printed):
        return ()
    return tuple(deck for deck in printed if deck.has_fixed_part_of(composition._replace(lowest=deck.lowest)))


def _check_box(composition: Composition) -> None:
    for name, number in (("golems", composition.golems), ("dragons", composition.dragons)):
        message = f"The box has {MOST[name]} {name.capitalize()}, not {number}."
        _require_deck(0 <= number <= MOST[name], BOX, message, name)
    _check_peasants(composition.peasants)
    twice = [special.label for special, n in Counter(composition.specials).items() if n > 1]
    message = f"There is only one {twice[0]} in the box." if twice else ""
    require(not twice, SPECIALS_ONCE, message, field="specials", code="E_SPECIAL_DUPLICATE")


def _check_peasants(peasants: int) -> None:
    _require_deck(peasants >= 0, SPECIALS_FOR_PEASANTS, f"Take out {-peasants} of the special cards.", "specials")
    more = peasants - MOST["peasants"]
    message = f"The box has {MOST['peasants']} Peasants, so choose {more} more special card{'s' * (more > 1)}."
    _require_deck(more <= 0, BOX, message, "specials")


def _check_places(composition: Composition, matching: tuple[PrintedDeck, ...]) -> None:
    filled = [deck for deck in matching if deck.places == composition.places]
    places = " or ".join(str(deck.places) for deck in matching)
    sum_ = f"{composition.peasants} and {len(composition.specials)} make {composition.places}"
    message = f"Peasants and special cards together must be {places} cards; {sum_}."
    _require_deck(bool(filled), SPECIALS_FOR_PEASANTS, message, "specials")
    most = max(deck.specials for deck in filled)
    message = f"This deck takes at most {most} special cards; the other places are Peasants."
    _require_deck(len(composition.specials) <= most, SPECIALS_FOR_PEASANTS, message, "specials")


def _require_deck(holds: bool, rule: Rule, message: str, field: str) -> None:
    require(holds, rule, message, field=field, code="E_DECK_COMPOSITION")


@lru_cache(maxsize=128)
def _cards(composition: Composition) -> Deck:
    values = range(composition.lowest, HIGHEST + 1)
    numbers = (CARD[f"{suit}-{value}"] for suit in composition.suits for value in values)
    copies = {GOLEM: composition.golems, DRAGON: composition.dragons, PEASANT: composition.peasants}
    plain = (replace(CARD[code], copies=number) for code, number in copies.items() if number)
    return (*numbers, *plain, *(CARD[special] for special in composition.specials))
