"""Where cards may go, which suits they may claim, and why others are closed."""

import pytest

from scoring.contract.scores import Seat
from scoring.games.recruits import bidding, resolving
from scoring.games.recruits.bidding import BidPlaced, CardShown
from scoring.games.recruits.options import Level
from scoring.games.recruits.piles import RecruitTurned
from scoring.games.recruits.state import Bid, Claiming, Pile, State, Turn, Turning
from scoring.testing.tables import A, B, C, D
from tests.scoring.recruits.states import RULEBOOK, go, opened, referee
from tests.scoring.recruits.table import GAME, assert_refused, one_field, open_cards

TAKEN = "1 9S 1 7C 1 8H 2 2S 2 3C"
"""Four players on the king of diamonds: spades, clubs and hearts are claimed."""


@pytest.mark.parametrize(
    ("recruit", "claims", "open_"),
    [  # RS-021
        ("KD", "SC", "H"),
        ("JS", "", "HDC"),
        ("QH", "SDC", ""),
        ("", "S", "HDC"),  # RS-R07: covered
    ],
)
def test_open_suits(recruit: str, claims: str, open_: str) -> None:
    assert bidding.open_suits(recruit, claims) == tuple(open_)


def test_the_tops_are_turned_up_before_the_first_card() -> None:  # RS-006
    state = opened(level=Level.REFEREE)
    assert state.phase == Turning(1)
    assert_refused(state, BidPlaced(A, 1), "RS-013", "NOT_YOUR_TURN", "First turn up")
    assert_refused(state, RecruitTurned(2, "KD"), "RS-006")
    turned = go(state, "KD QH JS")
    assert turned.phase == Turn(A)
    assert [pile.top for pile in turned.piles] == ["KD", "QH", "JS"]
    assert_refused(turned, RecruitTurned(1, "KS"), "RS-013", "NOT_A_RECRUIT")


def test_a_recruit_lies_on_one_pile_only() -> None:  # RS-096
    state = go(opened(level=Level.REFEREE), "KD")
    assert_refused(state, RecruitTurned(2, "KD"), "RS-096", "RECRUIT_ALREADY_EARNED")
    assert dict(one_field(state).barred)["KD"] == "The king of diamonds is on pile 1."
    assert "KD" not in open_cards(state)


def test_a_first_card_lies_open_and_claims_its_suit() -> None:  # RS-016, RS-018
    state = referee(words="1")
    assert state.phase == Claiming(A, 1)
    claimed = go(state, "9S")
    assert claimed.pile(1).bid_of(A) == Bid(A, 1, "9S")
    assert bidding.open_suits_on(claimed.pile(1)) == ("H", "C")
    assert bidding.open_suits_on(claimed.pile(2)) == ("S", "D", "C")  # claims are for one recruit


def test_a_second_card_lies_face_down_and_is_not_asked_for() -> None:  # RS-023
    state = referee(words="1 9S 1 7C 1 8H 1")
    assert state.phase == Turn(B)
    assert state.pile(1).bid_of(A) == Bid(A, 2, "9S")
    back = next(tile for zone in GAME.view(state).board.zones for tile in zone.tiles if tile.owner == A and not tile.up)
    assert back.name == "Ana"  # RS-015: everybody sees whose it is


def test_several_bids_may_be_half_done() -> None:  # RS-024
    state = referee(words="1 9S 1 7C 1 8H 2 9D 2 7S 2 6C 3 9H 3 7D 3 8C")
    assert [pile.count_of(A) for pile in state.piles] == [1, 1, 1]
    field = one_field(state)
    assert [choice.label for choice in field.choices] == ["K, face down", "Q, face down", "J, face down"]


@pytest.mark.parametrize(
    ("words", "card", "rule", "code", "says"),
    [
        ("1", "6D", "RS-019", "RECRUIT_SUIT", "spades, hearts and clubs are open"),  # rulebook
        ("1 9S 1", "5S", "RS-020", "SUIT_CLAIMED", "Ana has claimed spades"),
        ("1 9S 1 7C 1", "5S", "RS-020", "SUIT_CLAIMED", "hearts are open"),  # rulebook
        ("1 9S 2", "9S", "RS-025", "DUPLICATE_CARD", "already on the table"),
        ("1 9S 1", "9S", "RS-025", "DUPLICATE_CARD", ""),  # before the claimed suit
        ("1", "KD", "RS-001", "NOT_A_BID_CARD", "is a recruit"),
    ],
)
def test_first_cards_that_may_not_lie_there(words: str, card: str, rule: str, code: str, says: str) -> None:
    state = referee(words=words)
    assert_refused(state, CardShown(state.turn, card), rule, code, says)
    assert card not in open_cards(state)


def test_the_form_offers_open_suits_and_says_why_the_rest_is_closed() -> None:  # RS-021
    state = referee(words="1 9S 1 7C 1")
    assert {card[-1] for card in open_cards(state)} == {"H"}
    field = one_field(state)
    reasons = dict(field.barred)
    assert reasons["2D"] == "Diamonds is the recruit's own suit; hearts are open."
    assert reasons["2S"] == "Ana has claimed spades; hearts are open."


def test_piles_that_take_no_card() -> None:
    state = referee(4, words=TAKEN)
    assert_refused(state, BidPlaced(C, 2), "RS-013", "NOT_YOUR_TURN")
    assert_refused(state, BidPlaced(D, 1), "RS-013", "NOT_YOUR_TURN")
    assert_refused(state, BidPlaced(B, 5), "RS-005", "PILE_EMPTY")
    assert_refused(state, CardShown(B, "2H"), "RS-013", "NOT_COMPLETE")


def test_the_fourth_player_is_locked_out_and_bids_elsewhere() -> None:  # RS-022, RS-035
    state = referee(4, words="1 9S 1 7C 1 8H")
    assert_refused(state, BidPlaced(D, 1), "RS-022", "LOCKED_OUT", "bids elsewhere")
    assert go(state, "2 9C").turn == A


def test_one_card_a_turn_and_no_pass() -> None:  # RS-014
    state = referee(words="1 9S")
    assert state.turn == B
    assert not any(prompt.role == "main" and not prompt.fields for prompt in GAME.prompts(state))


def test_only_the_order_of_turns_is_checked() -> None:  # RS-097
    state = referee(4, words=TAKEN)
    placed = [sum(pile.count_of(seat) for pile in state.piles) for seat in range(4)]
    assert placed == [2, 1, 1, 1]
    assert state.turn == B


@pytest.mark.parametrize(
    ("players", "blind", "counts", "complete"),
    [  # RS-050, RS-R01, RS-R02
        (3, False, "222", True),
        (3, False, "221", False),
        (3, False, "220", False),
        (4, False, "2220", True),
        (4, False, "2210", False),
        (4, False, "2200", False),
        (2, False, "22", True),
        (4, True, "2222", True),
        (4, True, "2220", False),
    ],
)
def test_when_a_recruit_is_complete(players: int, blind: bool, counts: str, complete: bool) -> None:
    state = referee(players)
    bids = tuple(Bid(Seat(seat), int(n), "2S") for seat, n in enumerate(counts) if n != "0")
    pile = Pile(1, 4, "" if blind else "KD", blind, bids)
    assert resolving.is_complete(state, pile) is complete


def test_the_last_second_card_opens_the_resolution_of_that_pile() -> None:  # RS-051
    before = referee(words=RULEBOOK[:-2])
    assert isinstance(before.phase, Turn)
    assert_refused(before, CardShown(A, "9D"), "RS-013", "NOT_COMPLETE")  # RS-050: not earlier
    state = go(before, "1")
    assert (state.phase.contest.pile, state.phase.contest.recruit) == (1, "KD")


def test_a_claim_stands_until_the_recruit_is_resolved() -> None:  # RS-R19
    state = referee(words="1 9S 1 7C 1 8H 1 1")
    assert bidding.claims(state.pile(1).bids) == ("S", "C", "H")
    done = go(state, "1 9D AC 4H")
    assert done.pile(1).bids == ()


def test_a_used_up_pile_is_closed() -> None:  # RS-060
    state = used_up()
    assert state.pile(1).left == 0
    assert_refused(state, BidPlaced(state.turn, 1), "RS-060", "PILE_EMPTY", "Pile 1 is empty")
    field = one_field(state)
    assert field.choices[0].label == "Pile 1"
    zone = next(zone for zone in GAME.view(state).board.zones if zone.id == "pile-1")
    assert zone.title == "Pile 1 is used up"


def used_up() -> State:
    """Two players who have won all four recruits of pile 1."""
    state = referee(2, words="1 2S 1 3H 1 1 4S 5H")
    state = go(state, "KH 1 6S 1 7C 1 1 8S 8C")
    state = go(state, "KS 1 2D 1 3C 1 1 4D 4C")
    return go(state, "KC 1 9S 1 9H 1 1 10S 10D")
