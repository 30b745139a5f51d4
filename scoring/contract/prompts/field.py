"""What all kinds of question have in common. Each kind is a module beside this one, and a view on the screen."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum, StrEnum
from typing import Any, Final, Self

Answer = Any
"""A JSON value: str, int, bool, None, or lists and string-keyed dicts of them."""

Draft = Mapping[str, Answer]
"""The answers entered so far, by field name; what was not entered yet is absent."""

Key = str | int
"""The subject of a cell in a `Grid`: a seat, a suit's key or a card's code."""

Move = Callable[[Any, Answer], Answer]
"""Replaces the seats in an answer; the first argument is the answer's type in the event."""


class Unset(Enum):
    """Not entered yet; not the same as 0."""

    UNSET = "unset"


UNSET: Final = Unset.UNSET


class Source(StrEnum):
    """Where the value of a field or cell comes from."""

    ENTERED = "entered"
    LIKELY = "likely"
    SOLVED = "solved"
    MISSING = "missing"


@dataclass(frozen=True, slots=True)
class Value:
    """The current value of a field or cell; `answer` is UNSET exactly when it is MISSING."""

    answer: Answer | Unset
    source: Source


MISSING_VALUE: Final = Value(UNSET, Source.MISSING)


def value_of(likely: Answer | Unset) -> Value:
    """The value of what was not entered."""
    return MISSING_VALUE if likely is UNSET else Value(likely, Source.LIKELY)


@dataclass(frozen=True, slots=True)
class Gap:
    """Something that keeps a form from being recorded: which field, and one short sentence."""

    path: str  # "tricks", "tricks[2]"
    text: str


@dataclass(frozen=True, slots=True)
class Field:
    """A question of a form: `name` is the field of the event, `label` what the table reads.

    A kind of question says in its docstring what its answer is: a plain JSON value, as in a stored entry. It defines
    `find_error` and `has_shape`, and of the other methods those in which it differs.
    """

    name: str
    label: str

    @property
    def parts(self) -> "tuple[Field, ...]":
        """The questions inside it."""
        return ()

    def get_likely(self) -> Answer | Unset:
        """The answer before anything is entered."""
        return UNSET

    def get_value(self, draft: Draft) -> Value:
        """The entered answer, else the likely one."""
        return Value(draft[self.name], Source.ENTERED) if self.name in draft else value_of(self.get_likely())

    def find_error(self, answer: Answer) -> str:
        """Why the answer is not valid, in one sentence; empty: it is. Any JSON value may come in."""
        raise NotImplementedError

    def has_shape(self, answer: Answer) -> bool:
        """Whether it has the type of an answer to this field, be it incomplete or not allowed."""
        raise NotImplementedError

    def find_gaps(self, draft: Draft, path: str, topic: str = "") -> Iterator[Gap]:
        """What is missing or not valid; the `topic` says what a grid beside others is about: "Vikings"."""
        value = self.get_value(draft)
        if value.source is Source.MISSING:
            yield Gap(path, f"Still open: {self.label or 'an answer'}.")
        elif error := self.find_error(value.answer):
            yield Gap(path, error)

    def collect(self, draft: Draft) -> Answer:
        """The answer for the event, once there are no gaps."""
        return self.get_value(draft).answer

    def list_known(self, answer: Answer) -> Iterator[tuple[str, Answer]]:
        """The cards named in an answer, each with the shelf of its `Known`."""
        return iter(())

    def label_of(self, answer: Answer) -> str:
        """What the table calls this answer; empty where it speaks for itself."""
        return ""

    def list_values(self) -> Iterator[tuple[str, Answer]]:
        """The labels and values of what is chosen or asked about."""
        return iter(())

    def list_seats(self) -> Iterator[Answer]:
        """The seats that it names."""
        return iter(())

    def move_seats(self, hint: Any, move: Move) -> Self:
        """The same question with other seats; `hint` is the type of its answer in the event."""
        return self


def is_int(answer: Answer) -> bool:
    """Whether it is a whole number; True and False are not."""
    return isinstance(answer, int) and not isinstance(answer, bool)


def is_number(answer: Answer) -> bool:
    """Whether it is a number, whole or not; True and False are none."""
    return is_int(answer) or isinstance(answer, float)


def read_pairs(answer: Answer) -> list[tuple[Key, Answer]]:
    """The [key, answer] pairs of a list; anything else in it is left out."""
    if not isinstance(answer, list | tuple):
        return []
    pairs = (tuple(pair) for pair in answer if isinstance(pair, list | tuple) and len(pair) == 2)
    return [(key, value) for key, value in pairs if isinstance(key, str) or is_int(key)]


def are_pairs(answer: Answer) -> bool:
    """Whether it is a list of nothing but such pairs."""
    return isinstance(answer, list) and len(read_pairs(answer)) == len(answer)
