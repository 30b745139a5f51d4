"""What the table enters, in the order it happens; numbers for seats are (seat, number) pairs."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from scoring.cards import KnownCard
from scoring.faction_wars.options import Level
from scoring.scores import Seat

PerSeat = tuple[tuple[Seat, int], ...]
"""One number for each of some seats."""


class Named(StrEnum):
    """The bonus cards that pay for the cards of a faction (FW-064)."""

    GATLING_GUN = "gatling_gun"
    KUJI_KIRI = "kuji_kiri"
    FAIR_WINDS = "fair_winds"
    ODINS_FAVOR = "odins_favor"


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus card that lies above the line-up: its name, and what it asks for."""

    card: str
    text: str


@dataclass(frozen=True, slots=True)
class BonusesDisplayed:
    """The three bonus cards above the line-up (FW-009)."""

    kind: ClassVar[str] = "bonuses_displayed"
    bonuses: tuple[Bonus, ...]


@dataclass(frozen=True, slots=True)
class LevelChosen:
    """How much is entered from here on."""

    kind: ClassVar[str] = "level_chosen"
    level: Level


@dataclass(frozen=True, slots=True)
class PilesCounted:
    """Every pile on the table as it lies before the bids of round `next_round`, or in a battle of it."""

    kind: ClassVar[str] = "piles_counted"
    next_round: int
    decks: PerSeat  # battle decks
    discards: PerSeat  # their discard piles
    recruit_deck: int
    recruit_discard: int
    passes: int  # how often the recruit deck has been begun
    war: bool  # whether War is Over has been drawn


@dataclass(frozen=True, slots=True)
class CardLaid:
    """A card laid into the line-up (FW-010, FW-025)."""

    kind: ClassVar[str] = "card_laid"
    round: int
    position: int
    card: KnownCard


@dataclass(frozen=True, slots=True)
class WarDrawn:
    """War is Over came from the recruit deck (FW-052)."""

    kind: ClassVar[str] = "war_drawn"
    round: int


@dataclass(frozen=True, slots=True)
class DeckEmptied:
    """The recruit deck was empty before the companion thought so (FW-026)."""

    kind: ClassVar[str] = "deck_emptied"
    round: int


@dataclass(frozen=True, slots=True)
class BidsTurned:
    """Everybody's bid card, turned over together (FW-021)."""

    kind: ClassVar[str] = "bids_turned"
    round: int
    bids: PerSeat


@dataclass(frozen=True, slots=True)
class BidSealed:
    """One player's bid, entered on the phone before anybody sees another (FW-020)."""

    kind: ClassVar[str] = "bid_sealed"
    round: int
    seat: Seat
    bid: int


@dataclass(frozen=True, slots=True)
class CardRevealed:
    """The top card of a battle deck: its value, or "kunoichi" (FW-030)."""

    kind: ClassVar[str] = "card_revealed"
    round: int
    position: int
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class CardCollected:
    """Which card it was that somebody collected (FW-022, FW-030)."""

    kind: ClassVar[str] = "card_collected"
    seat: Seat
    card: KnownCard


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """The top card of the recruit deck, drawn by a Gambler or an action (FW-045)."""

    kind: ClassVar[str] = "card_drawn"
    seat: Seat
    card: KnownCard


@dataclass(frozen=True, slots=True)
class Robbed:
    """The recruit `card` of `victim` changes owner; without a name it is one that was never entered (FW-044).

    `victim` None: the cards that were never entered turn out to be no recruits, and nobody is robbed (FW-R12).
    """

    kind: ClassVar[str] = "robbed"
    seat: Seat
    victim: Seat | None
    card: str


@dataclass(frozen=True, slots=True)
class BystanderGiven:
    """Who has to take the bystander (FW-046)."""

    kind: ClassVar[str] = "bystander_given"
    seat: Seat
    to: Seat


@dataclass(frozen=True, slots=True)
class ActionDone:
    """What an action card brought (FW-042): cards drawn, positions taken from the line-up, and of every other player
    how many recruits were taken over (`robbed`) and how many were removed and taken by nobody (`removed`)."""

    kind: ClassVar[str] = "action_done"
    seat: Seat
    drawn: int
    positions: tuple[int, ...]
    robbed: PerSeat
    removed: PerSeat
    note: str


@dataclass(frozen=True, slots=True)
class RecruitRemoved:
    """The recruit `card` of `victim` is discarded; without a name it is one that was never entered (FW-043).

    `card` None: the cards that were never entered turn out to be no recruits (FW-R12).
    """

    kind: ClassVar[str] = "recruit_removed"
    seat: Seat
    victim: Seat
    card: str | None


@dataclass(frozen=True, slots=True)
class CardsCounted:
    """One player's cards after the last round: points, Berserkers, penalties (FW-060)."""

    kind: ClassVar[str] = "cards_counted"
    seat: Seat
    recruits: int
    berserkers: int
    bystanders: int


@dataclass(frozen=True, slots=True)
class BonusesScored:
    """The named bonus cards somebody owns, the cards they count by seat, and other bonus points (FW-064, FW-065)."""

    kind: ClassVar[str] = "bonuses_scored"
    named: tuple[Named, ...]
    owners: tuple[tuple[Named, Seat], ...]
    counts: tuple[tuple[Named, PerSeat], ...]
    points: PerSeat


@dataclass(frozen=True, slots=True)
class RecruitsCounted:
    """How many recruits everybody who is tied for the win owns (FW-R09)."""

    kind: ClassVar[str] = "recruits_counted"
    recruits: PerSeat


Event = (
    CardRevealed
    | CardCollected
    | BidsTurned
    | BidSealed
    | CardLaid
    | CardDrawn
    | Robbed
    | RecruitRemoved
    | BystanderGiven
    | ActionDone
    | WarDrawn
    | DeckEmptied
    | BonusesDisplayed
    | LevelChosen
    | PilesCounted
    | CardsCounted
    | BonusesScored
    | RecruitsCounted
)

EVENTS: tuple[type[Event], ...] = (
    LevelChosen,
    PilesCounted,
    BonusesDisplayed,
    CardLaid,
    WarDrawn,
    DeckEmptied,
    BidsTurned,
    BidSealed,
    CardRevealed,
    CardCollected,
    CardDrawn,
    Robbed,
    BystanderGiven,
    ActionDone,
    RecruitRemoved,
    CardsCounted,
    BonusesScored,
    RecruitsCounted,
)
