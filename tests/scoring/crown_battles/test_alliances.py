"""Alliances: teams of two, the player without an ally, team bids and Secret Notes."""

import pytest

from scoring.crown_battles.events import Bid
from scoring.crown_battles.rounds.alliances import team_bid, worth
from scoring.scores import ScoreLine, Seat

ROWS = [  # example of, bids of the team, their tricks, points of each, cited rule, working
    ("CB-336", ((1,), (3,)), (2, 2), 50, "CB-337", "4 x 10 tricks + 10 bonus = 50"),  # the rulebook's
    ("CB-336", ((1,), (3,)), (4, 0), 50, "CB-337", "4 x 10 tricks + 10 bonus = 50"),  # the rulebook's
    ("CB-R47", ((1,), (3,)), (2, 0), -20, "CB-338", "2 x -10 for a trick too few = -20"),
    ("CB-337", ((2,), (3,)), (2, 3), 60, "CB-337", "5 x 10 tricks + 10 bonus = 60"),  # the rulebook's
    ("CB-337", ((0,), (0,)), (0, 0), 10, "CB-337", "10 bonus = 10"),
    ("CB-337", ((0,), (1,)), (1, 0), 20, "CB-337", "10 for the trick + 10 bonus = 20"),
    ("CB-338", ((2,), (3,)), (3, 4), -20, "CB-338", "2 x -10 for a trick too many = -20"),  # the rulebook's
    ("CB-339", ((2,),), (2,), 50, "CB-339", "2 x 20 tricks + 10 bonus = 50"),  # the rulebook's
    ("CB-339", ((0,),), (0,), 10, "CB-339", "10 bonus = 10"),
    ("CB-340", ((3,),), (1,), -20, "CB-340", "2 x -10 for a trick too few = -20"),
    ("CB-341", ((0, 1), (1,)), (1, 1), 15, "CB-341", "2 x 5 tricks + 5 bonus = 15"),
    ("CB-341", ((1, 2), (2,)), (3, 0), 20, "CB-341", "3 x 5 tricks + 5 bonus = 20"),  # the rulebook's
    ("CB-341", ((2,), (1, 2)), (2, 2), 25, "CB-341", "4 x 5 tricks + 5 bonus = 25"),
    ("CB-342", ((1, 2), (2,)), (3, 3), -20, "CB-342", "2 x -10 for a trick too many = -20"),
    ("CB-342", ((1, 2), (2,)), (2, 0), -10, "CB-342", "-10 for a trick too few = -10"),
    ("CB-343", ((1, 2),), (2,), 25, "CB-343", "2 x 10 tricks + 5 bonus = 25"),
    ("CB-343", ((1, 2),), (4,), -20, "CB-343", "2 x -10 for a trick too many = -20"),
]


@pytest.mark.parametrize(("example", "bids", "won", "points", "rule", "working"), ROWS)
def test_a_team_bid_is_worth_to_each(
    example: str, bids: tuple[Bid, ...], won: tuple[int, ...], points: int, rule: str, working: str
) -> None:
    team = tuple(map(Seat, range(len(bids))))
    line = ScoreLine(1, Seat(0), *worth(team, bids, won))
    assert (line.points, line.rule.id, line.working) == (points, rule, working)


@pytest.mark.parametrize(
    ("bids", "sum"),
    [(((1,), (3,)), (4,)), (((0, 1), (1,)), (1, 2)), (((1, 2), (2,)), (3, 4)), (((1, 2), (3,)), (4, 5))],
)
def test_both_bids_of_a_team_are_added(bids: tuple[Bid, ...], sum: Bid) -> None:  # CB-333, CB-336, CB-341
    assert team_bid((Seat(0), Seat(1)), bids) == sum
