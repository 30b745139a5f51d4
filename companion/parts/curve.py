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


def curve(facts: SheetFacts, height: float = _HEIGHT, scale: float = 1.0) -> ft.Control:
    """The running totals after each round; the score sheet beside it has the numbers.

    `height` is in pixels; `scale` enlarges lines, figures and badges for a screen far away.
    """
    look, table, ledger, rounds, _, width = facts
    sums = by_round(ledger)
    heads = [head.number for head in rounds if any(number == head.number for number, _ in sums)]
    lines = [[0, *accumulate(sums.get((number, seat), 0) for number in heads)] for seat in table.seats]
    if not heads:
        return ft.Container()
    low, high = min(map(min, lines)), max(map(max, lines))
    high = high if high > low else low + 10
    plot = Plot(width, height, scale, len(heads), low, high)
    shapes: list[cv.Shape] = _grid(look, plot)
    ends = _spread_labels([plot.y(line[-1]) for line in lines], _BADGE * scale, height - _BADGE * scale / 2)
    for seat, line in enumerate(lines):
        shapes += _line(look, plot, seat, line, ends[seat])
    summary = ", ".join(f"{name} {number_text(line[-1])}" for name, line in zip(table.names, lines, strict=True))
    return ft.Semantics(label=f"Curve of the totals: {summary}", content=cv.Canvas(shapes, width=width, height=height))


class Plot:
    """Converts rounds and points to pixels."""

    def __init__(self, width: float, height: float, scale: float, rounds: int, low: int, high: int) -> None:
        self.width, self.height, self.scale = width, height, scale
        self.rounds, self.low, self.high = rounds, low, high

    @property
    def left(self) -> float:
        """Where the lines begin."""
        return _LEFT * self.scale

    @property
    def right(self) -> float:
        """Where they end."""
        return self.width - _RIGHT * self.scale

    def x(self, round_: int) -> float:
        return self.left + (self.right - self.left) * round_ / self.rounds

    def y(self, points: float) -> float:
        edge = 12 * self.scale
        return edge + (self.height - 2 * edge) * (self.high - points) / (self.high - self.low)


def _grid(look: Look, plot: Plot) -> list[cv.Shape]:
    paint = ft.Paint(color=ft.Colors.OUTLINE_VARIANT, stroke_width=plot.scale)
    style = ft.TextStyle(size=11 * plot.scale, font_family=TEXT, color=ft.Colors.ON_SURFACE_VARIANT)
    shapes: list[cv.Shape] = []
    for points in sorted({plot.low, 0, plot.high} if plot.low < 0 < plot.high else {plot.low, plot.high}):
        y = plot.y(points)
        shapes.append(cv.Line(plot.left, y, plot.right, y, paint))
        if points in (plot.low, plot.high) or min(y - plot.y(plot.high), plot.y(plot.low) - y) > 14 * plot.scale:
            shapes.append(cv.Text(2 * plot.scale, y - 7 * plot.scale, number_text(points), style))
    return shapes


def _spread_labels(heights: Sequence[float], gap: float, floor: float) -> list[float]:
    """Move heights apart as little as possible, so that no two badges overlap."""
    order = sorted(range(len(heights)), key=lambda seat: (heights[seat], seat))
    placed = list(heights)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + gap)
    placed[order[-1]] = min(placed[order[-1]], floor)
    for below, above in pairwise(reversed(order)):
        placed[above] = min(placed[above], placed[below] - gap)
    return placed


def _line(look: Look, plot: Plot, seat: int, line: Sequence[int], end: float) -> list[cv.Shape]:
    colour = look.seat(seat)
    stroke = ft.Paint(
        color=look.line(seat),
        stroke_width=3 * plot.scale,
        style=ft.PaintingStyle.STROKE,
        stroke_join=ft.StrokeJoin.ROUND,
    )
    path: list[cv.Path.PathElement] = [cv.Path.MoveTo(plot.x(0), plot.y(line[0]))]
    path += [cv.Path.LineTo(plot.x(number), plot.y(points)) for number, points in enumerate(line)]
    x, y = plot.x(plot.rounds), end
    number = ft.TextStyle(size=11 * plot.scale, font_family=TEXT, color="#ffffff", weight=ft.FontWeight.W_700)
    return [
        cv.Path(path, paint=stroke),
        cv.Circle(x + 14 * plot.scale, y, 9 * plot.scale, ft.Paint(color=colour)),
        cv.Text(x + 14 * plot.scale, y, str(seat + 1), number, alignment=ft.Alignment.CENTER),
    ]
