"""Alchemist: changes the trump of the round."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Final

from scoring.contract.game import Table
from scoring.contract.prompts import Field, Pick
from scoring.contract.rulebook import Rule, refuse_if
from scoring.contract.scores import Seat
from scoring.games.crown_battles import trump
from scoring.games.crown_battles.deck import Trump
from scoring.games.crown_battles.events import PowerPlayed
from scoring.games.crown_battles.options import AlchemistFrom
from scoring.games.crown_battles.powers.power import Power
from scoring.games.crown_battles.state import State, Trickwise

ALCHEMIST: Final = Rule(
    "CB-121", "The Alchemist makes any suit trump, or none, or leaves it as it is.", "Action cards: Alchemist"
)
FROM_WHEN: Final = Rule("CB-R14", "The Alchemist's trump counts from the current trick on.", "Our ruling")


@dataclass(frozen=True, slots=True)
class AlchemistPlayed(PowerPlayed):
    """The trump from now on; it may stay the same (CB-121)."""

    seat: Seat
    trump: Trump
    copied: bool

    def apply(self, state: State, waived: Collection[str]) -> State:
        """Change the trump, at once or from the next trick on (CB-R14)."""
        refuse_if(trump.why_not_trump(state, self.trump), ALCHEMIST, field="trump", code="E_TRUMP_CHOICE")
        later = state.options.alchemist_from is AlchemistFrom.NEXT_TRICK
        if later and isinstance(state.phase, Trickwise):
            return replace(state, phase=replace(state.phase, coming=self.trump))
        return replace(state, deal=replace(state.deal, trump=self.trump))

    def detail(self, table: Table) -> str:
        return "no trump" if self.trump is Trump.NONE else f"{trump.label(self.trump).lower()} is trump"


def fields(state: State, seat: Seat | None) -> tuple[Field, ...]:
    """The new trump."""
    choices = (
        replace(choice, text="as it is" if choice.value == state.deal.trump else "")
        for choice in trump.trump_choices(state, naming=False)
    )
    return (Pick("trump", "Trump", tuple(choices)),)


POWER: Final = Power(
    event=AlchemistPlayed,
    rule=ALCHEMIST,
    text="Changes the trump for the rest of the round.",
    fields=fields,
)
