"""Totals, partners, winners, the score sheet and the measures."""

import pytest

from scoring.contract.scores import Seat
from scoring.games.recruit.dealing import CardDisplayed
from scoring.games.recruit.state import Over, State
from scoring.games.recruit.variations import VariationsDeclared
from scoring.testing.tables import D
from tests.scoring.recruit.declared import DREAM
from tests.scoring.recruit.states import Row, next_hand, opened, taken
from tests.scoring.recruit.table import GAME, after, assert_refused, fact_value, points

NONE2, NONE3 = (0, 0), (0, 0, 0)


def hands(*tricks: Row) -> State:
    """Hands without a face in any pile: each trick is worth as many points as there are players."""
    state = opened(len(tricks[0]))
    none = (0,) * len(tricks[0])
    for item in tricks:
        state = next_hand(state, item, none, none, none)
    return state


def test_the_winner_is_named_after_four_hands() -> None:  # RT-005, RT-062, RT-063
    state = hands((5, 4, 4), (5, 4, 4), (5, 4, 4))
    assert GAME.outcome(state) is None
    assert [place.points for place in GAME.standings(state)] == [45, 36, 36]
    state = next_hand(state, (5, 4, 4), NONE3, NONE3, NONE3)
    result = GAME.outcome(state)
    assert (result.rule.id, result.winners) == ("RT-062", (0,))
    assert result.because == "Ana has the most points after four hands, 60 to 48."


def test_several_can_win() -> None:  # RT-062
    result = GAME.outcome(hands((3, 5, 5), (3, 5, 5), (3, 5, 5), (3, 5, 5)))
    assert result.winners == (1, 2)
    assert result.because == "Ben and Cleo have 60 points each and share the win."


def four(*hands: Row) -> State:
    """Hands in which Ana collects every face."""
    state = opened(4)
    for tricks in hands:
        state = next_hand(state, tricks, (4, 0, 0, 0), (4, 0, 0, 0), (4, 0, 0, 0))
    return state


def test_partners_add_their_totals() -> None:  # RT-011, RT-061
    state = four(*((5, 3, 4, 1),) * 4)
    assert points(state) == (20, 48, 64, 16)
    assert [(place.side, place.points) for place in GAME.standings(state)] == [((0, 2), 84), ((1, 3), 64)]
    result = GAME.outcome(state)
    assert (result.rule.id, result.winners) == ("RT-061", (0, 2))
    assert result.because == "Ana and Cleo have the most points after four hands, 84 to 64."
    assert (fact_value(state, "team_0"), fact_value(state, "team_1")) == ("84", "64")


def test_both_pairs_can_win() -> None:  # RT-062
    state = opened(4)
    for tricks in ((7, 6, 0, 0), (6, 7, 0, 0)) * 2:
        state = next_hand(state, tricks, (2, 2, 0, 0), (2, 2, 0, 0), (2, 2, 0, 0))
    result = GAME.outcome(state)
    assert result.winners == (0, 1, 2, 3)
    assert result.because == "Both pairs have 44 points and share the win."


def test_there_is_no_fifth_hand() -> None:  # RT-005
    state = hands(*((5, 4, 4),) * 4)
    assert isinstance(state.phase, Over)
    assert GAME.prompts(state) == ()
    assert_refused(state, CardDisplayed("2H"), "RT-005", "HAND_COUNT", "All 4 hands are scored")
    assert_refused(state, taken(5, 4, 4), "RT-005", "HAND_COUNT")


@pytest.mark.parametrize("played", range(5))
def test_the_sheet_has_a_row_a_hand(played: int) -> None:
    state = hands(*((5, 4, 4),) * played) if played else opened(3)
    titles = [head.title for head in GAME.rounds(state)]
    assert titles == [f"Hand {n + 1}" for n in range(min(played + 1, 4))]


def test_measures_count_tricks_cards_penalties_and_dream_teams() -> None:
    state = after(opened(4), VariationsDeclared(D, (DREAM,)))
    state = next_hand(state, (5, 3, 4, 1), (1, 0, 2, 1), (1, 2, 0, 1), (1, 1, 2, 0))
    measures = {(m.seat, m.key): (m.value, m.of) for m in GAME.measures.of(state)}
    assert measures[Seat(0), "tricks"] == (5, 13)
    assert measures[Seat(0), "cards"] == (20, 52)
    assert [measures[Seat(seat), "penalties"][0] for seat in range(4)] == [0, 1, 2, 0]
    assert [measures[Seat(seat), "dream_teams"] for seat in range(4)] == [(1, 1), (0, 1), (0, 1), (0, 1)]
    plain = next_hand(opened(2), (6, 7), NONE2, NONE2, NONE2)
    assert {m.key for m in GAME.measures.of(plain)} == {"tricks", "cards", "penalties"}
