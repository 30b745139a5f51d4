"""What can still be gained in the rounds that are left: each type at its worst and best, and who can be caught."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from scoring.contract.scores import ScoreLine, Seat
from scoring.games.crown_battles import pool
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.deck import CrownSuit, Special
from scoring.games.crown_battles.entry import LevelChosen
from scoring.games.crown_battles.events import Bid, Spinner
from scoring.games.crown_battles.options import (
    AllianceMissionsBoth,
    AllianceSoloExpansion,
    DuelNoWinner,
    DuelWinnerBonus,
    FinalTiePoints,
    Options,
    RoundType,
    RoundTypeDraw,
    SuitPartialCredit,
)
from scoring.games.crown_battles.powers.jester import JesterPlayed
from scoring.games.crown_battles.rounds import ROUNDS, alliances, missions_alliances
from scoring.games.crown_battles.rounds.duel_fights import Fight, settle_fight
from scoring.games.crown_battles.rounds.split import Half, SplitBidPlaced
from scoring.games.crown_battles.rounds.suit_scores import Rates, SuitHand, worth
from scoring.games.crown_battles.rounds.wagering import ExtrasBet
from scoring.games.crown_battles.state import State
from scoring.games.crown_battles.trump import TrumpSpun
from scoring.kit.trick_taking import Level
from scoring.testing.tables import A, B, C
from scoring.testing.walks import table_of
from tests.scoring.crown_battles.states import bids, of_type, opened, play_round, taken, won
from tests.scoring.crown_battles.table import GAME, after


def reach_of(kind: RoundType, players: int, tricks: int, **options: Any) -> tuple[int, int]:
    """The range of a round of this type."""
    return ROUNDS[kind].reach(opened(players, **options), tricks)


def reach_with_suits(kind: RoundType, players: int, tricks: int, suits: int, **options: Any) -> tuple[int, int]:
    """The range of a round with a deck of so many suits, even if no table may play with it."""
    state = opened(players, **options)
    deck = state.deck._replace(suits=tuple(CrownSuit)[:suits])
    return ROUNDS[kind].reach(replace(state, deck=deck), tricks)


def ranges(state: State) -> tuple[tuple[int, int | None], ...]:
    reach = GAME.reach(state)
    return reach.ranges


def every_bid(tricks: int) -> list[Bid]:
    return [*((n,) for n in range(tricks + 1)), *((n, n + 1) for n in range(tricks))]


def piles(places: int, tricks: int) -> Iterator[tuple[int, ...]]:
    """The ways to win at most so many tricks."""
    return (won for won in product(range(tricks + 1), repeat=places) if sum(won) <= tricks)


def ends(points: list[int]) -> tuple[int, int]:
    return min(points), max(points)


# Types of rounds -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "fighters", "tricks"), [(4, 2, 3), (5, 3, 2)], ids=["pairs", "with three in one fight"]
)
@pytest.mark.parametrize("bonus", DuelWinnerBonus)
@pytest.mark.parametrize("ruling", DuelNoWinner)
def test_cb_310_to_318_every_duel(
    players: int, fighters: int, tricks: int, bonus: DuelWinnerBonus, ruling: DuelNoWinner
) -> None:
    table, seats = table_of(players), tuple(map(Seat, range(fighters)))
    options = {"duel_winner_bonus": bonus, "duel_no_winner": ruling}
    scored = [
        sum(line.points for line in settle_fight(fight) if line.seat == A)
        for placed in product(every_bid(tricks), repeat=fighters)
        for won in piles(fighters, tricks)
        for fight in [Fight(table, 1, seats, placed, won, Options(**options))]
    ]
    assert ends(scored) == reach_of(RoundType.DUEL_FIGHTS, players, tricks, **options)


@pytest.mark.parametrize("cap", [True, False])
@pytest.mark.parametrize("partial", SuitPartialCredit)
@pytest.mark.parametrize(("suits", "tricks"), [(2, 1), (2, 3), (3, 2)])
def test_cb_237_to_242_all_bids_on_suits(suits: int, tricks: int, partial: SuitPartialCredit, cap: bool) -> None:
    options = {"suit_bid_sum_cap": cap, "suit_partial_credit": partial}
    rates = Rates(Options(**options))
    scored = [
        _points_of(worth(tuple(SuitHand("", bid, n) for bid, n in zip(placed, won, strict=True)), rates))
        for placed in product(every_bid(tricks), repeat=suits)
        if not cap or sum(bid[0] for bid in placed) <= tricks
        for won in piles(suits, tricks)
    ]
    assert ends(scored) == reach_with_suits(RoundType.SUIT_PRECISION, 3, tricks, suits, **options)


@pytest.mark.parametrize("cap", [True, False])
@pytest.mark.parametrize(("players", "times"), [(4, 1), (5, 2)])
def test_cb_361_to_365_all_bids_of_allies_on_suits(players: int, times: int, cap: bool) -> None:
    """With five players one is alone, and each of their tricks counts twice."""
    tricks = 2
    scored = [
        _points_of(worth((SuitHand("", red, won[0]), SuitHand("", blue, won[1])), rates))
        for members, rates in ((2, Rates(Options())), *(((1, Rates(Options(), times)),) if times > 1 else ()))
        for red, blue in product(every_bid(members * tricks), repeat=2)
        if not cap or red[0] + blue[0] <= members * tricks
        for won in piles(2, tricks)
    ]
    expected = reach_with_suits(RoundType.SUIT_PRECISION_ALLIANCES, players, tricks, 2, suit_bid_sum_cap=cap)
    assert ends(scored) == expected


def _points_of(lines: Any) -> int:
    return sum(ScoreLine(1, A, rule, terms).points for rule, terms in lines)


def test_cb_r34_a_jester_may_raise_bids_on_suits_beyond_the_tricks() -> None:
    """Two tricks bid on red and one more, both won in another suit: 3 + 2 off."""
    plain = reach_of(RoundType.SUIT_PRECISION, 4, 2)
    assert plain == (-40, 40)
    assert reach_of(RoundType.SUIT_PRECISION, 4, 2, specials=(Special.JESTER,)) == (-50, 40)
    assert reach_of(RoundType.SUIT_PRECISION, 4, 2, specials=(Special.JESTER, Special.SUMMONER)) == (-60, 40)


@pytest.mark.parametrize(("players", "teams"), [(4, ((A, B),)), (3, ((A, B), (A,)))])
def test_cb_337_to_343_every_alliance(players: int, teams: tuple[tuple[Seat, ...], ...]) -> None:
    tricks = 3
    scored = [
        ScoreLine(1, A, *alliances.worth(team, placed, won)).points
        for team in teams
        for placed in product(every_bid(tricks), repeat=2)
        if any(len(bid) == 1 for bid in placed)
        for won in piles(2, tricks)
    ]
    assert ends(scored) == reach_of(RoundType.ALLIANCES, players, tricks)


@pytest.mark.parametrize("both", AllianceMissionsBoth)
@pytest.mark.parametrize("solo", AllianceSoloExpansion)
@pytest.mark.parametrize(("players", "teams"), [(4, ((A, B),)), (3, ((A, B), (A,)))])
def test_cb_351_to_354_every_mission_of_allies(
    players: int, teams: tuple[tuple[Seat, ...], ...], both: AllianceMissionsBoth, solo: AllianceSoloExpansion
) -> None:
    results = ((995, True), (995, False))
    options = {"alliance_missions_both": both, "alliance_solo_expansion": solo}
    scored = [
        ScoreLine(1, A, *missions_alliances.worth(A, team, (own, allys), Options(**options))).points
        for team in teams
        for own, allys in product(results, repeat=2)
    ]
    assert ends(scored) == reach_of(RoundType.MISSIONS_ALLIANCES, players, 4, **options)


@pytest.mark.parametrize(
    ("normal", "expected", "scores"),
    [
        (False, (-40, 80), (80, -40, -20, -20)),  # four stakes; the stake and 20 more
        (True, (-80, 140), (140, -80, -30, -30)),  # and 4 tricks and the bonus, or 4 tricks off
    ],
)
def test_cb_285_to_296_the_best_and_the_worst_of_wagering(
    normal: bool, expected: tuple[int, int], scores: tuple[int, ...]
) -> None:
    options = {"wagering_normal_score": normal}
    assert reach_of(RoundType.WAGERING, 4, 4, **options) == expected
    state = of_type(RoundType.WAGERING, **options)
    extras = ExtrasBet(((A, 20), (B, 20), (C, 0), (Seat(3), 0)))
    state = after(state, *bids(state, 4, 4, 1, 1), extras, taken(4, 0, 0, 0))
    assert state.totals == scores


@pytest.mark.parametrize(("tricks", "expected"), [((2, 2), 60), ((0, 0), -40)])
def test_cb_218_and_220_the_best_and_the_worst_of_the_split(tricks: tuple[int, int], expected: int) -> None:
    """Both halves of four cards bid at 2: 40 for the tricks and 20 for the halves, or four tricks off."""
    state = of_type(RoundType.SPLIT)
    all_bid = (SplitBidPlaced(seat, ((Half.FIRST, (2,)), (Half.SECOND, (2,)))) for seat in state.deal.order)
    first, second = (taken(won, 2 - won, 0, 0) for won in tricks)
    state = after(state, *all_bid, replace(first, part="first"), replace(second, part="second"))
    assert state.totals[A] == expected
    assert expected in reach_of(RoundType.SPLIT, 4, 4)


# Which types can still come ------------------------------------------------------------------------------------------


def test_cb_176_alliances_do_not_come_in_the_final_round() -> None:
    options = {"pool": (RoundType.NORMAL, RoundType.ALLIANCES), "round_type_draw": RoundTypeDraw.WITH_REPLACEMENT}
    state = opened(4, schedule=(4, 4, 4), **options)
    assert pool.possible_types(state, 2) == {RoundType.NORMAL, RoundType.ALLIANCES}
    assert pool.possible_types(state, 3) == {RoundType.NORMAL}


def test_cb_r54_normal_bidding_steps_in_for_the_only_type_that_cannot_be_played() -> None:
    state = opened(4, schedule=(4, 4), pool=(RoundType.ALLIANCES,))
    assert pool.possible_types(state, 2) == {RoundType.NORMAL}


# Bids that are placed ------------------------------------------------------------------------------------------------


def test_cb_125_a_jester_may_still_move_a_bid() -> None:
    """One more or less than 3 is 60 or 40 points; once the bid has moved to 4, nobody moves another one."""
    state = play_round(opened(2, schedule=(4, 4), specials=(Special.JESTER,)), (1, 1), (2, 2))
    placed = after(state, *bids(state, 3, 1))
    (first, second), order = ranges(placed), state.deal.order
    assert dict(zip(order, [(-40, 60), (-40, 40)], strict=True)) == {A: first, B: second}
    moved = after(placed, JesterPlayed(order[0], 1, copied=False))
    assert dict(zip(order, [(-40, 60), (-30, 30)], strict=True)) == dict(enumerate(ranges(moved)))


def test_cb_160_tricks_that_are_won_narrow_the_round() -> None:
    """Ana bid 3 of 4 and has 2 of 3 tricks: with the last one 50, without it one off; Ben bid 1 and has 1 already."""
    state = play_round(opened(2, lowest=5, schedule=(4, 4), level=Level.COUNTS), (1, 1), (2, 2))
    trickwise = after(state, LevelChosen(Level.TRICKS, at_once=False), TrumpSpun(Spinner.NONE))
    numbers = {A: 3, B: 1}
    placed = after(trickwise, *(BidPlaced(seat, (numbers[seat],)) for seat in trickwise.deal.order))
    assert ranges(placed) == ((-30, 50), (-30, 30))
    assert ranges(after(placed, *won(A, B, A))) == ((-10, 50), (-10, 30))


@pytest.mark.parametrize(("ruling", "expected"), [(FinalTiePoints.ADD, 10), (FinalTiePoints.REPLACE, 0)])
def test_cb_r25_a_tie_break_may_take_the_last_round_back(ruling: FinalTiePoints, expected: int) -> None:
    """Ana bid 0 of four tricks and has one: 10 to 40 off; a round that a tie-break replaces is worth nothing."""
    state = play_round(opened(2, lowest=5, schedule=(4, 4), final_tie_points=ruling), (1, 1), (2, 2))
    trickwise = after(state, LevelChosen(Level.TRICKS, at_once=False), TrumpSpun(Spinner.NONE))
    placed = after(trickwise, *(BidPlaced(seat, (0 if seat == A else 4,)) for seat in trickwise.deal.order))
    (low, high), _ = ranges(after(placed, *won(A)))
    assert (low, high) == (-40, -expected)
