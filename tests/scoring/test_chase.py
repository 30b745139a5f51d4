"""Who can still be caught, and what everybody can still gain; laws and simulators hold the bounds to every table."""

from dataclasses import replace

import pytest

from scoring.chase import find_runners, find_safe, tell_seat
from scoring.crown_battles import GAME as CROWN
from scoring.crown_battles.options import RoundType
from scoring.faction_wars import GAME as FACTION_WARS
from scoring.game import Adjusted, AnyGame, Reach, Stopped, Table
from scoring.recruits import GAME as RECRUITS
from scoring.scores import Best, Seat
from scoring.testing.reach import find_reach_fault
from tests.scoring.crown_battles.table import A, B, after, opened, play_round, points
from tests.scoring.recruits.table import ledger as by_ledger

TWO_ROUNDS = opened(2, lowest=5, schedule=(4, 4))
DECIDED = opened(2, lowest=5, schedule=(6, 1))


def test_nothing_is_told_before_the_first_round_is_scored() -> None:
    assert CROWN.reach(TWO_ROUNDS) is None
    assert find_runners(CROWN, TWO_ROUNDS) == ()
    assert tell_seat(CROWN, TWO_ROUNDS, A) == ""


def test_who_is_behind_reads_how_much_is_missing_and_what_is_still_to_come() -> None:
    state = play_round(TWO_ROUNDS, (2, 3), (3, 1))
    assert points(state) == (-10, -20)
    assert CROWN.reach(state) == Reach("one round", ((-40, 60), (-40, 60)))
    assert tell_seat(CROWN, state, A) == "Still to come: -40 to +60, so -50 to 50 in the end."
    assert tell_seat(CROWN, state, B) == (
        f"{state.name(B)} needs 10 more than {state.name(A)} in one round."
        " Still to come: -40 to +60, so -60 to 40 in the end."
    )
    assert find_safe(find_runners(CROWN, state), Best.HIGH) is None


def test_a_lead_larger_than_what_is_left_is_safe() -> None:
    state = play_round(DECIDED, (6, 1), (6, 0))
    assert points(state) == (80, -10)
    assert tell_seat(CROWN, state, A).startswith(
        f"{state.name(A)} cannot be caught any more. Still to come: -10 to +30"
    )
    assert tell_seat(CROWN, state, B).startswith(f"{state.name(B)} cannot catch up any more.")


def test_points_by_agreement_count_but_are_not_foreseen() -> None:
    state = play_round(TWO_ROUNDS, (2, 3), (3, 1))
    given = after(state, Adjusted(B, 200, "a gift"))
    assert CROWN.reach(given) == CROWN.reach(state)
    assert tell_seat(CROWN, given, B).startswith(f"{state.name(B)} cannot be caught any more.")


def test_a_stopped_session_and_one_that_is_over_tell_nothing() -> None:
    state = play_round(TWO_ROUNDS, (2, 3), (3, 1))
    assert find_runners(CROWN, after(state, Stopped("late", counts=True))) == ()
    over = play_round(state, (2, 3), (2, 2))
    assert CROWN.outcome(over) is not None
    assert find_runners(CROWN, over) == ()


@pytest.mark.parametrize("kind", [RoundType.WAGERING, RoundType.DUEL_FIGHTS, RoundType.SUIT_PRECISION])
def test_types_without_a_bound_tell_nothing(kind: RoundType) -> None:
    state = play_round(opened(4, schedule=(4, 4, 4)), (1, 1, 1, 0), (1, 1, 1, 1))
    assert CROWN.reach(state) is not None
    mixed = replace(state, options=replace(state.options, pool=(RoundType.NORMAL, kind)))
    assert CROWN.reach(mixed) is None


def test_recruits_are_left_for_anybody() -> None:
    state = by_ledger(words="K 0")
    reach = RECRUITS.reach(state)
    assert reach is not None
    assert reach.ranges == ((0, 32),) * 3


def test_a_game_without_a_bound_tells_nothing() -> None:
    state = FACTION_WARS.open(Table(("Ana", "Ben", "Cleo")), FACTION_WARS.options())
    assert tell_seat(FACTION_WARS, state, A) == ""


def _with_reach(game: AnyGame, *ranges: tuple[int, int]) -> AnyGame:
    return replace(game, reach=lambda state: Reach("one round", ranges))


def test_the_lowest_total_may_be_the_best() -> None:
    state = play_round(TWO_ROUNDS, (2, 3), (3, 1))
    low = replace(_with_reach(CROWN, (0, 5), (0, 5)), best=Best.LOW)
    safe = find_safe(find_runners(low, state), Best.LOW)
    assert safe is not None
    assert safe.side == (B,)
    assert tell_seat(low, state, A).startswith(f"{state.name(A)} cannot catch up any more. Still to come: +0 to +5")


@pytest.mark.parametrize("ranges", [((0, 0), (-99, 99)), ((-99, 99), (-99, 0))])
def test_a_bound_that_is_left_is_found(ranges: tuple[tuple[int, int], ...]) -> None:
    before = play_round(TWO_ROUNDS, (2, 3), (3, 1))
    end = play_round(before, (2, 3), (2, 2))
    assert find_reach_fault(CROWN, before, end) == ""
    assert "can still gain" in find_reach_fault(_with_reach(CROWN, *ranges), before, end)


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
    assert (first.high - first.points, second.low - second.points) == (120, -80)
