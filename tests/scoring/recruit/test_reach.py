"""What can still be gained in the hands that are left, and who cannot be caught any more."""

from itertools import product

import pytest

from scoring.contract.scores import Seat
from scoring.games.recruit import GAME
from scoring.games.recruit.dealing import CardDisplayed
from scoring.games.recruit.entry import HandVoided, JoinedLate
from scoring.games.recruit.options import MatchMode
from scoring.games.recruit.score import lines
from scoring.games.recruit.state import Hand, Pile, State, Variation
from scoring.insight.chase import find_runners, tell_decided
from scoring.kit.trick_taking import Level
from tests.scoring.recruit.table import (
    A,
    B,
    D,
    after,
    counted,
    dealt,
    faces,
    next_hand,
    opened,
    points,
    row,
    taken,
    won,
)

MATCH, DREAM, LOW = Variation.MATCH, Variation.DREAM_TEAM, Variation.LOW_PENALTY
NONE = ((0, 0), (0, 0), (0, 0))


def ranges(state: State) -> tuple[tuple[int, int | None], ...]:
    reach = GAME.reach(state)
    assert reach is not None
    return reach.ranges


def last_hand(players: int = 2, **options: object) -> State:
    """Before the last hand, with 0 points each."""
    return after(opened(players, **options), JoinedLate(4, row(*(0,) * players)))


# Whole hands --------------------------------------------------------------------------------------------------------


def test_rt_063_nothing_is_said_in_the_first_hand() -> None:
    assert GAME.reach(opened()) is None
    assert GAME.reach(after(dealt("2H", players=2), taken(7, 6))) is None


@pytest.mark.parametrize(
    ("players", "mode", "expected"),
    [
        (2, MatchMode.INSTEAD, (-9, 40)),  # two of each face alone; 26 cards, 3 matching ones and a Dream Team
        (2, MatchMode.ADDITIONAL, (-9, 43)),
        (3, MatchMode.INSTEAD, (-9, 53)),  # 39 + 9 + 5
        (3, MatchMode.ADDITIONAL, (-9, 56)),
    ],
)
def test_rt_054_a_hand_with_any_variation(players: int, mode: MatchMode, expected: tuple[int, int]) -> None:
    assert ranges(last_hand(players, match_mode=mode)) == (expected,) * players


def test_rt_060_every_hand_that_is_left_counts() -> None:
    second = after(opened(2), JoinedLate(2, row(5, 5)))
    reach = GAME.reach(second)
    assert reach is not None
    assert reach.ranges == ((-27, 120),) * 2


@pytest.mark.long
@pytest.mark.parametrize("mode", MatchMode)
@pytest.mark.parametrize("players", [2, 3])
def test_rt_053_no_pile_leaves_the_range_and_some_reach_both_ends(players: int, mode: MatchMode) -> None:
    scored = [
        sum(line.points for line in lines(A, Pile(tricks, players * tricks, *counts), hand, mode))
        for tricks, counts in product(range(14), product(range(5), range(5), range(5), range(4)))
        if sum(counts) <= players * tricks
        for hand in (
            Hand(4, A, Level.COUNTS, displayed="2H"),
            Hand(4, A, Level.COUNTS, (MATCH, DREAM, LOW), displayed="2H"),
        )
    ]
    (low, high), *_ = ranges(last_hand(players, match_mode=mode))
    assert (min(scored), max(scored)) == (low, high)


def test_rt_061_partners_at_their_best() -> None:
    """Ana and Cleo take eleven tricks, each one jack, queen and king, and all three 2s: 44 + 9 + 5 + 5."""
    reach = GAME.reach(last_hand(4))
    assert reach is not None
    assert reach.sides == (((A, Seat(2)), (-14, 63)), ((B, Seat(3)), (-14, 63)))
    hand = dealt("2H", MATCH, DREAM)
    rank = (1, 1, 1, 1)
    state = counted(hand, (6, 1, 5, 1), rank, rank, rank, (2, 0, 1, 0))
    assert points(state)[0] + points(state)[2] == 63


def test_rt_061_partners_at_their_worst() -> None:
    """Two tricks each, with two of every face: 8 - 15, twice."""
    two = (2, 0, 2, 0)
    state = counted(dealt("2H"), (2, 5, 2, 4), two, two, two)
    assert points(state)[0] + points(state)[2] == -14


# The current hand ----------------------------------------------------------------------------------------------------


def test_rt_070_variations_are_known_once_a_card_is_displayed() -> None:
    plain = after(last_hand(), CardDisplayed("2H"))
    assert ranges(plain) == ((-9, 26), (-9, 26))


def test_rt_090_tricks_that_are_entered_are_gained_or_lost() -> None:
    state = after(last_hand(level=Level.TRICKS), CardDisplayed("2H"), *won(*(A,) * 9, *(B,) * 3))
    assert ranges(state) == ((18 - 15, 20), (6 - 15, 8 - 0))


def test_rt_r08_a_hand_that_is_thrown_in_begins_again() -> None:
    state = after(last_hand(), CardDisplayed("2H"), taken(9, 4))
    assert ranges(state) == ((3, 18), (-7, 8))
    assert ranges(after(state, HandVoided("a revoke"))) == ((-9, 40),) * 2
    assert HandVoided.begins_again


# Who can be caught ---------------------------------------------------------------------------------------------------


def test_rt_063_nobody_can_catch_a_lead_of_fifty_in_the_last_hand() -> None:
    """26 and 26 to nothing, then 12 to 14: 50 points, and a hand moves 40 + 9 at most."""
    state = next_hand(next_hand(next_hand(opened(2), (13, 0), *NONE), (13, 0), *NONE), (6, 7), *NONE)
    assert points(state) == (64, 14)
    assert ranges(state) == ((-9, 40), (-9, 40))
    assert tell_decided(GAME, state, A) == "Ana cannot be caught any more."
    assert tell_decided(GAME, state, B) == "Ben cannot catch up any more."


def test_rt_063_a_lead_of_forty_five_can_still_be_made_up() -> None:
    """As before, but Ana has two kings in the third hand."""
    state = next_hand(next_hand(next_hand(opened(2), (13, 0), *NONE), (13, 0), *NONE), (6, 7), (0, 0), (0, 0), (2, 0))
    assert points(state) == (59, 14)
    assert ranges(state) == ((-9, 40), (-9, 40))
    assert [tell_decided(GAME, state, seat) for seat in (A, B)] == ["", ""]


def test_rt_063_the_last_hand_is_decided_before_its_faces_are_counted() -> None:
    """Ana has 10 more after three hands and 9 of 13 tricks: 18 - 15 at worst, against 8 of Ben's at best."""
    ahead = after(opened(2), JoinedLate(4, row(20, 10)))
    state = after(ahead, CardDisplayed("2H"), taken(9, 4))
    assert ranges(state)[A] == (3, 18)
    assert tell_decided(GAME, state, A) == "Ana cannot be caught any more."
    behind = after(after(opened(2), JoinedLate(4, row(15, 10))), CardDisplayed("2H"), taken(9, 4))
    assert ranges(behind)[A] == (3, 18)
    assert tell_decided(GAME, behind, A) == ""
    assert points(after(behind, faces((2, 0), (2, 0), (2, 0)))) == (18, 18)


def test_rt_061_partners_are_told_as_one() -> None:
    state = after(opened(4), JoinedLate(3, row(20, 10, 14, 9)))
    _, behind = find_runners(GAME, state)
    assert (behind.side, behind.low, behind.high) == ((B, D), 19 - 28, 19 + 126)
    decided = after(opened(4), JoinedLate(4, row(90, 10, 44, 9)))
    assert tell_decided(GAME, decided, B) == "Ben and Dov cannot catch up any more."
