"""Numbers that add up on the table, kept with the parts they were added up from."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from scoring.contract.scores import Term

Tape = int | tuple[int, ...]
"""A number as the table entered it: the sum alone, or its parts in the order in which they were typed."""

MOST_PARTS: Final = 60
"""No pile has more cards than this."""


def add_up(tape: int | Sequence[int]) -> int:
    """The number that the parts make."""
    return tape if isinstance(tape, int) else sum(tape)


def find_tape_error(tape: int | Sequence[int], *, is_signed: bool = False) -> str:
    """Why these cannot be the parts of a number, in one sentence; empty: they can. `is_signed` allows those below 0."""
    if isinstance(tape, int):
        return ""
    if not tape or 0 in tape or (min(tape) < 0 and not is_signed):
        return "A tape needs numbers, and 0 is none." if is_signed else "Every number on the tape is 1 or more."
    return f"A tape has at most {MOST_PARTS} numbers." if len(tape) > MOST_PARTS else ""


def list_terms(tape: Tape, label: str, sign: int = 1) -> tuple[Term, ...]:
    """The terms of a score line, one for each different part: "2 x 3 + 5 for recruits". `sign` is 1 or -1."""
    if isinstance(tape, int):
        return (Term(label, sign * tape),)
    copies = list(Counter(tape).items())
    return tuple(
        Term(label if place == len(copies) else "", sign * part, times)
        for place, (part, times) in enumerate(copies, start=1)
    )
