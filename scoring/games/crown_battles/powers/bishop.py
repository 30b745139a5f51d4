"""Bishop: a look at one opponent's hand."""

from collections.abc import Collection
from dataclasses import dataclass
from functools import partial
from typing import Final

from scoring.contract.game import Table
from scoring.contract.rulebook import Rule, refuse_if
from scoring.contract.scores import Seat
from scoring.games.crown_battles.events import PowerPlayed
from scoring.games.crown_battles.powers.power import Power, why_not_opponent
from scoring.games.crown_battles.state import State
from scoring.kit.seats import check_player

BISHOP: Final = Rule("CB-122", "The Bishop's player sees one opponent's hand.", "Action cards: Bishop")


@dataclass(frozen=True, slots=True)
class BishopPlayed(PowerPlayed):
    """Whose hand was looked at (CB-122)."""

    seat: Seat
    watched: Seat
    copied: bool

    def apply(self, state: State, waived: Collection[str]) -> State:
        check_player(state.table, self.watched, BISHOP, field="watched")
        refuse_if(_why_not(state, self.seat, self.watched), BISHOP, field="watched")
        return state

    def detail(self, table: Table) -> str:
        return f"{table.names[self.watched]} shows their hand"


def _why_not(state: State, seat: Seat | None, watched: Seat) -> str:
    own = "Nobody looks at their own hand; choose an opponent."
    return own if watched == seat else why_not_opponent(state, seat, watched)


POWER: Final = Power(
    event=BishopPlayed,
    rule=BISHOP,
    text="Sees one opponent's hand.",
    fields=lambda state, seat: (state.table.pick_seat("watched", "Whose hand", partial(_why_not, state, seat)),),
)
