"""The state of the simulated table across rounds: totals, shields, the pot, and the current round."""

from dataclasses import dataclass, field
from random import Random

from scoring.games.crown_battles.options import Options, RoundType
from scoring.kit.trick_taking import Level
from tests.simulators.crown_battles.bids import Bid
from tests.simulators.crown_battles.cards import Play
from tests.simulators.crown_battles.entering import Entering


@dataclass
class Table:
    """The state of the evening."""

    rng: Random
    players: int
    options: Options
    entering: Entering
    totals: list[int]
    schedule: tuple[int, ...]
    level: Level
    """The level of the rounds to come."""
    shields: set[int] = field(default_factory=set)
    pot: int = 0
    gained: list[int] = field(default_factory=list)
    """Points of the running round by seat, Witch and shields included."""

    shields_paid: list[int] = field(default_factory=list)
    """Who has bought a shield in the running round."""

    @property
    def seats(self) -> range:
        return range(self.players)

    def pay(self, seat: int, points: int) -> None:
        self.totals[seat] += points
        self.gained[seat] += points


@dataclass
class Hands:
    """One round on the table: its frame, the hands, the bids and the piles."""

    table: Table
    number: int
    type: RoundType
    dealt: int
    dealer: int
    level: Level
    hands: list[list[str]]
    second_hands: list[list[str]]
    pile: list[str]
    tricks: int
    parts: tuple[str | None, ...]
    """The keys of the parts with separate bids and piles: two halves, the suits, or the whole round."""
    ends: tuple[int, ...]
    """After how many tricks a half, or the round, is over."""
    trump: str = "none"
    spun: str = "none"
    coming: str | None = None
    bids: list[list[Bid]] = field(default_factory=list)
    owned: list[list[int]] = field(default_factory=list)
    leader: int = 0
    played: list[list[Play]] = field(default_factory=list)
    winners: list[int | None] = field(default_factory=list)
    trump_tricks: dict[int, int] = field(default_factory=dict)
    """By number of the trick, who won it with a trump."""
    wizards: set[int] = field(default_factory=set)
    bombed: bool = False
    """Whether a Bomb was played to the current trick."""
    named: int | None = None
    groups: tuple[tuple[int, ...], ...] = ()
    revoked: dict[int, set[str]] = field(default_factory=dict)
    """By seat, the suits it failed to follow although it could."""
    evident: set[int] = field(default_factory=set)
    """The seats whose revoke a later card proves."""
    noted: set[int] = field(default_factory=set)
    staked: list[int] = field(default_factory=list)
    """What everybody has put on the table in a Wagering round; empty in any other."""

    @property
    def final(self) -> bool:
        return self.number >= len(self.table.schedule)

    @property
    def opening_seat(self) -> int:
        return (self.dealer + 1) % self.table.players

    @property
    def clockwise(self) -> list[int]:
        return [(self.opening_seat + step) % self.table.players for step in self.table.seats]

    @property
    def trick(self) -> int:
        return len(self.winners)

    @property
    def half(self) -> int:
        """Which of the parts with tricks of their own is played."""
        return sum(self.trick >= end for end in self.ends[:-1])

    @property
    def is_last(self) -> bool:
        """Whether the running trick is the last one of its half, or of the round."""
        return self.trick + 1 in self.ends

    def opponents(self, seat: int) -> list[int]:
        team = next((group for group in self.groups if seat in group), (seat,))
        allies = team if self.has_teams else (seat,)
        return [other for other in self.table.seats if other not in allies]

    @property
    def by_suit(self) -> bool:
        return self.type in (RoundType.SUIT_PRECISION, RoundType.SUIT_PRECISION_ALLIANCES)

    @property
    def has_teams(self) -> bool:
        return self.type in (
            RoundType.ALLIANCES,
            RoundType.MISSIONS_ALLIANCES,
            RoundType.SUIT_PRECISION_ALLIANCES,
        )
