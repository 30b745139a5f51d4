"""A line chart of the totals, one line per side."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

import flet as ft
import flet.canvas as cv

from companion.open_session.telling.curve_lines import FEWEST_ON_TOP, Course, Line
from companion.ui.charts import Scale, stroke
from companion.ui.fonts import TEXT
from companion.ui.marks import number_text
from companion.ui.theme import Look
from scoring.contract.names import join_words
from scoring.contract.scores import Best

_HEIGHT = 200
_LEFT = 40
_RIGHT = 34
_BADGE = 19
_EDGE = 12
_DASHES: Final[list[ft.Number]] = [7, 7]  # a line that runs over another one

_Point = tuple[int, float]  # the number of a round and the total after it
_Step = tuple[_Point, _Point]


def curve(
    look: Look, course: Course, names: Sequence[str], width: float, height: float = _HEIGHT, scale: float = 1.0
) -> ft.Control:
    """The running totals of these players after each round.

    `width` and `height` are in pixels; `scale` enlarges everything for a screen far away.
    """
    badges = max(len(line.side) for line in course.lines)
    plot = Plot(width, height, scale, course, look.best, badges)
    shapes: list[cv.Shape] = _grid(look, plot)
    ends = [plot.y(line.totals[-1]) for line in course.lines]
    ends = spread_labels(ends, _BADGE * scale, height - _BADGE * scale / 2)
    drawn: set[_Step] = set()
    for line, end in zip(course.lines, ends, strict=True):
        steps = list(pairwise(enumerate(line.totals, line.first)))
        for is_shared, dashes in ((False, None), (True, _DASHES)):
            if path := _path(plot, [step for step in steps if (step in drawn) is is_shared]):
                shapes.append(cv.Path(path, paint=stroke(look.line(line.side[0]), 3 * scale, dashes)))
        shapes += _badges(look, plot, line, end)
        drawn.update(steps)
    summary = ", ".join(
        f"{join_words([names[seat] for seat in line.side])} {number_text(line.totals[-1])}" for line in course.lines
    )
    canvas = cv.Canvas(shapes, width=width, height=height)
    return ft.Semantics(label=f"Curve of the totals: {summary}", content=canvas)


class Plot:
    """Converts rounds and points to pixels, the leader's on top; at the end of a line is room for so many badges."""

    def __init__(
        self, width: float, height: float, scale: float, course: Course, best: Best = Best.HIGH, badges: int = 1
    ) -> None:
        self.height, self.scale, self.best = height, scale, best
        self.rounds, self.low, self.high = course.rounds, course.low, course.high
        self.left = _LEFT * scale
        self.right = width - (_RIGHT + (badges - 1) * _BADGE) * scale
        top, bottom = _EDGE * scale, height - _EDGE * scale
        self.x = Scale(0, self.rounds, self.left, self.right)
        self.y = Scale(self.low, self.high, *((bottom, top) if best is Best.HIGH else (top, bottom)))


def _grid(look: Look, plot: Plot) -> list[cv.Shape]:
    paint = ft.Paint(color=ft.Colors.OUTLINE_VARIANT, stroke_width=plot.scale)
    style = ft.TextStyle(size=11 * plot.scale, font_family=TEXT, color=ft.Colors.ON_SURFACE_VARIANT)
    shapes: list[cv.Shape] = []
    for points in sorted({plot.low, 0, plot.high} if plot.low < 0 < plot.high else {plot.low, plot.high}):
        y = plot.y(points)
        shapes.append(cv.Line(plot.left, y, plot.right, y, paint))
        gap = min(abs(y - plot.y(end)) for end in (plot.low, plot.high))
        if points in (plot.low, plot.high) or gap > 14 * plot.scale:
            shapes.append(cv.Text(2 * plot.scale, y - 7 * plot.scale, number_text(points), style))
    if plot.best is Best.LOW:  # in the corner that lines from the top leave free
        corner = plot.height - 28 * plot.scale
        shapes.append(cv.Text(plot.left + 4 * plot.scale, corner, FEWEST_ON_TOP, style))
    return shapes


def spread_labels(heights: Sequence[float], gap: float, floor: float) -> list[float]:
    """Move heights apart as little as possible, so that no two badges overlap."""
    order = sorted(range(len(heights)), key=lambda seat: (heights[seat], seat))
    placed = list(heights)
    for above, below in pairwise(order):
        placed[below] = max(placed[below], placed[above] + gap)
    placed[order[-1]] = min(placed[order[-1]], floor)
    for below, above in pairwise(reversed(order)):
        placed[above] = min(placed[above], placed[below] - gap)
    return placed


def _path(plot: Plot, steps: Sequence[_Step]) -> list[cv.Path.PathElement]:
    path: list[cv.Path.PathElement] = []
    end: _Point | None = None
    for start, stop in steps:
        if start != end:
            path.append(cv.Path.MoveTo(plot.x(start[0]), plot.y(start[1])))
        path.append(cv.Path.LineTo(plot.x(stop[0]), plot.y(stop[1])))
        end = stop
    return path


def _badges(look: Look, plot: Plot, line: Line, end: float) -> list[cv.Shape]:
    number = ft.TextStyle(size=11 * plot.scale, font_family=TEXT, color="#ffffff", weight=ft.FontWeight.W_700)
    shapes: list[cv.Shape] = []
    for place, seat in enumerate(line.side):
        x = plot.x(plot.rounds) + (14 + place * _BADGE) * plot.scale
        shapes.append(cv.Circle(x, end, 9 * plot.scale, ft.Paint(color=look.seat(seat))))
        shapes.append(cv.Text(x, end, look.sign(seat), number, alignment=ft.Alignment.CENTER))
    return shapes
