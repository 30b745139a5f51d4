"""How the totals of a session ran: the content of the curve on the screen and in the picture."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import Final

from scoring.contract.game import RoundHead, are_successive
from scoring.contract.scores import Side

FEWEST_ON_TOP: Final = "Fewest points on top"  # caption of a curve where low points win


@dataclass(frozen=True, slots=True)
class Line:
    """The totals of a side after each round, beginning with those before round `first`, its first one, from 0."""

    side: Side
    first: int
    totals: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class Course:
    """The lines of all sides over so many rounds."""

    rounds: int
    lines: tuple[Line, ...]

    @property
    def low(self) -> float:
        return min(min(line.totals) for line in self.lines)

    @property
    def high(self) -> float:
        """The highest total, above the lowest."""
        return max(self.low + 1, *(max(line.totals) for line in self.lines))


def build_course(
    cells: Mapping[tuple[int, int], float], heads: Iterable[RoundHead], sides: Iterable[Side], since: Sequence[int]
) -> Course | None:
    """The course by points for each (round, seat) and the first round of each seat; None if there is none to draw."""
    heads = tuple(heads)
    scored = {number for number, _ in cells}
    numbers = [head.number for head in heads if head.number and head.number in scored]
    if len(numbers) < 2 or not are_successive(heads):
        return None

    def draw(side: Side) -> Line:
        first = next((step for step, number in enumerate(numbers) if number >= min(since[seat] for seat in side)), 0)
        before = sum(points for (number, seat), points in cells.items() if seat in side and number < numbers[first])
        gains = [sum(cells.get((number, seat), 0) for seat in side) for number in numbers[first:]]
        return Line(side, first, tuple(accumulate(gains, initial=before)))

    return Course(len(numbers), tuple(map(draw, sides)))
