"""Changes of level, a hand thrown in, and joining late."""

import pytest

from scoring.contract.prompts import Role
from scoring.games.recruit.dealing import CardDisplayed
from scoring.games.recruit.entry import HandVoided, JoinedLate, LevelChosen
from scoring.games.recruit.state import ByCards, ByCounts, Dealing, Noted, Sorting
from scoring.games.recruit.variations import VariationsDeclared
from scoring.kit.trick_taking import Level
from scoring.testing.tables import A, D, row
from tests.scoring.recruit.declared import KEEPER, MATCH
from tests.scoring.recruit.states import Row, by_cards, by_tricks, laid, next_hand, opened, won
from tests.scoring.recruit.table import GAME, after, assert_refused, fact_value, kinds, points
from tests.scoring.recruit.test_cards_played import played_out

NONE = (0, 0)


def test_less_is_entered_at_once_and_keeps_what_is_known() -> None:
    state = laid(by_cards("7H", MATCH), "JS QS KS 7C JD 7D")
    state = after(state, LevelChosen(Level.TRICKS))
    assert state.phase.won == (0, 0, 1, 0)
    assert (state.phase.counts[2].jacks, state.phase.counts[2].match) == (1, 1)
    assert state.phase.noted == (Noted.JACK, Noted.MATCH)
    state = after(state, LevelChosen(Level.COUNTS))
    assert isinstance(state.phase, ByCounts)
    noted = after(laid(by_cards("KH"), "JS 7C"), LevelChosen(Level.TRICKS)).phase
    assert noted.noted == (Noted.JACK,)


def test_a_hand_whose_tricks_are_known_stays_as_it_is() -> None:
    state = after(by_tricks("7H"), *won(*(A,) * 13), LevelChosen(Level.COUNTS))
    assert isinstance(state.phase, Sorting)
    all_cards = after(played_out(), LevelChosen(Level.COUNTS))
    assert isinstance(all_cards.phase, ByCards)
    assert all_cards.level is Level.COUNTS


def test_the_same_level_is_refused() -> None:
    assert_refused(opened(), LevelChosen(Level.COUNTS), "RT-030", says="how the game is entered now")


def test_a_hand_can_be_thrown_in() -> None:  # RT-R08
    state = laid(by_cards("7H", KEEPER), "JS QS")
    assert HandVoided.kind in kinds(state, Role.ASIDE)
    assert_refused(state, HandVoided(" "), "RT-R08", says="Say in a few words")
    state = after(state, HandVoided("a revoke"))
    assert isinstance(state.phase, Dealing)
    assert (state.round, state.hand.dealer, state.hand.variations) == (1, D, ())
    assert_refused(state, HandVoided("again"), "RT-R08", says="once its cards are displayed")
    assert HandVoided.kind not in kinds(state)


def test_a_running_game_is_joined_with_its_totals() -> None:  # RT-060
    state = after(opened(3), JoinedLate(3, row(20, -3, 31)))
    assert (state.round, fact_value(state, "dealer"), points(state)) == (3, "Ben", (20, -3, 31))
    assert [head.title for head in GAME.rounds(state)] == ["Hands 1–2", "Hand 3"]
    assert [head.title for head in GAME.rounds(after(opened(3), JoinedLate(2, row(1, 2, 3))))] == ["Hand 1", "Hand 2"]
    assert JoinedLate.kind not in kinds(state)
    assert JoinedLate.kind in kinds(opened(3), Role.ASIDE)
    assert JoinedLate.kind not in kinds(after(opened(3), CardDisplayed("2H")))


@pytest.mark.parametrize(
    ("next_hand", "totals", "rule", "code"),
    [
        (1, (0, 0, 0), "RT-060", "HAND_COUNT"),
        (5, (0, 0, 0), "RT-060", "HAND_COUNT"),
        (2, (0, 0), "RT-060", ""),
        (2, (-10, 0, 0), "RT-054", ""),
        (2, (0, 57, 0), "RT-054", ""),
    ],
)
def test_totals_that_cannot_be_are_refused(next_hand: int, totals: Row, rule: str, code: str) -> None:
    assert_refused(opened(3), JoinedLate(next_hand, row(*totals)), rule, code)


def test_totals_come_before_anything_else() -> None:
    late = JoinedLate(2, row(0, 0))
    for state in (
        after(opened(2), CardDisplayed("2H")),
        after(opened(2), VariationsDeclared(opened(2).hand.dealer, (KEEPER,))),
        next_hand(opened(2), (6, 7), NONE, NONE, NONE),
    ):
        assert_refused(state, late, "RT-060", says="before anything else")
