"""Stealth Play: face-down cards judged by the order of play; the examples of section 13."""

from typing import Any

from scoring.crown_battles import GAME
from scoring.crown_battles.deck import Special
from scoring.crown_battles.events import (
    CardPlayed,
    Direction,
    DoubleFacedDeclared,
    Face,
    MagicianPlayed,
    MerchantPlayed,
    Spinner,
    TrumpSpun,
)
from scoring.crown_battles.options import Level, RoundKind
from scoring.crown_battles.state import ByCards, State
from tests.scoring.crown_battles.table import A, B, C, after, bids, laid, lines, of_type, state_main, taken


def begun(cards: int = 4, players: int = 4, **options: Any) -> State:
    return of_type(RoundKind.STEALTH, players, cards, **options)


def by_cards(cards: int, players: int, *specials: Special) -> State:
    state = after(begun(cards, players, level=Level.CARDS, specials=specials), TrumpSpun(Spinner.NONE))
    return after(state, *bids(state, *(0,) * players))


def phase(state: State) -> ByCards:
    assert isinstance(state.phase, ByCards)
    return state.phase


def test_the_table_is_told_how_cards_are_played() -> None:  # CB-200
    (notice,) = GAME.notices(begun())
    assert (notice.rule.id, "face down" in notice.text) == ("CB-200", True)


def test_a_bid_is_worth_what_it_is_in_normal_bidding() -> None:  # CB-203: 3-4 met with 4
    state = begun(5)
    state = after(state, *bids(state, (3, 4), 1, 0, 0), taken(4, 1, 0, 0))
    assert lines(state)[0].points == 30


def test_turned_cards_are_judged_in_the_order_of_play() -> None:  # CB-200, CB-201: g9, b7, D are turned: the Dragon
    assert phase(laid(by_cards(4, 4), "b5 g9 b7 D")).tricks[0].winner == 3


def test_a_summoner_copies_the_card_of_the_player_before() -> None:  # CB-202
    state = laid(by_cards(4, 3, Special.DOUBLE_FACED, Special.SUMMONER), "b5 double_faced")
    assert state_main(state).kind == DoubleFacedDeclared.kind
    state = laid(after(state, DoubleFacedDeclared(Face.GOLEM)), "S")
    assert phase(state).tricks[0].winner == C


def test_merchant_and_magician_act_after_the_trick() -> None:  # CB-R57
    state = laid(by_cards(3, 3, Special.MERCHANT, Special.MAGICIAN), "b5 merchant")
    assert state_main(state).kind == CardPlayed.kind
    state = laid(state, "magician")
    assert state_main(state).kind == MerchantPlayed.kind
    state = after(state, MerchantPlayed(B, (A, C), copied=False))
    assert state_main(state).kind == MagicianPlayed.kind
    state = after(state, MagicianPlayed(C, Direction.LEFT, copied=False))
    assert (state_main(state).kind, phase(state).tricks[0].winner) == (CardPlayed.kind, A)
