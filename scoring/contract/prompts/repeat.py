"""The same question as often as the table needs it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

from scoring.contract.hints import find_element
from scoring.contract.prompts.field import UNSET, Answer, Field, Move, Unset


@dataclass(frozen=True, slots=True)
class Repeat(Field):
    """The same question between `low` and `high` times. Answer: list of answers."""

    field: Field
    low: int = 0
    high: int = 99
    likely: tuple[Answer, ...] | Unset = UNSET

    @property
    def parts(self) -> tuple[Field, ...]:
        return (self.field,)

    def get_likely(self) -> Answer | Unset:
        if not isinstance(self.likely, Unset):
            return list(self.likely)
        return UNSET if self.low else []

    def find_error(self, answer: Answer) -> str:
        if not isinstance(answer, list) or not self.low <= len(answer) <= self.high:
            return f"{self.high} of them." if self.low == self.high else f"Between {self.low} and {self.high} of them."
        return next((why for item in answer if (why := self.field.find_error(item))), "")

    def has_shape(self, answer: Answer) -> bool:
        return isinstance(answer, list) and all(map(self.field.has_shape, answer))

    def list_known(self, answer: Answer) -> Iterator[tuple[str, Answer]]:
        for item in answer:
            yield from self.field.list_known(item)

    def move_seats(self, hint: Any, move: Move) -> Self:
        return replace(self, field=self.field.move_seats(find_element(hint), move))
