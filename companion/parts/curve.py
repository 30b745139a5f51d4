"""A line chart of the totals, one line per seat."""

from collections.abc import Sequence
from itertools import accumulate, pairwise

import flet as ft
import flet.canvas as cv

from companion.parts.marks import number_text
from companion.parts.score_grid import SheetFacts
from companion.theme import TEXT, Look
from scoring.scores import by_round

_HEIGHT = 200
_LEFT = 40
_RIGHT = 34
_BADGE = 19


def curve(facts: SheetFacts) -> ft.Control:
    """The running totals after each round; the score sheet beside it has the numbers."""
    look, table, ledger, rounds, _, width = facts
    sums = by_round(ledger)
    heads = [head.number for head in rounds if any(number == head.number for number, _ in sums)]
    lines = [[0, *accumulate(sums.get((number, seat), 0) for number in heads)] for seat in table.seats]
    if not heads:
        return ft.Container()
    low, high = min(map(min, lines)), max(map(max, lines))
    high = high if high > low else low + 10
    plot = Plot(width, len(heads), low, high)
    shapes: list[cv.Shape] = _grid(look, plot)
    ends = _spread_labels([plot.y(line[-1]) for line in lines])
    for seat, line in enumerate(lines):
        shapes += _line(look, plot, seat, line, ends[seat])
    summary = ", ".join(f"{name} {number_text(line[-1])}" for name, line in zip(table.names, lines, strict=True))
    return ft.Semantics(label=f"Curve of the totals: {summary}", content=cv.Canvas(shapes, width=width, height=_HEIGHT))


class Plot:
    """Converts rounds and points to pixels."""

    def __init__(self, width: float, rounds: int, low: int, high: int) -> None:
        self.width, self.rounds, self.low, self.high = width, rounds, low, high

    def x(self, round_: int) -> float:
        return _LEFT + (self.width - _LEFT - _RIGHT) * round_ / self.rounds

    def y(self, points: float) -> float:
        return 12 + (_HEIGHT - 24) * (self.high - points) / (self.high - self.low)


def _grid(look: Look, plot: Plot) -> list[cv.Shape]:
    paint = ft.Paint(color=ft.Colors.OUTLINE_VARIANT, stroke_width=1)
    style = ft.TextStyle(size=11, font_family=TEXT, color=ft.Colors.ON_SURFACE_VARIANT)
    shapes: list[cv.Shape] = []
    for points in sorted({plot.low, 0, plot.high} if plot.low < 0 < plot.high else {plot.low, plot.high}):
        y = plot.y(points)
        shapes.append(cv.Line(_LEFT, y, plot.width - _RIGHT, y, paint))
        shapes.append(cv.Text(2, y - 7, number_text(points), style))
    return shapes


def _spread_labels(heights: Sequence[float]) -> list[float]:
    """Move heights apart as little as possible, so that no two badges overlap."""
    order = sorted(range(len(heights)), key=lambda seat: (heights[seat], seat))
    placed = list(heights)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + _BADGE)
    placed[order[-1]] = min(placed[order[-1]], _HEIGHT - _BADGE / 2)
    for below, above in pairwise(reversed(order)):
        placed[above] = min(placed[above], placed[below] - _BADGE)
    return placed


def _line(look: Look, plot: Plot, seat: int, line: Sequence[int], end: float) -> list[cv.Shape]:
    colour = look.seat(seat)
    stroke = ft.Paint(
        color=look.line(seat), stroke_width=3, style=ft.PaintingStyle.STROKE, stroke_join=ft.StrokeJoin.ROUND
    )
    path: list[cv.Path.PathElement] = [cv.Path.MoveTo(plot.x(0), plot.y(line[0]))]
    path += [cv.Path.LineTo(plot.x(number), plot.y(points)) for number, points in enumerate(line)]
    x, y = plot.x(plot.rounds), end
    number = ft.TextStyle(size=11, font_family=TEXT, color="#ffffff", weight=ft.FontWeight.W_700)
    return [
        cv.Path(path, paint=stroke),
        cv.Circle(x + 14, y, 9, ft.Paint(color=colour)),
        cv.Text(x + 14, y, str(seat + 1), number, alignment=ft.Alignment.CENTER),
    ]
