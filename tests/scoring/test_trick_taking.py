"""The trick-taking kit; `tests/scoring/test_sketch_games.py` plays Wizard with it."""

from typing import Final

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

RULE: Final = Rule("W-1", "The highest card of the led suit wins.", "For these tests only")
TABLE: Final = Table(("Ana", "Ben", "Cleo"))
ANA, BEN, CLEO = TABLE.seats
DECK: Final = tuple(PlayingCard(f"{suit}{rank}", f"{suit} {rank}", suit, rank) for suit in "rb" for rank in range(1, 6))


def trick(cards: str, leader: Seat = ANA) -> tuple[Play, ...]:
    """A trick in playing order: "r5 r9 b2"."""
    plays: tuple[Play, ...] = ()
    for card in cards.split():
        plays = (*plays, Play(next_to_play(TABLE, leader, plays), card))
    return plays


def test_the_strongest_card_wins_and_the_first_of_equals() -> None:
    assert [strongest(strengths) for strengths in ([5, 9, -1], [0, 7, 7], [0, 0, 0])] == [1, 1, 0]
    assert TrickResult(1, RULE, "r9 wins.").winner(trick("r5 r9 b13")) == BEN


def test_a_destroyed_trick_has_no_winner() -> None:
    assert TrickResult(None, RULE, "Nobody wins.").winner(trick("r5 r9 r13")) is None


def test_cards_are_played_clockwise_from_the_leader_lap_after_lap() -> None:
    assert [play.seat for play in trick("r1 r2 r3 r4", leader=BEN)] == [BEN, CLEO, ANA, BEN]


def find_revokes(*tricks: tuple[Play, ...]) -> list[Revoke]:
    tracker = RevokeTracker()
    for number, plays in enumerate(tricks, start=1):
        for n, play in enumerate(plays):
            tracker.add(number, play, play.card[0], plays[0].card[0] if n else "")
    return tracker.revokes


def test_a_later_card_of_the_suit_proves_every_revoke() -> None:
    first, second, third = trick("r5 b2 r1"), trick("r6 g2 r2"), trick("b9 r3 b1")
    assert find_revokes(first, second) == []
    assert find_revokes(first, second, third) == [
        Revoke(BEN, "r", 1, "b2", 3, "r3"),
        Revoke(BEN, "r", 2, "g2", 3, "r3"),
    ]


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
