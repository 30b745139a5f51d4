"""Find what the author of a game got wrong in a form: answers that no entry can keep, and seats that nobody has."""

from collections.abc import Container, Iterable, Iterator

from scoring.prompts import Choice, Field, Grid, Group, Groups, OnBoard, Pick, Prompt, Repeat, Sealed, Subset


def find_prompt_fault(prompts: Iterable[Prompt], seats: Container[int]) -> str:
    """The first fault of some prompts, as a clause; empty if there is none. `seats` are those of the table."""
    for prompt in prompts:
        if prompt.seat is not None and prompt.seat not in seats:
            return f"“{prompt.title}” is a question for seat {prompt.seat}, where nobody sits"
        if fault := find_field_fault(prompt.fields, seats):
            return fault
    return ""


def find_field_fault(fields: Iterable[Field], seats: Container[int]) -> str:
    """The first fault of some fields, as a clause; empty if there is none."""
    for field in _iter_all(fields):
        for choice in _choices(field):
            kind = type(choice.value)
            if kind not in (str, int, type(None)):  # an entry that is read again has no other, not even a StrEnum
                return f"the value of “{choice.label}” in {field.name!r} is a {kind.__name__}, and neither str nor int"
        for seat in _seats(field):
            if seat is not None and seat not in seats:
                return f"{field.name!r} has a place for seat {seat}, where nobody sits"
    return ""


def _iter_all(fields: Iterable[Field]) -> Iterator[Field]:
    """The fields and those inside them."""
    for field in fields:
        yield field
        if isinstance(field, Group):
            yield from _iter_all(field.fields)
        elif isinstance(field, Grid):
            yield from _iter_all(cell.field for cell in field.cells)
        elif isinstance(field, Repeat | Sealed):
            yield from _iter_all((field.field,))


def _choices(field: Field) -> tuple[Choice, ...]:
    if isinstance(field, Pick | Subset):
        return field.choices
    return field.tiles if isinstance(field, OnBoard) else ()


def _seats(field: Field) -> Iterable[object]:
    """The seats that a field names."""
    if isinstance(field, Pick) and field.seats:
        return (choice.value for choice in field.choices)
    if isinstance(field, Grid) and field.seats:
        return (cell.key for cell in field.cells)
    return field.seats if isinstance(field, Groups) else ()
