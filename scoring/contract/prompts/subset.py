"""Several of the choices."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

from scoring.contract.hints import find_element
from scoring.contract.prompts.choice import Choice, find_choice_error
from scoring.contract.prompts.field import UNSET, Answer, Field, Move, Unset


@dataclass(frozen=True, slots=True)
class Subset(Field):
    """Between `low` and `high` of the choices. Answer: list of values, in the choices' order."""

    choices: tuple[Choice, ...]
    low: int = 0
    high: int = 99
    likely: tuple[Answer, ...] | Unset = UNSET

    def get_likely(self) -> Answer | Unset:
        if not isinstance(self.likely, Unset):
            return list(self.likely)
        return UNSET if self.low else []

    def find_error(self, answer: Answer) -> str:
        if not isinstance(answer, list) or len(set(map(str, answer))) != len(answer):
            return "Each of them at most once."
        error = next((why for value in answer if (why := find_choice_error(self.choices, value))), "")
        if error or self.low <= len(answer) <= self.high:
            return error
        return f"Choose {self.low if self.low == self.high else f'{self.low} to {self.high}'}."

    def has_shape(self, answer: Answer) -> bool:
        return isinstance(answer, list) and all(isinstance(value, str | int) for value in answer)

    def list_values(self) -> Iterator[tuple[str, Answer]]:
        return ((choice.label, choice.value) for choice in self.choices)

    def move_seats(self, hint: Any, move: Move) -> Self:
        part = find_element(hint)
        choices = tuple(replace(choice, value=move(part, choice.value)) for choice in self.choices)
        likely = self.likely if isinstance(self.likely, Unset) else tuple(move(hint, self.likely))
        return replace(self, choices=choices, likely=likely)

    def label_of(self, answer: Answer) -> str:
        return next((choice.label for choice in self.choices if choice.value == answer), "")
