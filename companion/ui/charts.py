"""Charts: bars, histograms, spreads and lines with a band; each with a table of its numbers.

They are painted on Flet's own canvas, so they need no network. Nothing depends on colour alone: bars have their number,
the second part of a bar is hatched, a line has its number at its end and its own dashes, and `Charted` adds a sentence
for screen readers and a table of the numbers.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log10
from typing import Final

import flet as ft
import flet.canvas as cv

from companion.ui.chips_and_buttons import press
from companion.ui.fonts import FALLBACK, FIGURES, TEXT
from companion.ui.marks import number_text
from companion.ui.panel import stretched
from companion.ui.theme import TOUCH, Look
from scoring.contract.scores import HALF

Cells = Sequence[str]

_HEIGHT: Final = 190
_LETTER: Final = 0.56  # mean width of a letter, as a fraction of the font size


@dataclass(frozen=True, slots=True)
class Bar:
    """A row of `bars`: `caption` is the text behind the bar, `mark` a value to compare with. None draws no bar."""

    label: str
    value: float | None
    caption: str
    mark: float | None = None


@dataclass(frozen=True, slots=True)
class Bucket:
    """A column of `histogram`: `full` is solid, `rest` hatched on top of it."""

    label: str
    full: int
    rest: int = 0


@dataclass(frozen=True, slots=True)
class Spread:
    """A row of `spreads`: minimum, quartiles and maximum."""

    label: str
    least: float
    lower: float
    middle: float
    upper: float
    most: float


# The frame ----------------------------------------------------------------------------------------------------------


@ft.component
def Charted(
    look: Look,
    name: str,
    summary: str,
    picture: ft.Control,
    head: Cells,
    rows: Sequence[Cells],
    key: str | None = None,
) -> ft.Control:
    """A chart with its summary for screen readers, and a switch to the table of its numbers."""
    opened, put = ft.use_state(False)
    words = "Hide the numbers" if opened else "Show the numbers"
    icon = ft.Icons.EXPAND_LESS_ROUNDED if opened else ft.Icons.TABLE_ROWS_OUTLINED
    ink = ft.Colors.ON_SURFACE_VARIANT
    switch = press(
        f"{name}.numbers",
        ft.Row(
            [ft.Icon(icon, size=18, color=ink), ft.Text(words, style=look.text(13, bold=True, color=ink))],
            spacing=6,
            tight=True,
        ),
        lambda: put(not opened),
        height=TOUCH,
        padding=ft.Padding.symmetric(horizontal=8),
        border_radius=12,
        alignment=ft.Alignment.CENTER_LEFT,
    )
    inside: list[ft.Control] = [ft.Semantics(label=summary, identifier=name, image=True, content=picture), switch]
    if opened:
        inside.append(table(look, head, rows))
    return stretched(inside, 2)


def table(look: Look, head: Cells, rows: Sequence[Cells]) -> ft.Control:
    """A table of numbers; the first column is text."""

    def line(cells: Cells, *, bold: bool = False) -> ft.Control:
        ink = ft.Colors.ON_SURFACE_VARIANT if bold else None
        return ft.Container(
            ft.Row(
                [
                    ft.Text(
                        cell,
                        style=look.text(13, bold=bold, color=ink),
                        text_align=ft.TextAlign.RIGHT if number else ft.TextAlign.LEFT,
                        expand=2 if number else 3,
                    )
                    for number, cell in enumerate(cells)
                ],
                spacing=6,
            ),
            padding=ft.Padding.symmetric(vertical=5),
            border=ft.Border(bottom=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)),
        )

    return ft.Column([line(head, bold=True), *(line(row) for row in rows)], spacing=0, tight=True)


def unknown(look: Look, why: str) -> ft.Control:
    """A greyed placeholder for a chart without data, with the reason."""
    grey = ft.Colors.ON_SURFACE_VARIANT
    return ft.Row(
        [
            ft.Icon(ft.Icons.HOURGLASS_EMPTY_ROUNDED, size=18, color=grey),
            ft.Text(why, style=look.text(14, color=grey), expand=True),
        ],
        spacing=8,
    )


def legend(look: Look, solid: str, hatched: str = "", mark: str = "") -> ft.Control:
    """The legend for solid, hatched and the tick."""
    parts: list[ft.Control] = []
    samples: tuple[tuple[str, list[cv.Shape]], ...] = (
        (solid, [_block(look, 0, 2, 18, 11)]),
        (hatched, _hatch(look.accent, 1, 2, 16, 11)),
        (mark, [cv.Line(9, 0, 9, 14, stroke(ft.Colors.ON_SURFACE, 2, [4, 2]))]),
    )
    for words, shapes in samples:
        if words:
            text = ft.Text(words, style=look.text(12, color=ft.Colors.ON_SURFACE_VARIANT))
            text.expand = text.expand_loose = True
            parts.append(ft.Row([cv.Canvas(shapes, width=18, height=14), text], spacing=6, tight=True))
    return ft.Row(parts, wrap=True, spacing=14, run_spacing=2)


# Pictures -----------------------------------------------------------------------------------------------------------


def bars(look: Look, width: float, rows: Sequence[Bar], *, top: float | None = None) -> ft.Control:
    """Horizontal bars; negative values extend to the left and are hatched."""
    height = look.size(32)
    left = _widest(look, (row.label for row in rows), width * 0.38) + 8
    right = width - _widest(look, (row.caption for row in rows), width * 0.3, look.size(15)) - 10
    known = [number for row in rows for number in (row.value, row.mark) if number is not None]
    low, high = min(0.0, *known, 0.0), max(top or 0.0, *known, 0.0)
    scale = Scale(low, high if high > low else low + 1, left, right)
    shapes: list[cv.Shape] = []
    for number, row in enumerate(rows):
        shapes += _bar(look, scale, row, number * height, height, width)
    zero = scale(0)
    shapes.append(cv.Line(zero, 0, zero, height * len(rows), stroke(ft.Colors.OUTLINE)))
    return cv.Canvas(shapes, width=width, height=height * len(rows))


def histogram(look: Look, width: float, buckets: Sequence[Bucket]) -> ft.Control:
    """A histogram; the highest column shows its number."""
    most = max((bucket.full + bucket.rest for bucket in buckets), default=0) or 1
    foot, head = look.size(20), look.size(18)
    step = width / max(1, len(buckets))
    scale = Scale(0, most, _HEIGHT - foot, head)
    shapes: list[cv.Shape] = []
    for number, bucket in enumerate(buckets):
        x, wide, sum_ = number * step + step * 0.1, step * 0.8, bucket.full + bucket.rest
        if bucket.full:
            shapes.append(_block(look, x, scale(bucket.full), wide, scale(0) - scale(bucket.full)))
        if bucket.rest:
            shapes += _hatch(look.accent, x, scale(sum_), wide, scale(bucket.full) - scale(sum_))
        if sum_ and (step > look.size(24) or sum_ == most):
            shapes.append(_text(look, x + wide / 2, scale(sum_) - 2, str(sum_), ft.Alignment.BOTTOM_CENTER))
    shapes.append(cv.Line(0, scale(0), width, scale(0), stroke(ft.Colors.OUTLINE)))
    every = max(1, ceil(_widest(look, (bucket.label for bucket in buckets), width) * 1.15 / step))
    for number, bucket in enumerate(buckets):
        if number % every == 0:
            middle = number * step + step / 2
            shapes.append(_text(look, middle, scale(0) + 4, bucket.label, ft.Alignment.TOP_CENTER))
    return cv.Canvas(shapes, width=width, height=_HEIGHT)


def spreads(look: Look, width: float, rows: Sequence[Spread]) -> ft.Control:
    """Box plots: a line from minimum to maximum, a box for the middle half, a tick for the median."""
    height, foot = look.size(34), look.size(20)
    left = _widest(look, (row.label for row in rows), width * 0.34) + 10
    low, high = min(row.least for row in rows), max(row.most for row in rows)
    scale = Scale(low, high if high > low else low + 1, left, width - 8)
    bottom = height * len(rows)
    shapes: list[cv.Shape] = []
    for points in _ticks(low, high, 5):
        shapes.append(cv.Line(scale(points), 0, scale(points), bottom, stroke(ft.Colors.OUTLINE_VARIANT)))
        shapes.append(_text(look, scale(points), bottom + 3, _plain(points), ft.Alignment.TOP_CENTER))
    for number, row in enumerate(rows):
        y = number * height + height / 2
        wide = max(3.0, scale(row.upper) - scale(row.lower))
        shapes.append(_text(look, 0, y, row.label, ft.Alignment.CENTER_LEFT, bold=True, most=left - 6))
        shapes.append(cv.Line(scale(row.least), y, scale(row.most), y, stroke(look.accent, 2)))
        shapes += [
            cv.Line(scale(end), y - 5, scale(end), y + 5, stroke(look.accent, 2)) for end in (row.least, row.most)
        ]
        shapes.append(_block(look, scale(row.lower), y - height * 0.28, wide, height * 0.56))
        shapes.append(
            cv.Line(
                scale(row.middle), y - height * 0.34, scale(row.middle), y + height * 0.34, stroke(look.on_accent, 3)
            )
        )
    return cv.Canvas(shapes, width=width, height=bottom + foot)


def curve(
    look: Look,
    width: float,
    points: Sequence[float],
    ends: tuple[str, str],
    *,
    level: float,
    band: Sequence[tuple[float, float]] = (),
) -> ft.Control:
    """A line from left to right through two points or more, one per step; `ends` name the first and the last.

    `level` is a marked height; `band` is (low, high) at each point.
    """
    foot, left, right = look.size(20), look.size(38), width - look.size(12)
    heights = [level, *points, *(height for pair in band for height in pair)]
    low, high = min(heights), max(heights)
    y = Scale(low, high if high > low else low + 1, _HEIGHT - foot - 6, 8)
    x = Scale(0, len(points) - 1, left, right)
    shapes: list[cv.Shape] = []
    for height in _ticks(low, high, 5):
        shapes.append(cv.Line(left, y(height), right, y(height), stroke(ft.Colors.OUTLINE_VARIANT)))
        shapes.append(_text(look, left - 6, y(height), _plain(height), ft.Alignment.CENTER_RIGHT))
    shapes.append(cv.Line(left, y(level), right, y(level), stroke(ft.Colors.ON_SURFACE_VARIANT, 1, [3, 4])))
    if band:
        upper = [(x(step), y(high)) for step, (_, high) in enumerate(band)]
        lower = [(x(step), y(low)) for step, (low, _) in enumerate(band)]
        around = ft.Paint(color=ft.Colors.with_opacity(0.18, look.accent))
        shapes.append(cv.Path([*_drawn([*upper, *reversed(lower)]), cv.Path.Close()], paint=around))
        shapes += [cv.Path(_drawn(edge), paint=stroke(look.accent, 1, [2, 3])) for edge in (upper, lower)]
    at = [(x(step), y(height)) for step, height in enumerate(points)]
    shapes.append(cv.Path(_drawn(at), paint=stroke(look.accent, 3)))
    for words, edge, alignment in ((ends[0], left, ft.Alignment.TOP_LEFT), (ends[1], right, ft.Alignment.TOP_RIGHT)):
        shapes.append(_text(look, edge, _HEIGHT - foot + 2, words, alignment))
    return cv.Canvas(shapes, width=width, height=_HEIGHT)


# Strokes ------------------------------------------------------------------------------------------------------------


class Scale:
    """Converts numbers to pixels."""

    def __init__(self, low: float, high: float, start: float, end: float) -> None:
        self._low, self._start = low, start
        self._step = (end - start) / (high - low)

    def __call__(self, number: float) -> float:
        return self._start + (number - self._low) * self._step


def _bar(look: Look, scale: Scale, row: Bar, y: float, height: float, width: float) -> list[cv.Shape]:
    middle, grey = y + height / 2, ft.Colors.ON_SURFACE_VARIANT
    colour = None if row.value is not None else grey
    shapes: list[cv.Shape] = [
        _text(
            look, 0, middle, row.label, ft.Alignment.CENTER_LEFT, bold=True, most=width * 0.38, color=colour, lines=2
        ),
        _text(
            look, width, middle, row.caption, ft.Alignment.CENTER_RIGHT, most=width * 0.32, color=colour, figure=True
        ),
    ]
    top, tall = y + height * 0.2, height * 0.6
    if row.value is not None and row.value > 0:
        shapes.append(_block(look, scale(0), top, max(2.0, scale(row.value) - scale(0)), tall))
    elif row.value:
        shapes += _hatch(look.bad, scale(row.value), top, scale(0) - scale(row.value), tall)
    if row.mark is not None:
        x = scale(row.mark)
        shapes.append(cv.Line(x, y + height * 0.08, x, y + height * 0.92, stroke(ft.Colors.SURFACE, 5)))
        shapes.append(cv.Line(x, y + height * 0.08, x, y + height * 0.92, stroke(ft.Colors.ON_SURFACE, 2, [4, 2])))
    return shapes


def _drawn(points: Sequence[tuple[float, float]]) -> list[cv.Path.PathElement]:
    return [cv.Path.MoveTo(*points[0]), *(cv.Path.LineTo(*point) for point in points[1:])]


def _block(look: Look, x: float, y: float, width: float, height: float) -> cv.Shape:
    return cv.Rect(x, y, width, height, ft.BorderRadius.all(3), ft.Paint(color=look.accent))


def _hatch(colour: str, x: float, y: float, width: float, height: float) -> list[cv.Shape]:
    """A hatched frame, distinguishable from a solid block without colour."""
    lines = ft.PaintLinearGradient(
        (x, y), (x + 3, y + 3), [colour, colour, ft.Colors.TRANSPARENT], [0, 0.28, 0.28], ft.GradientTileMode.REPEATED
    )
    paints = ft.Paint(gradient=lines), stroke(colour, 1.4)
    return [cv.Rect(x, y, width, height, ft.BorderRadius.all(2), paint) for paint in paints]


def stroke(colour: str, width: float = 1, dashes: list[ft.Number] | None = None) -> ft.Paint:
    return ft.Paint(
        color=colour,
        stroke_width=width,
        style=ft.PaintingStyle.STROKE,
        stroke_join=ft.StrokeJoin.ROUND,
        stroke_dash_pattern=dashes,
    )


def _text(
    look: Look,
    x: float,
    y: float,
    words: str,
    alignment: ft.Alignment,
    *,
    bold: bool = False,
    figure: bool = False,
    most: float | None = None,
    color: str | None = None,
    lines: int = 1,
) -> cv.Text:
    style = ft.TextStyle(
        size=look.size(14 if figure else 13 if bold else 12),
        font_family=FIGURES if figure else TEXT,
        font_family_fallback=FALLBACK,
        color=color or (ft.Colors.ON_SURFACE if bold or figure else ft.Colors.ON_SURFACE_VARIANT),
        weight=ft.FontWeight.W_700 if figure else ft.FontWeight.W_400,
    )
    return cv.Text(
        x, y, words, style, alignment=alignment, max_lines=lines, ellipsis="…", max_width=most or float("inf")
    )


def _widest(look: Look, words: Iterable[str], most: float, size: float | None = None) -> float:
    """The approximate width of the longest word in pixels, at most `most`."""
    longest = max((len(word) for word in words), default=0)
    return min(most, longest * (size or look.size(13)) * _LETTER)


def _ticks(low: float, high: float, about: int) -> list[float]:
    """About `about` round numbers between `low` and `high`."""
    if high <= low:
        return [low]
    rough = (high - low) / about
    size = 10 ** floor(log10(rough))
    step = next(size * factor for factor in (1, 2, 5, 10) if size * factor >= rough)
    first = ceil(low / step)
    return [number * step for number in range(first, floor(high / step) + 1)]


def _plain(number: float) -> str:
    """A tick's number without trailing zeros."""
    return number_text(round(number)) if number == round(number) else f"{number:.1f}".replace("-", "−")


def buckets_of(counts: Sequence[tuple[float, int, int]]) -> list[tuple[int, float, int, int]]:
    """Group (number, full, rest) into about twelve equal steps of (from, to, full, rest), empty ones included."""
    if not counts:
        return []
    low, high = min(number for number, _, _ in counts), max(number for number, _, _ in counts)
    steps = _ticks(low, high, 12)
    step = max(1, round(steps[1] - steps[0]) if len(steps) > 1 else 1)
    first = floor(low / step) * step
    edges = range(first, floor(high) + step + 1, step)
    unit = HALF if any(number % 1 for number, _, _ in counts) else 1
    gathered: list[tuple[int, float, int, int]] = []
    for start, end in pairwise(edges):
        inside = [(full, rest) for number, full, rest in counts if start <= number < end]
        gathered.append((start, end - unit, sum(full for full, _ in inside), sum(rest for _, rest in inside)))
    return gathered
