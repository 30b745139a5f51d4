"""The end of a round and of the game: crown, winner, tie-break, totals."""

from typing import Any

import pytest

from scoring.contract.game import Adjusted
from scoring.contract.scores import Seat
from scoring.engine import agreements
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.options import FinalTieEligible, FinalTiePoints, ShieldDuration, ShieldWindow
from scoring.games.crown_battles.shield import ShieldBought
from scoring.games.crown_battles.state import State
from scoring.testing.tables import A, B, C
from tests.scoring.crown_battles.states import bids, opened, play_round, taken, witch
from tests.scoring.crown_battles.table import GAME, after


def crown(state: State) -> Seat | None:
    return next((marker.seat for marker in GAME.view(state).board.markers if marker.key == "crown"), None)


def test_a_tie_takes_the_crown_from_its_wearer() -> None:  # CB-R24
    state = play_round(opened(2, lowest=5, schedule=(2, 2, 2)), (2, 1), (2, 0))
    assert (state.totals, crown(state)) == ((40, -10), A)
    state = after(state, Adjusted(B, 50, "a gift"))
    assert crown(state) == A  # until the next round is scored
    state = play_round(state, (1, 1), (1, 1))
    assert (state.totals, crown(state)) == ((70, 70), None)


def test_totals_below_zero_stand() -> None:  # CB-009, CB-151: bid 3, won 1: -20
    state = play_round(opened(2, lowest=5, schedule=(4, 4)), (3, 3), (1, 3))
    assert state.totals[A] == -20
    assert GAME.standings(state)[1].points == -20


def test_nobody_has_won_before_the_last_round() -> None:  # CB-003
    assert GAME.outcome(play_round(opened(2, lowest=5, schedule=(2, 2)), (2, 1), (2, 0))) is None


def tie(**options: Any) -> State:
    """Three players after their only round, 40/40/20."""
    return play_round(opened(3, schedule=(4,), **options), (2, 2, 0), (2, 2, 0))


def test_a_tie_break_may_be_tied_again_and_won_by_anybody() -> None:  # CB-155, CB-R25
    state = play_round(tie(), (1, 1, 1), (1, 1, 2))
    assert state.totals == (70, 70, 10)
    assert (state.round, state.is_tie_break) == (3, True)
    state = play_round(state, (4, 1, 1), (0, 0, 4))  # Cleo bids 4 and takes all of it
    assert state.totals == (60, 60, 70)
    outcome = GAME.outcome(state)
    assert outcome.winners == (C,)
    assert outcome.because == "Cleo leads alone after 2 tie-breaks, 70 to 60."
    assert [head.title for head in GAME.rounds(state)] == ["Round 1", "Tie-break", "Tie-break"]


def test_a_tie_break_may_replace_the_last_round() -> None:  # CB-R25: only the last one, not those before
    state = play_round(opened(3, schedule=(2, 4), final_tie_points=FinalTiePoints.REPLACE), (1, 1, 1), (1, 1, 0))
    assert state.totals == (30, 30, -10)
    state = play_round(state, (1, 0, 1), (1, 1, 2))  # Ben 1, Cleo 0, Ana 1
    assert (state.totals, state.is_tie_break) == ((30, 30, -10), True)
    assert play_round(state, (0, 2, 1), (2, 1, 1)).totals == (70, 60, -20)  # Cleo 0, Ana 2, Ben 1


@pytest.mark.parametrize(
    ("duration", "refunded"),
    [(ShieldDuration.ROUND, True), (ShieldDuration.ONE_THEFT, False), (ShieldDuration.GAME, False)],
)
def test_a_shield_that_stays_is_not_paid_back(duration: ShieldDuration, refunded: bool) -> None:  # CB-R25, CB-R19
    options = {"final_tie_points": FinalTiePoints.REPLACE, "shield_duration": duration}
    state = opened(3, schedule=(4,), **options, specials=(Special.WITCH,))
    state = play_round(after(state, ShieldBought(C)), (2, 2, 0), (2, 2, 0))
    assert (state.is_tie_break, state.totals) == (True, (0, 0, 0 if refunded else -20))
    assert state.shields == (() if refunded else (C,))
    again = play_round(state, (1, 1, 1), (1, 1, 2))  # tied once more
    assert (again.round, again.totals) == (3, state.totals)


def test_a_shield_that_broke_is_paid_back_with_its_round() -> None:  # CB-R25, CB-R19
    options = {"shield_duration": ShieldDuration.ONE_THEFT, "shield_window": ShieldWindow.ANY_TIME}
    state = opened(3, schedule=(4,), final_tie_points=FinalTiePoints.REPLACE, **options, specials=(Special.WITCH,))
    state = after(state, ShieldBought(C), *bids(state, 2, 2, 0), witch(A, {C: 20}, players=3))
    broken = after(state, taken(2, 2, 0))
    assert (broken.shields, broken.totals) == ((), (0, 0, 0))
    bought_again = after(state, ShieldBought(C), taken(2, 2, 0))
    assert (bought_again.shields, bought_again.totals) == ((C,), (0, 0, -20))


def test_a_shield_of_an_earlier_round_that_broke_comes_back_with_a_cancelled_round() -> None:  # CB-R25, CB-R19
    options = {"shield_duration": ShieldDuration.ONE_THEFT, "final_tie_points": FinalTiePoints.REPLACE}
    state = after(opened(3, schedule=(4, 4), **options, specials=(Special.WITCH,)), ShieldBought(C))
    state = play_round(state, (2, 2, 0), (2, 2, 0))
    tied = after(state, *bids(state, 2, 0, 2), witch(A, {C: 20}, players=3), taken(2, 2, 0))
    assert (tied.is_tie_break, tied.shields, tied.totals) == (True, (C,), state.totals)


def test_only_the_tied_may_win_where_the_table_says_so() -> None:  # CB-R25
    state = tie(final_tie_eligible=FinalTieEligible.TIED_ONLY)
    assert state.contenders == (A, B)
    state = play_round(state, (2, 2, 3), (0, 2, 2))  # Ben 2 met, Cleo 2 met, Ana 3 missed by 3
    assert state.totals == (10, 80, 60)
    assert [(place.rank, place.side) for place in GAME.standings(state)] == [(1, (B,)), (2, (A,)), (3, (C,))]
    outcome = GAME.outcome(state)
    assert outcome.winners == (B,)
    assert outcome.because == "Ben leads alone after the tie-break, 80 to 10."


def test_the_untied_cannot_overtake_where_only_the_tied_may_win() -> None:  # CB-R25
    state = tie(final_tie_eligible=FinalTieEligible.TIED_ONLY)
    state = play_round(state, (1, 4, 2), (0, 0, 4))  # Cleo takes all she said
    assert state.totals == (20, 30, 80)
    outcome = GAME.outcome(state)
    assert outcome.winners == (B,)
    assert GAME.standings(state)[0].because == "only the tied players could still win"
    still = play_round(tie(final_tie_eligible=FinalTieEligible.TIED_ONLY), (1, 4, 1), (1, 1, 2))
    assert still.contenders == (A, B)


def test_points_by_agreement_after_the_end_may_share_the_win() -> None:
    state = play_round(opened(2, lowest=5, schedule=(2,)), (1, 0), (1, 1))
    state = after(state, Adjusted(B, 40, "a lost bet"))
    outcome = agreements.outcome(GAME, state)
    assert outcome.winners == (A, B)
    assert outcome.because == "Ana and Ben have the most points, by agreement of the table."
