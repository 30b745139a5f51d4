"""The state of a session of Crown Battles; every phase has only the data it needs."""

from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Final, Self

from scoring.contract.game import Stopped, Table
from scoring.contract.rulebook import Refusal, Rule
from scoring.contract.scores import Ledger, Seat, totals
from scoring.games.crown_battles.deck import Composition, Special, Trump
from scoring.games.crown_battles.events import Bid, Groups, Spinner
from scoring.games.crown_battles.options import Options, RoundType
from scoring.games.crown_battles.trick_rules import Play
from scoring.kit.seats import Seated
from scoring.kit.trick_taking import Level

STEP: Final = 5
"""All points are multiples of it (CB-007)."""

HALVES: Final = {"first": "first half", "second": "second half"}
"""The halves of The Split, by the key of the part."""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a round with its own bids and piles: the whole round, a half, a suit.

    `tricks` is None if all parts share the tricks of the round (suits).
    """

    tricks: int | None
    key: str = ""
    label: str = ""
    suit: str = ""  # Suit.key


def part_name(key: str) -> str:
    """A part in the log: "first half", "red"."""
    return HALVES.get(key, key)


@dataclass(frozen=True, slots=True)
class TypeState:
    """Base class for data that only one type of round has, until the round is scored; every field has a default."""

    @classmethod
    def of(cls, state: "State | ScoredRound") -> Self:
        """The data of the current round or of a scored one; the defaults as long as there are none."""
        known = state.deal.type_state
        return known if isinstance(known, cls) else cls()

    @property
    def are_tricks_over(self) -> bool:
        """Whether something was revealed that is revealed after the last trick."""
        return False


@dataclass(frozen=True, slots=True)
class Deal:
    """A round after the deal and the spin; `number` counts tie-breaks, too.

    `order` is the order of bidding; `spun` and `trump` are None if they were not entered; a `stopgap` is a round of
    Normal Bidding because no type of the pool can be played (CB-R54).
    """

    number: int
    type: RoundType
    cards: int
    tricks: int
    dealer: Seat
    level: Level
    parts: tuple[Part, ...]
    order: tuple[Seat, ...]
    spun: Spinner | None = None
    trump: Trump | None = None
    named: Trump | None = None  # by the dealer; an Alchemist does not change it
    teams: Groups = ()  # of allies; a team of one plays alone
    noted: tuple[Seat, ...] = ()  # the allies who have used their Secret Note
    type_state: TypeState | None = None
    stopgap: bool = False
    no_doubles: Refusal | None = None  # why the type allows no double bids

    @property
    def dealer_must_name(self) -> bool:
        """Whether the dealer still has to name the trump (CB-054)."""
        return self.spun is Spinner.CHOICE and self.trump is None

    @property
    def untouched(self) -> bool:
        """Whether neither the spin nor a trump was entered."""
        return self.spun is None and self.trump is None

    @property
    def part_ends(self) -> tuple[int, ...]:
        """The number of the last trick of each part; just that of the round if the parts share the tricks."""
        sizes = [part.tricks for part in self.parts if part.tricks is not None]
        return tuple(accumulate(sizes)) or (self.tricks,)

    def team_of(self, seat: Seat) -> tuple[Seat, ...]:
        """The team of a seat; the seat alone in a round without teams."""
        return next((team for team in self.teams if seat in team), (seat,))

    def part_of(self, trick: int) -> int | None:
        """The index of the part that trick `trick` (from 0) belongs to; None if its winner chooses."""
        if self.parts[0].tricks is None:
            return None
        return next((n for n, end in enumerate(self.part_ends) if trick < end), len(self.parts) - 1)


@dataclass(frozen=True, slots=True)
class Due:
    """An action still to be entered for a special card that was played."""

    card: Special
    seat: Seat
    copied: bool


@dataclass(frozen=True, slots=True)
class Used(Due):
    """An action that was entered in this round; `part` was counted or played at that moment.

    `tricks` are the numbers of those in which its card may have been played.
    """

    part: int = 0
    tricks: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick; `winner` is None if it was destroyed, `plays` is empty if the cards are unknown."""

    winner: Seat | None
    trump: Trump | None
    rule: Rule  # by which it was won
    reason: str = ""
    plays: tuple[Play, ...] = ()
    part: int | None = 0  # None: its winner still has to choose


Bids = tuple[tuple[Bid, ...], ...]
"""Bids by part and seat; empty if there are none yet, or none in this type of round."""

Piles = tuple[tuple[int, ...], ...]
"""Numbers of tricks by part and seat."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Waiting for the type of the round to be drawn."""


@dataclass(frozen=True, slots=True)
class Spinning:
    """Waiting for the spinner, or for the dealer to name the trump."""


@dataclass(frozen=True, slots=True)
class Bidding:
    """Waiting for bids; `bids` are those placed so far, each with one bid per part."""

    bids: tuple[tuple[Seat, tuple[Bid, ...]], ...] = ()
    smuggler: Seat | None = None  # who swapped a card with the pile


@dataclass(frozen=True, slots=True)
class ByCounts:
    """Play with the piles counted at the end, part by part.

    `owned` are the tricks entered before the table went over to counts; empty if none were.
    """

    bids: Bids
    used: tuple[Used, ...] = ()
    piles: Piles = ()
    owned: Piles = ()


@dataclass(frozen=True, slots=True)
class TrickPlay:
    """Play entered while it goes on; `coming` is the trump from the next trick on."""

    bids: Bids
    leader: Seat
    owned: Piles
    used: tuple[Used, ...] = ()
    tricks: tuple[Trick, ...] = ()
    coming: Trump | None = None


@dataclass(frozen=True, slots=True)
class ByTricks(TrickPlay):
    """Play entered trick by trick."""


@dataclass(frozen=True, slots=True)
class ByCards(TrickPlay):
    """Play entered card by card.

    `due` actions come before the next card; `named` leads after a Bomb; `swaps` are the hands a Cursed swapped: after
    which trick, and whose.
    """

    plays: tuple[Play, ...] = ()
    cards_played: tuple[str, ...] = ()  # all cards played in this round
    due: tuple[Due, ...] = ()
    named: Seat | None = None
    swaps: tuple[tuple[int, Seat, Seat], ...] = ()


@dataclass(frozen=True, slots=True)
class Over:
    """The last round is scored, and one player leads alone."""


Trickwise = ByTricks | ByCards
Playing = ByCounts | ByTricks | ByCards
Phase = Drawing | Spinning | Bidding | Playing | Over


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """A scored round."""

    deal: Deal
    bids: Bids
    won: Piles


@dataclass(frozen=True, slots=True)
class State(Seated):
    """A session of Crown Battles."""

    table: Table
    options: Options
    deck: Composition
    schedule: tuple[int, ...]
    level: Level  # of the following rounds
    deal: Deal
    phase: Phase
    ledger: Ledger = ()
    stopped: Stopped | None = None
    rivals: tuple[float, ...] = ()  # the points of those who left and are ranked by them
    past: tuple[ScoredRound, ...] = ()
    crown: Seat | None = None
    crown_before: Seat | None = None  # who wore the crown before the last scored round
    shields: tuple[Seat, ...] = ()
    shielded: tuple[str, ...] = ()  # who had a shield when the round began, by name, those who left included
    contenders: tuple[Seat, ...] = ()  # the only ones who can still win; empty: everybody
    spying: Seat | None = None
    joined: int = 0  # rounds played before the session was entered
    drawn: tuple[RoundType, ...] = ()  # types drawn so far
    pot: int = 0  # left by Wagering
    chosen: tuple[RoundType, ...] = ()  # the pool with the types that this number of players cannot play
    planned: tuple[int, ...] = ()  # the list of deals before players came or left; empty: `schedule`

    @property
    def round(self) -> int:
        return self.deal.number

    @property
    def is_final(self) -> bool:
        """Whether this is the last round of the schedule or a tie-break (CB-046)."""
        return self.deal.number >= len(self.schedule)

    @property
    def is_tie_break(self) -> bool:
        """Whether the last round is being replayed (CB-155)."""
        return self.deal.number > len(self.schedule)

    @property
    def totals(self) -> tuple[float, ...]:
        """Points by seat."""
        return tuple(totals(self.ledger, self.table.seats).values())

    @property
    def bids(self) -> Bids:
        """All bids, once they are complete; empty before the play, and in a round without bids."""
        return self.phase.bids if isinstance(self.phase, Playing) else ()

    @property
    def used(self) -> tuple[Used, ...]:
        return self.phase.used if isinstance(self.phase, Playing) else ()

    @property
    def tricks(self) -> tuple[Trick, ...]:
        return self.phase.tricks if isinstance(self.phase, Trickwise) else ()

    @property
    def owned(self) -> Piles:
        """The tricks that everybody owns; empty if they are only counted."""
        return self.phase.owned if isinstance(self.phase, Trickwise) else ()

    @property
    def undealt(self) -> int:
        """How many cards are not dealt in this round (CB-016)."""
        return self.deck.undealt(self.players, self.deal.cards)

    @property
    def opening_seat(self) -> Seat:
        """The seat that bids and leads first: left of the dealer."""
        return self.table.left_of(self.deal.dealer)

    @property
    def clockwise(self) -> tuple[Seat, ...]:
        """All seats, beginning left of the dealer."""
        return self.table.clockwise_from(self.opening_seat)

    def with_type_state(self, type_state: TypeState) -> "State":
        return replace(self, deal=replace(self.deal, type_state=type_state))

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        return self.table.clockwise_from(seat)[1:]

    def opponents(self, seat: Seat) -> tuple[Seat, ...]:
        """Everybody except the seat itself and its ally (CB-R18)."""
        return tuple(other for other in self.others(seat) if other not in self.deal.team_of(seat))

    def ally_of(self, seat: Seat) -> Seat | None:
        return next((other for other in self.deal.team_of(seat) if other != seat), None)


def add_tricks(piles: Piles, part: int, seat: Seat, step: int) -> Piles:
    """Add tricks to the pile of one seat in one part; a negative `step` takes them away."""
    pile = piles[part]
    changed = (*pile[:seat], pile[seat] + step, *pile[seat + 1 :])
    return (*piles[:part], changed, *piles[part + 1 :])
