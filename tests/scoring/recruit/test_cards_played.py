"""A hand entered card by card."""

import random

import pytest

from scoring.contract.scores import Seat
from scoring.games.recruit.cards import CardPlayed, HandScored, is_complete
from scoring.games.recruit.deck import DECK
from scoring.games.recruit.options import JokerLead
from scoring.games.recruit.state import State
from scoring.testing.tables import A, B, C
from tests.scoring.recruit.declared import MATCH, OPEN
from tests.scoring.recruit.states import by_cards, dealt, laid, next_card
from tests.scoring.recruit.table import GAME, after, assert_refused, main, notes, points


def deck(seed: int) -> list[str]:
    """The cards without the seven of hearts, which is displayed."""
    codes = [card.code for card in DECK if card.code != "7H"]
    random.Random(seed).shuffle(codes)
    return codes


def played_out(*declared: object, players: int = 4, seed: int = 1) -> State:
    state = by_cards("7H", *declared, players=players)
    for code in deck(seed):
        if is_complete(state.phase):
            return state
        state = after(state, next_card(state, code))
    raise AssertionError("the deck was too small")


@pytest.mark.parametrize(("seat", "code"), [(A, "WRONG_CARD_COUNT"), (C, ""), (Seat(7), "")])
def test_everybody_plays_one_card_in_turn(seat: Seat, code: str) -> None:  # RT-006, RT-021
    state = laid(by_cards("2D"), "5H")
    assert_refused(state, CardPlayed(1, 1, seat, "6H"), "RT-021", code, "It is Ben's turn")


def test_cards_belong_to_the_running_trick() -> None:
    state = laid(by_cards("2D"), "5H")
    assert_refused(state, CardPlayed(1, 2, B, "6H"), "RT-021", says="being played")
    assert_refused(state, CardPlayed(2, 1, B, "6H"), "RT-021", says="being played")


def test_the_winner_collects_with_a_reason() -> None:  # RT-024, RT-025, RT-026, RT-029
    state = laid(by_cards("7H"), "AS 2H KS 10H")
    assert notes(state, "RT-025") == ["Dov collects trick 1. The 10 of hearts is the highest trump."]
    (zone,) = (zone for zone in GAME.view(state).board.zones if zone.id == "trick")
    assert zone.title == "Trick 1: Dov"
    assert [tile.badge for tile in zone.tiles] == ["Ana", "Ben", "Cleo", "collects"]
    state = laid(state, "JOKER")
    (zone,) = (zone for zone in GAME.view(state).board.zones if zone.id == "trick")
    assert (zone.title, zone.count, [tile.name for tile in zone.tiles]) == ("Trick 2", "1 of 4 cards", ["Joker"])


def test_the_form_says_what_is_led() -> None:  # RT-022, RT-R02
    assert main(by_cards("7H")).help == ""
    assert main(laid(by_cards("7H"), "5C")).help == "Clubs are led."
    assert main(laid(by_cards("7H"), "JOKER 5C")).help == "After the joker, play any card."
    assert main(laid(by_cards("7H", joker_lead=JokerLead.NEXT), "JOKER 5C")).help == "Clubs are led."


def test_a_revoke_shows_with_the_later_card() -> None:  # RT-023, RT-040, RT-042
    state = laid(by_cards("2D"), "5H 6H 2C 7H 9S 8S 7S 6S 3D 4D")
    assert notes(state, "RT-042") == []
    state = laid(state, "JOKER 5D AH QH")
    text = "Cleo could have followed hearts in trick 1, but played the 2 of clubs, and in trick 4 the queen of hearts."
    assert notes(state, "RT-042") == [text]
    assert [notice.code for notice in GAME.view(state).notices if notice.seat == C] == ["W_REVOKE"]


@pytest.mark.parametrize(("players", "cards"), [(2, 26), (3, 39), (4, 52)])
def test_a_hand_ends_after_thirteen_tricks(players: int, cards: int) -> None:  # RT-013, RT-030, RT-050
    state = played_out(players=players)
    assert len(state.phase.cards_played) == cards
    assert main(state).kind == HandScored.kind
    assert main(state).confirm == "Score hand 1"
    unused = next(code for code in deck(2) if code not in state.phase.cards_played or players == 4)
    card = CardPlayed(1, 14, state.phase.leader, unused)
    if players == 4:
        assert_refused(state, card, "RT-043", "DUPLICATE_CARD")
    else:
        assert_refused(state, card, "RT-030", "TRICK_SUM", "All 13 tricks are played")
    assert GAME.provisional(state) == after(state, HandScored()).ledger


def test_the_hand_is_scored_only_when_it_is_over() -> None:  # RT-050
    state = laid(by_cards("7H"), "AS 2H KS 10H")
    assert_refused(state, HandScored(), "RT-050", "TRICK_SUM", "1 of 13 tricks are entered")
    assert_refused(dealt("7H"), HandScored(), "RT-030")
    assert GAME.provisional(state) == ()


@pytest.mark.parametrize("seed", range(5))
def test_card_by_card_every_face_is_counted(seed: int) -> None:  # RT-055, RT-075, RT-092
    state = after(played_out(MATCH, seed=seed), HandScored())
    piles = state.past[0].piles
    assert [sum(getattr(pile, name) for pile in piles) for name in ("jacks", "queens", "kings", "match")] == [
        4,
        4,
        4,
        3,
    ]
    doubled = sum(n > 1 for pile in piles for n in (pile.jacks, pile.queens, pile.kings))
    assert sum(points(state)) == 52 - 5 * doubled + 3 * 3


def test_collected_cards_show_only_face_up() -> None:  # RT-029, RT-079
    hidden, shown = (laid(by_cards("7H", *declared), "JS QS KS JC") for declared in ((), (OPEN,)))
    assert GAME.view(hidden).board.zones[C].count == "1 trick"
    assert GAME.view(shown).board.zones[C].count == "1 · JJQK"
    assert GAME.view(shown).board.zones[A].count == "0 tricks"
