"""Players who cannot play: no valid suit, or locked out."""

from dataclasses import replace

import pytest

from scoring.contract.scores import Seat
from scoring.games.recruits.bidding import BidPlaced
from scoring.games.recruits.piles import with_pile
from scoring.games.recruits.state import Bid, State, Turn
from scoring.games.recruits.stuck import HandRedrawn, locked_out, pile_with_half_bid
from scoring.games.recruits.supply import DeckShuffled
from scoring.testing.tables import A, B, C, D
from tests.scoring.recruits.states import referee
from tests.scoring.recruits.table import after, assert_refused, kinds, main, prompt_for

HAND = ("2S", "4S", "9C", "10C", "3D")


def lying(state: State, turn: Seat, *piles: str) -> State:
    """The state with these bids on the piles: "9S 7C2" are Ana's one card and Ben's two; "-" is none."""
    for pile, words in zip(state.piles, piles, strict=False):
        bids = tuple(Bid(Seat(seat), len(word) - 1, word[:2]) for seat, word in enumerate(words.split()) if word != "-")
        state = with_pile(state, replace(pile, bids=bids))
    return replace(state, turn=turn, phase=Turn(turn), begun=True)


def hearts_only() -> State:
    """Cleo has two cards on two piles; on the king of diamonds spades and clubs are claimed."""
    return lying(referee(), C, "9S 7C -", "8S - 5D2", "- 4C 3H2")


def locked_now() -> State:
    """Ana has two cards on every pile, Ben one."""
    return lying(referee(2), A, "9S2 7C", "8C2 7S", "6H2 5D")


NO_HEARTS = ("9S 7C - -", "8S 6C 5D -", "- - - 3D2", "- - - 4S2")
"""Dov can bid on the king of diamonds only, with hearts."""


def locked() -> State:
    """Dov has two cards on pile 4 and is left out of all the others."""
    return lying(referee(4), D, "9S 7C 8H -", "8S 6C 5D -", "9H 4C 3D -", "- - - 3S2")


@pytest.mark.parametrize(
    ("hand", "rule", "code"),
    [
        (("2S",), "RS-030", ""),
        (("2S", "2S", "9D", "10D", "3D"), "RS-030", ""),
        (("2S", "KS", "9D", "10D", "3D"), "RS-001", "NOT_A_BID_CARD"),
        (("2S", "9S", "9D", "10D", "3D"), "RS-025", "DUPLICATE_CARD"),
    ],
)
def test_hands_that_nobody_holds(hand: tuple[str, ...], rule: str, code: str) -> None:
    assert_refused(hearts_only(), HandRedrawn(C, hand, locked_out=False), rule, code)


def test_a_half_bid_always_saves() -> None:  # RS-031
    state = referee(words="1 9S 1 7C 1 8H")
    assert pile_with_half_bid(state, A) == "the king of diamonds"
    assert_refused(state, HandRedrawn(A, (), locked_out=False), "RS-031", "NOT_COMPLETE", "any card as the second")
    assert "hand_redrawn" not in kinds(state)


def test_two_cards_on_every_pile_lock_out() -> None:  # RS-033, RS-036
    state = locked_now()
    assert locked_out(state, A)
    assert not locked_out(state, B)
    free = lying(state, A, "9S2 7C", "8C2 7S", "- 5D")
    assert not locked_out(free, A)  # with two players a suit is always left


def test_the_form_of_a_lock_out_is_the_only_way_on() -> None:
    state = locked_now()
    form = main(state)
    assert (form.kind, form.title, form.fields) == ("hand_redrawn", "Ana is locked out", ())
    assert "hand_redrawn" not in kinds(state)[1:]
    skipped = after(state, HandRedrawn(A, (), locked_out=True))
    assert skipped.turn == B
    assert (skipped.discard - state.discard, state.draw - skipped.draw) == (5, 5)
    assert_refused(state, BidPlaced(A, 2), "RS-017", "THIRD_CARD")
    assert_refused(state, HandRedrawn(A, (), locked_out=False), "RS-034", "LOCKED_OUT", "skips")


def test_whoever_has_seen_every_card_that_can_be_drawn_skips_the_turn() -> None:  # RS-R23
    state = replace(lying(referee(4), D, *NO_HEARTS), draw=5, discard=3)
    assert not locked_out(state, D)
    for draw, discard in ((1, 7), (8, 0), (4, 4)):  # the second hand shuffles, the third one leaves four unseen
        assert prompt_for(state, "hand_redrawn").title == "Dov has no valid suit"
        assert_refused(state, HandRedrawn(D, (), locked_out=True), "RS-033", "", "Dov can place a card and may not")
        state = after(state, HandRedrawn(D, (), locked_out=False))
        assert (state.draw, state.discard, state.phase) == (draw, discard, Turn(D))
    state = after(state, HandRedrawn(D, (), locked_out=False))
    assert (state.draw, state.discard) == (0, 8)
    form = prompt_for(state, "hand_redrawn")
    assert (form.title, dict(form.given)) == ("Dov has seen every card", {"seat": D, "locked_out": True})
    assert "bid_placed" in kinds(state)  # the last hand may hold one
    assert_refused(state, HandRedrawn(D, (), locked_out=False), "RS-R23", "", "every card there is")
    hand = ("2S", "4H", "9C", "10C")
    assert_refused(state, HandRedrawn(D, hand, locked_out=True), "RS-032", "", "4 of hearts")
    skipped = after(state, HandRedrawn(D, (), locked_out=True))
    assert (skipped.turn, skipped.draw, skipped.discard) == (A, 8, 0)
    assert skipped.reshuffled == 0


def test_a_pile_shuffled_twice_in_a_turn_was_seen_too() -> None:  # RS-R23
    state = replace(lying(referee(4), D, *NO_HEARTS), draw=1, discard=1)
    for _ in range(2):
        title = prompt_for(state, "hand_redrawn").title
        state = after(state, HandRedrawn(D, (), locked_out=False))
    assert (title, prompt_for(state, "hand_redrawn").title) == ("Dov has no valid suit", "Dov has seen every card")


def test_a_pile_the_table_shuffled_by_itself_is_used_up_like_any_other() -> None:  # RS-R23
    state = replace(lying(referee(4), D, *NO_HEARTS), draw=4, discard=4)
    new_hand, shuffled = HandRedrawn(D, (), locked_out=False), DeckShuffled()
    for event, draw, title in (
        (new_hand, 0, "Dov has no valid suit"),
        (shuffled, 8, "Dov has no valid suit"),
        (new_hand, 4, "Dov has no valid suit"),
        (shuffled, 8, "Dov has no valid suit"),  # four cards were not in hand since the first shuffle
        (new_hand, 4, "Dov has no valid suit"),
        (new_hand, 0, "Dov has seen every card"),
        (shuffled, 8, "Dov has seen every card"),
    ):
        state = after(state, event)
        assert (state.draw, prompt_for(state, "hand_redrawn").title) == (draw, title)


def test_skipping_is_for_the_locked_out_only() -> None:  # RS-034
    state = hearts_only()
    assert_refused(state, HandRedrawn(C, (), locked_out=True), "RS-033", "", "Cleo can place a card and may not")
    assert_refused(state, HandRedrawn(B, (), locked_out=True), "RS-013", "NOT_YOUR_TURN")


def test_cards_that_lie_on_a_pile_are_closed_in_the_hand_that_is_shown() -> None:  # RS-025, RS-031
    (hand,) = prompt_for(hearts_only(), HandRedrawn.kind).fields
    closed = [choice.value for choice in hand.choices if choice.why_not]
    assert (len(hand.choices), sorted(closed)) == (40, ["3H", "4C", "5D", "7C", "8S", "9S"])


def test_four_players_are_locked_out_by_the_claims_of_the_others() -> None:  # RS-033
    state = locked()
    assert [locked_out(state, seat) for seat in (A, B, C, D)] == [False, False, False, True]
    assert main(state).title == "Dov is locked out"
    half = lying(state, D, "9S 7C 8H -", "8S 6C 5D -", "9H 4C 3D -", "- - - 3S")
    assert not locked_out(half, D)


def test_the_hand_is_discarded_before_a_shuffle() -> None:  # RS-R16
    state = replace(hearts_only(), draw=1, discard=6)
    shuffled = after(state, HandRedrawn(C, HAND, locked_out=False))
    assert (shuffled.draw, shuffled.discard) == (7, 0)
    assert not shuffled.seen  # its cards may come back
