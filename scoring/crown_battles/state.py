"""Where a session of Crown Battles stands; every phase holds only what it needs."""

from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from scoring.changing import replace
from scoring.crown_battles.deck import Composition, Special, Trump
from scoring.crown_battles.events import Bid, Spinner
from scoring.crown_battles.options import Level, Options, RoundType
from scoring.crown_battles.precedence import Play, TrickResult, winner
from scoring.game import Stopped, Table
from scoring.rulebook import Rule, RuleViolation
from scoring.scores import Ledger, Seat

LEADER: Final = Rule(
    "CB-058",
    "Left of the dealer leads first; then the winner of each trick leads the next.",
    "How to Play: Playing Each Trick",
)


@dataclass(frozen=True, slots=True)
class Part:
    """What is bid on and piled by itself: the whole round, a half, a suit.

    `tricks` is None where it turns out in the play how many there are (suits).
    """

    tricks: int | None
    key: str = ""
    label: str = ""
    suit: str = ""  # Suit.key


@dataclass(frozen=True, slots=True)
class Own:
    """What only one type of round keeps, from its first stage to its score; each declares its own."""


@dataclass(frozen=True, slots=True)
class Deal:
    """A round as it was dealt and spun; `number` goes on counting through tie-breaks.

    `parts` are played one after the other, or all at once where they have no tricks of their own;
    `order` are those who bid, in turn; `spun` and `trump` are None where nobody entered them;
    a `stopgap` is Normal Bidding where no card of the pool can be played (CB-R54).
    """

    number: int
    kind: RoundType
    cards: int
    tricks: int
    dealer: Seat
    level: Level
    parts: tuple[Part, ...]
    order: tuple[Seat, ...]
    spun: Spinner | None = None
    trump: Trump | None = None
    named: Trump | None = None  # by the dealer, whatever an Alchemist makes of it
    own: Own | None = None
    stopgap: bool = False

    @property
    def open(self) -> bool:
        """Whether the dealer still has to name the trump (CB-054)."""
        return self.spun is Spinner.CHOICE and self.trump is None

    @property
    def untouched(self) -> bool:
        """Whether neither spin nor trump was entered."""
        return self.spun is None and self.trump is None

    @property
    def ends(self) -> tuple[int, ...]:
        """After how many tricks each part is over; parts without tricks of their own all end with the round."""
        sizes = [part.tricks for part in self.parts if part.tricks is not None]
        return tuple(accumulate(sizes)) or (self.tricks,)

    def part_of(self, trick: int) -> int | None:
        """The part that trick `trick` (from 0) lies in; None: whoever takes it has to say."""
        if self.parts[0].tricks is None:
            return None
        if len(self.parts) == 1:
            return 0
        return next((n for n, end in enumerate(self.ends) if trick < end), len(self.parts) - 1)


@dataclass(frozen=True, slots=True)
class Used:
    """A special card whose action was entered this round, in the part that is counted or played at that moment."""

    card: Special
    seat: Seat
    copied: bool
    part: int = 0


@dataclass(frozen=True, slots=True)
class Due:
    """An action the table still owes for a special card that was played."""

    card: Special
    seat: Seat
    copied: bool


@dataclass(frozen=True, slots=True)
class Trick:
    """A finished trick; nobody won it if it was destroyed. Cards and reason where they are known."""

    winner: Seat | None
    trump: Trump | None
    rule: Rule  # that gave it to its winner
    reason: str = ""
    plays: tuple[Play, ...] = ()
    part: int | None = 0  # None: not laid to a pile yet


Bids = tuple[tuple[Bid, ...], ...]
"""The bids of all seats, part by part; empty where there are none, or none yet."""

Piles = tuple[tuple[int, ...], ...]
"""The tricks of all seats, part by part."""


@dataclass(frozen=True, slots=True)
class Drawing:
    """Waiting for the card that says of which type the round is."""


@dataclass(frozen=True, slots=True)
class Spinning:
    """Waiting for the spinner, or for the dealer's choice."""


@dataclass(frozen=True, slots=True)
class Bidding:
    """Waiting for bids, one for each part; those placed, in the order they were entered."""

    bids: tuple[tuple[Seat, tuple[Bid, ...]], ...] = ()
    smuggler: Seat | None = None  # who swapped a card with the pile


@dataclass(frozen=True, slots=True)
class ByCounts:
    """Play whose piles are counted at the end, part by part."""

    bids: Bids
    used: tuple[Used, ...] = ()
    piles: Piles = ()


@dataclass(frozen=True, slots=True)
class ByTricks:
    """Play entered trick by trick; `coming` is a trump that begins with the next trick."""

    bids: Bids
    leader: Seat
    owned: Piles
    used: tuple[Used, ...] = ()
    tricks: tuple[Trick, ...] = ()
    coming: Trump | None = None


@dataclass(frozen=True, slots=True)
class ByCards:
    """Play entered card by card.

    `due` is owed before the next card, in this order; `named` leads after a Bomb; `swaps` are the hands a Cursed
    swapped: after how many tricks, and whose.
    """

    bids: Bids
    leader: Seat
    owned: Piles
    used: tuple[Used, ...] = ()
    tricks: tuple[Trick, ...] = ()
    coming: Trump | None = None
    plays: tuple[Play, ...] = ()
    gone: tuple[str, ...] = ()  # every card of the round so far
    due: tuple[Due, ...] = ()
    named: Seat | None = None
    swaps: tuple[tuple[int, Seat, Seat], ...] = ()


@dataclass(frozen=True, slots=True)
class Over:
    """The last round is scored and somebody leads alone."""


Trickwise = ByTricks | ByCards
Playing = ByCounts | ByTricks | ByCards
Phase = Drawing | Spinning | Bidding | Playing | Over


@dataclass(frozen=True, slots=True)
class ScoredRound:
    """A scored round: what was bid and won, and who wore the crown afterwards."""

    deal: Deal
    bids: Bids
    won: Piles
    crown: Seat | None


@dataclass(frozen=True, slots=True)
class State:
    """A session of Crown Battles.

    `level` is that of the rounds to come; `counted` is how many lines `sums` already holds;
    `crown_before` wore the crown until the last scored round; `contenders` are the only ones who
    can still win, empty: everybody; `spying` looks through the pile; `joined` counts the rounds
    played before the companion came; `drawn` are the cards of the pool that were drawn, the
    running one last; `pot` is what Wagering leaves in the middle.
    """

    table: Table
    options: Options
    deck: Composition
    schedule: tuple[int, ...]
    level: Level
    deal: Deal
    phase: Phase
    ledger: Ledger = ()
    stopped: Stopped | None = None
    past: tuple[ScoredRound, ...] = ()
    sums: tuple[int, ...] = ()
    counted: int = 0
    crown: Seat | None = None
    crown_before: Seat | None = None
    shields: tuple[Seat, ...] = ()
    contenders: tuple[Seat, ...] = ()
    spying: Seat | None = None
    joined: int = 0
    drawn: tuple[RoundType, ...] = ()
    pot: int = 0

    @property
    def round(self) -> int:
        return self.deal.number

    @property
    def final(self) -> bool:
        """Whether this is the last round of the schedule or a tie-break after it (CB-046)."""
        return self.deal.number >= len(self.schedule)

    @property
    def tie_break(self) -> bool:
        """Whether the last round is being replayed (CB-155)."""
        return self.deal.number > len(self.schedule)

    @property
    def totals(self) -> tuple[int, ...]:
        """Every seat's points so far, without folding the whole ledger again."""
        return self.totals_of(self.ledger)

    def totals_of(self, ledger: Ledger) -> tuple[int, ...]:
        """The same with a ledger that goes on from this state's."""
        points = list(self.sums or (0,) * len(self.table.names))
        for line in ledger[self.counted :]:
            points[line.seat] += line.points
        return tuple(points)

    @property
    def rest(self) -> int:
        """How many cards lie undealt this round (CB-016)."""
        return self.deck.rest(len(self.table.names), self.deal.cards)

    @property
    def opening_seat(self) -> Seat:
        """Who bids and leads first: left of the dealer."""
        return self.table.left_of(self.deal.dealer)

    def name(self, seat: Seat) -> str:
        """The name of the player there."""
        return self.table.names[seat]

    def others(self, seat: Seat) -> tuple[Seat, ...]:
        """Everybody else, clockwise."""
        return self.table.clockwise_from(seat)[1:]


def moved(piles: Piles, part: int, seat: Seat, step: int) -> Piles:
    """The piles with `step` more at one seat in one part."""
    pile = piles[part]
    changed = (*pile[:seat], pile[seat] + step, *pile[seat + 1 :])
    return (*piles[:part], changed, *piles[part + 1 :])


def lay(state: State, part: int) -> State:
    """The state with the trick just finished laid to a pile, where the play did not say to which."""
    phase = state.phase
    assert isinstance(phase, ByTricks | ByCards), "tricks are laid one by one"
    last = phase.tricks[-1]
    owned = phase.owned if last.winner is None else moved(phase.owned, part, last.winner, 1)
    return replace(state, phase=replace(phase, tricks=(*phase.tricks[:-1], replace(last, part=part)), owned=owned))


def verdict(state: State, plays: tuple[Play, ...], trump: Trump) -> TrickResult:
    """Which of these cards wins, as this table rules (CB-111)."""
    return winner(
        plays,
        trump,
        wizard_affects_kings=state.options.wizard_affects_kings,
        summoner_beats_dragon_king=state.options.summoner_beats_dragon_king,
    )


def check_seat(state: State, seat: Seat, rule: Rule, field: str = "seat") -> None:
    """Refuse a seat nobody sits on."""
    if not 0 <= seat < len(state.table.names):
        raise RuleViolation(rule, "Choose one of the players at this table.", field=field)
