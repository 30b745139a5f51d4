"""The awards of a session: at most one per side, each with its number.

A pure function of the derived result. Each award goes to the one side that did best; a tie means nobody gets it.
Partners are one side: their points and measures are added up.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import takewhile
from typing import Final

from companion.ui.text import counted, ordinal
from scoring.contract.game import FINAL_COUNT, MeasureKind, are_successive, name_rounds
from scoring.contract.scores import Best
from storage.derived.results import Result

_ROUNDS: Final = 3  # scored rounds needed for awards that compare rounds
_CLIMB: Final = 2  # ranks to climb for a comeback; with two players one is enough
_SHARES: Final = 3  # smallest denominator for which a share is awarded
_CLOSE: Final = 10  # a loss by at most 1/_CLOSE of the winner's points is narrow


@dataclass(frozen=True, slots=True)
class Award:
    """A side's award: its title and one sentence with the number. `seat` is the lowest seat of the side."""

    seat: int
    title: str
    sentence: str


Row = tuple[float | None, ...]
"""A number for each side; None for those who have not come yet or did not play."""


@dataclass(frozen=True, slots=True)
class Evening:
    """A result prepared for awards, by side; `points` has one row per round."""

    result: Result
    measured: tuple[MeasureKind, ...]
    sides: tuple[tuple[int, ...], ...]  # by lowest seat
    titles: tuple[str, ...]
    points: tuple[Row, ...]
    before: tuple[float, ...]  # points by agreement outside the rounds
    sign: int  # 1: most points win; -1: fewest
    noun: str  # of a round: "hand"

    @property
    def totals(self) -> list[Row]:
        """Running totals after each round, from the first one of each side to the last one of those who are gone."""
        sums: list[float | None] = [None] * len(self.sides)
        rows: list[Row] = []
        for row in self.points:
            for side, points in enumerate(row):
                if points is not None:
                    total = sums[side]
                    sums[side] = points + (self.before[side] if total is None else total)
            rows.append(tuple(None if row[side] is None and side in self.gone else sums[side] for side in self.places))
        return rows

    @property
    def gone(self) -> frozenset[int]:
        """The places in `sides` of those who left unranked: they get no award, but led while they were there."""
        return frozenset(at for at, seats in enumerate(self.sides) if self.result.unranked.issuperset(seats))

    @property
    def places(self) -> range:
        """The places of the sides in `sides` and in each row."""
        return range(len(self.sides))

    def points_of(self, side: int) -> list[float]:
        """The points of a side in each round that it played."""
        return [points for row in self.points if (points := row[side]) is not None]

    def ranks(self, sums: Row) -> tuple[int, ...]:
        """The rank of each side; equal sums share a rank, and who has none has rank 0."""
        known = [self.sign * own for own in sums if own is not None]
        return tuple(0 if own is None else 1 + sum(other > self.sign * own for other in known) for own in sums)


Claim = tuple[int, float, str]
"""The place of a side in `Evening.sides`, how well it did (higher is better), and the sentence."""


def awards(
    result: Result, measured: Iterable[MeasureKind], best: Best = Best.HIGH, noun: str = "round"
) -> tuple[Award, ...]:
    """The awards by seat; a side that earned several gets the first in the order below. `noun` is that of a round."""
    kinds = tuple(measured)
    evening = _evening(result, kinds, best, noun)
    rounds = _evening(result, kinds, best, noun, leaves_out=FINAL_COUNT)
    given: dict[int, Award] = {}
    for title, claims in _offered(evening, rounds):
        holder = _holder(claim for claim in claims if claim[0] not in evening.gone)
        if holder is not None:
            given.setdefault(holder[0], Award(evening.sides[holder[0]][0], title, holder[2]))
    return tuple(given[side] for side in sorted(given))


def _offered(evening: Evening, rounds: Evening) -> Iterator[tuple[str, list[Claim]]]:
    """Every award with its candidates, most interesting first; `rounds` has nothing but rounds."""
    is_successive = are_successive(evening.result.rounds)
    if is_successive:
        yield "Comeback", list(_comeback(evening))
    for kind in evening.measured:
        if kind.praise:
            yield kind.praise, list(_measured(evening, kind))
    if sum(map(any, rounds.points)) >= _ROUNDS and is_successive:
        for title, claim in _OF_ROUNDS:
            yield title.format(evening.noun), list(claim(rounds))
    yield "So close", list(_close(evening))


def _holder(claims: Iterable[Claim]) -> Claim | None:
    """The single best candidate; None for a tie."""
    ranked = sorted(claims, key=lambda claim: -claim[1])
    if not ranked or (len(ranked) > 1 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0]


def _comeback(evening: Evening) -> Iterator[Claim]:
    """The largest climb from a rank after some round to the final rank, of those who played the last round."""
    placed = {placing.seat: placing.rank for placing in evening.result.placings}
    least = _CLIMB if len(evening.sides) > 2 else 1
    for side in evening.places:
        final = placed[evening.sides[side][0]]
        ranks = [evening.ranks(_without(evening.gone, sums))[side] for sums in evening.totals[:-1]]
        worst = max(ranks, default=0)
        if worst - final >= least and evening.points[-1][side] is not None:
            since = evening.titles[len(ranks) - 1 - ranks[::-1].index(worst)]
            yield side, worst - final, f"From {ordinal(worst)} after {since} to {ordinal(final)}."


def _without(gone: frozenset[int], sums: Row) -> Row:
    return tuple(None if at in gone else total for at, total in enumerate(sums))


def _count(kind: MeasureKind, number: int) -> str:
    """A number of what is measured: "38 tricks won", "1 king"."""
    noun, space, rest = kind.title.partition(" ")
    one = noun.lower().removesuffix("s") if number == 1 else noun.lower()
    return f"{number} {one}{space}{rest}"


def _measured(evening: Evening, kind: MeasureKind) -> Iterator[Claim]:
    for side in evening.places:
        seats = evening.sides[side]
        measures = [measure for measure in evening.result.measures if measure.seat in seats and measure.key == kind.key]
        wholes = [(measure.round, measure.of) for measure in measures]
        value = sum(measure.value for measure in measures)
        of = sum(whole for _, whole in (set(wholes) if kind.common else wholes))
        if value > 0 and not kind.share:
            yield side, value, f"{_count(kind, value)}."
        elif value > 0 and of >= _SHARES:
            yield side, value / of, f"{value} of {_count(kind, of)}."


def _big_round(evening: Evening) -> Iterator[Claim]:
    for side in evening.places:
        best = max((evening.sign * points for points in evening.points_of(side)), default=0)
        if evening.sign > 0 and best > 0:
            title = next(title for title, row in zip(evening.titles, evening.points, strict=True) if row[side] == best)
            yield side, best, f"{counted(best, 'point')} in {title}."


def _first_alone(rows_of: Callable[[Evening], Sequence[Row]], words: str, evening: Evening) -> Iterator[Claim]:
    """The most of these rows in which all other sides, of whom there was one, were worse."""
    rows = rows_of(evening)
    for side in evening.places:
        times = sum(ranks[side] == 1 == ranks.count(1) < max(ranks) for ranks in map(evening.ranks, rows))
        if times > 1:
            yield side, times, f"{words} {times} of {counted(len(rows), evening.noun)}."


def _streak(evening: Evening) -> Iterator[Claim]:
    for side in evening.places:
        scored = [evening.sign * (row[side] or 0) > 0 for row in evening.points]
        longest = max(sum(1 for _ in takewhile(bool, scored[start:])) for start in range(len(scored)))
        if longest >= _ROUNDS:
            yield side, longest, f"Scored in {counted(longest, evening.noun)} in a row."


def _steady(evening: Evening) -> Iterator[Claim]:
    for side in evening.places:
        points = evening.points_of(side)
        worst = min(points, default=0)
        if evening.sign > 0 and worst > 0 and len(points) >= _ROUNDS:
            yield side, worst, f"Never fewer than {counted(worst, 'point')} in a {evening.noun}."


def _stretch(which: str, evening: Evening) -> Iterator[Claim]:
    """The most points in the first third, or in the last."""
    third = max(1, len(evening.points) // 3)
    rows = evening.points[:third] if which == "first" else evening.points[-third:]
    for side in evening.places:
        points = sum(row[side] or 0 for row in rows)
        if evening.sign > 0 and points > 0:
            rounds = f"the {which} " + (evening.noun if len(rows) == 1 else counted(len(rows), evening.noun))
            yield side, points, f"{counted(points, 'point')} in {rounds}."


def _close(evening: Evening) -> Iterator[Claim]:
    """Sole second place, narrowly behind the winner."""
    placed = {placing.seat: placing for placing in evening.result.placings}
    by_side = [placed[side[0]] for side in evening.sides]
    best = next(placing.points for placing in by_side if placing.rank == 1)
    second = [side for side in evening.places if by_side[side].rank == 2]
    if len(second) == 1:
        gap = abs(best - by_side[second[0]].points)
        if gap > 0 and gap * _CLOSE <= abs(best):
            yield second[0], 1, f"Only {counted(gap, 'point')} {'short' if evening.sign > 0 else 'more'}."


_OF_ROUNDS: Final[tuple[tuple[str, Callable[[Evening], Iterator[Claim]]], ...]] = (
    ("Biggest {}", _big_round),
    ("Most {}s won", partial(_first_alone, lambda evening: evening.points, "Best score, alone, in")),
    ("Longest lead", partial(_first_alone, lambda evening: evening.totals, "Led alone at the end of")),
    ("Longest run", _streak),
    ("Steady hand", _steady),
    ("Flying start", partial(_stretch, "first")),
    ("Strong finish", partial(_stretch, "last")),
)


def _evening(
    result: Result, measured: tuple[MeasureKind, ...], best: Best, noun: str, leaves_out: str | None = None
) -> Evening:
    """The result by side, without the rows of the type that it `leaves_out`."""
    seats_of: dict[int, list[int]] = {}
    for placing in sorted(result.placings, key=lambda placing: placing.seat):
        seats_of.setdefault(placing.side, []).append(placing.seat)
    sides = tuple(tuple(seats) for _, seats in sorted(seats_of.items()))
    points = {(score.number, score.seat): score.points for score in result.scores}
    titles = name_rounds((head for head in result.rounds if head.type != leaves_out), noun)

    def add_up(number: int) -> Row:
        of_seats = [[points[number, seat] for seat in side if (number, seat) in points] for side in sides]
        return tuple(sum(of_side) if of_side else None for of_side in of_seats)

    before = [
        add_up(number) for number in sorted({number for number, _ in points} - {head.number for head in result.rounds})
    ]
    return Evening(
        result,
        measured,
        sides,
        tuple(titles.values()),
        tuple(map(add_up, titles)),
        tuple(sum(row[side] or 0 for row in before) for side in range(len(sides))),
        best.sign,
        noun,
    )
