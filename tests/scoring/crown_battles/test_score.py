"""What a bid is worth: the printed table, every example, and the working of each number."""

import pytest

from scoring.contract.scores import ScoreLine, Seat
from scoring.games.crown_battles.events import Bid
from scoring.games.crown_battles.rounds.normal import worth

EXAMPLES = [  # example of, bid, tricks won, points, cited rule, working
    ("CB-160", (3,), 3, 50, "CB-160", "3 x 10 tricks + 20 bonus = 50"),  # the rulebook's; CB-R62
    ("CB-160", (0,), 0, 20, "CB-160", "20 bonus = 20"),  # CB-165
    ("CB-160", (1,), 1, 30, "CB-160", "10 for the trick + 20 bonus = 30"),
    ("CB-160", (12,), 12, 140, "CB-160", "12 x 10 tricks + 20 bonus = 140"),
    ("CB-161", (3,), 1, -20, "CB-161", "2 x -10 for a trick too few (bid 3, took 1) = -20"),  # the rulebook's
    ("CB-161", (1,), 2, -10, "CB-161", "-10 for a trick too many (bid 1, took 2) = -10"),  # the rulebook's
    ("CB-161", (20,), 0, -200, "CB-161", "20 x -10 for a trick too few (bid 20, took 0) = -200"),
    ("CB-162", (2, 3), 3, 25, "CB-162", "3 x 5 tricks + 10 bonus = 25"),  # the rulebook's
    ("CB-162", (2, 3), 2, 20, "CB-162", "2 x 5 tricks + 10 bonus = 20"),
    ("CB-162", (0, 1), 0, 10, "CB-162", "10 bonus = 10"),  # CB-R26
    ("CB-162", (0, 1), 1, 15, "CB-162", "5 for the trick + 10 bonus = 15"),
    ("CB-163", (2, 3), 1, -10, "CB-163", "-10 for a trick too few (bid 2–3, took 1) = -10"),  # the rulebook's four
    ("CB-163", (2, 3), 4, -10, "CB-163", "-10 for a trick too many (bid 2–3, took 4) = -10"),
    ("CB-163", (2, 3), 0, -20, "CB-163", "2 x -10 for a trick too few (bid 2–3, took 0) = -20"),
    ("CB-163", (2, 3), 5, -20, "CB-163", "2 x -10 for a trick too many (bid 2–3, took 5) = -20"),
    ("CB-166", (14, 15), 15, 85, "CB-162", "15 x 5 tricks + 10 bonus = 85"),
    ("CB-R27", (4, 5), 4, 30, "CB-162", "4 x 5 tricks + 10 bonus = 30"),
    ("CB-180", (2,), 2, 40, "CB-160", "2 x 10 tricks + 20 bonus = 40"),
]

SINGLE = (20, 30, 40, 50, 60, 70, 80, 90, 100, 110, 120)
DOUBLE = (10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60)


def line(bid: Bid, tricks: int) -> ScoreLine:
    return ScoreLine(1, Seat(0), *worth(bid, tricks))


@pytest.mark.parametrize(("example", "bid", "tricks", "points", "rule", "working"), EXAMPLES)
def test_a_bid_is_worth(example: str, bid: Bid, tricks: int, points: int, rule: str, working: str) -> None:
    scored = line(bid, tricks)
    assert (scored.points, scored.rule.id, scored.working) == (points, rule, working)


@pytest.mark.parametrize("tricks", range(11))
def test_the_printed_table_says_the_same(tricks: int) -> None:  # CB-164
    assert line((tricks,), tricks).points == SINGLE[tricks]
    assert line((tricks, tricks + 1), tricks).points == DOUBLE[tricks]
    if tricks:
        assert line((tricks - 1, tricks), tricks).points == DOUBLE[tricks]
