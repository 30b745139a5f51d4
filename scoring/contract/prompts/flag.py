"""Yes or no."""

from dataclasses import dataclass

from scoring.contract.prompts.field import UNSET, Answer, Field, Unset


@dataclass(frozen=True, slots=True)
class Flag(Field):
    """Yes or no. Answer: bool."""

    likely: bool | Unset = UNSET

    def get_likely(self) -> Answer | Unset:
        return self.likely

    def find_error(self, answer: Answer) -> str:
        return "" if isinstance(answer, bool) else "Yes or no."

    def has_shape(self, answer: Answer) -> bool:
        return isinstance(answer, bool)

    def label_of(self, answer: Answer) -> str:
        return "Yes" if answer else "No"
