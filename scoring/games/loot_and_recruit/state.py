"""The state of a session of Loot & Recruit; each phase has only the data it needs."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scoring.contract.cards import KnownCard
from scoring.contract.game import Event, Measure, Stopped, Table
from scoring.contract.names import name_key
from scoring.contract.scores import Ledger, Seat
from scoring.games.loot_and_recruit.options import FIRST_SEAT, Level, Options
from scoring.kit.seats import Seated

PLATFORMS: Final = 3
"""Platforms of a player (LR-019)."""

CHECKPOINTS: Final = (5, 9, 14)
"""The rounds after which points are counted (LR-090)."""

ROUNDS: Final = CHECKPOINTS[-1]


@dataclass(frozen=True, slots=True)
class Goblin:
    """A card of a stack: a goblin, or a Shield Bearer, which is no goblin and has no points."""

    name: str
    vp: int
    defense: int
    cost: int = 0
    bearer: bool = False
    arrival: "Arrival" = (0, 0)


Arrival = tuple[int, int]
"""When a card came to its owner: the round, and which card of this name it was in it, from 1; 0, 0 until then."""

Stack = tuple[Goblin, ...]
"""Bottom first."""

Stacks = tuple[tuple[Stack, ...], ...]
"""By seat and platform."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of a player's deck, as typed."""

    name: str
    loot: int = 0
    recruit: int = 0
    attack: int = 0
    cost: int = 0
    action: bool = False
    effect: bool = False  # has a purchase effect


@dataclass(frozen=True, slots=True)
class Powers:
    """The pooled powers of a turn (LR-030)."""

    loot: int = 0
    recruit: int = 0
    attack: int = 0

    def plus(self, other: "Powers | Card") -> "Powers":
        return Powers(self.loot + other.loot, self.recruit + other.recruit, self.attack + other.attack)


@dataclass(frozen=True, slots=True)
class Holding:
    """One player's cards by name.

    Which of the `unseen` cards are where is unknown: `hand` of them are in the hand, `hidden` were discarded face
    down, and the others are the deck.
    """

    unseen: tuple[str, ...] = ()
    hand: int = 0
    hidden: int = 0
    discard: tuple[str, ...] = ()
    played: tuple[str, ...] = ()

    @property
    def deck(self) -> int:
        return len(self.unseen) - self.hand - self.hidden

    @property
    def discards(self) -> int:
        return len(self.discard) + self.hidden


@dataclass(frozen=True, slots=True)
class Supply:
    """The sizes of the permanent piles, the decks and the trash piles."""

    trio: int
    catapult: int
    chow: int
    shinies: int
    crowd: int
    shop: int
    crowd_trash: int = 0
    shop_trash: int = 0
    trio_trash: int = 0  # Troublesome Trios in the Crowd Trash
    permanent_trash: tuple[str, ...] = ()  # permanent cards in the Shop Trash


UNKNOWN: Final = ""
"""In place of a name: a card of a line-up that was not entered."""


@dataclass(frozen=True, slots=True)
class LineUp:
    """The face-up cards by name; `open` cards turned over at place `at` are still to be entered."""

    cards: tuple[str, ...] = ()
    at: int = 0
    open: int = 0


@dataclass(frozen=True, slots=True)
class Placing:
    """A recruited goblin is to be placed; with `free` a card allows any platform."""

    goblin: Goblin
    free: bool = False


@dataclass(frozen=True, slots=True)
class Bearing:
    """A Shield Bearer is to be placed."""


@dataclass(frozen=True, slots=True)
class Buying:
    """The purchase effect of a bought card is to be carried out (LR-036)."""

    name: str


Pending = Placing | Bearing | Buying


@dataclass(frozen=True, slots=True)
class Flip:
    """The event of the round is to be flipped."""


@dataclass(frozen=True, slots=True)
class Deciding:
    """Everybody decides about the flip effect."""


@dataclass(frozen=True, slots=True)
class Open:
    """A round whose turns are not entered."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A player's turn; `attacked` are the owners of all targets so far, `ready` and `used` the action cards in play."""

    seat: Seat
    powers: Powers = Powers()
    attacked: tuple[Seat, ...] = ()
    sergeants: int = 0
    ready: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    pending: Pending | None = None
    begun: bool = False  # something was entered in it


@dataclass(frozen=True, slots=True)
class Over:
    """The game is over; `goblins` were counted if they decide between equal totals."""

    goblins: tuple[tuple[Seat, int], ...] = ()


Phase = Flip | Deciding | Open | Turn | Over


class Row(StrEnum):
    """A line-up in the middle of the table."""

    CROWD = "crowd"
    SHOP = "shop"


@dataclass(frozen=True, slots=True)
class State(Seated):
    """A session of Loot & Recruit; `number` is the round of fourteen, `round` the checkpoint it counts for."""

    table: Table
    options: Options
    level: Level
    stacks: Stacks
    supply: Supply
    holdings: tuple[Holding, ...] = ()
    phase: Phase = Flip()
    number: int = 1
    first: Seat = FIRST_SEAT  # has the first turn of the round
    part_starter: Seat | None = None  # began this part of the day, if the table played on without entering its rounds
    next_first: Seat | None = None  # from the next round on, if the First Player card moved during this one
    bonus: Powers = Powers()  # from the event of the round
    crowd: LineUp = LineUp()  # empty if line-ups are not entered
    shop: LineUp = LineUp()
    arrivals: tuple[tuple[Seat, str], ...] = ()  # owner and name of each card placed on a stack in this round
    goblins: tuple[Goblin, ...] = ()  # typed in this session
    cards: tuple[Card, ...] = ()
    retyped: KnownCard | None = None  # a card the last entry typed with other numbers; these are the ones that count
    ledger: Ledger = ()
    measured: tuple[Measure, ...] = ()
    stopped: Stopped | None = None
    rivals: tuple[float, ...] = ()  # the points of those who left and are ranked by them
    behind: bool = False  # there are goblins on platforms that were never entered
    company: tuple[str, ...] = ()  # everybody who ever played, by number, once somebody has left or come late

    @property
    def round(self) -> int:
        """1 until the first checkpoint, 2 until the second, 3 to the end."""
        return 1 + sum(self.number > last for last in CHECKPOINTS[:-1])

    @property
    def is_unfinished(self) -> bool:
        """Whether something was begun in a turn that comes before anything else (LR-061)."""
        return isinstance(self.phase, Turn) and self.phase.pending is not None

    @property
    def everybody(self) -> tuple[str, ...]:
        """Everybody who ever played, by number."""
        return self.company or self.table.names

    def owner_of(self, seat: Seat) -> int:
        """The number of a player, which stays the same when others leave or come late."""
        return self.company.index(self.table.names[seat]) if self.company else seat

    def goblin(self, name: str) -> Goblin | None:
        """The goblin of this name, if its numbers were typed."""
        key = name_key(name)
        return next((goblin for goblin in self.goblins if name_key(goblin.name) == key), None)

    def card(self, name: str) -> Card | None:
        """The card of this name, if its numbers were typed."""
        key = name_key(name)
        return next((card for card in self.cards if name_key(card.name) == key), None)


class TurnEvent(Event[State]):
    """An event that is part of a turn: after it, the turn has begun."""

    __slots__ = ()
