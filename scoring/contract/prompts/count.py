"""A number."""

from collections.abc import Sequence
from dataclasses import dataclass

from scoring.contract.prompts.field import UNSET, Answer, Field, Unset, is_int
from scoring.contract.scores import HALF, are_points, as_points


@dataclass(frozen=True, slots=True)
class Count(Field):
    """A number, low <= n <= high in steps. Answer: int; with a `step` of 0.5 also a float. `barred`: (number, why not).

    `words` replace the numbers on the screen, beginning with `low`: "Failed", "Achieved". `signs` stand for the numbers
    above `low` where there is little room: ("JJ", "JJJ"); `low` itself is then the likely answer and needs no key.
    """

    low: int
    high: int
    step: float = 1
    likely: float | Unset = UNSET
    barred: tuple[tuple[float, str], ...] = ()
    by_chance: str = ""
    words: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()

    @property
    def numbers(self) -> Sequence[float]:
        """The numbers from `low` to `high`, barred ones too."""
        if isinstance(self.step, int):
            return range(self.low, self.high + 1, self.step)
        return [as_points(self.low + at * self.step) for at in range(int((self.high - self.low) / self.step) + 1)]

    def get_likely(self) -> Answer | Unset:
        return self.likely

    def find_error(self, answer: Answer) -> str:
        if not self.has_shape(answer) or not self.low <= answer <= self.high:
            return f"A number from {self.low} to {self.high}."
        if (answer - self.low) % self.step or not are_points(answer, HALF):
            return f"A number from {self.low} to {self.high}, in steps of {self.step}."
        return dict(self.barred).get(answer, "")

    def has_shape(self, answer: Answer) -> bool:
        return is_int(answer) or (self.step == HALF and isinstance(answer, float))

    def label_of(self, answer: Answer) -> str:
        is_word = is_int(answer) and 0 <= answer - self.low < len(self.words)
        return self.words[answer - self.low] if is_word else ""
