"""One of several choices."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, Self

from scoring.contract.prompts.choice import Choice, find_choice_error
from scoring.contract.prompts.field import UNSET, Answer, Field, Move, Unset


@dataclass(frozen=True, slots=True)
class Pick(Field):
    """Exactly one of the choices. Answer: its value.

    `by_chance` is the label of a button that picks an allowed one at random ("Spin", "Pick at random"). With `seats`
    the values are seats (None: nobody) and the screen shows players.
    """

    choices: tuple[Choice, ...]
    likely: Answer | Unset = UNSET
    by_chance: str = ""
    seats: bool = False

    def get_likely(self) -> Answer | Unset:
        return self.likely

    def find_error(self, answer: Answer) -> str:
        return find_choice_error(self.choices, answer)

    def has_shape(self, answer: Answer) -> bool:
        return answer is None or isinstance(answer, str | int)

    def list_values(self) -> Iterator[tuple[str, Answer]]:
        return ((choice.label, choice.value) for choice in self.choices)

    def list_seats(self) -> Iterator[Answer]:
        return (choice.value for choice in self.choices if self.seats)

    def move_seats(self, hint: Any, move: Move) -> Self:
        choices = tuple(replace(choice, value=move(hint, choice.value)) for choice in self.choices)
        return replace(self, choices=choices, likely=move(hint, self.likely))

    def label_of(self, answer: Answer) -> str:
        return next((choice.label for choice in self.choices if choice.value == answer), "")
