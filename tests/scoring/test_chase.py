"""Who can still be caught, and what everybody can still gain; laws and simulators hold the bounds to every table."""

from dataclasses import replace

import pytest

from scoring.contract.game import Adjusted, AnyGame, Gain, Reach, Stopped, Table
from scoring.contract.scores import Best, Seat
from scoring.games.crown_battles import GAME as CROWN
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.options import RoundType
from scoring.games.crown_battles.rounds import ROUNDS
from scoring.games.recruit.entry import HandVoided
from scoring.games.recruits import GAME as RECRUITS
from scoring.games.recruits.options import WinTie
from scoring.games.recruits.state import Deciding
from scoring.games.score_pad import GAME as SCORE_PAD
from scoring.insight.chase import find_runners, find_safe, gain_of, tell_decided
from scoring.testing.gain_bounds import find_reach_fault
from scoring.testing.tables import A, B
from tests.scoring.crown_battles.states import opened, play_round, taken
from tests.scoring.crown_battles.table import after
from tests.scoring.recruits.states import ledger as by_ledger

TWO_ROUNDS = opened(2, lowest=5, schedule=(4, 4))
SCORED = play_round(TWO_ROUNDS, (2, 3), (3, 1))
OVER = play_round(SCORED, (2, 3), (2, 2))
DECIDED = opened(2, lowest=5, schedule=(6, 1))
LAST = taken(2, 2)
"""An event over which the bounds hold; they compare the states before and after it."""


def test_nothing_is_told_before_the_first_round_is_scored() -> None:
    assert CROWN.reach(TWO_ROUNDS) is None
    assert find_runners(CROWN, TWO_ROUNDS) == ()
    assert tell_decided(CROWN, TWO_ROUNDS, A) == ""


def test_nothing_is_told_while_everybody_is_in_the_race() -> None:
    assert SCORED.totals == (-10, -20)
    assert CROWN.reach(SCORED) == Reach(((-40, 60), (-40, 60)))
    assert [(runner.low, runner.high) for runner in find_runners(CROWN, SCORED)] == [(-50, 50), (-60, 40)]
    assert [tell_decided(CROWN, SCORED, seat) for seat in (A, B)] == ["", ""]
    assert find_safe(find_runners(CROWN, SCORED), Best.HIGH) is None


def test_a_lead_larger_than_what_is_left_is_safe() -> None:
    state = play_round(DECIDED, (6, 1), (6, 0))
    assert state.totals == (80, -10)
    assert CROWN.reach(state) == Reach(((-10, 30), (-10, 30)))
    assert tell_decided(CROWN, state, A) == f"{state.name(A)} cannot be caught any more."
    assert tell_decided(CROWN, state, B) == f"{state.name(B)} cannot catch up any more."


def test_points_by_agreement_count_but_are_not_foreseen() -> None:
    given = after(SCORED, Adjusted(B, 200, "a gift"))
    assert CROWN.reach(given) == CROWN.reach(SCORED)
    assert tell_decided(CROWN, given, B) == f"{given.name(B)} cannot be caught any more."


def test_a_stopped_session_and_one_that_is_over_tell_nothing() -> None:
    assert find_runners(CROWN, after(SCORED, Stopped("late", counts=True))) == ()
    assert CROWN.outcome(OVER) is not None
    assert find_runners(CROWN, OVER) == ()


def test_the_widest_of_the_types_that_may_come_counts() -> None:
    state = play_round(opened(4, schedule=(4, 4, 4)), (1, 1, 1, 0), (1, 1, 1, 1))
    one, other = ROUNDS[RoundType.WAGERING].reach(state, 4), ROUNDS[RoundType.SUIT_PRECISION].reach(state, 4)
    assert (one, other) == ((-40, 80), (-80, 80))
    mixed = replace(state, options=replace(state.options, pool=(RoundType.WAGERING, RoundType.SUIT_PRECISION)))
    assert CROWN.reach(mixed) == Reach(((-40 - 80, 60 + 80),) * 4)  # the second round is Normal Bidding


def test_recruits_are_left_for_anybody() -> None:
    state = by_ledger(words="K 0")
    reach = RECRUITS.reach(state)
    assert reach.ranges == ((0, 32),) * 3


def test_nobody_else_can_win_while_cards_decide_between_two_recruiters() -> None:
    state = by_ledger(words="K 0 K 0 K 0 J 0 K 1 Q 1 Q 1 J 1 J 1 Q 2 Q 2 J 2", win_tie=WinTie.CARD)
    assert isinstance(state.phase, Deciding)
    told = [tell_decided(RECRUITS, state, seat) for seat in state.table.seats]
    assert told == ["", "", f"{state.table.names[2]} cannot catch up any more."]


def test_a_game_without_a_bound_tells_nothing() -> None:
    state = SCORE_PAD.open(Table(("Ana", "Ben", "Cleo")), SCORE_PAD.options())
    assert tell_decided(SCORE_PAD, state, A) == ""


def _with_reach(game: AnyGame, *ranges: Gain) -> AnyGame:
    return replace(game, reach=lambda state: Reach(ranges))


def test_the_lowest_total_may_be_the_best() -> None:
    low = replace(_with_reach(CROWN, (0, 5), (0, 5)), best=lambda state: Best.LOW)
    safe = find_safe(find_runners(low, SCORED), Best.LOW)
    assert safe.side == (B,)
    assert tell_decided(low, SCORED, A) == f"{SCORED.name(A)} cannot catch up any more."


@pytest.mark.parametrize("ranges", [((0, 0), (-99, 99)), ((-99, 99), (-99, 0))])
def test_a_bound_that_is_left_is_found(ranges: tuple[tuple[int, int], ...]) -> None:
    assert find_reach_fault(CROWN, SCORED, LAST, OVER) == ""
    assert "can still gain" in find_reach_fault(_with_reach(CROWN, *ranges), SCORED, LAST, OVER)


def test_without_an_upper_bound_nobody_is_out() -> None:
    open_end = _with_reach(CROWN, (0, None), (0, None))
    assert find_safe(find_runners(open_end, SCORED), Best.HIGH) is None
    assert tell_decided(open_end, SCORED, B) == ""
    low = replace(open_end, best=lambda state: Best.LOW)
    assert find_safe(find_runners(low, SCORED), Best.LOW) is None


def test_a_game_may_not_fall_silent_in_the_middle_of_a_round() -> None:
    bid = BidPlaced(A, (2,))
    silent = replace(CROWN, reach=lambda state: CROWN.reach(state) if state == SCORED else None)
    assert find_reach_fault(CROWN, SCORED, bid, after(SCORED, bid)) == ""
    assert "in the middle of a round" in find_reach_fault(silent, SCORED, bid, after(SCORED, bid))


def test_a_round_that_is_begun_again_is_not_foreseen() -> None:
    left = _with_reach(CROWN, (0, 0), (0, 0))
    assert find_reach_fault(left, SCORED, HandVoided("a revoke"), OVER) == ""
    assert find_reach_fault(left, SCORED, BidPlaced(A, (2,)), OVER) != ""


def test_partners_are_one_runner() -> None:
    state = play_round(opened(4, schedule=(4, 4)), (1, 1, 1, 0), (1, 1, 1, 1))
    sides = ((Seat(0), Seat(2)), (Seat(1), Seat(3)))
    pairs = replace(
        CROWN,
        standings=lambda _: tuple(
            replace(place, side=side) for place, side in zip(CROWN.standings(state), sides, strict=False)
        ),
    )
    first, second = find_runners(pairs, state)
    assert first.high is not None
    assert (first.high - first.points, second.low - second.points) == (120, -80)


def test_partners_may_have_a_narrower_range_than_the_sum_of_theirs() -> None:
    reach = Reach(((0, 5), (-1, None), (0, 4), (-2, 6)), (((Seat(0), Seat(2)), (0, 7)),))
    assert gain_of(reach, (Seat(0), Seat(2))) == (0, 7)
    assert gain_of(reach, (Seat(2), Seat(3))) == (-2, 10)
    assert gain_of(reach, (Seat(1), Seat(3))) == (-3, None)
    assert gain_of(reach, (Seat(0),)) == (0, 5)
