"""Duel Fights: pairs and a three-way fight, who pays whom, and the house rulings."""

from typing import Any

import pytest

from scoring.contract.prompts import Role
from scoring.contract.scores import Seat, totals
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.dealing import TypeDrawn
from scoring.games.crown_battles.events import Bid, Groups
from scoring.games.crown_battles.options import DuelNoWinner, DuelWinnerBonus, Options, RoundType
from scoring.games.crown_battles.rounds.duel_fights import DuelsPaired, Fight, Fights, settle_fight
from scoring.games.crown_battles.state import Bidding, State
from scoring.kit.trick_taking import Level
from scoring.testing.tables import A, B, C, D, E
from scoring.testing.walks import table_of
from tests.scoring.crown_battles.states import bids, of_type, opened, taken, with_trump
from tests.scoring.crown_battles.table import GAME, after, assert_refused, kinds, lines, prompt_for, state_main

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
    options = Options(duel_winner_bonus=bonus, duel_no_winner=no_winner)
    return Fight(table_of(len(bids)), 1, seats, bids, won, options)


def points_by_fighter(fight: Fight) -> tuple[int, ...]:
    lines = settle_fight(fight)
    return tuple(sum(line.points for line in lines if line.seat == seat) for seat in fight.seats)


@pytest.mark.parametrize(("example", "bids", "won", "worth", "rule"), ROWS)
def test_a_fight_is_worth(
    example: str, bids: tuple[Bid, ...], won: tuple[int, ...], worth: tuple[int, ...], rule: str
) -> None:
    assert points_by_fighter(fight(bids, won)) == worth
    assert {line.rule.id for line in settle_fight(fight(bids, won))} == {rule}


@pytest.mark.parametrize(
    ("bids", "won", "worth", "rules"),
    [
        (((2, 3), (1,)), (3, 0), [(A, 15), (A, 10), (B, -10)], ["CB-319", "CB-310", "CB-310"]),
        (((2, 3), (1,)), (2, 1), [(A, 10), (B, 10)], ["CB-319", "CB-309"]),
        (
            ((2, 3), (1,), (0,)),
            (2, 1, 1),
            [(A, 10), (B, 10), (A, 5), (C, -5), (B, 5), (C, -5)],
            ["CB-319", *["CB-315"] * 5],
        ),
    ],
)
def test_the_tricks_of_a_double_cite_what_a_double_pays(
    bids: tuple[Bid, ...], won: tuple[int, ...], worth: list[tuple[Seat, int]], rules: list[str]
) -> None:  # CB-319
    settlement = settle_fight(fight(bids, won))
    assert [(line.seat, line.points) for line in settlement] == worth
    assert [line.rule.id for line in settlement] == rules


@pytest.mark.parametrize(("bids", "won", "bonus", "no_winner", "worth"), HOUSE)
def test_a_house_may_rule_otherwise(
    bids: tuple[Bid, ...],
    won: tuple[int, ...],
    bonus: DuelWinnerBonus,
    no_winner: DuelNoWinner,
    worth: tuple[int, ...],
) -> None:
    assert points_by_fighter(fight(bids, won, bonus, no_winner)) == worth


@pytest.mark.parametrize(
    ("bids", "won", "working"),
    [
        (((0,), (1,)), (0, 1), ["0 x 10 tricks = 0", "10 for the trick = 10"]),
        (
            ((2,), (2,)),
            (0, 4),
            ["2 x -10 for a trick too few (bid 2, took 0) = -20", "2 x -10 for a trick too many (bid 2, took 4) = -20"],
        ),
    ],
)
def test_a_number_of_a_fight_says_where_it_comes_from(
    bids: tuple[Bid, ...], won: tuple[int, ...], working: list[str]
) -> None:
    assert [line.working for line in settle_fight(fight(bids, won))] == working


@pytest.mark.parametrize("no_winner", DuelNoWinner)
@pytest.mark.parametrize("bonus", DuelWinnerBonus)
@pytest.mark.parametrize("fighters", [2, 3])
def test_movements_sum_to_zero_in_fives_and_stay_in_the_fight(
    fighters: int, bonus: DuelWinnerBonus, no_winner: DuelNoWinner
) -> None:
    bids: tuple[Bid, ...] = ((0,), (1, 2), (3,))[:fighters]
    for code in range(5**fighters):
        won = tuple(code // 5**place % 5 for place in range(fighters))
        lines = settle_fight(fight(bids, won, bonus, no_winner))
        moved = [line for line in lines if line.other is not None]
        assert sum(line.points for line in moved) == 0
        assert all(line.points % 5 == 0 for line in lines)
        assert all(line.other != line.seat and line.other in range(fighters) for line in moved)
        assert all(won[line.seat] in bids[line.seat] for line in lines if line.other is None and line.points > 0)


# The round ---------------------------------------------------------------------------------------------------------

PAIRS = ((A, C), (B, D))


def duel(players: int = 4, groups: Groups = PAIRS, **options: Any) -> State:
    """A round of Duel Fights that waits for its first bid."""
    return after(of_type(RoundType.DUEL_FIGHTS, players, **options), DuelsPaired(groups))


def test_an_odd_table_has_one_fight_of_three() -> None:  # CB-306
    prompt = state_main(of_type(RoundType.DUEL_FIGHTS, 5))
    assert prompt.rule.id == "CB-306"
    assert prompt.help.startswith("5 players make fights of 2 and 3.")


def test_each_fight_bids_by_itself_and_the_dealer_last_in_the_own() -> None:  # CB-307, CB-R46
    state = after(of_type(RoundType.DUEL_FIGHTS, 5, first_dealer=C), DuelsPaired(((A, C), (B, D, E))))
    assert state.deal.type_state == Fights(((D, E, B), (A, C)))
    turns = []
    while isinstance(state.phase, Bidding):
        turns.append(Seat(dict(prompt_for(state, BidPlaced.kind).given)["seat"]))
        state = after(state, BidPlaced(turns[-1], (0,)))
    assert turns == [D, E, B, A, C]
    assert [marker.seat for marker in GAME.view(state).board.markers if marker.key == "leads"] == [D]


@pytest.mark.parametrize("players", [2, 3])
def test_two_and_three_play_without_duels(players: int) -> None:  # CB-308
    state = opened(players, pool=(RoundType.NORMAL, RoundType.DUEL_FIGHTS, RoundType.BLIND))
    assert_refused(state, TypeDrawn(RoundType.DUEL_FIGHTS), f"CB-17{6 - players}", "E_TYPE_EXCLUDED")
    only = opened(players, pool=(RoundType.NORMAL, RoundType.DUEL_FIGHTS))
    assert state_main(only).kind == BidPlaced.kind  # the card is out of the pool, and Normal Bidding alone is left


@pytest.mark.parametrize(
    ("options", "worth"),
    [
        ({}, (-10, 10, 20, -10)),
        ({"duel_winner_bonus": BONUS}, (-10, 30, 40, -10)),
        ({"duel_no_winner": BOTH}, (-10, 10, 20, -10)),
    ],
)
def test_the_house_rulings_reach_the_round(options: dict[str, Any], worth: tuple[int, ...]) -> None:
    state = duel(**options)
    assert after(state, *bids(state, 3, 1, 0, 2), taken(2, 0, 1, 1)).totals == worth


def test_the_fights_stand_at_the_top() -> None:
    state = duel(5, ((A, C), (B, D, E)))
    text = [(fact.label, fact.value) for fact in GAME.view(state).facts if fact.key.startswith("fight")]
    assert text == [("Duel", "Ana – Cleo"), ("Duel", "Ben – Dov – Eve")]
    assert not [fact for fact in GAME.view(of_type(RoundType.DUEL_FIGHTS)).facts if fact.key.startswith("fight")]


@pytest.mark.parametrize("level", Level)
def test_duels_are_entered_at_every_level(level: Level) -> None:
    state = of_type(RoundType.DUEL_FIGHTS, 4, level=level)
    if level is not Level.COUNTS:
        assert_refused(state, DuelsPaired(PAIRS), "CB-057", says="Dov spins for the trump first.")
    state = after(with_trump(state), DuelsPaired(PAIRS))
    state = after(state, *bids(state, 3, 1, 0, 2))
    assert kinds(state, Role.MAIN) == [
        {Level.COUNTS: "tricks_taken", Level.TRICKS: "trick_won", Level.CARDS: "card_played"}[level]
    ]


def test_what_moves_between_players_never_touches_the_bank() -> None:  # CB-320
    state = after(duel(), *bids(duel(), 3, 1, 0, 2), taken(2, 0, 1, 1))
    moved = [line for line in lines(state) if line.other is not None]
    assert sum(totals(moved, state.table.seats).values()) == 0
