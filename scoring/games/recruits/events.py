"""The events of Recruits; piles are numbered from 1."""

from dataclasses import dataclass
from typing import ClassVar

from scoring.contract.scores import PerSeat, Seat
from scoring.games.recruits.options import Level, Variant

NO_CARD = "none"
"""In place of a card: a player stays out of a tie, or no card left in the draw pile can decide it."""
COVERED = "covered"
"""In place of a recruit: it is still face down."""


@dataclass(frozen=True, slots=True)
class RecruitNamed:
    """The recruit to be earned or resolved: "KD", "K" where suits are not entered, or `COVERED`."""

    kind: ClassVar[str] = "recruit_named"
    recruit: str


@dataclass(frozen=True, slots=True)
class RecruitEarned:
    """The winner of the recruit, or of the draw for it where cards are not entered (RS-083)."""

    kind: ClassVar[str] = "recruit_earned"
    seat: Seat


@dataclass(frozen=True, slots=True)
class RecruitsCounted:
    """Everybody's recruits at the end of the game, by rank, those entered before included."""

    kind: ClassVar[str] = "recruits_counted"
    kings: PerSeat
    queens: PerSeat
    jacks: PerSeat


@dataclass(frozen=True, slots=True)
class CountedSoFar:
    """Everybody's recruits while others are still in the piles; see `RecruitsCounted`."""

    kind: ClassVar[str] = "counted_so_far"
    kings: PerSeat
    queens: PerSeat
    jacks: PerSeat


@dataclass(frozen=True, slots=True)
class PileEmptied:
    """A pile of recruits ran out, which ends a Quick Game (RS-080)."""

    kind: ClassVar[str] = "pile_emptied"
    pile: int


@dataclass(frozen=True, slots=True)
class RecruitTurned:
    """The top recruit of a pile was turned face up (RS-006); `pile` is 0 where piles are not entered."""

    kind: ClassVar[str] = "recruit_turned"
    pile: int
    recruit: str


@dataclass(frozen=True, slots=True)
class BidPlaced:
    """A player placed a card next to a pile; a second one is face down (RS-016)."""

    kind: ClassVar[str] = "bid_placed"
    seat: Seat
    pile: int


@dataclass(frozen=True, slots=True)
class HandRedrawn:
    """A player replaced their hand: without a valid suit (RS-030), or `locked_out`, which skips the turn (RS-033).

    `hand` holds the cards they showed; it is empty if nobody entered them.
    """

    kind: ClassVar[str] = "hand_redrawn"
    seat: Seat
    hand: tuple[str, ...]
    locked_out: bool


@dataclass(frozen=True, slots=True)
class LeftOut:
    """The player who could not bid on this recruit: three others claimed the open suits (RS-022)."""

    kind: ClassVar[str] = "left_out"
    seat: Seat


@dataclass(frozen=True, slots=True)
class CardShown:
    """A card of a bid was shown: the first, which claims a suit, or the second, which was face down."""

    kind: ClassVar[str] = "card_shown"
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class TotalCounted:
    """The total of one bid, as the table counted it (RS-052)."""

    kind: ClassVar[str] = "total_counted"
    seat: Seat
    total: int


@dataclass(frozen=True, slots=True)
class AceAimed:
    """The player whose highest card `seat` cancels with an ace (RS-087)."""

    kind: ClassVar[str] = "ace_aimed"
    seat: Seat
    target: Seat


@dataclass(frozen=True, slots=True)
class TieCardPlayed:
    """A card from the hand to break a tie (RS-055); `NO_CARD` from a player who does not join."""

    kind: ClassVar[str] = "tie_card_played"
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class TieCardDrawn:
    """A card from the draw pile to break a tie (RS-083); `NO_CARD` once no card can decide it (RS-R24)."""

    kind: ClassVar[str] = "tie_card_drawn"
    card: str


@dataclass(frozen=True, slots=True)
class DeckShuffled:
    """The table shuffled the discard pile into the draw pile earlier than counted (RS-041)."""

    kind: ClassVar[str] = "deck_shuffled"


@dataclass(frozen=True, slots=True)
class EndedEarly:
    """The table ended the game before the last recruit (RS-073)."""

    kind: ClassVar[str] = "ended_early"


@dataclass(frozen=True, slots=True)
class WinCardPlayed:
    """A card that decides between players with equal points (RS-R12)."""

    kind: ClassVar[str] = "win_card_played"
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class LevelChosen:
    """The level from here on; `forget` confirms that bids already placed are dropped."""

    kind: ClassVar[str] = "level_chosen"
    level: Level
    forget: bool


@dataclass(frozen=True, slots=True)
class VariantsAgreed:
    """The variations from here on; once a card is placed, everybody has to agree (RS-012)."""

    kind: ClassVar[str] = "variants_agreed"
    variants: tuple[Variant, ...]
    blind_pile: int
    agreed: bool


Event = (
    BidPlaced
    | CardShown
    | RecruitNamed
    | RecruitEarned
    | RecruitsCounted
    | CountedSoFar
    | RecruitTurned
    | LeftOut
    | TotalCounted
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
    RecruitsCounted,
    CountedSoFar,
    PileEmptied,
    LeftOut,
    TotalCounted,
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
