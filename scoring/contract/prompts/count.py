"""A number."""

from dataclasses import dataclass

from scoring.contract.prompts.field import UNSET, Answer, Field, Unset, is_int


@dataclass(frozen=True, slots=True)
class Count(Field):
    """A whole number, low <= n <= high in steps. Answer: int. `barred`: (number, why not) pairs.

    `words` replace the numbers on the screen, beginning with `low`: "Failed", "Achieved". `signs` stand for the numbers
    above `low` where there is little room: ("JJ", "JJJ"); `low` itself is then the likely answer and needs no key.
    """

    low: int
    high: int
    step: int = 1
    likely: int | Unset = UNSET
    barred: tuple[tuple[int, str], ...] = ()
    by_chance: str = ""
    words: tuple[str, ...] = ()
    signs: tuple[str, ...] = ()

    def get_likely(self) -> Answer | Unset:
        return self.likely

    def find_error(self, answer: Answer) -> str:
        if not is_int(answer) or not self.low <= answer <= self.high:
            return f"A number from {self.low} to {self.high}."
        if (answer - self.low) % self.step:
            return f"In steps of {self.step}."
        return dict(self.barred).get(answer, "")

    def has_shape(self, answer: Answer) -> bool:
        return is_int(answer)

    def label_of(self, answer: Answer) -> str:
        is_word = is_int(answer) and 0 <= answer - self.low < len(self.words)
        return self.words[answer - self.low] if is_word else ""
