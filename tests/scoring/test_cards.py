"""Suits, ranks and decks as players name them."""

import pytest

from scoring.contract.cards import FRENCH_SUITS, JOKER, KnownCard, PlayingCard, count_cards, count_left, french_deck


def test_a_french_deck_has_every_card_once() -> None:
    deck = french_deck(ace_high=True)
    assert len({card.code for card in deck}) == len(deck) == count_cards(deck) == 52
    assert [card.name for card in deck[:3]] == ["A of spades", "2 of spades", "3 of spades"]
    assert {card.suit for card in deck} == {suit.key for suit in FRENCH_SUITS}


@pytest.mark.parametrize(
    ("code", "ace_high", "rank"),
    [
        ("AS", True, 14),
        ("AS", False, 1),
        ("2D", True, 2),
        ("2D", False, 2),
        ("10H", True, 10),
        ("JC", False, 11),
        ("KS", True, 13),
    ],
)
def test_ranks_follow_the_ace(code: str, ace_high: bool, rank: int) -> None:
    assert {card.code: card.rank for card in french_deck(ace_high=ace_high)}[code] == rank


def test_suits_are_told_apart_by_shape_and_by_colour() -> None:
    assert len({suit.shape for suit in FRENCH_SUITS}) == len({suit.colour for suit in FRENCH_SUITS}) == 4


def test_copies_count() -> None:
    deck = (PlayingCard("golem", "Golem", copies=2), JOKER)
    assert count_cards(deck) == 3
    assert count_left(deck, ()) == {"golem": 2, "JOKER": 1}
    assert count_left(deck, ("golem", "JOKER", "golem")) == {"golem": 0, "JOKER": 0}


def test_what_was_never_in_the_deck_does_not_count() -> None:
    assert count_left((JOKER,), ("AS",)) == {"JOKER": 1}


def test_a_typed_card_knows_its_numbers() -> None:
    brute = KnownCard("Brute", (("vp", 4), ("def", 2)))
    assert (brute.number("vp"), brute.number("cost")) == (4, 0)
