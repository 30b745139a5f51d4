"""Where a session of Faction Wars stands; every phase holds only what it needs."""

from dataclasses import dataclass

from scoring.faction_wars.cards import RECRUITS, Card, Kind
from scoring.faction_wars.options import Level, Options
from scoring.game import Entry, Stopped, Table
from scoring.scores import Ledger, PerSeat, Seat

CONSCRIPT_CARDS = 3
"""A battle deck at the start (FW-008)."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus card that lies above the line-up: its name, and what it asks for."""

    card: str
    text: str


@dataclass(frozen=True, slots=True)
class Holding:
    """One player's cards: how many lie where, and those known by name; `unnamed` were never entered."""

    deck: int = CONSCRIPT_CARDS
    discard: int = 0
    cards: tuple[Card, ...] = ()
    unnamed: int = 0

    @property
    def own(self) -> int:
        """All cards, conscripts included."""
        return self.deck + self.discard

    @property
    def recruits(self) -> tuple[Card, ...]:
        """The recruits known by name."""
        return tuple([card for card in self.cards if card.kind in RECRUITS])

    def of(self, kind: Kind) -> int:
        """How many cards of a kind are known."""
        return sum(card.kind is kind for card in self.cards)


@dataclass(frozen=True, slots=True)
class Stock:
    """The recruit deck (War is Over included while it lies in it), its discard pile, and which time through it is."""

    deck: int
    discard: int = 0
    passes: int = 1
    shuffled_in: int = 0  # the round of the last shuffle; 0: none yet


# What is still to be done in a round, the next one first ------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Contest:
    """Several players bid on a position (FW-023)."""

    position: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle under way: who still fights, what they have shown this time, who had no card to go on."""

    position: int
    fighting: tuple[Seat, ...]
    shown: tuple[tuple[Seat, str], ...] = ()
    before: tuple[tuple[Seat, str], ...] = ()  # cards shown in earlier turns
    spent: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """Somebody collects the card of a position; position 0 is a stolen card that was never named."""

    seat: Seat
    position: int


@dataclass(frozen=True, slots=True)
class Shuffle:
    """After a battle whoever has no battle deck left shuffles the discard pile (FW-037)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """Somebody draws the top card of the recruit deck (FW-045)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Rob:
    """Somebody takes a recruit from another player; `victim` None: from whom is still to be chosen (FW-044)."""

    seat: Seat
    victim: Seat | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """A recruit of another player is removed by what somebody's action card says; nobody gets it (FW-043)."""

    seat: Seat
    victim: Seat


@dataclass(frozen=True, slots=True)
class Give:
    """Somebody hands a bystander on (FW-046)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Act:
    """Somebody does what an action card says (FW-042)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class LayAside:
    """The action card goes to its pile once everything it brought is done (FW-042, FW-R06)."""

    seat: Seat
    card: Card
    drawn: bool  # by a card, not collected from the line-up


Step = Contest | Battle | Claim | Shuffle | Draw | Rob | Discard | Give | Act | LayAside


# Phases -------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class LiningUp:
    """Cards are laid into the line-up; `left` are still to come."""

    left: int


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bids of a round; `sealed` are those on the phone already."""

    positions: int
    sealed: PerSeat = ()


@dataclass(frozen=True, slots=True)
class Resolving:
    """A round being resolved from the lowest position up; `gone` are the positions with no card any more."""

    positions: int
    bids: PerSeat
    pending: tuple[Step, ...]
    gone: tuple[int, ...] = ()
    fought: tuple[Seat, ...] = ()
    won: tuple[Seat, ...] = ()
    gained: tuple[Seat, ...] = ()  # one entry for every recruit
    robbed: tuple[Seat, ...] = ()  # one entry for every recruit taken from another player

    def bidders(self, position: int) -> tuple[Seat, ...]:
        """Who bid on a position."""
        return tuple(seat for seat, bid in self.bids if bid == position)


@dataclass(frozen=True, slots=True)
class Stocktaking:
    """The piles have to be counted before rounds can be entered."""


@dataclass(frozen=True, slots=True)
class CountingCards:
    """The last round is over: everybody's cards are counted; `berserkers` of those who have been."""

    berserkers: PerSeat = ()


@dataclass(frozen=True, slots=True)
class CountingBonuses:
    """What is left to score are the bonus cards."""


@dataclass(frozen=True, slots=True)
class BreakingTie:
    """Equal totals: the recruits of these seats decide (FW-R09)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """Everything is scored."""


Phase = LiningUp | Bidding | Resolving | Stocktaking | CountingCards | CountingBonuses | BreakingTie | Over


@dataclass(frozen=True, slots=True)
class ResolvedRound:
    """What a finished round is remembered by."""

    number: int
    fought: tuple[Seat, ...]
    won: tuple[Seat, ...]
    gained: tuple[Seat, ...]
    robbed: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A session of Faction Wars."""

    table: Table
    options: Options
    level: Level
    phase: Phase
    holdings: tuple[Holding, ...]
    stock: Stock
    round: int = 1
    ledger: Ledger = ()
    stopped: Stopped | None = None
    lineup: tuple[Card, ...] = ()  # by position, as far as it was entered
    last_round: int = 0  # the round War is Over makes the last; 0: it has not been drawn
    displayed: tuple[Bonus, ...] = ()
    partial: bool = False  # not every card was entered: all of them are counted at the end
    recruits: PerSeat = ()  # counted to decide between equal totals; empty where they were not asked for
    joined: int = 0  # rounds played before the companion came
    past: tuple[ResolvedRound, ...] = ()
    shuffled: tuple[Seat, ...] = ()  # who shuffled a new battle deck since the bids

    @property
    def players(self) -> int:
        """How many people play."""
        return len(self.table.names)

    def name(self, seat: Seat) -> str:
        """The name of the player there."""
        return self.table.names[seat]

    def names(self, seats: tuple[Seat, ...]) -> str:
        """Several names: "Ana, Ben and Cleo"."""
        told = [self.name(seat) for seat in seats]
        return told[0] if len(told) == 1 else f"{', '.join(told[:-1])} and {told[-1]}"


Event = Entry[State]
