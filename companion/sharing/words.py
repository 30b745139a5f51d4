"""An evening as text: the result in words, and as a grid of squares that pastes anywhere."""

from collections.abc import Iterator, Sequence
from typing import Final

from companion.parts.marks import number_text
from companion.sharing.story import Story
from companion.text import listed
from scoring.game import MeasureKind

BEST: Final = "🟩"
BETWEEN: Final = "🟨"
LAST: Final = "⬛"
NOTHING: Final = "⬜"

_CROWN: Final = "👑"
_MEDALS: Final = {2: "🥈", 3: "🥉"}

_MEASURED: Final = ((BETWEEN, "partly"), (LAST, "not"), (NOTHING, "not counted"))
_SCORED: Final = ((BETWEEN, "between"), (LAST, "last"), (NOTHING, "nobody scored"))
"""What the squares mean beside the best one, by what the game counts and by the points of the round."""

_ROW: Final = 12
"""Squares that fit beside each other on a phone; longer rows are broken into lines of ten."""


def as_text(story: Story) -> str:
    """The result in words, for a message: places, the sentence of the end, the awards."""
    lines = [f"{story.game.title} · {story.details}", ""]
    for place in story.places:
        why = f" ({place.because})" if place.because else ""
        lines.append(f"{place.rank}. {_who(story, place.side)} {number_text(place.points)}{why}")
    lines += ["", f"{story.headline}. {story.because}"] if story.winners else ["", "Not finished."]
    lines += ["", *_told(story)] if story.awards else []
    return "\n".join(lines)


def as_grid(story: Story) -> str:
    """A row a player, a square a round, the best player first."""
    kind = main_measure(story)
    lines = [f"{story.game.title} · {story.at:%Y-%m-%d}"]
    for place in story.places:
        for seat in place.side:
            medal = _CROWN if seat in story.winners else _MEDALS.get(place.rank, "")
            who = f"{medal} {story.names[seat]} {number_text(story.totals[seat])}".strip()
            lines += _row(squares(story, seat, kind), who)
    return "\n".join([*lines, " ".join(f"{mark} {meant}" for mark, meant in explained(story, kind))])


def squares(story: Story, seat: int, kind: MeasureKind | None) -> tuple[str, ...]:
    """How every round went for a seat: by what the game counts, else by the points of the round."""
    played = [head for head in story.rounds if any((head.number, each) in story.cells for each in story.seats)]
    if kind is None:
        return tuple(_by_points(story, head.number, seat) for head in played)
    return tuple(_by_measure(story, head.number, seat, kind) for head in played)


def main_measure(story: Story) -> MeasureKind | None:
    """What the game counts that tells how a round went, if it was counted this evening."""
    counted = {measure.key for measure in story.result.measures if measure.of} if story.result else set()
    return next((kind for kind in story.game.measured if kind.main and kind.share and kind.key in counted), None)


def explained(story: Story, kind: MeasureKind | None) -> tuple[tuple[str, str], ...]:
    """What the squares mean, the empty one only where there is one."""
    meant = _MEASURED if kind is not None else _SCORED
    best = kind.title.lower() if kind is not None else "best of the round"
    empty = any(NOTHING in squares(story, seat, kind) for seat in story.seats)
    return ((BEST, best), *meant[: None if empty else -1])


def _by_measure(story: Story, number: int, seat: int, kind: MeasureKind) -> str:
    measures = story.result.measures if story.result else ()
    mine = [each for each in measures if (each.round, each.seat, each.key) == (number, seat, kind.key)]
    value, of = sum(each.value for each in mine), sum(each.of for each in mine)
    if not of:
        return NOTHING
    return BEST if value >= of else BETWEEN if value > 0 else LAST


def _by_points(story: Story, number: int, seat: int) -> str:
    points = [story.cells.get((number, each), 0) * story.game.best.sign for each in story.seats]
    if not any(points):
        return NOTHING
    if points[seat] == max(points):
        return BEST
    return LAST if points[seat] == min(points) else BETWEEN


def _row(marks: Sequence[str], who: str) -> list[str]:
    if len(marks) <= _ROW:
        return [f"{''.join(marks)} {who}".strip()]
    return [who, *("".join(marks[start : start + 10]) for start in range(0, len(marks), 10))]


def _told(story: Story) -> Iterator[str]:
    for award in story.awards:
        yield f"{award.title}: {story.names[award.seat]}. {award.sentence}"


def _who(story: Story, side: Sequence[int]) -> str:
    return listed([story.names[seat] for seat in side])
