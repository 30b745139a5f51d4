"""The result as a picture: winner, podium, curve, turning points, and all players' points and awards.

Drawn on the light face in the game's colour, 1080 pixels wide, as high as the table needs.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from companion.desk.telling.course import FEWEST_ON_TOP, Course
from companion.sharing.lettering import Hand, shrunk, write
from companion.sharing.pens import Pen, pens
from companion.sharing.story import Story
from companion.ui.marks import number_text
from companion.ui.player_colours import initials
from companion.ui.text import APP
from companion.ui.theme import DAY, FIGURES, GOLD, SIGNS, TEXT, Look, mix
from scoring.contract.names import join_words
from scoring.contract.scores import Best, Place

WIDTH: Final = 1080
_MARGIN: Final = 64
_INNER: Final = WIDTH - 2 * _MARGIN
_INK: Final = DAY["on_surface"]
_FAINT: Final = DAY["on_surface_variant"]
_PAPER: Final = DAY["surface"]
_CARD: Final = DAY["surface_container_lowest"]
_EDGE: Final = DAY["outline_variant"]
_GOLD: Final = GOLD[0]
_CROWN: Final = mix(*GOLD, 0.7)
_WHITE: Final = "#ffffff"

_HEAD: Final = 208
_CURVE: Final = 330
_STEPS: Final = {1: 190, 2: 136, 3: 96}
_STEP_WIDTH: Final = 300
_PODIUM: Final = 3
_FOOT: Final = 84
_BECAUSE: Final = Hand(TEXT, 34)
_TOLD: Final = Hand(TEXT, 32)
_ABOVE_STEPS: Final = 220
"""Pixels for badge and name above the highest step, and for the gap below."""


@dataclass(frozen=True, slots=True)
class Written:
    """A line of text on the picture and its box: left, top, right, bottom."""

    text: str
    box: tuple[float, float, float, float]


class Sheet:
    """A picture being drawn: shapes at once, text at the end, so that its edges stay sharp."""

    def __init__(self, height: int, seats: Sequence[str], signs: Sequence[str] = ()) -> None:
        self.height = height
        self.pen: Pen = pens().begin(WIDTH, height, _PAPER)
        self._seats = seats
        self._signs = signs
        self._words: list[tuple[float, float, str, Hand, str]] = []

    def band(self, top: str, bottom: str, height: int) -> None:
        """A weave of colour over the whole width."""
        for y in range(height):
            self.pen.box((0, y, WIDTH, y + 1), mix(top, bottom, y / height))

    def box(self, left: float, top: float, right: float, bottom: float, fill: str, *, edge: str = "") -> None:
        """A rounded piece of paper."""
        self.pen.box((left, top, right, bottom), fill, radius=22, edge=edge, width=2)

    def line(self, points: Sequence[tuple[float, float]], ink: str, width: int) -> None:
        """A line through these points, its corners round."""
        self.pen.line(points, ink, width)

    def badge(self, x: float, y: float, seat: int, size: int) -> None:
        """The initial of a seat's player on their colour, centred; the seat's number where there are no initials."""
        sign = self._signs[seat] if seat < len(self._signs) else str(seat + 1)
        hand = Hand(FIGURES, round(size * (0.5 if len(sign) < 2 else 0.4)), bold=True)
        self.pen.disc(x, y, size / 2, self._seats[seat % len(self._seats)])
        self.centred(x, y + size * 0.17, sign, hand, _WHITE)

    def words(self, x: float, baseline: float, text: str, hand: Hand, ink: str = _INK) -> None:
        """Text starting at `x`."""
        self._words.append((x, baseline, text, hand, ink))

    def centred(self, x: float, baseline: float, text: str, hand: Hand, ink: str = _INK) -> None:
        """Text centred at `x`."""
        self.words(x - hand.width(text) / 2, baseline, text, hand, ink)

    def ending(self, x: float, baseline: float, text: str, hand: Hand, ink: str = _INK) -> None:
        """Text ending at `x`."""
        self.words(x - hand.width(text), baseline, text, hand, ink)

    @property
    def written(self) -> tuple[Written, ...]:
        """All lines of text with their boxes."""
        return tuple(
            Written(text, (x, baseline - hand.size * 0.8, x + hand.width(text), baseline + hand.size * 0.22))
            for x, baseline, text, hand, _ in self._words
        )

    def png(self) -> bytes:
        """The picture with its words."""
        for x, baseline, text, hand, ink in self._words:
            write(self.pen, x, baseline, text, hand, ink)
        return self.pen.png()


def png(story: Story) -> bytes:
    """The picture as a file."""
    return laid_out(story).png()


def laid_out(story: Story) -> Sheet:
    """The picture before its text is drawn."""
    top = _head_of(story)
    podium = _podium_places(story)
    rows = [_row_height(story, place) for place in story.places]
    steps = _ABOVE_STEPS + _STEPS[1] if podium else 36
    curve = _CURVE + 40 if story.course else 0
    sentences = _told(story)
    telling = len(sentences) * _TOLD.line + 40 if sentences else 0
    sheet = Sheet(
        _HEAD + top.height + steps + curve + telling + sum(rows) + 24 + _FOOT, story.colours, initials(story.names)
    )
    _band(sheet, story)
    _winner(sheet, top)
    y = _HEAD + top.height + steps
    if podium:
        _podium(sheet, story, podium, y - 40)
    if story.course:
        _curve(sheet, story, story.course, y)
    for number, line in enumerate(sentences, start=1):
        sheet.words(_MARGIN, y + curve + number * _TOLD.line, line, _TOLD)
    _standings(sheet, story, y + curve + telling, rows)
    sheet.centred(WIDTH / 2, sheet.height - 30, APP, Hand(TEXT, 26), _FAINT)
    return sheet


def _told(story: Story) -> list[str]:
    """The turning points, wrapped to fit."""
    return [line for sentence in story.turning_points for line in _TOLD.wrapped(sentence, _INNER, 3)]


@dataclass(frozen=True, slots=True)
class _Top:
    """The winners and the reason, wrapped to fit."""

    hand: Hand
    names: tuple[str, ...]
    because: tuple[str, ...]

    @property
    def height(self) -> int:
        return 190 + len(self.names) * self.hand.line + len(self.because) * _BECAUSE.line


def _head_of(story: Story) -> _Top:
    hand = shrunk(Hand(FIGURES, 84, bold=True), [story.headline], _INNER, 56)
    names = hand.wrapped(story.headline, _INNER, 3)
    return _Top(hand, tuple(names), tuple(_BECAUSE.wrapped(story.because, _INNER - 40, 3)))


def _band(sheet: Sheet, story: Story) -> None:
    cloth = Look(cloth_seed=story.game.box.colour).cloth
    sheet.band(cloth, mix(cloth, "#000000", 0.28), _HEAD)
    title = shrunk(Hand(FIGURES, 72, bold=True), [story.title], _INNER, 40)
    sheet.words(_MARGIN, 108, title.fitted(story.title, _INNER), title, _WHITE)
    hand = Hand(TEXT, 34)
    sheet.words(_MARGIN, 166, hand.fitted(story.details, _INNER), hand, _WHITE)


def _winner(sheet: Sheet, top: _Top) -> None:
    """Crown, name and reason."""
    middle, y = WIDTH / 2, _HEAD + 108
    sheet.centred(middle, y, "♛", Hand(SIGNS, 104), _CROWN)
    y += 12
    for line in top.names:
        y += top.hand.line
        sheet.centred(middle, y - 8, line, top.hand)
    sheet.line([(middle - 60, y + 24), (middle + 60, y + 24)], _CROWN, 5)
    y += 34
    for line in top.because:
        y += _BECAUSE.line
        sheet.centred(middle, y, line, _BECAUSE, _FAINT)


def _podium_places(story: Story) -> tuple[Place, ...]:
    """The first three places; none with two sides, or if half the table shares a place."""
    best = tuple(place for place in story.places if place.rank <= _PODIUM)
    return best if len(story.places) > 2 and len(best) == _PODIUM else ()


def _podium(sheet: Sheet, story: Story, podium: tuple[Place, ...], floor: int) -> None:
    """First place in the middle, second on the left, third on the right."""
    colour = Look(cloth_seed=story.game.box.colour).cloth
    for column, place in zip((1, 0, 2), podium, strict=True):
        middle = WIDTH / 2 + (column - 1) * (_STEP_WIDTH + 14)
        top = floor - _STEPS[place.rank]
        fill = colour if place.rank == 1 else mix(colour, _WHITE, 0.13 * place.rank)
        sheet.box(middle - _STEP_WIDTH / 2, top, middle + _STEP_WIDTH / 2, floor, fill)
        number = Hand(FIGURES, 60, bold=True)
        sheet.centred(middle, top + 72, number_text(place.points), number, _WHITE)
        _on_step(sheet, story, place, middle, top)
    sheet.line([(_MARGIN, floor), (WIDTH - _MARGIN, floor)], _EDGE, 4)


def _on_step(sheet: Sheet, story: Story, place: Place, middle: float, top: float) -> None:
    """The badges and names on a step."""
    names = join_words([story.names[seat] for seat in place.side])
    hand = shrunk(Hand(TEXT, 40, bold=True), [names], _STEP_WIDTH - 8, 28)
    sheet.centred(middle, top - 24, hand.fitted(names, _STEP_WIDTH - 8), hand)
    left = middle - (len(place.side) - 1) * 39
    for number, seat in enumerate(place.side):
        sheet.badge(left + number * 78, top - 104, seat, 72)


def _row_height(story: Story, place: Place) -> int:
    return 92 + 40 * sum(story.award_of(seat) is not None for seat in place.side) + (36 if place.because else 0)


def _standings(sheet: Sheet, story: Story, top: int, rows: Sequence[int]) -> None:
    """All players by place, with points and awards."""
    sheet.box(_MARGIN - 24, top, WIDTH - _MARGIN + 24, top + sum(rows) + 24, _CARD, edge=_EDGE)
    y = top + 12
    for number, (place, height) in enumerate(zip(story.places, rows, strict=True)):
        if number:
            sheet.line([(_MARGIN, y), (WIDTH - _MARGIN, y)], _EDGE, 1)
        _row(sheet, story, place, y)
        y += height


def _row(sheet: Sheet, story: Story, place: Place, top: float) -> None:
    points, name = Hand(FIGURES, 48, bold=True), Hand(TEXT, 40, bold=place.rank == 1)
    total = number_text(place.points)
    sheet.words(_MARGIN, top + 62, f"{place.rank}.", Hand(FIGURES, 40, bold=True), _FAINT)
    sheet.ending(WIDTH - _MARGIN, top + 62, total, points, _GOLD if place.rank == 1 else _INK)
    for number, seat in enumerate(place.side):
        sheet.badge(_MARGIN + 92 + number * 60, top + 46, seat, 54)
    left = _MARGIN + 140 + (len(place.side) - 1) * 60
    names = join_words([story.names[seat] for seat in place.side])
    room = WIDTH - _MARGIN - left - points.width(total) - 24
    hand = shrunk(name, [names], room, 30)
    sheet.words(left, top + 60, hand.fitted(names, room), hand)
    y = top + 104
    for text in _below(story, place):
        small = shrunk(Hand(TEXT, 29), [text], WIDTH - _MARGIN - left, 24)
        sheet.words(left, y, small.fitted(text, WIDTH - _MARGIN - left), small, _FAINT)
        y += 40


def _below(story: Story, place: Place) -> list[str]:
    """The tie-break and the awards of a row."""
    texts = [place.because] if place.because else []
    for seat in place.side:
        award = story.award_of(seat)
        if award:
            texts.append(f"★ {award.title}: {award.sentence}")
    return texts


def _curve(sheet: Sheet, story: Story, course: Course, top: int) -> None:
    """The running totals, a line per side in the colour of its first player, with its badges at the end."""
    low, high = course.low, course.high
    left, upper, lower = _MARGIN + 84, top + 24, top + _CURVE - 24
    right = WIDTH - _MARGIN - 28 - 42 * max(len(line.side) for line in course.lines)

    def x(step: int) -> float:
        return left + (right - left) * step / course.rounds

    def y(points: float) -> float:
        up = points - low if story.best is Best.HIGH else high - points
        return lower - (lower - upper) * up / (high - low)

    for points in sorted({low, 0, high}):
        sheet.line([(left, y(points)), (right, y(points))], _EDGE, 2)
    for points in _axis_figures([low, 0, high], y):
        sheet.ending(left - 16, y(points) + 10, number_text(points), Hand(TEXT, 28), _FAINT)
    if story.best is Best.LOW:
        sheet.words(left + 12, lower - 14, FEWEST_ON_TOP, Hand(TEXT, 28), _FAINT)
    ends = _spread_labels([y(line.totals[-1]) for line in course.lines], 42, lower + 20)
    for line in reversed(course.lines):
        colour = story.colours[line.side[0] % len(story.colours)]
        sheet.line([(x(step), y(points)) for step, points in enumerate(line.totals, line.first)], colour, 6)
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
