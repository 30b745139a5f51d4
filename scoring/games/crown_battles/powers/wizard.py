"""Wizard: turns Golems and Dragons into Peasants, and protects its player from theft."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from scoring.contract.game import Table
from scoring.contract.scores import Seat
from scoring.games.crown_battles.events import PowerPlayed
from scoring.games.crown_battles.powers.power import Power
from scoring.games.crown_battles.shield import WIZARD_COVERS
from scoring.games.crown_battles.state import State


@dataclass(frozen=True, slots=True)
class WizardPlayed(PowerPlayed):
    """Who is protected from theft (CB-133)."""

    seat: Seat
    copied: bool

    def apply(self, state: State, waived: Collection[str]) -> State:
        """Nothing to do: its player is protected because it was played."""
        return state

    def detail(self, table: Table) -> str:
        return f"nobody steals from {table.names[self.seat]} this round"


POWER: Final = Power(
    event=WizardPlayed,
    rule=WIZARD_COVERS,
    text="Keep it in front of you: no Thief or Witch this round.",
)
