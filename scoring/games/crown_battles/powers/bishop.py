"""Bishop: a look at one opponent's hand."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from scoring.contract.game import Table
from scoring.contract.prompts import Field
from scoring.contract.rulebook import Rule, refuse_if, require
from scoring.contract.scores import Seat
from scoring.games.crown_battles.events import PowerPlayed
from scoring.games.crown_battles.powers.power import Power, opponent_field, why_not_opponent
from scoring.games.crown_battles.state import State
from scoring.kit.seats import check_player

BISHOP: Final = Rule("CB-122", "The Bishop's player sees one opponent's hand.", "Action cards: Bishop")

_OWN: Final = "Nobody looks at their own hand; choose an opponent."


@dataclass(frozen=True, slots=True)
class BishopPlayed(PowerPlayed):
    """Whose hand was looked at (CB-122)."""

    seat: Seat
    watched: Seat
    copied: bool

    def apply(self, state: State, waived: Collection[str]) -> State:
        check_player(state.table, self.watched, BISHOP, field="watched")
        require(self.watched != self.seat, BISHOP, _OWN, field="watched")
        refuse_if(why_not_opponent(state, self.seat, self.watched), BISHOP, field="watched")
        return state

    def detail(self, table: Table) -> str:
        return f"{table.names[self.watched]} shows their hand"


def fields(state: State, seat: Seat | None) -> tuple[Field, ...]:
    """Who shows their hand."""
    return (opponent_field(state, seat, "watched", "Whose hand", _OWN),)


POWER: Final = Power(
    event=BishopPlayed,
    rule=BISHOP,
    text="Sees one opponent's hand.",
    fields=fields,
)
