"""What events of several modules share: bids, groups, the spinner, and the two families of events."""

from collections.abc import Collection
from enum import StrEnum
from typing import Any, ClassVar

from scoring.contract.game import Event, Table
from scoring.contract.scores import Seat
from scoring.games.crown_battles.deck import Special

Bid = tuple[int, ...]
"""(n,) or (n, n + 1): a single or a double bid."""

Groups = tuple[tuple[Seat, ...], ...]
"""Fights or teams."""


class Spinner(StrEnum):
    """A field of the spinner: X (NONE), one of the four suits, or all four colours (CHOICE)."""

    NONE = "none"
    YELLOW = "yellow"
    BLUE = "blue"
    RED = "red"
    GREEN = "green"
    CHOICE = "choice"


class TypeEvent(Event[Any]):
    """An event of only some types of rounds: defined in `rounds/` and listed in their `TypeRules`."""

    __slots__ = ()


class PowerPlayed(Event[Any]):
    """The action of a special card, defined in its module of `powers/`; `copied`: by a Summoner (CB-130)."""

    __slots__ = ()

    card: ClassVar[Special]  # by the name of the class: the Witch of `WitchPlayed`
    seat: Seat
    copied: bool

    def __init_subclass__(cls) -> None:
        super().__init_subclass__()
        cls.card = Special(cls.kind.removesuffix("_played"))

    def apply(self, state: Any, waived: Collection[str]) -> Any:
        """Nothing changes where hands are not tracked; cards that do more say so."""
        return state

    def detail(self, table: Table) -> str:
        """What the action did, for the log; may be empty."""
        raise NotImplementedError

    def sentence(self, table: Table, veiled: frozenset[str]) -> str:
        detail, name = self.detail(table), table.names[self.seat]
        if detail and not self.copied:
            return f"{name}'s {self.card.label}: {detail}"
        lead = describe_power(self.card, name, self.copied)
        return f"{lead}: {detail}" if detail else lead


def describe_power(card: Special, name: str, copied: bool) -> str:
    """Who uses a special card: "Ana plays the Witch", "Ana's Summoner copies the Witch"."""
    return f"{name}'s Summoner copies the {card.label}" if copied else f"{name} plays the {card.label}"
