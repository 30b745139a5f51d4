"""A line chart of the totals, one line per side."""

from collections.abc import Sequence
from itertools import accumulate, pairwise

import flet as ft
import flet.canvas as cv

from companion.parts.marks import number_text
from companion.parts.score_grid import SheetFacts
from companion.text import listed
from companion.theme import TEXT, Look
from scoring.scores import Side, by_round

_HEIGHT = 200
_LEFT = 40
_RIGHT = 34
_BADGE = 19


def shows_course(facts: SheetFacts) -> bool:
    """Whether there is a course to draw: points that were counted once, or not at all, have none."""
    return len({number for number, _ in by_round(facts.ledger)}) > 1


def curve(facts: SheetFacts, height: float = _HEIGHT, scale: float = 1.0) -> ft.Control:
    """The running totals after each round; the score sheet beside it has the numbers.

    `height` is in pixels; `scale` enlarges lines, figures and badges for a screen far away.
    """
    look, sums, sides = facts.look, by_round(facts.ledger), facts.sides
    heads = [head.number for head in facts.rounds if any(number == head.number for number, _ in sums)]
    lines = [[0, *accumulate(sum(sums.get((number, seat), 0) for seat in side) for number in heads)] for side in sides]
    if not heads:
        return ft.Container()
    low, high = min(map(min, lines)), max(map(max, lines))
    high = high if high > low else low + 10
    plot = Plot(facts.width, height, scale, len(heads), low, high, badges=max(map(len, sides)))
    shapes: list[cv.Shape] = _grid(look, plot)
    ends = _spread_labels([plot.y(line[-1]) for line in lines], _BADGE * scale, height - _BADGE * scale / 2)
    for side, line, end in zip(sides, lines, ends, strict=True):
        shapes += _line(look, plot, side, line, end)
    names = [listed([facts.table.names[seat] for seat in side]) for side in sides]
    summary = ", ".join(f"{name} {number_text(line[-1])}" for name, line in zip(names, lines, strict=True))
    canvas = cv.Canvas(shapes, width=facts.width, height=height)
    return ft.Semantics(label=f"Curve of the totals: {summary}", content=canvas)


class Plot:
    """Converts rounds and points to pixels; at the end of a line is room for so many badges."""

    def __init__(
        self, width: float, height: float, scale: float, rounds: int, low: int, high: int, badges: int = 1
    ) -> None:
        self.width, self.height, self.scale = width, height, scale
        self.rounds, self.low, self.high = rounds, low, high
        self.badges = badges

    @property
    def left(self) -> float:
        """Where the lines begin."""
        return _LEFT * self.scale

    @property
    def right(self) -> float:
        """Where they end."""
        return self.width - (_RIGHT + (self.badges - 1) * _BADGE) * self.scale

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


def _line(look: Look, plot: Plot, side: Side, line: Sequence[int], end: float) -> list[cv.Shape]:
    """The line of a side in the colour of its first player, with the badges of all of them at its end."""
    stroke = ft.Paint(
        color=look.line(side[0]),
        stroke_width=3 * plot.scale,
        style=ft.PaintingStyle.STROKE,
        stroke_join=ft.StrokeJoin.ROUND,
    )
    path: list[cv.Path.PathElement] = [cv.Path.MoveTo(plot.x(0), plot.y(line[0]))]
    path += [cv.Path.LineTo(plot.x(number), plot.y(points)) for number, points in enumerate(line)]
    number = ft.TextStyle(size=11 * plot.scale, font_family=TEXT, color="#ffffff", weight=ft.FontWeight.W_700)
    shapes: list[cv.Shape] = [cv.Path(path, paint=stroke)]
    for place, seat in enumerate(side):
        x = plot.x(plot.rounds) + (14 + place * _BADGE) * plot.scale
        shapes.append(cv.Circle(x, end, 9 * plot.scale, ft.Paint(color=look.seat(seat))))
        shapes.append(cv.Text(x, end, str(seat + 1), number, alignment=ft.Alignment.CENTER))
    return shapes
