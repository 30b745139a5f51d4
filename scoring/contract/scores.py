"""Score lines with their explanation, standings, tie-breaks and outcomes."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from typing import Any, Final, NewType, TypeVar

from scoring.contract.rulebook import Rule

Seat = NewType("Seat", int)
"""Place at the table, clockwise from 0; the index in every tuple by seat."""

Points = int | float
"""Points in an entry: 5 or 2.5. A plain `float` would store 5 as 5.0."""

HALF: Final = 0.5
"""The step of a game that counts half points. Its sums are exact, in binary too."""

_EXACT: Final = 2**52
"""Below it a float can have a half."""

N = TypeVar("N", int, float)

PerSeat = tuple[tuple[Seat, int], ...]
"""One number for each of some seats."""

Side = tuple[Seat, ...]
"""Seats that win or lose together: one seat nearly everywhere, two for partners."""


def as_points(number: N) -> N:
    """The number as points are written: an int where it is whole, so that 2.5 + 2.5 is 5 and not 5.0."""
    return int(number) if type(number) is float and number.is_integer() else number


def are_points(answer: Any, step: float = 1) -> bool:
    """Whether it is a multiple of `step`, written as points are: 3, with halves also 2.5, but never 3.0 or 2.25."""
    if type(answer) is int:
        return abs(answer) < _EXACT if step == HALF else not answer % step
    return type(answer) is float and not answer % step and not answer.is_integer()


@dataclass(frozen=True, slots=True)
class Term:
    """`times` x `points` for `label`: Term("tricks", 10, 3) reads "3 x 10 tricks".

    A term without a label shares that of the next one.
    """

    label: str
    points: float
    times: int = 1

    def __str__(self) -> str:
        value = f"{self.points}" if self.times == 1 else f"{self.times} x {self.points}"
        return f"{value} {self.label}" if self.label else value


UNCHANGED: Final = Fraction(1)
"""The factor of a line that is neither halved nor doubled."""


@dataclass(frozen=True, slots=True)
class ScoreLine:
    """Points for one seat under one rule, computed from the terms.

    There is no `points` argument, so that every score is explained. `other` is the other seat of a transfer, whose two
    lines add up to zero.
    """

    round: int  # 1-based; 0 for what was agreed before the first round
    seat: Seat
    rule: Rule
    terms: tuple[Term, ...]
    factor: Fraction = UNCHANGED
    other: Seat | None = None

    @property
    def points(self) -> float:
        """Whole or half points; ValueError if a rule forgot to round."""
        total: float = 0
        for term in self.terms:
            total += term.points * term.times
        if self.factor is UNCHANGED:
            return as_points(total)
        quotient, rest = divmod(total * self.factor.numerator, self.factor.denominator)
        if rest:
            raise ValueError(f"{self.rule.id}: {total * self.factor} is not whole; round in the rule, not here")
        return quotient

    @property
    def working(self) -> str:
        """The arithmetic in words: "2 x (10 base + 3 x 5 tricks) = 50"."""
        total = "".join(map(str, self.terms[:1])) + "".join(map(_with_sign, self.terms[1:]))
        if self.factor != 1:
            total = f"{self.factor} x ({total})"
        return f"{total} = {self.points}"


def _with_sign(term: Term) -> str:
    """The term after another one: " - 3 penalty" rather than " + -3 penalty"."""
    sign = "-" if term.points * term.times < 0 else "+"
    return f" {sign} {Term(term.label, abs(term.points), abs(term.times))}"


Ledger = tuple[ScoreLine, ...]


def reverse(line: ScoreLine, round: int, rule: Rule) -> ScoreLine:
    """The line under `rule` that cancels `line`."""
    return ScoreLine(round, line.seat, rule, line.terms, -line.factor, line.other)


class Best(Enum):
    """Whether the highest or the lowest total wins."""

    HIGH = "high"
    LOW = "low"

    @property
    def sign(self) -> int:
        """1 where more points are better, -1 where fewer are."""
        return 1 if self is Best.HIGH else -1


@dataclass(frozen=True, slots=True)
class Place:
    """One row of the standings; equal totals share a rank (1, 2, 2, 4)."""

    rank: int
    side: Side
    points: float
    because: str = ""  # what broke a tie with an equal total


Standings = tuple[Place, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """Who won and why; several winners share the win."""

    rule: Rule
    winners: tuple[Seat, ...]
    because: str  # one sentence: "Ana leads alone after the last round."


def totals(ledger: Iterable[ScoreLine], seats: Iterable[Seat]) -> dict[Seat, float]:
    """The sum of the ledger by seat; a seat without lines has 0."""
    points: dict[Seat, float] = dict.fromkeys(seats, 0)
    for line in ledger:
        points[line.seat] += line.points
    return {seat: as_points(total) for seat, total in points.items()}


def by_round(ledger: Iterable[ScoreLine]) -> dict[tuple[int, int], float]:
    """The sum of the ledger by (round, seat), the cells of a score sheet; cells without lines are absent."""
    points: dict[tuple[int, int], float] = {}
    for line in ledger:
        points[line.round, line.seat] = points.get((line.round, line.seat), 0) + line.points
    return {cell: as_points(total) for cell, total in points.items()}


def solo_sides(seats: Iterable[Seat]) -> tuple[Side, ...]:
    """Each seat as a side of its own."""
    return tuple((seat,) for seat in seats)


def rank(points: Mapping[Seat, float], sides: Iterable[Side], best: Best = Best.HIGH) -> Standings:
    """Sort sides by the sum of their seats' points, best first; equal sums share a rank."""
    sums = {side: as_points(sum(points[seat] for seat in side)) for side in sides}
    worth = {side: best.sign * points for side, points in sums.items()}
    order = sorted(sums, key=lambda side: (-worth[side], side))
    return tuple(Place(1 + sum(worth[other] > worth[side] for other in order), side, sums[side]) for side in order)


@dataclass(frozen=True, slots=True)
class TieBreak:
    """Breaks ties between equal totals: the highest value wins, `reasons` has each value in words.

    A side without a value took no part, for example because points by agreement made it equal later.
    """

    values: Mapping[Side, float]
    reasons: Mapping[Side, str]  # "3 goblins"


def tie_break_by_count(counts: Mapping[Seat, float], one: str, many: str) -> TieBreak:
    """A tie-break by number; `one` and `many` are what was counted: "goblin", "goblins"."""
    values: dict[Side, float] = {(seat,): count for seat, count in counts.items()}
    return TieBreak(values, {side: f"{count} {one if count == 1 else many}" for side, count in values.items()})


def break_ties(places: Standings, by: TieBreak) -> Standings:
    """Sort sides with equal totals by the tie-break; equal or missing values leave them tied.

    A side without a value ranks with the best of its tie: nobody loses a tie-break they took no part in.
    """
    ties: dict[int, list[Place]] = {}
    for place in places:
        ties.setdefault(place.rank, []).append(place)
    return tuple(place for tied in ties.values() for place in _separate(tied, by))


def _separate(tied: list[Place], by: TieBreak) -> list[Place]:
    known = {by.values[place.side] for place in tied if place.side in by.values}
    if len(known) < 2:
        return tied
    values = {place.side: by.values.get(place.side, max(known)) for place in tied}
    order = sorted(values, key=lambda side: (-values[side], side))
    first = tied[0]
    return [
        Place(
            first.rank + sum(values[other] > values[side] for other in order),
            side,
            first.points,
            by.reasons.get(side, ""),
        )
        for side in order
    ]
