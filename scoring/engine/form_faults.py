"""Find what the author of a game got wrong in a form: answers that no entry can keep, and seats that nobody has."""

from collections.abc import Container, Iterable, Iterator
from types import NoneType

from scoring.contract.prompts import UNSET, Field, Prompt


def find_prompt_fault(prompts: Iterable[Prompt], seats: Container[int]) -> str:
    """The first fault of some prompts, as a clause; empty if there is none. `seats` are those of the table."""
    for prompt in prompts:
        if prompt.seat is not None and prompt.seat not in seats:
            return f"“{prompt.title}” is a question for seat {prompt.seat}, where nobody sits"
        for name, answer in prompt.given:
            if kind := _find_odd(answer):
                return f"the given answer {name!r} has a {kind}, which no entry keeps"
        if fault := find_field_fault(prompt.fields, seats):
            return fault
    return ""


def find_field_fault(fields: Iterable[Field], seats: Container[int]) -> str:
    """The first fault of some fields, as a clause; empty if there is none."""
    for field in _iter_all(fields):
        for label, value in field.list_values():
            if type(value) not in (str, int, NoneType):
                return f"the value of “{label}” in {field.name!r} is a {type(value).__name__}, and neither str nor int"
        likely = field.get_likely()
        if likely is not UNSET and (kind := _find_odd(likely)):
            return f"the likely answer of {field.name!r} has a {kind}, which no entry keeps"
        for seat in field.list_seats():
            if seat is not None and seat not in seats:
                return f"{field.name!r} has a place for seat {seat}, where nobody sits"
    return ""


def _find_odd(answer: object) -> str:
    """The type of the first part that a stored entry does not give back as it was, a StrEnum say; empty: none."""
    if isinstance(answer, list | dict):
        parts = answer if isinstance(answer, list) else (*answer, *answer.values())
        return next(filter(None, map(_find_odd, parts)), "")
    return "" if type(answer) in (str, int, float, bool, NoneType) else type(answer).__name__


def _iter_all(fields: Iterable[Field]) -> Iterator[Field]:
    """The fields and those inside them."""
    for field in fields:
        yield field
        yield from _iter_all(field.parts)
