"""The trick-taking kit, tried out on tricks of Wizard: numbers in four colours, trumps, Wizards and Jesters."""

from collections.abc import Sequence
from typing import Final

import pytest

from scoring.contract.cards import PlayingCard
from scoring.contract.game import Table
from scoring.contract.rulebook import Rule
from scoring.contract.scores import Seat
from scoring.kit.trick_taking import (
    Play,
    Revoke,
    RevokeTracker,
    TrickResult,
    card_question,
    next_to_play,
    strongest,
    winner_question,
)

RULE: Final = Rule("W-1", "A Wizard wins, then the highest trump, then the highest card of the led suit.", "Wizard")
TABLE: Final = Table(("Ana", "Ben", "Cleo"))
ANA, BEN, CLEO = TABLE.seats
WIZARD, JESTER = "wizard", "jester"
DECK: Final = (
    *(PlayingCard(f"{suit}{rank}", f"{suit} {rank}", suit, rank) for suit in "rbgy" for rank in range(1, 14)),
    PlayingCard(WIZARD, "Wizard", copies=4),
    PlayingCard(JESTER, "Jester", copies=4),
)


def suit_of(card: str) -> str:
    return "" if card in (WIZARD, JESTER) else card[0]


def led_suit(plays: Sequence[Play]) -> str:
    """A Wizard frees the trick; Jesters leave the suit to the next card."""
    lead = next((play.card for play in plays if play.card != JESTER), JESTER)
    return suit_of(lead)


def strength(card: str, led: str, trump: str) -> int:
    if card == WIZARD:
        return 100
    if card == JESTER:
        return 0
    suit, rank = card[0], int(card[1:])
    return rank + 50 if suit == trump else rank if suit == led else -1


def winner(plays: Sequence[Play], trump: str) -> TrickResult:
    best = strongest([strength(play.card, led_suit(plays), trump) for play in plays])
    return TrickResult(best, RULE, f"{plays[best].card} wins.", suit_of(plays[best].card))


def trick(cards: str, leader: Seat = ANA) -> tuple[Play, ...]:
    """A trick in playing order: "r5 wizard b2"."""
    plays: tuple[Play, ...] = ()
    for card in cards.split():
        plays = (*plays, Play(next_to_play(TABLE, leader, plays), card))
    return plays


@pytest.mark.parametrize(
    ("cards", "trump", "seat", "suit"),
    [
        ("r5 r9 b13", "g", BEN, "r"),
        ("r5 b2 r9", "b", BEN, "b"),
        ("r5 wizard wizard", "r", BEN, ""),
        ("jester jester jester", "r", ANA, ""),
        ("jester r2 r3", "", CLEO, "r"),
        ("jester b13 jester", "r", BEN, "b"),
        ("wizard r13 b13", "b", ANA, ""),
    ],
)
def test_the_strongest_card_wins_and_the_first_of_equals(cards: str, trump: str, seat: Seat, suit: str) -> None:
    result = winner(trick(cards), trump)
    assert (result.winner(trick(cards)), result.suit) == (seat, suit)


def test_a_destroyed_trick_has_no_winner() -> None:
    assert TrickResult(None, RULE, "Nobody wins.").winner(trick("r5 r9 r13")) is None


def test_cards_are_played_clockwise_from_the_leader_lap_after_lap() -> None:
    assert [play.seat for play in trick("r1 r2 r3 r4", leader=BEN)] == [BEN, CLEO, ANA, BEN]


def find_revokes(*tricks: tuple[Play, ...]) -> list[Revoke]:
    tracker = RevokeTracker()
    for number, plays in enumerate(tricks, start=1):
        for n, play in enumerate(plays):
            required = led_suit(plays[:n]) if suit_of(play.card) else ""  # Wizards and Jesters are always allowed
            tracker.add(number, play, suit_of(play.card), required)
    return tracker.revokes


def test_a_later_card_of_the_suit_proves_every_revoke() -> None:
    first, second, third = trick("r5 b2 r1"), trick("r6 g2 r2"), trick("b9 r3 b1")
    assert find_revokes(first, second) == []
    assert find_revokes(first, second, third) == [
        Revoke(BEN, "r", 1, "b2", 3, "r3"),
        Revoke(BEN, "r", 2, "g2", 3, "r3"),
    ]


@pytest.mark.parametrize("free", [WIZARD, JESTER])
def test_cards_without_a_suit_need_not_follow(free: str) -> None:
    assert find_revokes(trick(f"r5 {free} r1"), trick("r6 r2 r3")) == []


def test_after_a_led_wizard_any_card_is_allowed() -> None:
    assert find_revokes(trick("wizard r5 b1"), trick("r6 r2 r3"), trick("b2 b3 b4")) == []


def test_hands_that_changed_prove_nothing() -> None:
    for forgotten, expected in ((BEN, []), (CLEO, [Revoke(BEN, "r", 1, "b2", 2, "r3")]), (None, [])):
        tracker = RevokeTracker()
        tracker.add(1, Play(BEN, "b2"), "b", "r")
        tracker.forget(forgotten)
        tracker.add(2, Play(BEN, "r3"), "r", "")
        assert tracker.revokes == expected


def test_the_next_card_is_asked_of_the_player_whose_turn_it_is() -> None:
    leads = card_question("card_played", TABLE, BEN, DECK, lead="trick 1 of 5", rule=RULE)
    follows = card_question("card_played", TABLE, CLEO, DECK, gone=("r5",), rule=RULE, given=(("trick", 1),))
    assert (leads.title, follows.title) == ("Ben leads trick 1 of 5", "Cleo plays")
    assert follows.given == (("trick", 1), ("seat", CLEO))
    assert follows.instant
    (field,) = follows.fields
    assert field.gone == ("r5",)


def test_the_winner_is_picked_among_the_players() -> None:
    prompt = winner_question("trick_won", "Who wins trick 1?", TABLE, BEN, RULE)
    assert prompt.seat == BEN
    assert prompt.fields == (TABLE.pick_seat("seat", "Winner"),)


def test_pairs_have_all_seats_only_once_each() -> None:
    assert TABLE.has_all_seats([(2, 0), (0, 1), (1, 5)])
    assert not TABLE.has_all_seats([(0, 1), (1, 5)])
    assert not TABLE.has_all_seats([(0, 1), (1, 5), (1, 5)])
    assert not TABLE.has_all_seats([(0, 1), (1, 5), (3, 5)])
