"""How the totals ran, as the curve shows it."""

import pytest
from flet import canvas as cv

from companion.open_session.telling.curve_lines import Course, Line, build_course
from companion.scores.curve import Plot
from scoring.contract.game import COUNTED_ONCE, SUMMED_UP, RoundHead
from scoring.contract.scores import Best, Seat
from scoring.games.score_pad import GAME as SCORE_PAD
from scoring.games.score_pad import Options
from storage.store import Store
from tests.companion.pages import at
from tests.companion.tables import enter, opened

ALONE = ((Seat(0),), (Seat(1),))
HEADS = tuple(RoundHead(number, f"Round {number}") for number in (1, 2, 3))


def test_totals_begin_with_what_the_table_gave() -> None:
    cells = {(0, 1): 5, (1, 0): 1, (1, 1): 2, (2, 0): 3, (2, 1): 0}
    assert build_course(cells, (RoundHead(0, "Before"), *HEADS), ALONE, (1, 1)) == Course(
        2, (Line(ALONE[0], 0, (0, 1, 4)), Line(ALONE[1], 0, (5, 7, 7)))
    )


def test_who_came_late_has_a_line_from_their_first_round_on() -> None:
    cells = {(0, 1): -5, (1, 0): 1, (2, 0): 3, (3, 0): 1, (3, 1): 9}
    assert build_course(cells, HEADS, ALONE, (1, 3)) == Course(
        3, (Line(ALONE[0], 0, (0, 1, 4, 5)), Line(ALONE[1], 2, (-5, 4)))
    )


@pytest.mark.parametrize("kind", [COUNTED_ONCE, SUMMED_UP])
def test_rows_that_are_no_rounds_have_no_course(kind: str) -> None:
    cells = {(1, 0): 1, (2, 0): 3}
    assert build_course(cells, [RoundHead(1, "Roads", kind), RoundHead(2, "Farms", kind)], ALONE, (1, 1)) is None


@pytest.mark.parametrize("best", Best)
def test_the_leader_is_on_top(best: Best) -> None:
    course = Course(2, (Line(ALONE[0], 0, (0, 1, 4)), Line(ALONE[1], 0, (0, 5, 9))))
    plot = Plot(400, 200, 1.0, course, best)
    leader, other = (9, 4) if best is Best.HIGH else (4, 9)
    assert 0 < plot.y(leader) < plot.y(other) < 200


@pytest.mark.parametrize(("low", "shown"), [(-100, ["−100", "0", "100"]), (-5, ["−5", "100"])])
async def test_0_is_labelled_where_there_is_room(store: Store, low: int, shown: list[str]) -> None:
    desk = opened(store, SCORE_PAD, 2)
    for scores in ((low, 50), (0, 50)):
        enter(desk, "round_entered", scores=list(enumerate(scores)))
    async with at(store, f"/table/{desk.session_id}", width=1280) as page:
        (picture,) = page.all(cv.Canvas)
        texts = [shape for shape in picture.shapes if isinstance(shape, cv.Text)]
        assert [text.value for text in texts if text.x == min(other.x for other in texts)] == shown


async def test_a_curve_of_fewest_points_says_so(store: Store) -> None:
    for best, words in ((Best.HIGH, []), (Best.LOW, ["Fewest points on top"])):
        desk = opened(store, SCORE_PAD, 2, Options(best=best))
        for scores in ((1, 2), (3, 4)):
            enter(desk, "round_entered", scores=list(enumerate(scores)))
        async with at(store, f"/table/{desk.session_id}", width=1280) as page:
            (picture,) = page.all(cv.Canvas)
            texts = [shape.value for shape in picture.shapes if isinstance(shape, cv.Text)]
            assert [text for text in texts if str(text).startswith("Fewest")] == words


async def test_equal_curves_are_both_seen(store: Store) -> None:
    desk = opened(store, SCORE_PAD, 2)
    for scores in ((1, 1), (3, 4)):
        enter(desk, "round_entered", scores=list(enumerate(scores)))
    async with at(store, f"/table/{desk.session_id}", width=1280) as page:
        (picture,) = page.all(cv.Canvas)
        dashed = [shape for shape in picture.shapes if isinstance(shape, cv.Path) and shape.paint.stroke_dash_pattern]
        assert [len(path.elements) for path in dashed] == [2]  # the first round of the second player
