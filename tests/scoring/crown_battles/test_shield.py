"""The Bubble Shield: what it costs, when it is bought, how long it lasts."""

from typing import Any

import pytest

from scoring.contract.prompts import find_prompt
from scoring.contract.scores import Seat
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.events import Spinner
from scoring.games.crown_battles.options import ShieldDuration
from scoring.games.crown_battles.powers.jester import JesterPlayed
from scoring.games.crown_battles.shield import ShieldBought, is_open
from scoring.games.crown_battles.state import State
from scoring.games.crown_battles.trump import TrumpSpun
from scoring.kit.trick_taking import Level
from scoring.testing.tables import A, B
from tests.scoring.crown_battles.states import bids, by_cards, by_tricks, counted, laid, opened, play_round, won
from tests.scoring.crown_battles.table import GAME, after, assert_refused, lines, prompt_for

THIEF: dict[str, Any] = {"specials": (Special.THIEF,)}
JESTER_TOO: dict[str, Any] = {"specials": (Special.THIEF, Special.JESTER)}


def test_a_shield_costs_twenty_points_even_in_debt() -> None:  # CB-137: 0, -20, then a met bid: +20
    state = after(opened(4, schedule=(4, 4)), ShieldBought(A))
    assert state.totals == (-20, 0, 0, 0)
    assert [(line.rule.id, line.working) for line in lines(state)] == [("CB-137", "-20 for a Bubble Shield = -20")]
    assert play_round(state, (2, 1, 1, 0), (2, 1, 1, 0)).totals[A] == 20


def test_one_shield_is_enough() -> None:  # CB-137
    state = after(opened(4, **THIEF), ShieldBought(A))
    assert_refused(state, ShieldBought(A), "CB-137", "E_SHIELD_TWICE", "Ana already has a Bubble Shield")
    field = prompt_for(state, ShieldBought.kind).fields[0]
    assert [choice.value for choice in field.choices if choice.why_not] == [A]
    assert field.seats
    everybody = after(opened(2, lowest=5, **THIEF), ShieldBought(A), ShieldBought(B))
    assert find_prompt(GAME.prompts(everybody), ShieldBought.kind) is None


def test_nobody_buys_who_does_not_sit_here() -> None:
    assert_refused(opened(4), ShieldBought(Seat(4)), "CB-137", says="at this table")


def moments() -> list[tuple[str, State, bool]]:
    """Before and after the first trick of a round, at every level of entry."""
    spun = after(opened(4, schedule=(4, 4), level=Level.TRICKS, **THIEF), TrumpSpun(Spinner.RED))
    return [
        ("before the spinner", opened(4, level=Level.CARDS, **THIEF), True),
        ("while bidding", after(spun, *bids(spun, 1, 1)), True),
        ("all bids placed", counted(1, 1, 1, 1, **THIEF), True),
        ("a card has acted", after(counted(1, 1, 1, 1, **JESTER_TOO), JesterPlayed(A, 1, False)), False),
        ("by tricks, before the first", by_tricks(1, 1, 1, 1, **THIEF), True),
        ("by tricks, after the first", after(by_tricks(1, 1, 1, 1, **THIEF), *won(A)), False),
        ("by tricks, a card has acted", after(by_tricks(1, 1, 1, 1, **JESTER_TOO), JesterPlayed(A, 1, False)), False),
        ("by cards, before the first", by_cards(1, 1, 1, 1, **THIEF), True),
        ("by cards, after the first", laid(by_cards(1, 1, 1, 1, **THIEF), "b1"), False),
    ]


@pytest.mark.parametrize(("moment", "state", "allowed"), moments(), ids=[moment for moment, _, _ in moments()])
def test_a_shield_is_bought_before_the_first_trick(moment: str, state: State, allowed: bool) -> None:  # CB-R19
    assert (find_prompt(GAME.prompts(state), ShieldBought.kind) is not None) == allowed
    if allowed:
        assert after(state, ShieldBought(B)).shields == (B,)
    else:
        assert_refused(state, ShieldBought(B), "CB-R19", "E_SHIELD_WINDOW", "before the next round's")


@pytest.mark.parametrize(
    ("duration", "text"),
    [
        (ShieldDuration.ROUND, "Stops Thief and Witch until the round ends."),
        (ShieldDuration.ONE_THEFT, "Stops one Thief or Witch, whenever it comes."),
        (ShieldDuration.GAME, "Stops Thief and Witch until the game ends."),
    ],
)
def test_the_form_says_what_a_shield_costs_and_does(duration: ShieldDuration, text: str) -> None:
    form = prompt_for(opened(4, shield_duration=duration, specials=(Special.WITCH,)), ShieldBought.kind)
    assert (form.title, form.help) == ("Buy a Bubble Shield for 20 points", text)


def test_a_useless_shield_is_warned_of() -> None:  # CB-137
    state = after(opened(4), ShieldBought(A))
    assert [notice.code for notice in GAME.view(state).notices] == ["W_SHIELD_USELESS"]
    for card in (Special.THIEF, Special.WITCH):
        assert not GAME.view(after(opened(4, specials=(card,)), ShieldBought(A))).notices


def test_when_it_is_over_nothing_is_sold() -> None:
    state = play_round(opened(4, schedule=(4,)), (4, 0, 0, 1), (4, 0, 0, 0))
    assert not is_open(state)
    assert_refused(state, ShieldBought(A), "CB-154", says="The game is over")
