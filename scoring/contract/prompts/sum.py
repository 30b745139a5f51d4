"""A number that lies on the table as several."""

from dataclasses import dataclass

from scoring.contract.prompts.field import UNSET, Answer, Field, Unset, is_number
from scoring.contract.tapes import add_up, find_step_error, find_tape_error


@dataclass(frozen=True, slots=True)
class Sum(Field):
    """A number that lies on the table as several, low <= n <= high: the points of a pile of cards.

    Answer: int, or the list of its parts as they were typed, each 1 or more: [3, 5, 2]. With `is_signed` the parts
    may also be below zero. With a `step` of 0.5 numbers and parts may be floats that end in .5.
    """

    low: int
    high: int
    likely: int | Unset = UNSET
    is_signed: bool = False
    step: float = 1

    def get_likely(self) -> Answer | Unset:
        return self.likely

    def find_error(self, answer: Answer) -> str:
        if is_number(answer) or is_tape(answer):
            error = find_step_error(answer, self.step) or find_tape_error(answer, is_signed=self.is_signed)
            if error:
                return error
        if not self.has_shape(answer) or not self.low <= add_up(answer) <= self.high:
            low = self.low if self.is_signed else max(self.low, 0)
            return f"A number from {low} to {self.high}."
        return ""

    def has_shape(self, answer: Answer) -> bool:
        return (is_number(answer) or is_tape(answer)) and not find_step_error(answer, self.step)


def is_tape(answer: Answer) -> bool:
    """Whether it is a list of numbers with at least one in it."""
    return isinstance(answer, list | tuple) and bool(answer) and all(map(is_number, answer))
