"""Warnings and reminders appear when they matter and disappear again."""

import pytest

from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.dealing import TypeDrawn
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.entry import JoinedLate
from scoring.games.crown_battles.options import RoundType
from scoring.games.crown_battles.state import State
from scoring.testing.tables import A, B, D
from tests.scoring.crown_battles.states import bids, by_cards, by_tricks, laid, opened, play_round, won
from tests.scoring.crown_battles.table import GAME, after


def texts(state: State) -> list[str]:
    return [notice.text for notice in GAME.view(state).notices]


def codes(state: State) -> list[str]:
    return [notice.code for notice in GAME.view(state).notices]


def test_the_crown_is_told_until_a_bid_or_the_type_of_the_round_is_entered() -> None:
    state = play_round(opened(2, lowest=5, schedule=(2, 2, 2, 2)), (2, 1), (2, 0))
    assert texts(state) == ["Ana leads alone and takes the crown."]
    assert texts(after(state, bids(state, 1, 1)[0])) == []

    pool = (RoundType.NORMAL, RoundType.SPLIT)
    state = opened(2, lowest=5, schedule=(2, 2, 2, 2), pool=pool)
    state = play_round(after(state, TypeDrawn(RoundType.NORMAL)), (2, 1), (2, 0))
    assert texts(state) == ["Ana leads alone and takes the crown."]
    told = texts(after(state, TypeDrawn(RoundType.SPLIT)))
    assert told
    assert not [text for text in told if "crown" in text]


@pytest.mark.parametrize(
    ("totals", "placed", "won_by", "expected"),
    [
        ((50, 0), (1, 1), (1, 1), []),  # she wears it already
        ((0, 0), (2, 1), (2, 0), ["Ana leads alone and takes the crown."]),
        ((0, 60), (2, 1), (2, 0), []),
        ((0, 30), (2, 2), (2, 0), ["Ana leads alone and takes the crown."]),
        ((0, 10), (1, 2), (1, 1), ["Ana leads alone and takes the crown."]),
        ((0, 40), (1, 2), (1, 1), ["The lead is tied; Ben puts the crown back."]),
    ],
)
def test_after_joining_late_the_crown_is_where_the_totals_say(
    totals: tuple[int, int], placed: tuple[int, int], won_by: tuple[int, int], expected: list[str]
) -> None:  # CB-152, CB-153
    state = opened(2, lowest=5, schedule=(2, 2, 2, 2), first_dealer=A)  # in round 2 Ana bids first
    state = after(state, JoinedLate(2, ((A, totals[0]), (B, totals[1]))))
    assert texts(state) == []
    state = play_round(state, placed, won_by)
    assert texts(state) == expected
    assert not [text for text in texts(play_round(state, (0, 0), (0, 2))) if text in expected]


def test_the_smuggler_is_remembered_before_the_bids() -> None:  # CB-128
    reminder = "Whoever holds the Smuggler may swap a card with the pile before bidding."
    state = opened(4, schedule=(4, 4), specials=(Special.SMUGGLER,))
    assert texts(state) == [reminder]
    assert texts(after(state, BidPlaced(D, (1,)))) == ["Dov bid before their turn.", reminder]
    assert texts(after(state, *bids(state, 1, 1, 1, 1))) == []


def test_an_empty_pile_is_told() -> None:  # CB-016, CB-128, CB-129
    state = opened(4, schedule=(15,), specials=(Special.SMUGGLER, Special.SPY))
    assert texts(state) == ["All cards are dealt: without a pile Smuggler and Spy do nothing this round."]
    assert codes(state) == ["W_NO_DECK"]
    assert codes(opened(4, schedule=(15,))) == []


def test_the_last_trick_is_told_where_it_matters() -> None:  # CB-124, CB-126
    deck = {"specials": (Special.CURSED, Special.MAGICIAN)}
    state = after(by_tricks(1, 1, 1, 1, cards=2, **deck))
    assert codes(state) == []
    assert texts(after(state, *won(A))) == [
        "In the last trick the Cursed card has no effect.",
        "In the last trick the Magician card has no effect.",
    ]
    cards = laid(by_cards(1, 1, 1, 1, cards=2, specials=(Special.CURSED,)), "b4 b3 b2 b1 r1")
    assert codes(cards) == ["W_LAST_TRICK"]
