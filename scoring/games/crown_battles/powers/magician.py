"""Magician: everybody passes a card to a neighbour."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scoring.contract.game import Table
from scoring.contract.prompts import Choice, Pick
from scoring.contract.rulebook import Rule
from scoring.contract.scores import Seat
from scoring.games.crown_battles.events import PowerPlayed
from scoring.games.crown_battles.powers.power import Power, why_useless_in_last_trick

MAGICIAN: Final = Rule(
    "CB-126",
    "With the Magician everybody passes a card left or right; not in the last trick.",
    "Action cards: Magician",
)


class Direction(StrEnum):
    """Where the Magician sends the cards."""

    LEFT = "left"
    RIGHT = "right"


_DIRECTIONS: Final = tuple(Choice(way.value, f"To the {way.value}", icon=way.value) for way in Direction)


@dataclass(frozen=True, slots=True)
class MagicianPlayed(PowerPlayed):
    """The direction in which the cards were passed (CB-126)."""

    seat: Seat
    direction: Direction
    copied: bool

    def detail(self, table: Table) -> str:
        return f"everybody passes a card to the {self.direction.value}"


POWER: Final[Power] = Power(
    event=MagicianPlayed,
    rule=MAGICIAN,
    text="Everybody passes a card; the Magician's player sees the new one first.",
    fields=lambda state, seat: (Pick("direction", "Which way the cards go", _DIRECTIONS),),
    why_not=lambda state, seat: why_useless_in_last_trick(state, POWER, "The Magician"),
    code="W_LAST_TRICK",
)
