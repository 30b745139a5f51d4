"""The events of Crown Battles, in the order of a round."""

from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from scoring.contract.scores import Seat
from scoring.games.crown_battles.deck import Trump
from scoring.games.crown_battles.options import RoundType
from scoring.kit.trick_taking import Level

Bid = tuple[int, ...]
"""(n,) or (n, n + 1): a single or a double bid."""


class Spinner(StrEnum):
    """A field of the spinner: X (NONE), one of the four suits, or all four colours (CHOICE)."""

    NONE = "none"
    YELLOW = "yellow"
    BLUE = "blue"
    RED = "red"
    GREEN = "green"
    CHOICE = "choice"


class Face(StrEnum):
    """What Double-faced is played as."""

    PEASANT = "peasant"
    GOLEM = "golem"


@dataclass(frozen=True, slots=True)
class JoinedLate:
    """The session begins with round `next_round`; `pot` is what earlier Wagering rounds left (CB-289)."""

    kind: ClassVar[str] = "joined_late"
    next_round: int
    totals: tuple[tuple[Seat, int], ...]
    pot: int = 0


@dataclass(frozen=True, slots=True)
class LevelChosen:
    """Another level of entry: from this round on if it is untouched, else from the next one.

    `at_once`: a simpler level already counts for the rest of a round that has begun.
    """

    kind: ClassVar[str] = "level_chosen"
    level: Level
    at_once: bool = False


@dataclass(frozen=True, slots=True)
class TypeDrawn:
    """The type of the round, by the card that was drawn (CB-171)."""

    kind: ClassVar[str] = "type_drawn"
    type: RoundType


@dataclass(frozen=True, slots=True)
class TypeEvent:
    """An event of only some types of rounds: defined in `rounds/` and listed in their TypeRules."""

    kind: ClassVar[str]


class PowerPlayed:
    """The action of a special card, defined in its module of `powers/`; `copied`: by a Summoner (CB-130)."""

    __slots__ = ()

    kind: ClassVar[str]
    seat: Seat
    copied: bool


@dataclass(frozen=True, slots=True)
class TrumpSpun:
    """Where the spinner stopped (CB-052)."""

    kind: ClassVar[str] = "trump_spun"
    shows: Spinner


@dataclass(frozen=True, slots=True)
class TrumpNamed:
    """The dealer's choice after the four colours (CB-054)."""

    kind: ClassVar[str] = "trump_named"
    trump: Trump


@dataclass(frozen=True, slots=True)
class SmugglerSwapped:
    """The holder of the Smuggler swapped a card with the pile before bidding (CB-128)."""

    kind: ClassVar[str] = "smuggler_swapped"
    seat: Seat


@dataclass(frozen=True, slots=True)
class BidPlaced:
    """A player's bid (CB-070)."""

    kind: ClassVar[str] = "bid_placed"
    seat: Seat
    bid: Bid


@dataclass(frozen=True, slots=True)
class ShieldBought:
    """A Bubble Shield for 20 points (CB-137)."""

    kind: ClassVar[str] = "shield_bought"
    seat: Seat


@dataclass(frozen=True, slots=True)
class TricksTaken:
    """The tricks of every seat at the end of a round, or of one `part` of it, by key (CB-114)."""

    kind: ClassVar[str] = "tricks_taken"
    tricks: tuple[tuple[Seat, int], ...]
    part: str | None = None


@dataclass(frozen=True, slots=True)
class TrickWon:
    """Who won the current trick."""

    kind: ClassVar[str] = "trick_won"
    seat: Seat


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card played to the current trick (CB-090)."""

    kind: ClassVar[str] = "card_played"
    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class DoubleFacedDeclared:
    """The face of the Double-faced just played (CB-106)."""

    kind: ClassVar[str] = "double_faced_declared"
    face: Face


@dataclass(frozen=True, slots=True)
class TrickRuled:
    """The table gives the trick just finished to another player, or to nobody (CB-111)."""

    kind: ClassVar[str] = "trick_ruled"
    seat: Seat | None
    note: str


@dataclass(frozen=True, slots=True)
class RoundScored:
    """All tricks and actions of the round are entered (CB-150)."""

    kind: ClassVar[str] = "round_scored"


Event = (
    BidPlaced
    | CardPlayed
    | TrickWon
    | TricksTaken
    | TrumpSpun
    | TrumpNamed
    | RoundScored
    | DoubleFacedDeclared
    | ShieldBought
    | TrickRuled
    | SmugglerSwapped
    | LevelChosen
    | JoinedLate
    | TypeDrawn
    | TypeEvent
    | PowerPlayed
)

EVENTS: tuple[type[Event], ...] = (
    JoinedLate,
    LevelChosen,
    TypeDrawn,
    TrumpSpun,
    TrumpNamed,
    SmugglerSwapped,
    BidPlaced,
    ShieldBought,
    TricksTaken,
    TrickWon,
    CardPlayed,
    DoubleFacedDeclared,
    TrickRuled,
    RoundScored,
)
