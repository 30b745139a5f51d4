"""The phases of a session of Faction Wars; each has only the data it needs."""

from dataclasses import dataclass, replace

from scoring.contract.scores import PerSeat, Seat
from scoring.games.faction_wars.steps import Step


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

    def finish_step(self, *following: Step) -> "Resolving":
        """The phase with its first step done; the `following` steps come before all others (FW-R16)."""
        return replace(self, pending=(*following, *self.pending[1:]))


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


Running = LiningUp | Bidding | Resolving | Stocktaking | CountingCards | CountingBonuses | BreakingTie
"""Every phase but the end."""
Phase = Running | Over
