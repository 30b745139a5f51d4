"""Duel Fights: pairs and a three-way fight, who pays whom, and what the house may rule otherwise."""

import pytest

from scoring.crown_battles.events import Bid
from scoring.crown_battles.options import DuelNoWinner, DuelWinnerBonus
from scoring.crown_battles.rounds.duel_fights import Fight, settled
from scoring.game import Table
from scoring.scores import Seat
from tests.scoring.crown_battles.table import NAMES

ROWS = [  # example of, bids, tricks won, points, cited rule
    ("CB-309", ((1,), (2,)), (1, 2), (10, 20), "CB-309"),
    ("CB-309", ((0,), (2,)), (0, 2), (0, 20), "CB-309"),
    ("CB-310", ((3,), (3,)), (3, 2), (40, -10), "CB-310"),  # the rulebook's
    ("CB-R41", ((3,), (3,)), (2, 3), (-10, 40), "CB-310"),
    ("CB-311", ((2,), (0,)), (3, 3), (20, -20), "CB-311"),  # the rulebook's
    ("CB-R42", ((0,), (2,)), (3, 3), (-20, 20), "CB-311"),
    ("CB-312", ((2,), (2,)), (1, 3), (-10, -10), "CB-312"),
    ("CB-313", ((2,), (1,), (3,)), (2, 1, 3), (20, 10, 30), "CB-313"),
    ("CB-314", ((3,), (3,), (3,)), (3, 2, 2), (50, -10, -10), "CB-314"),  # the rulebook's
    ("CB-R43", ((3,), (3,), (3,)), (2, 3, 0), (-10, 70, -30), "CB-314"),
    ("CB-315", ((3,), (3,), (3,)), (3, 3, 2), (35, 35, -10), "CB-315"),  # the rulebook's
    ("CB-315", ((3,), (1,), (0,)), (3, 3, 0), (40, -20, 10), "CB-315"),
    ("CB-316", ((0,), (0,), (0,)), (1, 2, 3), (30, -10, -20), "CB-316"),  # the rulebook's
    ("CB-316", ((0,), (0,), (0,)), (1, 3, 3), (40, -20, -20), "CB-316"),
    ("CB-R44", ((0,), (0,), (0,)), (2, 1, 2), (-10, 20, -10), "CB-316"),
    ("CB-317", ((0,), (0,), (0,)), (1, 1, 3), (10, 10, -20), "CB-317"),
    ("CB-317", ((0,), (0,), (0,)), (1, 1, 2), (5, 5, -10), "CB-317"),
    ("CB-318", ((0,), (0,), (1,)), (2, 2, 3), (-20, -20, -20), "CB-318"),  # the rulebook's
    ("CB-319", ((2, 3), (1,)), (3, 0), (25, -10), "CB-310"),
    ("CB-319", ((2, 3), (1,)), (2, 1), (10, 10), "CB-309"),
    ("CB-R45", ((2, 3), (0,)), (4, 3), (20, -20), "CB-311"),
]

BONUS, BOTH, PART = DuelWinnerBonus.AS_NORMAL, DuelNoWinner.LOSSES_PLUS_TRANSFER, DuelNoWinner.PAY_FROM_LOSS
NO_BONUS, DIFFERENCE = DuelWinnerBonus.NONE, DuelNoWinner.TRANSFER_ONLY

HOUSE = [  # bids, tricks won, the winner's bonus, what is paid without a winner, points
    (((3,), (3,)), (3, 2), BONUS, DIFFERENCE, (60, -10)),
    (((2, 3), (3,)), (3, 2), BONUS, DIFFERENCE, (35, -10)),
    (((1,), (2,)), (1, 2), BONUS, DIFFERENCE, (10, 20)),
    (((3,), (3,), (3,)), (3, 2, 2), BONUS, DIFFERENCE, (70, -10, -10)),
    (((3,), (3,), (3,)), (3, 3, 2), BONUS, DIFFERENCE, (55, 55, -10)),
    (((2,), (0,)), (3, 3), NO_BONUS, BOTH, (10, -50)),
    (((2,), (0,)), (3, 3), NO_BONUS, PART, (10, -30)),
    (((2,), (2,)), (1, 3), NO_BONUS, BOTH, (-10, -10)),
    (((2,), (2,)), (1, 3), NO_BONUS, PART, (-10, -10)),
    (((0,), (0,), (0,)), (1, 2, 3), NO_BONUS, BOTH, (20, -30, -50)),
    (((0,), (0,), (0,)), (1, 2, 3), NO_BONUS, PART, (20, -20, -30)),
    (((0,), (0,), (0,)), (1, 1, 3), NO_BONUS, BOTH, (0, 0, -50)),
    (((0,), (0,), (0,)), (1, 1, 3), NO_BONUS, PART, (0, 0, -30)),
    (((0,), (0,)), (1, 0), NO_BONUS, PART, (-10, 10)),
]


def fight(
    bids: tuple[Bid, ...],
    won: tuple[int, ...],
    bonus: DuelWinnerBonus = NO_BONUS,
    no_winner: DuelNoWinner = DIFFERENCE,
) -> Fight:
    seats = tuple(map(Seat, range(len(bids))))
    return Fight(Table(NAMES[: len(bids)]), 1, seats, bids, won, bonus, no_winner)


def points(each: Fight) -> tuple[int, ...]:
    lines = settled(each)
    return tuple(sum(line.points for line in lines if line.seat == seat) for seat in each.seats)


@pytest.mark.parametrize(("example", "bids", "won", "worth", "rule"), ROWS)
def test_a_fight_is_worth(
    example: str, bids: tuple[Bid, ...], won: tuple[int, ...], worth: tuple[int, ...], rule: str
) -> None:
    assert points(fight(bids, won)) == worth
    assert {line.rule.id for line in settled(fight(bids, won))} == {rule}


@pytest.mark.parametrize(("bids", "won", "bonus", "no_winner", "worth"), HOUSE)
def test_a_house_may_rule_otherwise(
    bids: tuple[Bid, ...],
    won: tuple[int, ...],
    bonus: DuelWinnerBonus,
    no_winner: DuelNoWinner,
    worth: tuple[int, ...],
) -> None:
    assert points(fight(bids, won, bonus, no_winner)) == worth


def test_what_a_loser_pays_is_told_from_and_to() -> None:  # CB-320: two movements of 10 to the winner
    told = [(line.seat, line.other, line.working) for line in settled(fight(((3,), (3,), (3,)), (3, 2, 2)))]
    assert told == [
        (0, None, "3 x 10 tricks = 30"),
        (0, 1, "10 from Ben = 10"),
        (1, 0, "-10 to Ana = -10"),
        (0, 2, "10 from Cleo = 10"),
        (2, 0, "-10 to Ana = -10"),
    ]


@pytest.mark.parametrize(
    ("bids", "won", "working"),
    [
        (((0,), (1,)), (0, 1), ["0 x 10 tricks = 0", "10 for the trick = 10"]),
        (((2,), (2,)), (0, 4), ["2 x -10 for a trick too few = -20", "2 x -10 for a trick too many = -20"]),
    ],
)
def test_a_number_of_a_fight_says_where_it_comes_from(
    bids: tuple[Bid, ...], won: tuple[int, ...], working: list[str]
) -> None:
    assert [line.working for line in settled(fight(bids, won))] == working


@pytest.mark.parametrize("no_winner", DuelNoWinner)
@pytest.mark.parametrize("bonus", DuelWinnerBonus)
@pytest.mark.parametrize("fighters", [2, 3])
def test_movements_sum_to_zero_in_fives_and_stay_in_the_fight(
    fighters: int, bonus: DuelWinnerBonus, no_winner: DuelNoWinner
) -> None:
    bids: tuple[Bid, ...] = ((0,), (1, 2), (3,))[:fighters]
    for code in range(5**fighters):
        won = tuple(code // 5**place % 5 for place in range(fighters))
        lines = settled(fight(bids, won, bonus, no_winner))
        moved = [line for line in lines if line.other is not None]
        assert sum(line.points for line in moved) == 0
        assert all(line.points % 5 == 0 for line in lines)
        assert all(line.other != line.seat and line.other in range(fighters) for line in moved)
        assert all(won[line.seat] in bids[line.seat] for line in lines if line.other is None and line.points > 0)
