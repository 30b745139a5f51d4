"""The state of a session of Faction Wars."""

from dataclasses import dataclass

from scoring.contract.game import Stopped, Table
from scoring.contract.scores import Ledger, PerSeat, Seat
from scoring.games.faction_wars.cards import RECRUITS, Card, Kind
from scoring.games.faction_wars.options import Level, Options
from scoring.games.faction_wars.phases import Phase
from scoring.kit.seats import Seated

CONSCRIPT_CARDS = 3
"""Cards of a battle deck at the start (FW-008)."""


@dataclass(frozen=True, slots=True)
class Bonus:
    """A bonus card above the line-up: its name and its text."""

    card: str
    text: str


@dataclass(frozen=True, slots=True)
class Holding:
    """One player's cards: the sizes of both piles, the cards known by name, and how many were never entered."""

    deck: int = CONSCRIPT_CARDS
    discard: int = 0
    cards: tuple[Card, ...] = ()
    unnamed: int = 0

    @property
    def total(self) -> int:
        return self.deck + self.discard

    @property
    def recruits(self) -> tuple[Card, ...]:
        return tuple([card for card in self.cards if card.kind in RECRUITS])

    def count(self, kind: Kind) -> int:
        return sum(card.kind is kind for card in self.cards)


@dataclass(frozen=True, slots=True)
class Stock:
    """The recruit deck (with War is Over once it is in), its discard pile, and which pass through the deck it is."""

    deck: int
    discard: int = 0
    passes: int = 1
    shuffled_in: int = 0  # the round of the last shuffle; 0: none yet


Holdings = tuple[Holding, ...]
"""By seat."""


def with_holding(holdings: Holdings, seat: Seat, holding: Holding) -> Holdings:
    return (*holdings[:seat], holding, *holdings[seat + 1 :])


@dataclass(frozen=True, slots=True)
class ResolvedRound:
    """A finished round, for the statistics."""

    number: int
    fought: tuple[Seat, ...]
    won: tuple[Seat, ...]
    gained: tuple[Seat, ...]
    robbed: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class State(Seated):
    """A session of Faction Wars."""

    table: Table
    options: Options
    level: Level
    phase: Phase
    holdings: Holdings
    stock: Stock
    round: int = 1
    ledger: Ledger = ()
    stopped: Stopped | None = None
    rivals: tuple[float, ...] = ()  # the points of those who left and are ranked by them
    lineup: tuple[Card, ...] = ()  # by position, as far as it was entered
    last_round: int = 0  # the round in which War is Over was drawn; 0: not yet
    displayed: tuple[Bonus, ...] = ()
    partial: bool = False  # not every card was entered, so they are all counted at the end
    recruits: PerSeat = ()  # counted to decide between equal totals
    joined: int = 0  # rounds played before the first one that was entered
    entered: bool = False  # bids of a round were entered
    past: tuple[ResolvedRound, ...] = ()
    began_with: int = 0  # players at the start of the game, if others play now
    shuffled: tuple[Seat, ...] = ()  # players who shuffled a new battle deck since the bids
    unclaimed: tuple[int, ...] = ()  # positions since the bids that nobody took, because tied players ran out of cards

    @property
    def starters(self) -> int:
        """How many players began the game, which decides the passes through the deck (FW-050, FW-R20)."""
        return self.began_with or self.players

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        return self.table.seats[:seat] + self.table.seats[seat + 1 :]
