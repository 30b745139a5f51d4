"""Levels of entry, and joining a game late."""

import pytest

from scoring.contract.game import Adjusted
from scoring.contract.prompts import find_prompt
from scoring.contract.scores import Seat
from scoring.games.crown_battles.bidding import BidPlaced
from scoring.games.crown_battles.deck import Special
from scoring.games.crown_battles.entry import JoinedLate, LevelChosen
from scoring.games.crown_battles.events import Spinner
from scoring.games.crown_battles.powers.smuggler import SmugglerSwapped
from scoring.games.crown_battles.shield import ShieldBought
from scoring.games.crown_battles.state import Spinning
from scoring.games.crown_battles.trump import TrumpSpun
from scoring.kit.trick_taking import Level
from scoring.testing.tables import A, B, C, D
from tests.scoring.crown_battles.states import bids, opened, taken
from tests.scoring.crown_battles.table import GAME, after, assert_refused, prompt_for

TOTALS = ((A, 50), (B, -20), (C, 0), (D, 30))


@pytest.mark.parametrize(
    "event", [TrumpSpun(Spinner.RED), TrumpSpun(Spinner.CHOICE), BidPlaced(A, (1,)), SmugglerSwapped(A)]
)
def test_a_round_that_has_begun_keeps_its_level(event: BidPlaced) -> None:
    state = after(opened(4, schedule=(4, 4), specials=(Special.SMUGGLER,)), event, LevelChosen(Level.TRICKS))
    assert (state.level, state.deal.level) == (Level.TRICKS, Level.COUNTS)
    level = prompt_for(state, LevelChosen.kind)
    assert (level.help, level.menu) == ("From the next round on.", "This game")
    rest = [bid for bid in bids(state, 1, 1, 1, 1) if bid != event]
    state = after(state, *rest, taken(1, 1, 1, 1))
    assert (state.deal.level, state.phase) == (Level.TRICKS, Spinning())


def test_the_level_that_holds_cannot_be_chosen_again() -> None:
    assert_refused(opened(4), LevelChosen(Level.COUNTS), "CB-057", says="how the game is entered now")
    field = prompt_for(opened(4), LevelChosen.kind).fields[0]
    assert [choice.value for choice in field.choices if choice.why_not] == ["counts"]
    assert prompt_for(opened(4), LevelChosen.kind).help == "From this round on."


@pytest.mark.parametrize(
    ("next_round", "totals", "rule", "says"),
    [
        (1, TOTALS, "CB-156", "at most round 8"),
        (9, TOTALS, "CB-156", "at most round 8"),
        (3, TOTALS[:3], "CB-156", "Every player needs a total"),
        (3, (*TOTALS[:3], (A, 0)), "CB-156", "Every player needs a total"),
        (3, (*TOTALS[:3], (Seat(8), 0)), "CB-156", "Every player needs a total"),
        (3, (*TOTALS[:3], (D, 17)), "CB-007", "Dov's total must be a multiple of 5, not 17."),
        (3, (*TOTALS[:3], (D, 10_000)), "CB-156", "between -9995 and 9995"),
    ],
)
def test_joining_is_refused(next_round: int, totals: tuple[tuple[Seat, int], ...], rule: str, says: str) -> None:
    assert_refused(opened(4), JoinedLate(next_round, totals), rule, says=says)


def test_a_long_game_is_joined_with_high_totals() -> None:  # CB-156: 20 rounds of three players
    totals = ((A, 1100), (B, 2490), (C, -1200))
    state = after(opened(3, schedule=tuple(range(1, 21))), JoinedLate(20, totals))
    assert state.totals == (1100, 2490, -1200)


@pytest.mark.parametrize(
    "event", [TrumpSpun(Spinner.RED), BidPlaced(A, (1,)), ShieldBought(A), Adjusted(A, 5, "why"), JoinedLate(2, TOTALS)]
)
def test_a_game_is_joined_before_anything_else(event: BidPlaced) -> None:
    state = after(opened(4), event)
    assert find_prompt(GAME.prompts(state), JoinedLate.kind) is None
    assert_refused(state, JoinedLate(3, TOTALS), "CB-156", says="before anything else")
