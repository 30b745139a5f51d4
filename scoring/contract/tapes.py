"""Numbers that add up on the table, kept with the parts they were added up from."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from scoring.contract.scores import N, Points, Term, are_points, as_points

Tape = int | tuple[int, ...]
"""A number as the table entered it: the sum alone, or its parts in the order in which they were typed."""

PointsTape = Points | tuple[Points, ...]
"""The same where there may be half points."""

MOST_PARTS: Final = 60
"""No pile has more cards than this."""


def add_up(tape: N | Sequence[N]) -> N:
    """The number that the parts make."""
    return tape if isinstance(tape, int | float) else as_points(sum(tape))


def find_step_error(tape: float | Sequence[float], step: float) -> str:
    """Why a number or one of its parts is not whole, or with a `step` of 0.5 no half either; empty: all are."""
    parts = (tape,) if isinstance(tape, int | float) else tape
    if all(are_points(part, step) for part in parts):
        return ""
    return "Numbers are whole here." if step == 1 else "A number is whole or ends in .5."


def find_tape_error(tape: float | Sequence[float], *, is_signed: bool = False) -> str:
    """Why these cannot be the parts of a number, in one sentence; empty: they can. `is_signed` allows those below 0."""
    if isinstance(tape, int | float):
        return ""
    if not tape or 0 in tape or (min(tape) < 0 and not is_signed):
        return "A tape needs numbers, and 0 is none." if is_signed else "Every number on the tape is 1 or more."
    return f"A tape has at most {MOST_PARTS} numbers." if len(tape) > MOST_PARTS else ""


def list_terms(tape: PointsTape, label: str, sign: int = 1) -> tuple[Term, ...]:
    """The terms of a score line, one for each different part: "2 x 3 + 5 for recruits". `sign` is 1 or -1."""
    if isinstance(tape, int | float):
        return (Term(label, sign * tape),)
    copies = list(Counter(tape).items())
    return tuple(
        Term(label if place == len(copies) else "", sign * part, times)
        for place, (part, times) in enumerate(copies, start=1)
    )
