"""Where a session of Loot & Recruit stands; every phase holds only what it needs."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scoring.cards import KnownCard
from scoring.game import Entry, Measure, Stopped, Table
from scoring.loot_and_recruit.options import FIRST_SEAT, Level, Options
from scoring.names import name_key
from scoring.scores import Ledger, Seat

PLATFORMS: Final = 3
"""Platforms of a player (LR-019)."""

CHECKPOINTS: Final = (5, 9, 14)
"""The rounds after which points are counted (LR-090)."""

ROUNDS: Final = CHECKPOINTS[-1]


@dataclass(frozen=True, slots=True)
class Goblin:
    """A card of a stack: a goblin, or a Shield Bearer, who is no goblin and brings nothing."""

    name: str
    vp: int
    defense: int
    cost: int = 0
    bearer: bool = False
    came: "Came" = (0, 0)


Came = tuple[int, int]
"""When a card came to its owner: in which round, and as which of its name then, from 1; 0, 0 before it came."""

Stack = tuple[Goblin, ...]
"""Bottom first."""

Stacks = tuple[tuple[Stack, ...], ...]
"""By seat and platform."""


@dataclass(frozen=True, slots=True)
class Card:
    """A card of the own deck as it was typed."""

    name: str
    loot: int = 0
    recruit: int = 0
    attack: int = 0
    cost: int = 0
    action: bool = False
    effect: bool = False  # something happens when it is bought


@dataclass(frozen=True, slots=True)
class Powers:
    """The powers of the running turn, pooled (LR-030)."""

    loot: int = 0
    recruit: int = 0
    attack: int = 0

    def plus(self, other: "Powers | Card") -> "Powers":
        """These and those of another card."""
        return Powers(self.loot + other.loot, self.recruit + other.recruit, self.attack + other.attack)


@dataclass(frozen=True, slots=True)
class Holding:
    """One player's own cards by name; of `unseen` some are in the hand, `hidden` ones lie in the discard pile."""

    unseen: tuple[str, ...] = ()
    hand: int = 0
    hidden: int = 0
    discard: tuple[str, ...] = ()
    played: tuple[str, ...] = ()

    @property
    def deck(self) -> int:
        """Cards in the deck."""
        return len(self.unseen) - self.hand - self.hidden

    @property
    def discards(self) -> int:
        """Cards in the discard pile."""
        return len(self.discard) + self.hidden


@dataclass(frozen=True, slots=True)
class Supply:
    """What is left of the permanent piles and the decks, and what lies in the trash piles."""

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


UNSEEN: Final = ""
"""A card of a line-up that nobody entered."""


@dataclass(frozen=True, slots=True)
class LineUp:
    """Five cards face up, by name; `open` places from `at` on wait for the cards that were turned over."""

    cards: tuple[str, ...] = ()
    at: int = 0
    open: int = 0


# What has to be finished before anything else ------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Placing:
    """A recruited goblin on its way to a platform; `free`: a card lets it go to any."""

    goblin: Goblin
    free: bool = False


@dataclass(frozen=True, slots=True)
class Bearing:
    """A Shield Bearer on its way to a stack."""


@dataclass(frozen=True, slots=True)
class Buying:
    """A bought card whose purchase effect is carried out first (LR-036)."""

    name: str


Pending = Placing | Bearing | Buying


# Phases -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Flip:
    """The event of the round is about to be flipped."""


@dataclass(frozen=True, slots=True)
class Deciding:
    """Everybody decides about the flip effect."""


@dataclass(frozen=True, slots=True)
class Open:
    """A round is played without its turns being entered."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody's turn; `attacked` holds the owner of every target, `ready` and `used` are action cards."""

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
    """After the final round; `goblins` decided between equal totals, empty where they were not asked for."""

    goblins: tuple[tuple[Seat, int], ...] = ()


Phase = Flip | Deciding | Open | Turn | Over


class Row(StrEnum):
    """A line-up in the middle of the table."""

    CROWD = "crowd"
    SHOP = "shop"


@dataclass(frozen=True, slots=True)
class State:
    """A session of Loot & Recruit; `number` is the round of fourteen, `round` the part of the day."""

    table: Table
    options: Options
    level: Level
    stacks: Stacks
    supply: Supply
    holdings: tuple[Holding, ...] = ()
    phase: Phase = Flip()
    number: int = 1
    first: Seat = FIRST_SEAT  # has the first turn of the round
    next_first: Seat | None = None  # has it from the next round on, where the card was moved in the middle of one
    bonus: Powers = Powers()  # by the event of the round
    crowd: LineUp = LineUp()  # empty where line-ups are not entered
    shop: LineUp = LineUp()
    came: tuple[tuple[Seat, str], ...] = ()  # the cards that came to stacks in this round: whose, and their names
    goblins: tuple[Goblin, ...] = ()  # those typed in this session
    cards: tuple[Card, ...] = ()
    retyped: KnownCard | None = None  # a card the last entry typed with other numbers than these, which count
    ledger: Ledger = ()
    measured: tuple[Measure, ...] = ()
    stopped: Stopped | None = None
    behind: bool = False  # goblins stand on platforms that were never entered

    @property
    def round(self) -> int:
        """The part of the day: 1 until the first checkpoint, 2 until the second, 3 to the end."""
        return 1 + sum(self.number > last for last in CHECKPOINTS[:-1])

    @property
    def players(self) -> int:
        """How many people play."""
        return len(self.table.names)

    def name(self, seat: Seat) -> str:
        """The name of the player there."""
        return self.table.names[seat]

    def goblin(self, name: str) -> Goblin | None:
        """The goblin of this name, once its numbers were typed."""
        key = name_key(name)
        return next((goblin for goblin in self.goblins if name_key(goblin.name) == key), None)

    def card(self, name: str) -> Card | None:
        """The card of this name, once its numbers were typed."""
        key = name_key(name)
        return next((card for card in self.cards if name_key(card.name) == key), None)


# Entries ------------------------------------------------------------------------------------------------------------


Event = Entry[State]


class Deed:
    """An entry that is part of somebody's turn: with it the turn has begun."""

    __slots__ = ()
