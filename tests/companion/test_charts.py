"""Charts have their numbers behind them, say what they show, and can be read without colour."""

from itertools import pairwise
from typing import Any

import flet as ft
import flet.canvas as cv
import pytest

from companion.testing.headless import mounted
from companion.ui.charts import (
    Bar,
    Bucket,
    Charted,
    Spread,
    bars,
    buckets_of,
    curve,
    histogram,
    legend,
    spreads,
    unknown,
)
from companion.ui.theme import Look

LOOK = Look()
WIDTH = 352
BARS = (Bar("1st", 0.4, "40 %", mark=0.25), Bar("Last", -0.2, "−0.2"), Bar("Never", None, "not yet"))


def shapes(picture: Any, kind: type[Any]) -> list[Any]:
    return [shape for shape in picture.shapes if isinstance(shape, kind)]


def words(picture: Any) -> list[str]:
    return [text.value for text in shapes(picture, cv.Text)]


def solid(picture: Any) -> list[Any]:
    filled = [shape for shape in shapes(picture, cv.Rect) if shape.paint.style is not ft.PaintingStyle.STROKE]
    return [shape for shape in filled if shape.paint.gradient is None]


def framed(picture: Any) -> list[Any]:
    return [shape for shape in shapes(picture, cv.Rect) if shape.paint.style is ft.PaintingStyle.STROKE]


async def test_the_numbers_behind_a_picture_are_one_tap_away() -> None:
    picture = bars(LOOK, WIDTH, BARS)
    charted = (LOOK, "wins", "The first wins 40 %.", picture, ("Seat", "Wins"), (("1st", "12"), ("Last", "3")))
    async with mounted(Charted, *charted) as page:
        assert page.id("wins").label == "The first wins 40 %."
        assert "12" not in page.texts()
        await page.tap("wins.numbers")
        assert {"Seat", "Wins", "1st", "12", "Last", "3"} <= set(page.texts())
        await page.tap("wins.numbers")
        assert "12" not in page.texts()


def test_a_bar_carries_its_number_and_less_than_nothing_is_hatched_to_the_left() -> None:
    picture = bars(LOOK, WIDTH, BARS)
    (more,), (less,) = solid(picture), framed(picture)
    assert more.x == pytest.approx(less.x + less.width)
    assert more.width == pytest.approx(2 * less.width)
    assert {"40 %", "−0.2", "not yet"} <= set(words(picture))


def test_a_row_without_a_value_has_words_but_no_bar() -> None:
    picture = bars(LOOK, WIDTH, BARS[2:])
    assert (solid(picture), framed(picture)) == ([], [])
    assert words(picture) == ["Never", "not yet"]


def test_a_histogram_tells_two_parts_of_a_column_by_pattern() -> None:
    picture = histogram(LOOK, WIDTH, (Bucket("0", 4), Bucket("10", 1, 3), Bucket("20", 0)))
    assert len(solid(picture)) == 2
    (rest,) = framed(picture)
    assert rest.height == pytest.approx(3 * min(shape.height for shape in solid(picture)))
    assert {"4", "0", "10", "20"} <= set(words(picture))


def test_the_highest_column_of_a_histogram_fills_the_picture_and_none_leaves_it() -> None:
    picture = histogram(LOOK, WIDTH, (Bucket("0", 4), Bucket("10", 1, 3), Bucket("20", 2)))
    tops = [shape.y for shape in picture.shapes if isinstance(shape, cv.Rect)]
    assert tops
    assert min(tops) == 18
    assert max(shape.height for shape in picture.shapes if isinstance(shape, cv.Rect)) == picture.height - 20 - 18


@pytest.mark.parametrize("width", [200, 352, 840])
def test_labels_below_a_histogram_never_touch(width: float) -> None:
    picture = histogram(LOOK, width, [Bucket(str(1000 + number), 1) for number in range(14)])
    below = [text for text in shapes(picture, cv.Text) if len(text.value) == 4]
    assert below
    assert all(later.x - earlier.x > 4 * 12 * 0.5 for earlier, later in pairwise(below))


def test_a_spread_has_its_middle_between_its_ends() -> None:
    picture = spreads(LOOK, WIDTH, (Spread("2 players", -20, 10, 30, 60, 100),))
    (box,) = solid(picture)
    line = max((line for line in shapes(picture, cv.Line) if line.y1 == line.y2), key=lambda line: line.x2 - line.x1)
    assert line.x1 < box.x < box.x + box.width < line.x2
    assert "2 players" in words(picture)


def test_a_band_lies_around_its_line_and_the_ends_are_named() -> None:
    picture = curve(LOOK, WIDTH, (25, 27), ("May", "June"), level=25, band=((20, 30), (24, 30)))
    assert len(shapes(picture, cv.Path)) == 4  # the band, its edges, the line
    assert {"May", "June"} <= set(words(picture))


def test_a_level_lies_where_the_line_has_its_height() -> None:
    picture = curve(LOOK, WIDTH, (7, 8, 8), ("May", "June"), level=8)
    (level,) = (line for line in shapes(picture, cv.Line) if line.paint.stroke_dash_pattern)
    (line,) = shapes(picture, cv.Path)
    assert (line.elements[-1].x, line.elements[-1].y) == (level.x2, level.y2)
    assert line.elements[0].y > level.y1


def test_a_line_all_at_one_height_can_be_drawn() -> None:
    assert curve(LOOK, WIDTH, (7, 7), ("May", "June"), level=7)


def test_what_is_not_known_says_why_instead_of_0() -> None:
    row: Any = unknown(LOOK, "No play was timed.")
    assert row.controls[1].value == "No play was timed."


def test_a_legend_shows_what_is_used() -> None:
    row: Any = legend(LOOK, "Winners", mark="Chance")
    assert len(row.controls) == 2


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((), []),
        (((5, 1, 2),), [(5, 5, 1, 2)]),
        (((0, 1, 0), (1, 0, 2), (3, 4, 0)), [(0, 0, 1, 0), (1, 1, 0, 2), (2, 2, 0, 0), (3, 3, 4, 0)]),
        (((-0.5, 1, 0), (0, 0, 2), (1.5, 4, 0)), [(-1, -0.5, 1, 0), (0, 0.5, 0, 2), (1, 1.5, 4, 0)]),
        (((-30, 1, 0), (29, 2, 0), (100, 0, 5)), None),
        (((-30, 1, 0), (29.5, 2, 0), (100.5, 0, 5)), None),
    ],
)
def test_numbers_are_gathered_in_equal_steps_without_losing_any(
    counts: tuple[tuple[float, int, int], ...], expected: list[tuple[int, float, int, int]] | None
) -> None:
    buckets = buckets_of(counts)
    assert expected is None or buckets == expected
    assert sum(full + rest for _, _, full, rest in buckets) == sum(full + rest for _, full, rest in counts)
    assert len({end - start for start, end, _, _ in buckets}) <= 1
