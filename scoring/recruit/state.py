"""Where a session of Recruit stands; every phase holds only what it needs."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scoring.game import Entry, Stopped, Table
from scoring.recruit.deck import PARTNERS
from scoring.recruit.options import Level, Options
from scoring.recruit.precedence import Play
from scoring.rulebook import Rule
from scoring.scores import Ledger, PerSeat, Seat, Side, alone


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
class Hand:
    """A hand as it was dealt: `displayed` is None where nobody entered it, `swapped` likewise."""

    number: int
    dealer: Seat
    level: Level
    variations: tuple[Variation, ...] = ()
    displayed: str | None = None
    swapped: PerSeat | None = None

    def has(self, variation: Variation) -> bool:
        """Whether the dealer declared it for this hand."""
        return variation in self.variations


class Counts(NamedTuple):
    """Cards worth counting in one pile."""

    jacks: int = 0
    queens: int = 0
    kings: int = 0
    match: int = 0


class Pile(NamedTuple):
    """What one player collected in a hand; `match` cards have the displayed rank, a face rank included."""

    tricks: int
    cards: int
    jacks: int = 0
    queens: int = 0
    kings: int = 0
    match: int = 0


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick with its cards, and why it went to its winner."""

    winner: Seat
    rule: Rule
    reason: str
    plays: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class Dealing:
    """The cards are dealt: variations may be declared until a card is displayed."""


@dataclass(frozen=True, slots=True)
class ByCounts:
    """A hand whose piles are counted at its end."""


@dataclass(frozen=True, slots=True)
class ByTricks:
    """A hand entered trick by trick; `noted` are the cards of the running one."""

    leader: Seat
    won: tuple[int, ...]  # by seat
    counts: tuple[Counts, ...]  # by seat
    noted: tuple[Noted, ...] = ()

    @property
    def running(self) -> int:
        """The number of the running trick, from 1."""
        return sum(self.won) + 1


@dataclass(frozen=True, slots=True)
class ByCards:
    """A hand entered card by card; `gone` are all cards played so far."""

    leader: Seat
    tricks: tuple[Trick, ...] = ()
    plays: tuple[Play, ...] = ()
    gone: tuple[str, ...] = ()

    @property
    def running(self) -> int:
        """The number of the running trick, from 1."""
        return len(self.tricks) + 1


@dataclass(frozen=True, slots=True)
class Sorting:
    """The tricks are known, the faces in the piles are to be counted; `counts` are those noted on the way."""

    tricks: tuple[int, ...]
    counts: tuple[Counts, ...] | None = None


@dataclass(frozen=True, slots=True)
class Over:
    """Four hands are scored."""


Phase = Dealing | ByCounts | ByTricks | ByCards | Sorting | Over


@dataclass(frozen=True, slots=True)
class ScoredHand:
    """A scored hand with everybody's pile."""

    hand: Hand
    piles: tuple[Pile, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A session of Recruit; `level` is that of the hands to come, `joined` counts hands played before."""

    table: Table
    options: Options
    level: Level
    hand: Hand
    phase: Phase
    ledger: Ledger = ()
    stopped: Stopped | None = None
    past: tuple[ScoredHand, ...] = ()
    joined: int = 0

    @property
    def round(self) -> int:
        return self.hand.number

    @property
    def players(self) -> int:
        """How many people play."""
        return len(self.table.names)

    @property
    def partners(self) -> bool:
        """Whether opposite seats play together (RT-011)."""
        return self.players == PARTNERS

    @property
    def sides(self) -> tuple[Side, ...]:
        """Who wins together."""
        if not self.partners:
            return alone(self.table.seats)
        return tuple((seat, self.table.left_of(seat, 2)) for seat in self.table.seats[:2])

    @property
    def opening_seat(self) -> Seat:
        """Who leads the first trick: left of the dealer (RT-020)."""
        return self.table.left_of(self.hand.dealer)

    def name(self, seat: Seat) -> str:
        """The name of the player there."""
        return self.table.names[seat]

    def team(self, side: Side) -> str:
        """The names of a side: "Ana and Cleo"."""
        return " and ".join(map(self.name, side))


Event = Entry[State]
