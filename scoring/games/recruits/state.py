"""The state of a session of Recruits; each phase has only the data it needs."""

from dataclasses import dataclass

from scoring.contract.game import Stopped, Table
from scoring.contract.rulebook import Rule
from scoring.contract.scores import Ledger, PerSeat, Seat
from scoring.games.recruits.deck import RECRUITS, SUIT_OF, hand_size
from scoring.games.recruits.options import Level, Options, Variant
from scoring.kit.seats import Seated

Cards = tuple[tuple[Seat, str], ...]
"""Pairs of a seat and a card."""


@dataclass(frozen=True, slots=True)
class Bid:
    """One player's cards on a recruit: `count` is 1 or 2; a card not entered yet is empty."""

    seat: Seat
    count: int
    first: str = ""
    second: str = ""

    @property
    def claim(self) -> str:
        """The claimed suit; empty while the first card is not known."""
        return SUIT_OF[self.first] if self.first else ""

    @property
    def shown(self) -> tuple[str, ...]:
        if self.second:
            return (self.first, self.second)
        return (self.first,) if self.first else ()


@dataclass(frozen=True, slots=True)
class Pile:
    """A pile of recruits: how many are left, the top one if it is face up, and the bids on it."""

    number: int  # from 1
    left: int
    top: str = ""
    blind: bool = False
    bids: tuple[Bid, ...] = ()

    def bid_of(self, seat: int) -> Bid | None:
        return next((bid for bid in self.bids if bid.seat == seat), None)

    def count_of(self, seat: int) -> int:
        bid = self.bid_of(seat)
        return bid.count if bid else 0


@dataclass(frozen=True, slots=True)
class Contest:
    """A recruit that is being resolved: `recruit` is empty while it is face down, `pile` is 0 without piles.

    `aims` are (ace's owner, target) pairs in the order of the bids, `rounds` the tie-break cards from the hands,
    `drawn` those from the draw pile.
    """

    recruit: str
    blind: bool = False
    pile: int = 0
    bids: tuple[Bid, ...] = ()
    totals: PerSeat = ()  # if the table counted them itself
    aims: tuple[tuple[Seat, Seat | None], ...] = ()  # None: nothing to cancel
    rounds: tuple[Cards, ...] = ()
    drawn: tuple[str, ...] = ()

    @property
    def claimants(self) -> tuple[Seat, ...]:
        return tuple(bid.seat for bid in self.bids)

    def claim_of(self, seat: int) -> str:
        """The suit this player claimed; empty if there is none or it was not entered."""
        return next((bid.claim for bid in self.bids if bid.seat == seat), "")

    @property
    def tie_cards(self) -> tuple[str, ...]:
        return tuple(card for cards in self.rounds for _, card in cards)


@dataclass(frozen=True, slots=True)
class Awaiting:
    """Levels without piles: the next recruit is to be named, or all of them are counted at the end."""


@dataclass(frozen=True, slots=True)
class Naming:
    """The ledger has a recruit and needs its winner."""

    recruit: str


@dataclass(frozen=True, slots=True)
class Turning:
    """The top of a pile is to be turned up."""

    pile: int


@dataclass(frozen=True, slots=True)
class Turn:
    """A player places a card, or is locked out."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Claiming:
    """A player has placed a first card on a pile and shows it now."""

    seat: Seat
    pile: int


@dataclass(frozen=True, slots=True)
class LeavingOut:
    """With four players, one of them could not bid on this recruit."""

    contest: Contest


@dataclass(frozen=True, slots=True)
class Showing:
    """The bids are shown and entered, player by player."""

    contest: Contest


@dataclass(frozen=True, slots=True)
class Aiming:
    """A powered ace needs a target."""

    contest: Contest
    seat: Seat
    targets: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Breaking:
    """Cards from hands break a tie: everybody in `must` plays one, those in `may` if they like.

    `beat` is the seat and the value of a card from the draw pile, which wins unless somebody in `may` beats it.
    """

    contest: Contest
    must: tuple[Seat, ...]
    may: tuple[Seat, ...] = ()
    beat: tuple[Seat, int] | None = None
    played: Cards = ()

    @property
    def next(self) -> Seat:
        return (*self.must, *self.may)[len(self.played)]


@dataclass(frozen=True, slots=True)
class Drawing:
    """Cards from the draw pile break a tie among `live`; with `last`, nobody may join any more."""

    contest: Contest
    live: tuple[Seat, ...]
    last: bool = False


@dataclass(frozen=True, slots=True)
class Won:
    """The winner of a recruit, with the reason as a sentence."""

    seat: Seat
    rule: Rule
    reason: str


@dataclass(frozen=True, slots=True)
class Uncovering:
    """A covered recruit is turned up, either for its winner or because its suit decides."""

    contest: Contest
    then: Won | Breaking | None = None


@dataclass(frozen=True, slots=True)
class Deciding:
    """The game has ended by `rule`; players with equal points play a card each for the win."""

    tied: tuple[Seat, ...]
    rule: Rule
    played: Cards = ()
    cards: tuple[str, ...] = ()  # played in earlier tries
    beaten: tuple[Seat, ...] = ()  # by an earlier try

    @property
    def next(self) -> Seat:
        return self.tied[len(self.played)]


@dataclass(frozen=True, slots=True)
class Over:
    """The game has ended by `rule`; if a card decided the win, `first` played it and `beaten` lost."""

    rule: Rule
    first: Seat | None = None
    beaten: tuple[Seat, ...] = ()


Contending = LeavingOut | Showing | Aiming | Breaking | Drawing | Uncovering
"""The phases of a resolution."""
Running = Awaiting | Naming | Turning | Turn | Claiming | Contending | Deciding
Phase = Running | Over


@dataclass(frozen=True, slots=True)
class Earned:
    """A recruit with its winner, and its bidders if they were entered.

    `blind_pile` is the pile that was covered at the time, 0 for none or unknown; `covered` says whether the recruit
    came from it. `round` is its row on the score sheet, which recruits that were counted together share.
    """

    seat: Seat | None  # None: by somebody who has left
    recruit: str
    bidders: tuple[Seat, ...] = ()
    blind_pile: int = 0
    covered: bool = False
    round: int = 0
    is_counted: bool = False
    left: str = ""  # the name of whoever earned it and has left


@dataclass(frozen=True, slots=True)
class Resolved:
    """The resolution that was finished last."""

    contest: Contest
    won: Won


@dataclass(frozen=True, slots=True)
class State(Seated):
    """A session of Recruits.

    At referee level `turn` moves next, `opener` made the first move since the last recruit was earned, `draw` and
    `discard` are the sizes of the two piles, `seen` are the known cards of the discard pile, and `reshuffled` counts
    the shuffles while hands are replaced in the current turn. At the other levels `repeated` is the last card
    entered, if it was seen before.
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
    laid_for: int = 0  # for how many players the piles were laid out, if others play now
    begun: bool = False  # a card was placed, a recruit named
    ledger: Ledger = ()
    stopped: Stopped | None = None
    rivals: tuple[float, ...] = ()  # the points of those who left and are ranked by them

    @property
    def round(self) -> int:
        """The number of the next row on the score sheet, from 1; the last one once all recruits are earned."""
        last = self.earned[-1].round if self.earned else 0
        return last if len(self.earned) == RECRUITS else last + 1

    @property
    def company(self) -> int:
        """For how many players the piles were laid out (RS-005, RS-R25)."""
        return self.laid_for or self.players

    @property
    def hand_size(self) -> int:
        return hand_size(self.players)

    def has(self, variant: Variant) -> bool:
        return variant in self.variants

    def pile(self, number: int) -> Pile:
        return self.piles[number - 1]
