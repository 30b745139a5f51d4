"""The points of a pile: the examples of the rulebook and of the rules file."""

import pytest

from scoring.games.recruit.options import MatchMode
from scoring.games.recruit.score import lines
from scoring.games.recruit.state import Hand, Pile, Variation
from scoring.kit.trick_taking import Level
from scoring.testing.tables import A
from tests.scoring.recruit.declared import DREAM, LOW, MATCH
from tests.scoring.recruit.states import counted, dealt
from tests.scoring.recruit.table import lines as lines_of
from tests.scoring.recruit.table import points

ADDITIONAL = MatchMode.ADDITIONAL


def score(
    cards: int,
    faces: tuple[int, int, int],
    *declared: Variation,
    displayed: str | None = None,
    match: int = 0,
    mode: MatchMode = MatchMode.INSTEAD,
) -> int:
    hand = Hand(1, A, Level.COUNTS, declared, displayed)
    return sum(line.points for line in lines(A, Pile(0, cards, *faces, match), hand, mode))


@pytest.mark.parametrize(
    ("rule", "points", "cards", "faces", "declared", "more"),
    [
        ("RT-051", 12, 12, (0, 0, 0), (), {}),
        ("RT-051", 1, 1, (0, 0, 0), (), {}),
        ("RT-R09", 4, 4, (0, 0, 0), (), {}),
        ("RT-052", -2, 8, (2, 0, 3), (), {}),
        ("RT-053", 5, 5, (1, 0, 1), (), {}),  # RT-R15
        ("RT-053", 1, 6, (1, 0, 2), (), {}),  # RT-R15
        ("RT-R10", 1, 6, (0, 0, 3), (), {}),
        ("RT-054", -9, 6, (2, 2, 2), (), {}),
        ("RT-054", -7, 8, (2, 2, 2), (), {}),
        ("RT-054", 37, 52, (4, 4, 4), (), {}),
        ("RT-054", 44, 44, (1, 1, 1), (), {}),
        ("RT-071", 2, 8, (2, 0, 3), (LOW,), {}),
        ("RT-075", 10, 4, (0, 0, 0), (MATCH,), {"displayed": "7C", "match": 2}),
        ("RT-R03", 12, 4, (0, 0, 0), (MATCH,), {"displayed": "7C", "match": 2, "mode": ADDITIONAL}),
        ("RT-075", 4, 4, (0, 0, 0), (), {"displayed": "7C", "match": 2}),
        ("RT-R04", 4, 4, (0, 0, 0), (MATCH,), {"displayed": "JOKER"}),
        ("RT-076", 5, 4, (0, 0, 2), (MATCH,), {"displayed": "KH", "match": 2}),
        ("RT-077", 13, 8, (1, 1, 1), (DREAM,), {}),
        ("RT-077", -1, 4, (2, 1, 1), (DREAM,), {}),
        ("RT-077", 8, 8, (1, 1, 1), (), {}),
        ("RT-078", 9, 4, (1, 1, 1), (DREAM, LOW), {}),
        ("RT-078", 9, 4, (1, 1, 1), (DREAM,), {}),
        ("RT-081", 16, 8, (1, 1, 1), (LOW, MATCH, DREAM), {"displayed": "JC", "match": 1}),
    ],
)
def test_a_pile_scores(  # what is displayed differs by row
    rule: str, points: int, cards: int, faces: tuple[int, int, int], declared: tuple[Variation, ...], more
) -> None:
    assert score(cards, faces, *declared, **more) == points, rule


def test_the_lines_come_in_order_with_their_rules() -> None:  # RT-081
    hand = Hand(1, A, Level.COUNTS, (LOW, MATCH, DREAM), "JC")
    line = [(line.rule.id, line.working) for line in lines(A, Pile(2, 8, 1, 1, 1, 1), hand)]
    assert line == [
        ("RT-051", "8 x 1 a card = 8"),
        ("RT-075", "3 more for each jack = 3"),
        ("RT-077", "5 for one jack, one queen and one king = 5"),
    ]
    hand = Hand(1, A, Level.COUNTS, (), "2C")
    line = [(line.rule.id, line.working) for line in lines(A, Pile(2, 8, 2, 0, 3), hand)]
    assert line[1:] == [("RT-052", "-5 for 2 jacks - 5 for 3 kings = -10")]
    hand = Hand(1, A, Level.COUNTS, (LOW,), "2C")
    line = [(line.rule.id, line.working) for line in lines(A, Pile(2, 8, 2, 0, 3), hand)]
    assert line[1:] == [("RT-071", "-3 for 2 jacks - 3 for 3 kings = -6")]


def test_partners_faces_are_not_put_together() -> None:  # RT-R12, RT-R16
    state = counted(dealt("2H", DREAM), (5, 3, 4, 1), (1, 0, 2, 1), (1, 2, 0, 1), (1, 1, 1, 1))
    assert points(state) == (20 + 5, 12 - 5, 16 - 5, 4 + 0 + 5)
    assert [line.rule.id for line in lines_of(state, A)] == ["RT-051", "RT-077"]
