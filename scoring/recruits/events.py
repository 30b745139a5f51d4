"""What the table enters, in the order it happens; piles count from 1."""

from dataclasses import dataclass
from typing import ClassVar

from scoring.recruits.options import Level, Variant
from scoring.scores import Seat

NO_CARD = "none"
"""Answers instead of a card that somebody joins no tie, or that no card in the draw pile can decide it."""
COVERED = "covered"
"""Answers instead of a recruit that it lies face down."""


@dataclass(frozen=True, slots=True)
class RecruitNamed:
    """Which recruit is earned or fought for: "KD", "K" where the suit is not kept, or a covered one."""

    kind: ClassVar[str] = "recruit_named"
    recruit: str


@dataclass(frozen=True, slots=True)
class RecruitEarned:
    """Who got the recruit that was named, or won the draw for it where no suits were entered (RS-083)."""

    kind: ClassVar[str] = "recruit_earned"
    seat: Seat


@dataclass(frozen=True, slots=True)
class PileEmptied:
    """A pile of recruits is used up, and the Quick Game with it (RS-080)."""

    kind: ClassVar[str] = "pile_emptied"
    pile: int


@dataclass(frozen=True, slots=True)
class RecruitTurned:
    """The recruit on top of a pile lies face up now (RS-006); `pile` is 0 where piles are not kept."""

    kind: ClassVar[str] = "recruit_turned"
    pile: int
    recruit: str


@dataclass(frozen=True, slots=True)
class BidPlaced:
    """A card was laid beside a pile: the second one of its player lies face down (RS-016)."""

    kind: ClassVar[str] = "bid_placed"
    seat: Seat
    pile: int


@dataclass(frozen=True, slots=True)
class HandRedrawn:
    """A whole hand was replaced: `locked_out` everywhere, which skips the turn (RS-033), or without a suit (RS-030).

    `hand` are the cards shown, empty where nobody entered them.
    """

    kind: ClassVar[str] = "hand_redrawn"
    seat: Seat
    hand: tuple[str, ...]
    locked_out: bool


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Who had no suit left on the recruit that is resolved."""

    kind: ClassVar[str] = "left_out"
    seat: Seat


@dataclass(frozen=True, slots=True)
class CardShown:
    """A card of a bid was seen: the one that claims a suit, or the one that lay face down."""

    kind: ClassVar[str] = "card_shown"
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class TotalTold:
    """The total of one bid, counted by the table (RS-052)."""

    kind: ClassVar[str] = "total_told"
    seat: Seat
    total: int


@dataclass(frozen=True, slots=True)
class AceAimed:
    """Whose highest card the ace of `seat` cancels (RS-087)."""

    kind: ClassVar[str] = "ace_aimed"
    seat: Seat
    target: Seat


@dataclass(frozen=True, slots=True)
class TieCardPlayed:
    """A card from the hand, to break a tie (RS-055); "none" from somebody who may but does not join."""

    kind: ClassVar[str] = "tie_card_played"
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class TieCardDrawn:
    """A card turned from the draw pile, to break a tie (RS-083); "none" once no card can decide it (RS-R24)."""

    kind: ClassVar[str] = "tie_card_drawn"
    card: str


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """The discard pile was shuffled into the draw pile, earlier than the count foresaw (RS-041)."""

    kind: ClassVar[str] = "deck_shuffled"


@dataclass(frozen=True, slots=True)
class EndedEarly:
    """The table stops before the last recruit (RS-073)."""

    kind: ClassVar[str] = "ended_early"


@dataclass(frozen=True, slots=True)
class WinCardPlayed:
    """A card that decides between players of equal points (RS-R12)."""

    kind: ClassVar[str] = "win_card_played"
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class LevelChosen:
    """How much is entered from here on; `forget` agrees that bids which lie there are not kept."""

    kind: ClassVar[str] = "level_chosen"
    level: Level
    forget: bool


@dataclass(frozen=True, slots=True)
class VariantsAgreed:
    """The variations from here on; after the first card only if everybody `agreed` (RS-012)."""

    kind: ClassVar[str] = "variants_agreed"
    variants: tuple[Variant, ...]
    blind_pile: int
    agreed: bool


Event = (
    BidPlaced
    | CardShown
    | RecruitNamed
    | RecruitEarned
    | RecruitTurned
    | LeftOut
    | TotalTold
    | AceAimed
    | TieCardPlayed
    | TieCardDrawn
    | PileEmptied
    | HandRedrawn
    | DeckShuffled
    | EndedEarly
    | WinCardPlayed
    | LevelChosen
    | VariantsAgreed
)

EVENTS: tuple[type[Event], ...] = (
    LevelChosen,
    VariantsAgreed,
    RecruitNamed,
    RecruitEarned,
    PileEmptied,
    LeftOut,
    TotalTold,
    RecruitTurned,
    BidPlaced,
    CardShown,
    HandRedrawn,
    DeckShuffled,
    AceAimed,
    TieCardPlayed,
    TieCardDrawn,
    EndedEarly,
    WinCardPlayed,
)
