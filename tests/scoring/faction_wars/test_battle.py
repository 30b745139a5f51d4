"""Battles card by card: ties, Kunoichi, Berserkers, decks that run out, and the count of cards."""

import pytest

from scoring.contract.cards import KnownCard
from scoring.contract.scores import Seat
from scoring.games.faction_wars.battle import CardRevealed, best_seats
from scoring.games.faction_wars.collecting import CardCollected
from scoring.games.faction_wars.options import Exhaust
from scoring.games.faction_wars.state import State
from scoring.games.faction_wars.steps import Battle, Claim
from scoring.testing.tables import A, B, C
from tests.scoring.faction_wars.cards import COWBOY
from tests.scoring.faction_wars.states import bid, fight, opened, piles, take
from tests.scoring.faction_wars.table import after, assert_refused, decks, first, texts

K = "kunoichi"


def all_on_one(players: int, *piles_of: tuple[int, int], exhaust: Exhaust = Exhaust.DROP_OUT) -> State:
    """Everybody fights for position 1, with these battle decks and discard piles."""
    state = opened(players, exhaust=exhaust)
    return bid(after(state, piles(state, *piles_of)) if piles_of else state, *[1] * players)


@pytest.mark.parametrize(
    ("shown", "winners"),
    [
        (("3", "5", "2"), (B,)),  # FW-030
        (("4", "4", "2"), (A, B)),  # FW-031, FW-R01
        ((K, "2"), (A,)),  # FW-035, FW-036: a Berserker is a 2
        ((K, "3"), (B,)),
        ((K, "1"), (A,)),
        ((K, "2", "5"), (C,)),
        ((K, "5", "5"), (B, C)),
        ((K, K, "2"), (A, B)),  # FW-R03
        (("2", "2", "1"), (A, B)),
        (("2", "1"), (A,)),  # FW-036
        (("2", "2"), (A, B)),
        (("0", "0"), (A, B)),  # FW-R18
    ],
)
def test_the_best_of_a_turn(shown: tuple[str, ...], winners: tuple[Seat, ...]) -> None:
    assert best_seats(tuple((Seat(seat), card) for seat, card in enumerate(shown))) == winners


@pytest.mark.parametrize(("printed", "other", "winner"), [(5, "4", A), (3, "4", B), (1, "2", A)])
def test_kunoichi_fights_with_her_printed_value(printed: int, other: str, winner: Seat) -> None:  # FW-R03
    state = take(bid(opened(2), 1, 2), A, KnownCard("Kunoichi", (("value", printed), ("points", 1))))
    state = fight(bid(take(state, B, COWBOY), 1, 1), 1, (A, K), (B, other))
    assert first(state) == Claim(winner, 1)


def test_only_the_tied_go_on() -> None:  # FW-031, FW-R01
    state = fight(all_on_one(3), 1, (A, "4"), (B, "4"), (C, "2"))
    assert_refused(state, CardRevealed(1, 1, C, "9"), "FW-031", "REVEAL_BY_NON_TIED", says="Ana and Ben")
    assert first(fight(state, 1, (A, "1"), (B, "6"))) == Claim(B, 1)


def test_nobody_shows_two_cards_in_a_turn() -> None:  # FW-031
    state = fight(all_on_one(2), 1, (A, "4"))
    assert_refused(state, CardRevealed(1, 1, A, "4"), "FW-031", "REVEAL_MISSING", says="Ben reveals")
    assert_refused(state, CardCollected(A, COWBOY), "FW-031", "REVEAL_MISSING", says="Ben still has to")
    state = fight(all_on_one(3), 1, (A, "4"))
    assert_refused(state, CardRevealed(1, 1, A, "4"), "FW-031", "REVEAL_MISSING", says="Ben and Cleo reveal a card")


def test_a_decided_battle_is_over() -> None:  # FW-031
    state = fight(all_on_one(2), 1, (A, "4"), (B, "3"))
    assert_refused(state, CardRevealed(1, 1, B, "9"), "FW-031", "REVEAL_AFTER_WIN", says="decided")
    assert_refused(take(state, A, COWBOY), CardRevealed(1, 1, B, "9"), "FW-030", "REVEAL_AFTER_WIN")
    assert_refused(opened(2), CardRevealed(2, 1, B, "9"), "FW-030")


def test_a_card_shows_a_value_or_is_kunoichi() -> None:  # FW-030
    assert_refused(all_on_one(2), CardRevealed(1, 1, A, "10"), "FW-030", says="0 to 9")


def test_the_last_one_with_cards_wins_without_showing_one() -> None:  # FW-032, FW-R02
    state = fight(all_on_one(2, (1, 2), (2, 1)), 1, (A, "3"), (B, "3"))
    assert first(state) == Claim(B, 1)
    assert decks(state) == [(0, 3), (1, 2)]


def test_who_is_out_cannot_show_a_card_of_the_discard_pile() -> None:  # FW-032, FW-034
    state = fight(all_on_one(3, (1, 2), (3, 0), (3, 0)), 1, (A, "3"), (B, "3"), (C, "3"))
    assert first(state) == Battle(1, (B, C), (), ((A, "3"), (B, "3"), (C, "3")), (A,))
    assert_refused(state, CardRevealed(1, 1, A, "3"), "FW-032", "DECK_OVERDRAWN", says="Ana has no card left")


def test_with_all_out_of_cards_nobody_collects() -> None:  # FW-033
    state = fight(all_on_one(2, (1, 2), (1, 2)), 1, (A, "3"), (B, "3"))
    assert state.round == 2
    assert state.stock.discard == 2  # the contested card and the one nobody wanted
    assert decks(state) == [(3, 0), (3, 0)]
    assert "Nobody takes position 1: no cards were left to break the tie." in texts(state)
    assert "Nobody takes" not in texts(bid(state, 1, 2))


def test_an_empty_deck_is_made_anew_with_the_won_card() -> None:  # FW-037, FW-039, FW-R10
    state = fight(all_on_one(2), 1, *[(A, "3"), (B, "3")] * 2, (A, "4"), (B, "1"))
    assert decks(state) == [(0, 3), (0, 3)]
    state = take(state, A, COWBOY)
    assert decks(state) == [(4, 0), (3, 0)]
    assert "Ana and Ben shuffle their discard pile" in texts(state)
    assert "shuffle" not in texts(bid(state, 1, 2))


def test_nobody_begins_a_battle_without_cards() -> None:  # FW-038
    state = opened(2)
    assert_refused(state, piles(state, (0, 3), (3, 0)), "FW-038", "NO_CARDS_IN_DECK", says="Ana's battle deck is empty")
    assert_refused(state, piles(state, (2, 0), (3, 0)), "FW-038", says="at least 3 cards")
    one = take(bid(state, 1, 2), A, COWBOY)
    assert all(own.total >= 3 for own in one.holdings)


def test_the_end_of_a_deck_is_foretold() -> None:  # FW-039, FW-032
    assert texts(all_on_one(2)) == ""
    assert "Ana shows the last card of the battle deck: with a tie, Ana is out." in texts(all_on_one(2, (1, 2), (3, 0)))
    both = texts(all_on_one(2, (1, 2), (1, 2)))
    assert "Ana and Ben show the last cards of their battle decks: with a tie, nobody takes the card." in both
    three = texts(all_on_one(3, (1, 2), (1, 2), (3, 0)))
    assert "with a tie, Ana and Ben are out." in three
    again = texts(fight(all_on_one(2, (2, 1), (3, 0)), 1, (A, "3"), (B, "3")))
    assert "Ana shows the last card of the battle deck: with another tie, Ana is out." in again
    strict = texts(all_on_one(2, (1, 2), (3, 0), exhaust=Exhaust.UNCLAIMED))
    assert "with a tie, nobody takes the card." in strict
    shown = fight(all_on_one(2, (1, 2), (3, 0)), 1, (A, "4"))
    assert "Ana shows the last card" in texts(shown)
