"""Magician: everybody passes a card to a neighbour."""

from collections.abc import Collection
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from scoring.contract.game import Table
from scoring.contract.prompts import Choice, Field, Pick
from scoring.contract.rulebook import Rule
from scoring.contract.scores import Seat
from scoring.games.crown_battles.events import PowerPlayed
from scoring.games.crown_battles.powers.power import Power, why_useless_in_last_trick
from scoring.games.crown_battles.state import State

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

    def apply(self, state: State, waived: Collection[str]) -> State:
        """Nothing to do: hands are not tracked."""
        return state

    def detail(self, table: Table) -> str:
        return f"everybody passes a card to the {self.direction.value}"


def fields(state: State, seat: Seat | None) -> tuple[Field, ...]:
    """The direction."""
    return (Pick("direction", "Which way the cards go", _DIRECTIONS),)


def why_not(state: State, seat: Seat | None) -> str:
    """In the last trick nobody has a card to pass."""
    return why_useless_in_last_trick(state, POWER, "The Magician")


POWER: Final = Power(
    event=MagicianPlayed,
    rule=MAGICIAN,
    text="Everybody passes a card; the Magician's player sees the new one first.",
    fields=fields,
    why_not=why_not,
    code="W_LAST_TRICK",
)
