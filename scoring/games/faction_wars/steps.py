"""The steps of a round that is being resolved; each has only the data it needs."""

from dataclasses import dataclass

from scoring.contract.scores import Seat
from scoring.games.faction_wars.cards import Card


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
