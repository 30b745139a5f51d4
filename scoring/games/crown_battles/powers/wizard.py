"""Wizard: turns Golems and Dragons into Peasants, and protects its player from theft."""

from dataclasses import dataclass
from typing import Final

from scoring.contract.game import Table
from scoring.contract.scores import Seat
from scoring.games.crown_battles.events import PowerPlayed
from scoring.games.crown_battles.powers.power import Power
from scoring.games.crown_battles.shield import WIZARD_COVERS


@dataclass(frozen=True, slots=True)
class WizardPlayed(PowerPlayed):
    """Who is protected from theft (CB-133)."""

    seat: Seat
    copied: bool

    def detail(self, table: Table) -> str:
        return f"nobody steals from {table.names[self.seat]} this round"


POWER: Final = Power(
    event=WizardPlayed,
    rule=WIZARD_COVERS,
    text="Keep it in front of you: no Thief or Witch this round.",
)
