"""How much of a game is entered: the levels a table may choose, in the set-up and while it plays."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, Generic, TypeVar

from scoring.contract.game import OptionField, Preset
from scoring.contract.prompts import UNSET, Choice, Pick, Prompt, Unset
from scoring.contract.rulebook import Rule
from scoring.kit.rulings import GAME

CURRENT: Final = "This is how the game is entered now."
"""Why the current level cannot be chosen."""

L = TypeVar("L", bound=StrEnum)
O = TypeVar("O")


@dataclass(frozen=True, slots=True)
class Levels(Generic[L]):
    """A game's levels, the least first; each with its label, that of its preset, and a line that says what is
    entered."""

    rows: tuple[tuple[L, str, str], ...]

    def label(self, level: L) -> str:
        """What players call a level."""
        return next(label for row, label, _ in self.rows if row is level)

    def is_more(self, level: L, than: L) -> bool:
        """Whether more is entered at one level than at another."""
        order = [row for row, _, _ in self.rows]
        return order.index(level) > order.index(than)

    def ask_option(self, chosen: L, text: str, rule: Rule) -> OptionField:
        return OptionField(self._pick(lambda level: "", chosen.value), text, rule, GAME)

    def ask_change(
        self, kind: str, why_not: Callable[[L], str], *, rule: Rule, help: str = "", group: str = "This game"
    ) -> Prompt:
        """The prompt for another level; `why_not` is the game's check, which also judges the entry."""
        current: str | Unset = next((level.value for level, _, _ in self.rows if why_not(level) == CURRENT), UNSET)
        pick = self._pick(why_not, current)
        return Prompt(kind, "How much to enter", (pick,), rule=rule, confirm="Change", help=help, menu=group)

    def presets(
        self, make: Callable[[L], O], notes: Mapping[L, tuple[str, Rule]], keys: Mapping[L, str] | None = None
    ) -> tuple[Preset[O], ...]:
        """A preset for each level, with its text and its rule; `keys` if they are not the stored values."""
        return tuple(
            Preset(keys[level] if keys else level.value, label, make(level), *notes[level])
            for level, label, _ in self.rows
        )

    def _pick(self, why_not: Callable[[L], str], likely: str | Unset = UNSET) -> Pick:
        choices = tuple(Choice(level.value, label, why_not(level), text=text) for level, label, text in self.rows)
        return Pick("level", "What is entered", choices, likely)


def why_not_again(current: L, level: L) -> str:
    """Why the current level cannot be chosen; empty for every other one."""
    return CURRENT if level is current else ""
