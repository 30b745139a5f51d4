"""The state of a session of Recruit; every phase has only the data it needs."""

from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from scoring.contract.game import Stopped, Table
from scoring.contract.rulebook import Rule
from scoring.contract.scores import Ledger, PerSeat, Seat, Side, solo_sides
from scoring.games.recruit.deck import PARTNERS
from scoring.games.recruit.options import Options
from scoring.kit.seats import Seated
from scoring.kit.trick_taking import Level, Play


class Variation(StrEnum):
    """A variation that the dealer may declare for one hand."""

    LOW_PENALTY = "low_penalty"
    KEEPER = "keeper"
    PASSER = "passer"
    MATCH = "match"
    DREAM_TEAM = "dream_team"
    FACE_UP = "face_up"


class Noted(StrEnum):
    """A card to note in a trick: a face, or a card of the displayed rank."""

    JACK = "jack"
    QUEEN = "queen"
    KING = "king"
    MATCH = "match"


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand as it was dealt; `displayed` and `swapped` are None if they were not entered.

    `suit` is the key of the displayed suit where it was entered without its rank; otherwise it is empty.
    """

    number: int
    dealer: Seat
    level: Level
    variations: tuple[Variation, ...] = ()
    displayed: str | None = None
    swapped: PerSeat | None = None
    suit: str = ""

    def has(self, variation: Variation) -> bool:
        return variation in self.variations


class Counts(NamedTuple):
    """The faces and matching cards in one pile."""

    jacks: int = 0
    queens: int = 0
    kings: int = 0
    match: int = 0


class Pile(NamedTuple):
    """A player's pile at the end of a hand; `match` counts cards of the displayed rank, even if it is a face.

    Where only doubles were asked for, 2 of a face stands for two or more.
    """

    tricks: int
    cards: int
    jacks: int = 0
    queens: int = 0
    kings: int = 0
    match: int = 0
    has_doubles: bool = False


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick, and why its winner won it."""

    winner: Seat
    rule: Rule
    reason: str
    plays: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class Dealing:
    """Waiting for the displayed card; until then the dealer may declare variations."""


@dataclass(frozen=True, slots=True)
class Least:
    """The tricks and faces by seat that were entered before the table went over to counts: the piles have them."""

    tricks: tuple[int, ...]
    counts: tuple[Counts, ...]


@dataclass(frozen=True, slots=True)
class ByCounts:
    """A hand with the piles counted at its end; `least` if a part of it was entered trick by trick."""

    least: Least | None = None


@dataclass(frozen=True, slots=True)
class ByTricks:
    """A hand entered trick by trick; `noted` are cards in the current trick."""

    leader: Seat
    won: tuple[int, ...]  # by seat
    counts: tuple[Counts, ...]  # by seat
    noted: tuple[Noted, ...] = ()

    @property
    def running(self) -> int:
        """The number of the current trick, from 1."""
        return sum(self.won) + 1


@dataclass(frozen=True, slots=True)
class ByCards:
    """A hand entered card by card; `cards_played` are all of the hand so far."""

    leader: Seat
    tricks: tuple[Trick, ...] = ()
    plays: tuple[Play, ...] = ()
    cards_played: tuple[str, ...] = ()

    @property
    def running(self) -> int:
        """The number of the current trick, from 1."""
        return len(self.tricks) + 1


@dataclass(frozen=True, slots=True)
class Sorting:
    """Waiting for the faces in the piles; `counts` are those noted during the hand."""

    tricks: tuple[int, ...]
    counts: tuple[Counts, ...] | None = None
    least: Least | None = None


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
class State(Seated):
    """A session of Recruit; `level` is that of the following hands, `joined` counts hands before the session."""

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
    def partners(self) -> bool:
        """Whether opposite seats play together (RT-011)."""
        return self.players == PARTNERS

    @property
    def sides(self) -> tuple[Side, ...]:
        if not self.partners:
            return solo_sides(self.table.seats)
        return tuple((seat, self.table.left_of(seat, 2)) for seat in self.table.seats[:2])

    @property
    def tricks_won(self) -> tuple[int, ...] | None:
        """The tricks by seat in the current hand; None if they are not known yet."""
        match self.phase:
            case ByTricks(won=won) | Sorting(tricks=won):
                return won
            case ByCards(tricks=done):
                return tuple(sum(trick.winner == seat for trick in done) for seat in self.table.seats)
            case ByCounts(least=least):
                return least.tricks if least else None
            case Dealing() | Over():
                return None

    @property
    def opening_seat(self) -> Seat:
        """The seat that leads the first trick: left of the dealer (RT-020)."""
        return self.table.left_of(self.hand.dealer)
