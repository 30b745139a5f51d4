"""A session as text: the result in words, and as a grid of emoji squares."""

from collections.abc import Sequence
from typing import Final

from companion.sharing.story import Story
from companion.ui.marks import number_text
from companion.ui.text import dated
from scoring.contract.game import MeasureKind
from scoring.contract.names import join_words

BEST: Final = "🟩"
BETWEEN: Final = "🟨"
LAST: Final = "⬛"
NOTHING: Final = "⬜"

_CROWN: Final = "👑"
_MEDALS: Final = {2: "🥈", 3: "🥉"}

_MEASURED: Final = ((BETWEEN, "partly"), (LAST, "not"), (NOTHING, "not counted"))
_SCORED: Final = ((BETWEEN, "between"), (LAST, "last"), (NOTHING, "not scored"))
"""The meaning of the squares other than `BEST`: for a measure of the game, and for the points of the round."""

_ROW: Final = 12
"""Squares that fit in a line on a phone; longer rows are broken into lines of ten."""


def as_text(story: Story) -> str:
    """The result as a message: places, the outcome, the turning points and the awards."""
    lines = [f"{story.title} · {story.details}", ""]
    for place in story.places:
        why = f" ({place.because})" if place.because else ""
        names = join_words([story.names[seat] for seat in place.side])
        lines.append(f"{place.rank}. {names} {number_text(place.points)}{why}")
    lines += ["", f"{story.headline}. {story.because}"] if story.winners else ["", "Not finished."]
    lines += ["", *story.turning_points] if story.turning_points else []
    lines += [""] if story.awards else []
    lines += [f"{award.title}: {story.name_side(award.seat)}. {award.sentence}" for award in story.awards]
    return "\n".join(lines)


def as_grid(story: Story) -> str:
    """A row per player, best first, with a square per round."""
    kind = main_measure(story)
    lines = [f"{story.title} · {dated(story.at)}"]
    for place in story.places:
        for seat in place.side:
            medal = _CROWN if seat in story.winners else _MEDALS.get(place.rank, "")
            who = f"{medal} {story.names[seat]} {number_text(story.totals[seat])}".strip()
            lines += _format_row(squares(story, seat, kind), who)
    return "\n".join([*lines, " ".join(f"{mark} {meaning}" for mark, meaning in legend(story, kind))])


def squares(story: Story, seat: int, kind: MeasureKind | None) -> tuple[str, ...]:
    """A square per round for a seat, by the measure `kind`, or by points if it is None or not counted in the round."""
    numbers = [
        head.number
        for head in story.rounds
        if head.number and any((head.number, other) in story.cells for other in story.seats)
    ]
    return tuple(
        _by_measure(story, number, seat, kind)
        if kind is not None and _is_measured(story, number, kind)
        else _by_points(story, number, seat)
        for number in numbers
    )


def main_measure(story: Story) -> MeasureKind | None:
    """The game's main measure of success in a round; None if this session has none."""
    shares = [kind for kind in story.game.measures.kinds if kind.share and kind.key in _counted(story)]
    main = (kind for kind in shares if kind.main)
    return next(main, next((kind for kind in shares if kind.stands_in), None))


def _counted(story: Story) -> set[str]:
    """The measures with a share that this session has."""
    return {measure.key for measure in story.result.measures if measure.of} if story.result else set()


def _stand_ins(story: Story, kind: MeasureKind) -> tuple[MeasureKind, ...]:
    """What counts in rounds that do not count the main measure `kind`: missions, where nobody bids."""
    kinds, counted = story.game.measures.kinds, _counted(story)
    return tuple(other for other in kinds if other.stands_in and other != kind and other.key in counted)


def legend(story: Story, kind: MeasureKind | None) -> tuple[tuple[str, str], ...]:
    """The squares that occur, with their meaning."""
    best = f"best of the {story.game.box.round}"
    if kind is not None:
        best = join_words([title.title.lower() for title in (kind, *_stand_ins(story, kind))])
    used = {mark for seat in story.seats for mark in squares(story, seat, kind)}
    meanings = ((BEST, best), *(_SCORED if kind is None else _MEASURED))
    return tuple((mark, meaning) for mark, meaning in meanings if mark in used)


def _is_measured(story: Story, number: int, kind: MeasureKind) -> bool:
    return any(_by_measure(story, number, seat, kind) != NOTHING for seat in story.seats)


def _by_measure(story: Story, number: int, seat: int, kind: MeasureKind) -> str:
    measures = story.result.measures if story.result else ()
    for key in (kind.key, *(other.key for other in _stand_ins(story, kind))):
        own = [measure for measure in measures if (measure.round, measure.seat, measure.key) == (number, seat, key)]
        value, of = sum(measure.value for measure in own), sum(measure.of for measure in own)
        if of:
            return BEST if value >= of else BETWEEN if value > 0 else LAST
    return NOTHING


def _by_points(story: Story, number: int, seat: int) -> str:
    points = {other: story.cells.get((number, other), 0) * story.best.sign for other in story.seats_of[number]}
    if seat not in points or not any(points.values()):
        return NOTHING
    if points[seat] == max(points.values()):
        return BEST
    return LAST if points[seat] == min(points.values()) else BETWEEN


def _format_row(marks: Sequence[str], who: str) -> list[str]:
    if len(marks) <= _ROW:
        return [f"{''.join(marks)} {who}".strip()]
    return [who, *("".join(marks[start : start + 10]) for start in range(0, len(marks), 10))]
