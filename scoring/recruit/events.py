"""What the table enters, in the order it happens; numbers for seats are (seat, number) pairs."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from scoring.recruit.options import Level
from scoring.scores import Seat

PerSeat = tuple[tuple[Seat, int], ...]
"""One number for each of some seats."""


class Variation(StrEnum):
    """What the dealer may declare for one hand."""

    LOW_PENALTY = "low_penalty"
    KEEPER = "keeper"
    PASSER = "passer"
    MATCH = "match"
    DREAM_TEAM = "dream_team"
    FACE_UP = "face_up"


class Noted(StrEnum):
    """A card worth noting in a trick: a face, or one of the displayed card's rank."""

    JACK = "jack"
    QUEEN = "queen"
    KING = "king"
    MATCH = "match"


@dataclass(frozen=True, slots=True)
class JoinedLate:
    """The companion came to the table when hand `next_hand` was about to be dealt."""

    kind: ClassVar[str] = "joined_late"
    next_hand: int
    totals: PerSeat


@dataclass(frozen=True, slots=True)
class LevelChosen:
    """How much is entered; more of it from the next hand on, less at once."""

    kind: ClassVar[str] = "level_chosen"
    level: Level


@dataclass(frozen=True, slots=True)
class VariationsDeclared:
    """Everything the dealer `seat` has declared for this hand so far (RT-070)."""

    kind: ClassVar[str] = "variations_declared"
    seat: Seat
    variations: tuple[Variation, ...]


@dataclass(frozen=True, slots=True)
class CardDisplayed:
    """The card that is turned up after the deal (RT-007)."""

    kind: ClassVar[str] = "card_displayed"
    card: str


@dataclass(frozen=True, slots=True)
class CardLeftOut:
    """The displayed card lies there, but is not entered (RT-095)."""

    kind: ClassVar[str] = "card_left_out"


@dataclass(frozen=True, slots=True)
class CardsSwapped:
    """How many cards everybody gave away and got (RT-010, RT-012, RT-073)."""

    kind: ClassVar[str] = "cards_swapped"
    away: PerSeat
    drawn: PerSeat


@dataclass(frozen=True, slots=True)
class TricksCounted:
    """The piles at the end of a hand, in tricks (RT-090)."""

    kind: ClassVar[str] = "tricks_counted"
    tricks: PerSeat


@dataclass(frozen=True, slots=True)
class CardsCounted:
    """The piles at the end of a hand, in cards (RT-090)."""

    kind: ClassVar[str] = "cards_counted"
    cards: PerSeat


@dataclass(frozen=True, slots=True)
class FacesCounted:
    """What lies in the piles; `match` is empty where no such cards are counted (RT-092, RT-094)."""

    kind: ClassVar[str] = "faces_counted"
    jacks: PerSeat
    queens: PerSeat
    kings: PerSeat
    match: PerSeat


@dataclass(frozen=True, slots=True)
class CardNoted:
    """A face, or a matching card, in the running trick."""

    kind: ClassVar[str] = "card_noted"
    hand: int
    trick: int
    card: Noted


@dataclass(frozen=True, slots=True)
class TrickWon:
    """Who collected the running trick."""

    kind: ClassVar[str] = "trick_won"
    seat: Seat


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card laid into the running trick (RT-021)."""

    kind: ClassVar[str] = "card_played"
    hand: int
    trick: int
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class HandScored:
    """All cards of the hand are in (RT-050)."""

    kind: ClassVar[str] = "hand_scored"


@dataclass(frozen=True, slots=True)
class HandVoided:
    """The table throws the hand in; the same dealer deals it again (RT-R08)."""

    kind: ClassVar[str] = "hand_voided"
    note: str


Event = (
    CardPlayed
    | TrickWon
    | CardNoted
    | CardDisplayed
    | CardLeftOut
    | VariationsDeclared
    | CardsSwapped
    | TricksCounted
    | CardsCounted
    | FacesCounted
    | HandScored
    | HandVoided
    | LevelChosen
    | JoinedLate
)

EVENTS: tuple[type[Event], ...] = (
    JoinedLate,
    LevelChosen,
    VariationsDeclared,
    CardDisplayed,
    CardLeftOut,
    CardsSwapped,
    TricksCounted,
    CardsCounted,
    FacesCounted,
    CardNoted,
    TrickWon,
    CardPlayed,
    HandScored,
    HandVoided,
)
