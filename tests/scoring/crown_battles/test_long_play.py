"""Long Play: two laps to a trick, half as many tricks; the examples of section 12."""

from typing import Any

import pytest

from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.events import Spinner
from scoring.games.crown_battles.options import RoundType
from scoring.games.crown_battles.powers.cursed import CursedPlayed
from scoring.games.crown_battles.powers.merchant import MerchantPlayed
from scoring.games.crown_battles.rounds.long_play import laps, tricks
from scoring.games.crown_battles.state import State
from scoring.testing.tables import A, B, C, D
from tests.scoring.crown_battles.states import bids, by_cards, laid, of_type, scored, taken
from tests.scoring.crown_battles.table import GAME, after, lines, state_main


def long(cards: int, players: int, **options: Any) -> State:
    """A round card by card in which everybody has bid nothing."""
    return by_cards(*(0,) * players, cards=cards, pool=(RoundType.LONG_PLAY,), **options)


@pytest.mark.parametrize(("cards", "played"), [(8, 4), (20, 10), (2, 1), (15, 8), (1, 1), (7, 4)])
def test_half_as_many_tricks_are_played(cards: int, played: int) -> None:  # CB-191, CB-192, CB-060
    assert tricks(cards) == played
    assert sum(laps(cards, trick) for trick in range(played)) == cards


def test_points_are_those_of_normal_bidding() -> None:  # CB-193: 2-3 met with 2
    state = of_type(RoundType.LONG_PLAY, cards=8)
    state = after(state, *bids(state, (2, 3), 1, 0, 0), taken(2, 1, 1, 0))
    assert [line.points for line in lines(state)] == [20, 30, -10, 20]


def test_the_best_of_both_laps_wins() -> None:  # CB-194: a small yellow trump in the second lap: the leader
    state = long(2, 2, spun=Spinner.YELLOW)
    state = laid(state, "b7 b9")
    assert state_main(state).seat == A
    assert GAME.view(state).board.zones[-1].count == "2 of 4 cards"
    state = laid(state, "y5 b6")
    assert state.phase.owned == ((1, 0),)
    assert [line.points for line in lines(scored(state))] == [-10, 20]


def test_every_long_trick_takes_two_cards_of_everybody() -> None:  # CB-190: 4 players, n=8: 8 cards a trick
    state = laid(long(8, 4), "b1 b2 b3 b4 b5 b6 b7")
    assert not state.phase.tricks
    state = laid(state, "b8")
    assert (len(state.phase.tricks), state.phase.leader) == (1, D)


@pytest.mark.parametrize(
    ("rule", "cards", "result"),
    [
        ("CB-099", "P b5 r9 g1 b6 b7", ["W_REVOKE"]),  # both laps lie open: Cleo had to follow Ben's blue
        ("CB-099", "P P P b5 b6 r9 g1 b7", ["W_REVOKE"]),  # nobody sets a suit before the second lap
        ("CB-099", "P P P b5 b6 r9 g1 r8", []),
        ("CB-100", "G b5 r9 y1 b6 r8 b1 b2 b3", []),
        ("CB-R10", "P G r9 b5 y6 r8 b1 b2 b3", []),
        ("CB-R13", "G b5 r9 wizard b6 r8 b1 b2", ["W_REVOKE"]),  # behind the Wizard Ben's blue is the lead
        ("CB-R13", "G b5 r9 y1 b6 wizard b1 b2 b3", []),  # what lay before the Wizard was free
        ("CB-124", "b1 r9 b2 cursed b6 b7", ["W_REVOKE"]),  # hands are swapped after the trick
        ("CB-127", "b1 r9 b2 merchant b6 b7", []),  # and at once here
    ],
)
def test_in_both_laps_only_what_was_known_to_be_led_has_to_be_followed(
    rule: str, cards: str, result: list[str]
) -> None:  # CB-113, CB-R56
    deck = tuple(card for card in Special if card in cards.split())
    state = long(8, 3, specials=deck)
    for card in cards.split():
        state = laid(state, card)
        if state_main(state).kind == MerchantPlayed.kind:
            state = after(state, MerchantPlayed(A, (B, C), copied=False))
        if state_main(state).kind == CursedPlayed.kind:
            state = after(state, CursedPlayed(A, (B, C), copied=False))
    assert [notice.code for notice in GAME.view(state).notices if notice.code == "W_REVOKE"] == result
