"""What can still be gained in the hands that are left, and who cannot be caught any more."""

from itertools import product

import pytest

from scoring.games.recruit.dealing import CardDisplayed
from scoring.games.recruit.entry import JoinedLate
from scoring.games.recruit.options import MatchMode
from scoring.games.recruit.score import lines
from scoring.games.recruit.state import Hand, Pile, State
from scoring.insight.chase import find_runners, tell_decided
from scoring.kit.trick_taking import Level
from scoring.testing.tables import A, B, D, row
from tests.scoring.recruit.declared import DREAM, LOW, MATCH
from tests.scoring.recruit.states import dealt, opened, taken, won
from tests.scoring.recruit.table import GAME, after


def ranges(state: State) -> tuple[tuple[int, int | None], ...]:
    reach = GAME.reach(state)
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


# The current hand ----------------------------------------------------------------------------------------------------


def test_rt_090_tricks_that_are_entered_are_gained_or_lost() -> None:
    state = after(last_hand(level=Level.TRICKS), CardDisplayed("2H"), *won(*(A,) * 9, *(B,) * 3))
    assert ranges(state) == ((18 - 15, 20), (6 - 15, 8 - 0))


# Who can be caught ---------------------------------------------------------------------------------------------------


def test_rt_061_partners_are_told_as_one() -> None:
    state = after(opened(4), JoinedLate(3, row(20, 10, 14, 9)))
    _, behind = find_runners(GAME, state)
    assert (behind.side, behind.low, behind.high) == ((B, D), 19 - 28, 19 + 126)
    decided = after(opened(4), JoinedLate(4, row(90, 10, 44, 9)))
    assert tell_decided(GAME, decided, B) == "Ben and Dov cannot catch up any more."
