"""Wizard: turns Golems and Dragons into Peasants, and protects its player from theft."""

from dataclasses import dataclass
from typing import ClassVar, Final

from scoring.contract.game import Table
from scoring.contract.scores import Seat
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.events import PowerPlayed
from scoring.games.crown_battles.powers.power import Power
from scoring.games.crown_battles.shield import WIZARD_COVERS
from scoring.games.crown_battles.state import State


@dataclass(frozen=True, slots=True)
class WizardPlayed(PowerPlayed):
    """Who is protected from theft (CB-133)."""

    kind: ClassVar[str] = "wizard_played"
    seat: Seat
    copied: bool


def act(state: State, event: WizardPlayed) -> State:
    """Nothing to do: its player is protected because it was played."""
    return state


def detail(table: Table, event: WizardPlayed) -> str:
    """Who is protected."""
    return f"nobody steals from {table.names[event.seat]} this round"


POWER: Final = Power(
    card=Special.WIZARD,
    event=WizardPlayed,
    rule=WIZARD_COVERS,
    text="Keep it in front of you: no Thief or Witch this round.",
    act=act,
    detail=detail,
)
