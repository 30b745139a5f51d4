"""Where a session of Recruits stands; every phase holds only what it needs."""

from dataclasses import dataclass

from scoring.game import Stopped, Table
from scoring.recruits.deck import RECRUITS, SUIT_OF, hand_size
from scoring.recruits.options import Level, Options, Variant
from scoring.rulebook import Rule
from scoring.scores import Ledger, Seat

Cards = tuple[tuple[Seat, str], ...]
"""A card for each of some seats."""


@dataclass(frozen=True, slots=True)
class Bid:
    """One player's cards on a recruit, 1 or 2; a card that nobody entered yet is empty."""

    seat: Seat
    count: int
    first: str = ""
    second: str = ""

    @property
    def claim(self) -> str:
        """The suit that counts for this player; empty while the first card is not known."""
        return SUIT_OF[self.first] if self.first else ""

    @property
    def shown(self) -> tuple[str, ...]:
        """The cards that lie open."""
        if self.second:
            return (self.first, self.second)
        return (self.first,) if self.first else ()


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile of recruits: how many are left, which lies open (empty: none does), who bids."""

    number: int  # from 1
    left: int
    top: str = ""
    blind: bool = False
    bids: tuple[Bid, ...] = ()

    def bid_of(self, seat: int) -> Bid | None:
        """What this player has there; None: no card."""
        return next((bid for bid in self.bids if bid.seat == seat), None)

    def count_of(self, seat: int) -> int:
        """How many cards this player has there."""
        bid = self.bid_of(seat)
        return bid.count if bid else 0


@dataclass(frozen=True, slots=True)
class Contest:
    """A recruit that is being resolved: `recruit` is empty while it lies face down, `pile` 0 where none is kept.

    `aims` are the aces' targets in the order of the powers, `rounds` the tie-break cards from the
    hands, `drawn` those from the draw pile.
    """

    recruit: str
    blind: bool = False
    pile: int = 0
    bids: tuple[Bid, ...] = ()
    totals: tuple[tuple[Seat, int], ...] = ()  # where the table counted them
    aims: tuple[tuple[Seat, Seat | None], ...] = ()  # None: there was nothing to cancel
    rounds: tuple[Cards, ...] = ()
    drawn: tuple[str, ...] = ()

    @property
    def claimants(self) -> tuple[Seat, ...]:
        """Who takes part."""
        return tuple(bid.seat for bid in self.bids)

    def claim_of(self, seat: int) -> str:
        """The suit this player claimed; empty: none, or none that was entered."""
        return next((bid.claim for bid in self.bids if bid.seat == seat), "")

    @property
    def tie_cards(self) -> tuple[str, ...]:
        """The cards that were played from the hands to break a tie."""
        return tuple(card for cards in self.rounds for _, card in cards)


@dataclass(frozen=True, slots=True)
class Awaiting:
    """Some recruit will be earned next: the ledger and the resolver wait until it is named."""


@dataclass(frozen=True, slots=True)
class Naming:
    """The ledger knows the recruit, not yet who got it."""

    recruit: str


@dataclass(frozen=True, slots=True)
class Turning:
    """The top of a pile is to be turned up."""

    pile: int


@dataclass(frozen=True, slots=True)
class Turn:
    """Somebody places a card, or cannot."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Claiming:
    """Somebody lays a first card beside a pile; which one is asked now."""

    seat: Seat
    pile: int


@dataclass(frozen=True, slots=True)
class LeavingOut:
    """Who has no suit left on the recruit that is resolved."""

    contest: Contest


@dataclass(frozen=True, slots=True)
class Showing:
    """The cards of the bids are turned and entered, player by player."""

    contest: Contest


@dataclass(frozen=True, slots=True)
class Aiming:
    """A powered ace needs a target."""

    contest: Contest
    seat: Seat
    targets: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Breaking:
    """Cards from the hands break a tie: those of `must`, and of `may` if they like.

    With `beat` the draw has decided for that seat with a card of that worth, unless one of `may`
    plays a higher one.
    """

    contest: Contest
    must: tuple[Seat, ...]
    may: tuple[Seat, ...] = ()
    beat: tuple[Seat, int] | None = None
    played: Cards = ()

    @property
    def next(self) -> Seat:
        """Whose card is entered next."""
        return (*self.must, *self.may)[len(self.played)]


@dataclass(frozen=True, slots=True)
class Drawing:
    """Cards from the draw pile break a tie among `live`; `last`: nobody may join any more."""

    contest: Contest
    live: tuple[Seat, ...]
    last: bool = False


@dataclass(frozen=True, slots=True)
class Won:
    """Who gets the recruit, and why."""

    seat: Seat
    rule: Rule
    reason: str


@dataclass(frozen=True, slots=True)
class Uncovering:
    """A covered recruit must be seen now: for its winner, or because its suit decides."""

    contest: Contest
    then: Won | Breaking | None = None


@dataclass(frozen=True, slots=True)
class Deciding:
    """All recruits are earned; players of equal points play a card each for the win."""

    tied: tuple[Seat, ...]
    played: Cards = ()
    cards: tuple[str, ...] = ()  # those of earlier tries
    beaten: tuple[Seat, ...] = ()  # who lost an earlier try

    @property
    def next(self) -> Seat:
        """Whose card is entered next."""
        return self.tied[len(self.played)]


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing more will be earned; `first` won the card for the win against `beaten`, if one was needed."""

    rule: Rule
    first: Seat | None = None
    beaten: tuple[Seat, ...] = ()


Contending = LeavingOut | Showing | Aiming | Breaking | Drawing | Uncovering
"""The moments of a resolution."""
Running = Awaiting | Naming | Turning | Turn | Claiming | Contending | Deciding
Phase = Running | Over


@dataclass(frozen=True, slots=True)
class Earned:
    """A recruit and who got it; `bidders` took part, empty where nobody entered them.

    `blind_pile` is the pile that was covered then, `covered` says whether the recruit came from it; 0 where
    no pile was covered, or nobody entered where the recruit lay.
    """

    seat: Seat
    recruit: str
    bidders: tuple[Seat, ...] = ()
    blind_pile: int = 0
    covered: bool = False


@dataclass(frozen=True, slots=True)
class Resolved:
    """The resolution that was finished last."""

    contest: Contest
    won: Won


@dataclass(frozen=True, slots=True)
class State:
    """A session of Recruits.

    `turn` moves next, `opener` moved first since the last recruit was earned, `draw` and `discard` count the
    cards face down and away, `seen` are those known to lie in the discard pile, `reshuffled` counts the
    shuffles while hands are replaced in the running turn; all of them matter in referee entry. `repeated` is
    a card that was entered although it was seen before, where draws are not counted.
    """

    table: Table
    options: Options
    level: Level
    variants: tuple[Variant, ...]
    blind_pile: int  # 0: none is covered
    phase: Phase
    turn: Seat
    piles: tuple[Pile, ...] = ()
    draw: int = 0
    discard: int = 0
    seen: frozenset[str] = frozenset()
    reshuffled: int = 0
    opener: Seat | None = None
    earned: tuple[Earned, ...] = ()
    last: Resolved | None = None
    repeated: str = ""
    begun: bool = False  # a card was placed, a recruit named
    ledger: Ledger = ()
    stopped: Stopped | None = None

    @property
    def round(self) -> int:
        """The number of the recruit that is earned next, from 1."""
        return min(len(self.earned) + 1, RECRUITS)

    @property
    def players(self) -> int:
        """How many people play."""
        return len(self.table.names)

    @property
    def hand_size(self) -> int:
        """How many cards everybody holds."""
        return hand_size(self.players)

    def has(self, variant: Variant) -> bool:
        """Whether this variation is played."""
        return variant in self.variants

    def name(self, seat: int) -> str:
        """The name of the player there."""
        return self.table.names[seat]

    def pile(self, number: int) -> Pile:
        """The pile of this number, from 1."""
        return self.piles[number - 1]
