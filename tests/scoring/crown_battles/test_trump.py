"""The spinner, the dealer's choice, and who deals when."""

from typing import Any

import pytest

from scoring.contract.prompts import find_prompt
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.deck import CrownSuit, Special, Trump
from scoring.games.crown_battles.events import Spinner
from scoring.games.crown_battles.powers.alchemist import AlchemistPlayed
from scoring.games.crown_battles.state import State
from scoring.games.crown_battles.trump import TrumpNamed, TrumpSpun
from scoring.kit.trick_taking import Level
from scoring.testing.tables import B, C, D
from tests.scoring.crown_battles.states import by_cards, laid, opened, play_round
from tests.scoring.crown_battles.table import GAME, after, assert_refused, prompt_for

ABSENT = tuple(suit for suit in CrownSuit if suit is not CrownSuit.GREEN)
THREE_SUITS: dict[str, Any] = {"lowest": 6, "suits": ABSENT, "schedule": (4, 4)}  # CB-026


def suits_open(state: State, kind: str) -> list[str]:
    field = prompt_for(state, kind).fields[0]
    return [str(choice.value) for choice in field.choices if not choice.why_not]


def test_the_first_dealer_deals_spins_and_bids_last() -> None:  # CB-050: C of A-D is drawn
    state = opened(4, first_dealer=C)
    assert state.deal.dealer == C
    assert prompt_for(state, TrumpSpun.kind).seat == C
    assert prompt_for(state, BidPlaced.kind).seat == D


def test_round_three_of_five_players_deals_six_cards() -> None:  # CB-051
    state = opened(5)
    for cards in (2, 4):
        state = play_round(state, (0, 0, 0, 0, 0), (cards, 0, 0, 0, 0))
    assert (state.deal.cards, state.undealt) == (6, 30)
    assert prompt_for(state, TrumpSpun.kind).help == "Deal 6 cards to everybody first."
    assert prompt_for(opened(4, schedule=(1,)), TrumpSpun.kind).help == "Deal 1 card to everybody first."


@pytest.mark.parametrize("level", Level)
@pytest.mark.parametrize(
    ("shows", "trump"),
    [
        (Spinner.YELLOW, Trump.YELLOW),  # CB-052
        (Spinner.GREEN, Trump.GREEN),
        (Spinner.NONE, Trump.NONE),  # CB-053
        (Spinner.CHOICE, None),
    ],
)
def test_the_spinner_makes_trump(level: Level, shows: Spinner, trump: Trump | None) -> None:
    state = after(opened(4, level=level), TrumpSpun(shows))
    assert (state.deal.spun, state.deal.trump) == (shows, trump)
    assert state.deal.dealer_must_name == (trump is None)


def test_after_x_there_is_no_suit_to_name() -> None:  # CB-053
    state = after(opened(4), TrumpSpun(Spinner.NONE))
    assert_refused(state, TrumpNamed(Trump.RED), "CB-054", "E_TRUMP_CHOICE", "only when the spinner shows all four")
    assert_refused(state, TrumpSpun(Spinner.RED), "CB-052", "E_TRUMP_CHOICE", "already shown X")
    assert find_prompt(GAME.prompts(state), TrumpSpun.kind) is None


def test_the_dealer_names_a_suit_after_the_four_colours() -> None:  # CB-054
    state = after(opened(4), TrumpSpun(Spinner.CHOICE))
    assert prompt_for(state, TrumpNamed.kind).title == "Dov names the trump"
    assert_refused(state, TrumpSpun(Spinner.RED), "CB-052", "E_TRUMP_CHOICE", "already shown the four colours")
    assert suits_open(state, TrumpNamed.kind) == ["yellow", "blue", "red", "green"]
    assert after(state, TrumpNamed(Trump.GREEN)).deal.trump is Trump.GREEN
    assert_refused(state, TrumpNamed(Trump.NONE), "CB-R09", "E_TRUMP_CHOICE", "Dov must name a suit")


def test_a_suit_that_is_not_in_the_deck_is_spun_again() -> None:  # CB-055, CB-R04
    state = opened(2, **THREE_SUITS)
    assert suits_open(state, TrumpSpun.kind) == ["none", "yellow", "blue", "red", "choice"]
    assert_refused(state, TrumpSpun(Spinner.GREEN), "CB-055", "E_TRUMP_CHOICE", "Green is not in the deck; spin again.")
    assert after(state, TrumpSpun(Spinner.YELLOW)).deal.trump is Trump.YELLOW


def test_an_alchemist_changes_the_trump_from_its_trick_on() -> None:  # CB-056: tricks 1-3 yellow, then red
    state = by_cards(1, 1, 1, 1, cards=4, spun=Spinner.YELLOW, specials=(Special.ALCHEMIST,))
    state = laid(state, "b4 b3 b2 b1  b8 b7 b6 b5  b12 b11 b10 b9  b13 alchemist")
    state = laid(after(state, AlchemistPlayed(B, Trump.RED, copied=False)), "r1 r2")
    assert [trick.trump for trick in state.phase.tricks] == [Trump.YELLOW] * 3 + [Trump.RED]
    assert_refused(state, TrumpSpun(Spinner.BLUE), "CB-052", "E_TRUMP_CHOICE", "already shown yellow")
