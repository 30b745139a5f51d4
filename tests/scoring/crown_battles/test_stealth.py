"""Stealth Play: face-down cards judged by the order of play; the examples of section 13."""

import pytest

from scoring.games.crown_battles.cards import DoubleFacedDeclared, Face
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.options import RoundType
from scoring.games.crown_battles.powers.thief import ThiefPlayed
from scoring.games.crown_battles.state import State
from scoring.testing.tables import A, C
from tests.scoring.crown_battles.states import bids, by_cards, laid, of_type, taken
from tests.scoring.crown_battles.table import GAME, after, lines, state_main


def stealthy(cards: int, players: int, *specials: Special) -> State:
    """A round card by card in which everybody has bid nothing."""
    return by_cards(*(0,) * players, cards=cards, pool=(RoundType.STEALTH,), specials=specials)


def test_the_table_is_told_how_cards_are_played() -> None:  # CB-200
    (notice,) = GAME.view(of_type(RoundType.STEALTH)).notices
    assert (notice.rule.id, "face down" in notice.text) == ("CB-200", True)


def test_a_bid_is_worth_what_it_is_in_normal_bidding() -> None:  # CB-203: 3-4 met with 4
    state = of_type(RoundType.STEALTH, cards=5)
    state = after(state, *bids(state, (3, 4), 1, 0, 0), taken(4, 1, 0, 0))
    assert lines(state)[0].points == 30


def test_a_summoner_copies_the_card_of_the_player_before() -> None:  # CB-202
    state = laid(stealthy(4, 3, Special.DOUBLE_FACED, Special.SUMMONER), "b5 double_faced")
    assert state_main(state).kind == DoubleFacedDeclared.kind
    state = laid(after(state, DoubleFacedDeclared(Face.GOLEM)), "S")
    assert state.phase.tricks[0].winner == C


def revoked(state: State) -> list[str]:
    return [notice.text for notice in GAME.view(state).notices if notice.code == "W_REVOKE"]


FREE = [  # rule, a trick of four players, and who did not follow its suit shows it in the next one
    ("CB-099", "P b5 r9 b2  b1 b3"),  # Ben's blue lies face down when Cleo plays
    ("CB-099", "thief b5 r9 b2  b1 b3"),
    ("CB-107", "S b5 r9 b2  b1 b3"),
    ("CB-100", "G b5 r9 b2  g1 g2 b3"),
    ("CB-108", "G b5 wizard r9  b1 b2 b3"),  # what the Wizard makes of the Golem shows only when it is turned
]


@pytest.mark.parametrize(("rule", "cards"), FREE)
def test_behind_a_lead_without_a_suit_any_card_will_do(rule: str, cards: str) -> None:  # CB-200, CB-201
    state = stealthy(4, 4, Special.THIEF, Special.SUMMONER, Special.WIZARD)
    for card in cards.split():
        state = laid(state, card)
        if state_main(state).kind == ThiefPlayed.kind:
            state = after(state, ThiefPlayed(A, None, copied=False))
        assert revoked(state) == []


def test_the_suit_of_an_open_lead_has_to_be_followed() -> None:  # CB-091, CB-201
    state = laid(stealthy(4, 3), "b5 r9 b1 b3")
    assert revoked(state) == []
    state = laid(state, "b4")
    assert revoked(state) == ["Ben played Red 9 in trick 1 instead of blue, and Blue 4 in trick 2."]
