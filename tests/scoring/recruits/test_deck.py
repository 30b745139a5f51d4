"""The cards, the deal, and invalid set-ups."""

import pytest

from scoring.contract.game import Table
from scoring.contract.rulebook import RuleViolation
from scoring.contract.scores import Seat
from scoring.games.recruits.bidding import CardShown
from scoring.games.recruits.deck import draw_size, hand_size, pile_count, pile_size
from scoring.games.recruits.entry import RecruitNamed
from scoring.games.recruits.options import Level, Naming, Options, Variant
from scoring.games.recruits.piles import RecruitTurned
from scoring.testing.tables import A
from scoring.testing.walks import table_of
from tests.scoring.recruits.states import go, ledger, opened, referee, resolver
from tests.scoring.recruits.table import GAME, assert_refused, kinds


@pytest.mark.parametrize(
    ("players", "hand", "piles", "size", "draw"),
    [(2, 5, 3, 4, 30), (3, 5, 3, 4, 25), (4, 4, 4, 3, 24)],  # RS-005, RS-007, RS-008
)
def test_the_deal_by_number_of_players(players: int, hand: int, piles: int, size: int, draw: int) -> None:
    assert (hand_size(players), pile_count(players), pile_size(players), draw_size(players)) == (
        hand,
        piles,
        size,
        draw,
    )
    state = referee(players)
    assert [pile.left for pile in state.piles] == [size] * piles
    assert (state.draw, state.discard) == (draw, 0)  # RS-009


@pytest.mark.parametrize("players", [1, 5])
def test_two_to_four_people_play(players: int) -> None:
    with pytest.raises(RuleViolation) as refused:
        GAME.open(Table(tuple("PQRST"[:players])), Options())
    assert (refused.value.rule.id, refused.value.code) == ("RS-002", "PLAYERS")


@pytest.mark.parametrize(
    ("options", "rule"),
    [
        (Options(first_player=Seat(3)), "RS-011"),
        (Options(variants=(Variant.PAIRS, Variant.PAIRS)), "RS-012"),
        (Options(variants=(Variant.BLIND_RECRUIT,), blind_pile=4), "RS-082"),
        (Options(blind_pile=0), "RS-082"),
    ],
)
def test_options_that_no_table_has(options: Options, rule: str) -> None:
    with pytest.raises(RuleViolation) as refused:
        GAME.open(table_of(3), options)
    assert refused.value.rule.id == rule


@pytest.mark.parametrize("card", ["JOKER", "JD", "9X"])
def test_only_aces_to_tens_are_bid(card: str) -> None:  # RS-001, RS-007
    assert_refused(referee(words="2"), CardShown(A, card), "RS-001", "NOT_A_BID_CARD")


def test_a_recruit_is_turned_up_with_its_suit() -> None:  # RS-003: a rank alone names a recruit only in the ledger
    assert_refused(go(opened(level=Level.REFEREE), "KD"), RecruitTurned(2, "K"), "RS-003", "NOT_A_RECRUIT")


@pytest.mark.parametrize("card", ["10D", "JOKER"])
def test_only_faces_are_recruits(card: str) -> None:  # RS-003
    assert_refused(go(opened(level=Level.REFEREE), "KD"), RecruitTurned(2, card), "RS-003", "NOT_A_RECRUIT")
    assert_refused(ledger(naming=Naming.CARD), RecruitNamed(card), "RS-003", "NOT_A_RECRUIT")
    assert_refused(resolver(), RecruitNamed(card), "RS-003", "NOT_A_RECRUIT")
    assert_refused(ledger(), RecruitNamed(card), "RS-096", "NOT_A_RECRUIT")


def test_hands_are_never_asked_for() -> None:  # RS-010
    assert kinds(referee()) == ["bid_placed", "hand_redrawn", "level_chosen", "variants_agreed"]
