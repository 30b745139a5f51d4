"""The end of a round and of the game: crown, winner, tie-break, totals."""

from typing import Any

import pytest

from scoring.contract.game import Adjusted
from scoring.contract.scores import Seat
from scoring.engine import agreements
from scoring.games.crown_battles import GAME
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.options import FinalTieEligible, FinalTiePoints, ShieldDuration, ShieldWindow
from scoring.games.crown_battles.rounds.type_rules import MEASURED
from scoring.games.crown_battles.shield import ShieldBought
from scoring.games.crown_battles.state import Over, State
from scoring.games.crown_battles.tricks import TrickWon
from tests.scoring.crown_battles.table import (
    A,
    B,
    C,
    after,
    assert_refused,
    bids,
    lines,
    opened,
    play_round,
    points,
    specials,
    taken,
    witch,
)


def crown(state: State) -> Seat | None:
    return next((marker.seat for marker in GAME.view(state).board.markers if marker.key == "crown"), None)


def test_who_leads_alone_wears_the_crown() -> None:  # CB-152: -10 / -20
    state = play_round(opened(2, lowest=5, schedule=(4, 4)), (2, 3), (3, 1))
    assert points(state) == (-10, -20)
    assert crown(state) == A


def test_in_a_tie_nobody_wears_it() -> None:  # CB-153: 50/50/20
    state = play_round(opened(3, schedule=(6, 6)), (3, 3, 0), (3, 3, 0))
    assert points(state) == (50, 50, 20)
    assert crown(state) is None


def test_a_tie_takes_the_crown_from_its_wearer() -> None:  # CB-R24
    state = play_round(opened(2, lowest=5, schedule=(2, 2, 2)), (2, 1), (2, 0))
    assert (points(state), crown(state)) == ((40, -10), A)
    state = after(state, Adjusted(B, 50, "a gift"))
    assert crown(state) == A  # until the next round is scored
    state = play_round(state, (1, 1), (1, 1))
    assert (points(state), crown(state)) == ((70, 70), None)


def test_a_total_is_everything_that_moved() -> None:  # CB-156: 50 - 20 + 25 = 55
    state = play_round(opened(2, lowest=5, schedule=(5, 5, 5)), (3, 1), (3, 2))
    state = after(state, ShieldBought(A))
    state = play_round(state, (3, (2, 3)), (2, 3))  # Ben opens, Ana's double is met with 2
    assert points(state)[A] == 50 - 20 + 20
    state = after(state, Adjusted(A, 5, "so that it is 55"))
    assert points(state)[A] == 55
    assert [line.points for line in state.ledger if line.seat == A] == [50, -20, 20, 5]


def test_totals_below_zero_stand() -> None:  # CB-009, CB-151: bid 3, won 1: -20
    state = play_round(opened(2, lowest=5, schedule=(4, 4)), (3, 3), (1, 3))
    assert points(state)[A] == -20
    assert GAME.standings(state)[1].points == -20


def test_the_most_points_win() -> None:  # CB-003, CB-154: 120/85
    state = play_round(opened(3, schedule=(10,)), (10, 0, 0), (10, 0, 0))
    outcome = GAME.outcome(state)
    assert isinstance(state.phase, Over)
    assert outcome is not None
    assert (outcome.winners, outcome.rule.id) == ((A,), "CB-154")
    assert outcome.because == "Ana leads alone after the last round, 120 to 20."
    assert [(place.rank, place.side) for place in GAME.standings(state)] == [(1, (A,)), (2, (B,)), (2, (C,))]


def test_nobody_has_won_before_the_last_round() -> None:  # CB-003
    assert GAME.outcome(play_round(opened(2, lowest=5, schedule=(2, 2)), (2, 1), (2, 0))) is None


def test_when_it_is_over_nothing_is_asked() -> None:
    state = play_round(opened(4, schedule=(4,)), (4, 0, 0, 1), (4, 0, 0, 0))
    assert GAME.prompts(state) == ()
    assert GAME.view(state).notices == ()
    assert crown(state) == A
    assert_refused(state, BidPlaced(A, (1,)), "CB-154", says="The game is over")
    assert_refused(state, TrickWon(A), "CB-154", says="The game is over")


def tie(**options: Any) -> State:
    """Three players after their only round, 40/40/20."""
    return play_round(opened(3, schedule=(4,), **options), (2, 2, 0), (2, 2, 0))


def test_a_tied_lead_is_played_off() -> None:  # CB-155
    state = tie()
    assert points(state) == (40, 40, 20)
    assert GAME.outcome(state) is None
    assert (state.is_tie_break, state.is_final, state.deal.cards, state.deal.dealer) == (True, True, 4, A)
    assert [head.title for head in GAME.rounds(state)] == ["Round 1", "Tie-break"]
    state = play_round(state, (2, 2, 1), (0, 2, 2))  # Ben, Cleo, Ana bid
    assert points(state) == (40 - 10, 40 + 40, 20 + 40)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert (outcome.winners, outcome.rule.id) == ((B,), "CB-155")
    assert outcome.because == "Ben leads alone after the tie-break, 80 to 60."


def test_a_tie_break_may_be_tied_again_and_won_by_anybody() -> None:  # CB-155, CB-R25
    state = play_round(tie(), (1, 1, 1), (1, 1, 2))
    assert points(state) == (70, 70, 10)
    assert (state.round, state.is_tie_break) == (3, True)
    state = play_round(state, (4, 1, 1), (0, 0, 4))  # Cleo bids 4 and takes all of it
    assert points(state) == (60, 60, 70)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (C,)
    assert outcome.because == "Cleo leads alone after 2 tie-breaks, 70 to 60."
    assert [head.title for head in GAME.rounds(state)] == ["Round 1", "Tie-break", "Tie-break"]


def test_the_witch_may_take_thirty_in_a_tie_break() -> None:  # CB-046, CB-R25
    state = tie(**specials(Special.WITCH))
    state = after(state, *bids(state, 1, 1, 1), witch(A, {B: 30}, players=3))
    assert points(state) == (70, 10, 20)


def test_a_tie_break_may_replace_the_last_round() -> None:  # CB-R25: only the last one, not those before
    state = play_round(opened(3, schedule=(2, 4), final_tie_points=FinalTiePoints.REPLACE), (1, 1, 1), (1, 1, 0))
    assert points(state) == (30, 30, -10)
    state = play_round(state, (1, 0, 1), (1, 1, 2))  # Ben 1, Cleo 0, Ana 1
    assert (points(state), state.is_tie_break) == ((30, 30, -10), True)
    assert points(play_round(state, (0, 2, 1), (2, 1, 1))) == (70, 60, -20)  # Cleo 0, Ana 2, Ben 1


def test_what_a_tie_break_replaces_is_taken_back_openly() -> None:  # CB-R25
    state = opened(3, schedule=(4,), final_tie_points=FinalTiePoints.REPLACE, **specials(Special.WITCH))
    state = after(state, ShieldBought(C), *bids(state, 2, 2, 0))
    state = after(state, Adjusted(C, 5, "a gift"), taken(2, 2, 0))
    assert points(state) == (0, 0, 5)
    taken_back = [(line.seat, line.points, line.rule.id) for line in lines(state, 2)]
    assert taken_back == [(C, 20, "CB-R25"), (A, -40, "CB-R25"), (B, -40, "CB-R25"), (C, -20, "CB-R25")]
    again = play_round(state, (1, 1, 2), (2, 1, 1))
    assert points(again) == (40, 30, 35)
    outcome = GAME.outcome(again)
    assert outcome is not None
    assert outcome.winners == (A,)


@pytest.mark.parametrize(
    ("duration", "refunded"),
    [(ShieldDuration.ROUND, True), (ShieldDuration.ONE_THEFT, False), (ShieldDuration.GAME, False)],
)
def test_a_shield_that_stays_is_not_paid_back(duration: ShieldDuration, refunded: bool) -> None:  # CB-R25, CB-R19
    options = {"final_tie_points": FinalTiePoints.REPLACE, "shield_duration": duration}
    state = opened(3, schedule=(4,), **options, **specials(Special.WITCH))
    state = play_round(after(state, ShieldBought(C)), (2, 2, 0), (2, 2, 0))
    assert (state.is_tie_break, points(state)) == (True, (0, 0, 0 if refunded else -20))
    assert state.shields == (() if refunded else (C,))
    again = play_round(state, (1, 1, 1), (1, 1, 2))  # tied once more
    assert (again.round, points(again)) == (3, points(state))


def test_a_shield_that_broke_is_paid_back_with_its_round() -> None:  # CB-R25, CB-R19
    options = {"shield_duration": ShieldDuration.ONE_THEFT, "shield_window": ShieldWindow.ANY_TIME}
    state = opened(3, schedule=(4,), final_tie_points=FinalTiePoints.REPLACE, **options, **specials(Special.WITCH))
    state = after(state, ShieldBought(C), *bids(state, 2, 2, 0), witch(A, {C: 20}, players=3))
    broken = after(state, taken(2, 2, 0))
    assert (broken.shields, points(broken)) == ((), (0, 0, 0))
    bought_again = after(state, ShieldBought(C), taken(2, 2, 0))
    assert (bought_again.shields, points(bought_again)) == ((C,), (0, 0, -20))


def test_a_tie_break_that_ties_again_is_replaced_too() -> None:
    state = tie(final_tie_points=FinalTiePoints.REPLACE)
    assert points(state) == (0, 0, 0)
    state = play_round(state, (1, 1, 2), (2, 1, 1))
    assert points(state) == (40, 30, 30)
    tied_again = play_round(tie(final_tie_points=FinalTiePoints.REPLACE), (1, 1, 1), (1, 1, 2))
    assert points(tied_again) == (0, 0, 0)
    assert tied_again.round == 3


def test_only_the_tied_may_win_where_the_table_says_so() -> None:  # CB-R25
    state = tie(final_tie_eligible=FinalTieEligible.TIED_ONLY)
    assert state.contenders == (A, B)
    state = play_round(state, (2, 2, 3), (0, 2, 2))  # Ben 2 met, Cleo 2 met, Ana 3 missed by 3
    assert points(state) == (10, 80, 60)
    assert [(place.rank, place.side) for place in GAME.standings(state)] == [(1, (B,)), (2, (A,)), (3, (C,))]
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (B,)
    assert outcome.because == "Ben leads alone after the tie-break, 80 to 10."


def test_the_untied_cannot_overtake_where_only_the_tied_may_win() -> None:  # CB-R25
    state = tie(final_tie_eligible=FinalTieEligible.TIED_ONLY)
    state = play_round(state, (1, 4, 2), (0, 0, 4))  # Cleo takes all she said
    assert points(state) == (20, 30, 80)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.winners == (B,)
    assert GAME.standings(state)[0].because == "only the tied players could still win"
    still = play_round(tie(final_tie_eligible=FinalTieEligible.TIED_ONLY), (1, 4, 1), (1, 1, 2))
    assert still.contenders == (A, B)


def test_points_by_agreement_after_the_end_may_share_the_win() -> None:
    state = play_round(opened(2, lowest=5, schedule=(2,)), (1, 0), (1, 1))
    state = after(state, Adjusted(B, 40, "a lost bet"))
    outcome = agreements.outcome(GAME, state)
    assert outcome is not None
    assert outcome.winners == (A, B)
    assert outcome.because == "Ana and Ben have the most points, by agreement of the table."


@pytest.mark.parametrize("number", [1, 2, 3])
def test_the_final_round_is_the_last_of_the_list(number: int) -> None:  # CB-046
    state = opened(2, lowest=5, schedule=(3, 2, 1))
    for _ in range(number - 1):
        state = play_round(state, (0, 0), (state.deal.cards, 0))
    assert state.is_final == (number == 3)


def test_measures_say_who_kept_their_word() -> None:
    state = play_round(opened(2, lowest=5, schedule=(4, 4)), (1, (2, 3)), (1, 3))
    state = play_round(state, (1, 2), (0, 4))
    measure = {
        (measure.round, measure.seat, measure.key): (measure.value, measure.of) for measure in GAME.measures.of(state)
    }
    assert measure[1, A, "bid_met"] == (1, 1)
    assert measure[1, B, "bid"] == (2, 4)
    assert measure[1, B, "tricks"] == (3, 4)
    assert measure[2, B, "miss"] == (3, 0)
    assert measure[2, A, "bid_met"] == (0, 1)
    assert {kind.key for kind in MEASURED} == {key for _, _, key in measure}
    assert {kind.key for kind in MEASURED if kind.share} == {key for (_, _, key), (_, of) in measure.items() if of}
