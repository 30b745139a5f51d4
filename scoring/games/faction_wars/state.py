"""The state of a session of Faction Wars; each phase has only the data it needs."""

from dataclasses import dataclass, replace

from scoring.contract.game import Stopped, Table
from scoring.contract.scores import Ledger, PerSeat, Seat
from scoring.games.faction_wars.cards import RECRUITS, Card, Kind
from scoring.games.faction_wars.options import Level, Options
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
class Contest:
    """Several players bid on a position (FW-023)."""

    position: int
    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Battle:
    """A battle: who still fights, the cards shown this turn, and who dropped out without a card."""

    position: int
    fighting: tuple[Seat, ...]
    shown: tuple[tuple[Seat, str], ...] = ()
    before: tuple[tuple[Seat, str], ...] = ()  # cards shown in earlier turns
    out: tuple[Seat, ...] = ()

    @property
    def missing(self) -> tuple[Seat, ...]:
        """Who has still to reveal a card."""
        return tuple(seat for seat in self.fighting if seat not in dict(self.shown))


@dataclass(frozen=True, slots=True)
class Claim:
    """A player collects the card of a position; position 0 is a stolen card that was never entered."""

    seat: Seat
    position: int


@dataclass(frozen=True, slots=True)
class Shuffle:
    """After a battle, players without a battle deck shuffle their discard pile (FW-037)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Draw:
    """A player draws the top card of the recruit deck (FW-045)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Rob:
    """A player takes a recruit from another one; with `victim` None they choose whom (FW-044)."""

    seat: Seat
    victim: Seat | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """A player's action card removes a recruit of another one; nobody gets it (FW-043)."""

    seat: Seat
    victim: Seat


@dataclass(frozen=True, slots=True)
class Give:
    """A player hands on a bystander (FW-046)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Act:
    """A player carries out an action card (FW-042)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class LayAside:
    """The action card goes to its discard pile once everything it brought is done (FW-042, FW-R06)."""

    seat: Seat
    card: Card
    drawn: bool  # from the deck, not collected from the line-up


Step = Contest | Battle | Claim | Shuffle | Draw | Rob | Discard | Give | Act | LayAside


@dataclass(frozen=True, slots=True)
class LiningUp:
    """The line-up is laid out; `left` cards are still to come."""

    left: int


@dataclass(frozen=True, slots=True)
class Bidding:
    """The bids of a round; `sealed` are those already entered on the phone."""

    positions: int
    sealed: PerSeat = ()


@dataclass(frozen=True, slots=True)
class Resolving:
    """A round being resolved from the lowest position up; the cards of the positions in `emptied` were taken."""

    positions: int
    bids: PerSeat
    pending: tuple[Step, ...]
    emptied: tuple[int, ...] = ()
    fought: tuple[Seat, ...] = ()
    won: tuple[Seat, ...] = ()
    gained: tuple[Seat, ...] = ()  # the new owner of each recruit
    robbed: tuple[Seat, ...] = ()  # the new owner of each recruit taken from another player

    def bidders(self, position: int) -> tuple[Seat, ...]:
        return tuple(seat for seat, bid in self.bids if bid == position)


def finish_step(phase: Resolving, *following: Step) -> Resolving:
    """The phase with its first step done; the `following` steps come before all others (FW-R16)."""
    return replace(phase, pending=(*following, *phase.pending[1:]))


@dataclass(frozen=True, slots=True)
class Stocktaking:
    """The piles are to be counted before rounds can be entered."""


@dataclass(frozen=True, slots=True)
class CountingCards:
    """After the last round, everybody's cards are counted; `berserkers` of the players counted so far."""

    berserkers: PerSeat = ()


@dataclass(frozen=True, slots=True)
class CountingBonuses:
    """Only the bonus cards are left to score; `berserkers` as counted, empty if every card was entered."""

    berserkers: PerSeat = ()


@dataclass(frozen=True, slots=True)
class BreakingTie:
    """The totals are equal: the recruits of these seats decide (FW-R09)."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """Everything is scored."""


Phase = LiningUp | Bidding | Resolving | Stocktaking | CountingCards | CountingBonuses | BreakingTie | Over


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
    lineup: tuple[Card, ...] = ()  # by position, as far as it was entered
    last_round: int = 0  # the round in which War is Over was drawn; 0: not yet
    displayed: tuple[Bonus, ...] = ()
    partial: bool = False  # not every card was entered, so they are all counted at the end
    recruits: PerSeat = ()  # counted to decide between equal totals
    joined: int = 0  # rounds played before the first one that was entered
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
