"""Spy: its player looks through the pile for a minute."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Notice, Table
from scoring.contract.rulebook import Rule
from scoring.contract.scores import Seat
from scoring.games.crown_battles.events import PowerPlayed
from scoring.games.crown_battles.powers.power import Power
from scoring.games.crown_battles.powers.smuggler import NO_PILE
from scoring.games.crown_battles.state import State

SPY: Final = Rule("CB-129", "The Spy's player looks through the pile for sixty seconds.", "Action cards: Spy")

_SECONDS: Final = 60


@dataclass(frozen=True, slots=True)
class SpyPlayed(PowerPlayed):
    """A look through the pile (CB-129)."""

    seat: Seat
    copied: bool

    def apply(self, state: State, waived: Collection[str]) -> State:
        """Start the minute, which ends with the next entry."""
        return replace(state, spying=self.seat)

    def detail(self, table: Table) -> str:
        return "looks through the pile"


def notice(state: State, seat: Seat) -> Notice:
    """The countdown."""
    return Notice(SPY, f"{state.name(seat)} looks through the pile: one minute.", seat, _SECONDS)


def why_not(state: State, seat: Seat | None) -> str:
    """There must be a pile."""
    return NO_PILE if state.undealt == 0 else ""


POWER: Final = Power(
    event=SpyPlayed,
    rule=SPY,
    text="Looks through the pile for sixty seconds.",
    why_not=why_not,
    code="W_NO_DECK",
    confirm="Start the minute",
)
