"""The result as a picture: winner, podium, curve, turning points, and all players' points and awards.

Drawn on the light face in the game's colour, as high as the table needs.
"""

from collections.abc import Callable, Sequence
from typing import Final

from companion.open_session.telling.curve_lines import FEWEST_ON_TOP, Course
from companion.scores.curve import spread_labels
from companion.scores.podium import on_podium
from companion.sharing.picture_sheet import BAND, CARD, EDGE, FAINT, FOOT, INK, INNER, MARGIN, WHITE, WIDTH, Head, Sheet
from companion.sharing.picture_text import Hand, shrink_to_fit
from companion.sharing.story import Story
from companion.ui.charts import Scale
from companion.ui.fonts import FIGURES, TEXT
from companion.ui.marks import number_text
from companion.ui.player_colours import initials
from companion.ui.theme import GOLD, Look, mix
from scoring.contract.names import join_words
from scoring.contract.scores import Best, Place

_GOLD: Final = GOLD[0]

_CURVE: Final = 330
_STEPS: Final = {1: 190, 2: 136, 3: 96}
_STEP_WIDTH: Final = 300
_SENTENCE: Final = Hand(TEXT, 32)
_ABOVE_STEPS: Final = 220
"""Pixels for badge and name above the highest step, and for the gap below."""


def draw(story: Story) -> Sheet:
    """The picture, whose `png` is the file."""
    head = Head(story.headline, story.because)
    podium = on_podium(story.places)
    rows = [_row_height(story, place) for place in story.places]
    steps = _ABOVE_STEPS + _STEPS[1] if podium else 36
    curve = _CURVE + 40 if story.course else 0
    sentences = [line for sentence in story.turning_points for line in _SENTENCE.wrap(sentence, INNER, 3)]
    telling = len(sentences) * _SENTENCE.line + 40 if sentences else 0
    sheet = Sheet(
        BAND + head.height + steps + curve + telling + sum(rows) + 24 + FOOT, story.colours, initials(story.names)
    )
    sheet.draw_band(story.title, story.details, Look(cloth_seed=story.game.box.colour).cloth)
    sheet.draw_winner(head)
    y = BAND + head.height + steps
    if podium:
        _podium(sheet, story, podium, y - 40)
    if story.course:
        _curve(sheet, story, story.course, y)
    for number, line in enumerate(sentences, start=1):
        sheet.words(MARGIN, y + curve + number * _SENTENCE.line, line, _SENTENCE)
    _standings(sheet, story, y + curve + telling, rows)
    return sheet


def _podium(sheet: Sheet, story: Story, podium: tuple[Place, ...], floor: int) -> None:
    """First place in the middle, second on the left, third on the right."""
    colour = Look(cloth_seed=story.game.box.colour).cloth
    for column, place in zip((1, 0, 2), podium, strict=True):
        middle = WIDTH / 2 + (column - 1) * (_STEP_WIDTH + 14)
        top = floor - _STEPS[place.rank]
        fill = colour if place.rank == 1 else mix(colour, WHITE, 0.13 * place.rank)
        sheet.box(middle - _STEP_WIDTH / 2, top, middle + _STEP_WIDTH / 2, floor, fill)
        number = Hand(FIGURES, 60, bold=True)
        sheet.centred(middle, top + 72, number_text(place.points), number, WHITE)
        _on_step(sheet, story, place, middle, top)
    sheet.pen.line([(MARGIN, floor), (WIDTH - MARGIN, floor)], EDGE, 4)


def _on_step(sheet: Sheet, story: Story, place: Place, middle: float, top: float) -> None:
    names = join_words([story.names[seat] for seat in place.side])
    hand = shrink_to_fit(Hand(TEXT, 40, bold=True), [names], _STEP_WIDTH - 8, 28)
    sheet.centred(middle, top - 24, hand.truncate(names, _STEP_WIDTH - 8), hand)
    left = middle - (len(place.side) - 1) * 39
    for number, seat in enumerate(place.side):
        sheet.badge(left + number * 78, top - 104, seat, 72)


def _row_height(story: Story, place: Place) -> int:
    return 92 + 40 * sum(award.seat in place.side for award in story.awards) + (36 if place.because else 0)


def _standings(sheet: Sheet, story: Story, top: int, rows: Sequence[int]) -> None:
    sheet.box(MARGIN - 24, top, WIDTH - MARGIN + 24, top + sum(rows) + 24, CARD, edge=EDGE)
    y = top + 12
    for number, (place, height) in enumerate(zip(story.places, rows, strict=True)):
        if number:
            sheet.pen.line([(MARGIN, y), (WIDTH - MARGIN, y)], EDGE, 1)
        _row(sheet, story, place, y)
        y += height


def _row(sheet: Sheet, story: Story, place: Place, top: float) -> None:
    points, name = Hand(FIGURES, 48, bold=True), Hand(TEXT, 40, bold=place.rank == 1)
    total = number_text(place.points)
    sheet.words(MARGIN, top + 62, f"{place.rank}.", Hand(FIGURES, 40, bold=True), FAINT)
    sheet.ending(WIDTH - MARGIN, top + 62, total, points, _GOLD if place.rank == 1 else INK)
    for number, seat in enumerate(place.side):
        sheet.badge(MARGIN + 92 + number * 60, top + 46, seat, 54)
    left = MARGIN + 140 + (len(place.side) - 1) * 60
    names = join_words([story.names[seat] for seat in place.side])
    room = WIDTH - MARGIN - left - points.width(total) - 24
    hand = shrink_to_fit(name, [names], room, 30)
    sheet.words(left, top + 60, hand.truncate(names, room), hand)
    y = top + 104
    for text in _below(story, place):
        small = shrink_to_fit(Hand(TEXT, 29), [text], WIDTH - MARGIN - left, 24)
        sheet.words(left, y, small.truncate(text, WIDTH - MARGIN - left), small, FAINT)
        y += 40


def _below(story: Story, place: Place) -> list[str]:
    awards = [f"★ {award.title}: {award.sentence}" for award in story.awards if award.seat in place.side]
    return [place.because, *awards] if place.because else awards


def _curve(sheet: Sheet, story: Story, course: Course, top: int) -> None:
    """The running totals, a line per side in the colour of its first player, with its badges at the end."""
    low, high = course.low, course.high
    left, upper, lower = MARGIN + 84, top + 24, top + _CURVE - 24
    right = WIDTH - MARGIN - 28 - 42 * max(len(line.side) for line in course.lines)
    x = Scale(0, course.rounds, left, right)
    y = Scale(low, high, *((lower, upper) if story.best is Best.HIGH else (upper, lower)))
    for points in sorted({low, 0, high}):
        sheet.pen.line([(left, y(points)), (right, y(points))], EDGE, 2)
    for points in _axis_figures([low, 0, high], y):
        sheet.ending(left - 16, y(points) + 10, number_text(points), Hand(TEXT, 28), FAINT)
    if story.best is Best.LOW:
        sheet.words(left + 12, lower - 14, FEWEST_ON_TOP, Hand(TEXT, 28), FAINT)
    ends = spread_labels([y(line.totals[-1]) for line in course.lines], 42, lower + 20)
    for line in reversed(course.lines):
        colour = story.colours[line.side[0] % len(story.colours)]
        sheet.pen.line([(x(step), y(points)) for step, points in enumerate(line.totals, line.first)], colour, 6)
    for line, end in zip(course.lines, ends, strict=True):
        for place, seat in enumerate(line.side):
            sheet.badge(right + 40 + 42 * place, end, seat, 40)


def _axis_figures(points: Sequence[float], y: Callable[[float], float]) -> list[float]:
    """The axis figures that do not overlap; the outer ones take precedence."""
    kept: list[float] = []
    for figure in (points[0], points[-1], *points[1:-1]):
        if all(abs(y(figure) - y(other)) > 30 for other in kept):
            kept.append(figure)
    return kept
